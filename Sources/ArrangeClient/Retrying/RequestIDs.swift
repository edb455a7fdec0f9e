internal import ArrangeModel
internal import NIOConcurrencyHelpers

/// The request ids of one client: 8 random bytes that all of them share, and a number that counts up from a
/// random one.
///
/// They are as unlikely to collide with those of another client as 16 random bytes, without using entropy for
/// each.
final class RequestIDs: Sendable {
  /// The bytes shared by the client's ids.
  let client: UInt64
  private let counter: NIOLockedValueBox<UInt64>

  init(using random: RandomSource) {
    let (client, first) = random.use { ($0.next(), $0.next()) }
    self.client = client
    counter = NIOLockedValueBox(first)
  }

  /// An unused id.
  func next() -> RequestID {
    let number = counter.withLockedValue { counter in
      defer { counter &+= 1 }
      return counter
    }
    return RequestID(
      unchecked: [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
        let bytes = UnsafeMutableRawBufferPointer(buffer)
        bytes.storeBytes(of: client.bigEndian, toByteOffset: 0, as: UInt64.self)
        bytes.storeBytes(of: number.bigEndian, toByteOffset: 8, as: UInt64.self)
        count = 16
      }
    )
  }

  /// The prefix of all ids.
  var prefix: [UInt8] { withUnsafeBytes(of: client.bigEndian) { Array($0) } }

  /// The shared bytes as text: the client id of HELLO.
  var clientID: String {
    let digits = String(client, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
