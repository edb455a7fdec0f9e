import ArrangeModel

/// By what a retry is known: the request id of a transaction, and who made it. Somebody else's request id is nobody's.
///
/// The bytes are what a journal stores. Those of `anonymous`, and of commits whose author is not known, are the id itself,
/// as servers stored it before they knew authors. Others begin with 0xFF, the name and 0x00, which is in no name; so does
/// with an empty name an id that begins with 0xFF by itself.
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

  /// The request id of a key with an author; nil if it is the key of somebody else.
  func requestID(of author: Principal?) -> RequestID? {
    let isNamed = author.map { $0 != .anonymous } ?? false
    guard bytes.first == RequestKey.mark, let end = bytes.firstIndex(of: RequestKey.separator) else {
      return isNamed ? nil : RequestID(unchecked: bytes)
    }
    let id = RequestID(unchecked: Array(bytes[(end + 1)...]))
    if RequestKey(id, of: author) == self { return id }
    // Ids of servers that did not know authors can begin in any way.
    return isNamed ? nil : RequestID(unchecked: bytes)
  }
}
