import ArrangeModel

/// Identifies a retry: the request id of a transaction together with its author. The same id from another
/// author is another key.
///
/// The bytes are stored in the journal. For `anonymous` and unknown authors they are the id itself, as older
/// servers stored it. Others are 0xFF, the name, 0x00, which is in no name, and the id; an unnamed id that
/// itself begins with 0xFF is stored in the same way with an empty name.
struct RequestKey: Sendable, Hashable {
  private static let mark: UInt8 = 0xFF
  private static let separator: UInt8 = 0x00

  let bytes: [UInt8]

  /// The key of a request.
  init(_ id: RequestID, of author: Principal?) {
    let name = author.flatMap { $0 == .anonymous ? nil : $0.name }
    if name == nil, id.bytes.first != RequestKey.mark {
      bytes = id.bytes
    } else {
      bytes = [RequestKey.mark] + Array((name ?? "").utf8) + [RequestKey.separator] + id.bytes
    }
  }

  /// A key that a journal has stored.
  init(stored bytes: [UInt8]) { self.bytes = bytes }

  /// The request id of a key with the given author; nil if it belongs to another one.
  func requestID(of author: Principal?) -> RequestID? {
    let isNamed = author.map { $0 != .anonymous } ?? false
    guard bytes.first == RequestKey.mark, let end = bytes.firstIndex(of: RequestKey.separator) else {
      return isNamed ? nil : RequestID(unchecked: bytes)
    }
    let id = RequestID(unchecked: Array(bytes[(end + 1)...]))
    if RequestKey(id, of: author) == self { return id }
    // Ids of servers without authors can begin with any byte.
    return isNamed ? nil : RequestID(unchecked: bytes)
  }
}
