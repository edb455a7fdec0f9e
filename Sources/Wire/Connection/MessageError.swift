/// A violation of the rules for frames that travel in messages, over a WebSocket.
package enum MessageError: Error, Sendable, Hashable {
  /// A message of text.
  case text
  /// A frame of the WebSocket is larger than the limit, in bytes.
  case tooLarge(limit: Int)
  /// A frame of the WebSocket is not masked, has a reserved opcode or bit, or continues no message.
  case malformed
}

extension MessageError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .text: "a message of text: frames travel in binary messages"
    case .tooLarge(let limit):
      "a message arrived in a piece of more than \(limit) bytes: divide it, frames may span messages"
    case .malformed: "a message breaks the rules of WebSockets"
    }
  }
}
