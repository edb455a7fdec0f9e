import COrderingPlugin
import Ordering

/// Tests a library beyond valid requests: with invalid ones, which it must refuse without harm, and with
/// buffers of all sizes, beyond which it must not write.
///
/// A library that crashes takes the process with it, so run this in a separate process.
package struct LibraryTrial {
  private let strategy: LoadedStrategy
  private var random: OrderingRandom
  private var found: [String] = []

  /// The number of invalid keys, texts and requests of each kind.
  private let rounds: Int

  /// The maximum number of faults that are reported.
  private static let maximumFaults = 5

  package init(_ library: StrategyLibrary, seed: UInt64, rounds: Int) {
    let parameters = library.kind.parameters.map(\.standard)
    strategy = LoadedStrategy(library.table, parameters: parameters, isOnTrial: true)
    random = OrderingRandom(seed: seed)
    self.rounds = rounds
  }

  /// Runs everything and reports the faults, as sentences.
  package mutating func run() -> [String] {
    tryRequests()
    tryKeys()
    tryTexts()
    return found
  }

  private mutating func report(_ fault: String) {
    if found.count < LibraryTrial.maximumFaults, !found.contains(fault) { found.append(fault) }
  }

  // MARK: Requests

  private mutating func tryRequests() {
    for count in [1, 2, 100] {
      do {
        _ = try ask(KeyRequest(count: count, gap: 0, in: [OrderKey]()), [])
      } catch {
        reportBreach(error)
      }
    }
    let two = keys(2)
    guard two.count == 2 else { return }
    expectRefusal(
      of: "a request for no keys",
      KeyRequest(count: 0, gap: 1, lower: two[0], upper: two[1]),
      two
    )
    expectRefusal(
      of: "a request for more than ARRANGE_ORDERING_MOST_KEYS keys",
      KeyRequest(count: Int(ARRANGE_ORDERING_MOST_KEYS) + 1, gap: 1, lower: two[0], upper: two[1]),
      two
    )
    expectRefusal(
      of: "a request for 2 to the power of 62 keys",
      KeyRequest(count: 1 << 62, gap: 1, lower: two[0], upper: two[1]),
      two
    )
    for (kind, list) in [("equal", [two[0], two[0]]), ("reversed", [two[1], two[0]])] {
      expectRefusal(
        of: "\(kind) neighbours",
        KeyRequest(count: 1, gap: 1, lower: list[0], upper: list[1]),
        list
      )
    }
    for _ in 0..<rounds {
      let list = [oddKey(), oddKey()].sorted()
      let request = KeyRequest(
        count: 1 + random.position(in: 0..<3),
        gap: 1,
        lower: list[0],
        upper: list[1]
      )
      do {
        _ = try ask(request, list)
      } catch {
        reportBreach(error)
      }
    }
  }

  private mutating func expectRefusal(of what: String, _ request: KeyRequest, _ list: [OrderKey]) {
    do {
      let answer = try ask(request, list)
      report("\(what) is answered with \(answer.keys.count) keys, not with an error")
    } catch {
      reportBreach(error)
    }
  }

  private func ask(_ request: KeyRequest, _ list: [OrderKey]) throws(OrderingError) -> KeyAssignment {
    var random = random
    return try strategy.assignKeys(for: request, in: list, using: &random)
  }

  /// An invalid request should fail, so an error is a fault only if it says that a rule of the interface was
  /// broken.
  private mutating func reportBreach(_ error: OrderingError) {
    if case .strategyFailed(let text) = error, !text.hasPrefix(strategy.failedPrefix) { report(text) }
  }

  // MARK: Keys and texts

  private mutating func tryKeys() {
    let good = keys(20)
    for round in 0..<rounds {
      let bytes = round % 4 == 0 && !good.isEmpty ? damaged(good) : oddKey(from: 0).bytes
      let (status, isIntact) = withReason(capacity: LibraryTrial.reasonCapacity(round)) { reason, capacity in
        bytes.withUnsafeBufferPointer {
          strategy.table.validate($0.baseAddress, UInt32($0.count), reason, capacity)
        }
      }
      if !isIntact { report("validate writes its reason behind the end of the buffer") }
      switch Int(status) {
      case ARRANGE_ORDERING_OK, ARRANGE_ORDERING_INVALID_KEY: break
      default: report("validate answers some bytes with the status \(status)")
      }
      if bytes.isEmpty, Int(status) == ARRANGE_ORDERING_OK { report("validate takes no bytes for a key") }
      if bytes.count > strategy.maximumKeyLength, Int(status) == ARRANGE_ORDERING_OK {
        report("validate takes keys that are longer than maximum_key_length")
      }
      tryText(of: bytes, isKey: Int(status) == ARRANGE_ORDERING_OK)
    }
    for key in good { tryText(of: key.bytes, isKey: true) }
  }

  private mutating func tryText(of bytes: [UInt8], isKey: Bool) {
    guard let text = strategy.table.text else { return }
    func call(_ capacity: Int) -> (status: Int, size: Int, isIntact: Bool) {
      var size: UInt32 = 0
      return GuardedBuffer.with(count: capacity, isGuarded: true) { buffer in
        let status = bytes.withUnsafeBufferPointer { bytes in
          buffer.bytes.withMemoryRebound(to: CChar.self) {
            text(bytes.baseAddress, UInt32(bytes.count), $0.baseAddress, UInt32(capacity), &size)
          }
        }
        return (Int(status), Int(size), buffer.isIntact)
      }
    }
    let whole = call(Int(ARRANGE_ORDERING_LONGEST_TEXT))
    if !whole.isIntact { report("text writes behind the end of its buffer") }
    if isKey, whole.status != ARRANGE_ORDERING_OK {
      report("text answers a key with the status \(whole.status)")
    }
    guard whole.status == ARRANGE_ORDERING_OK, whole.size > 0 else { return }
    let small = call(whole.size - 1)
    if !small.isIntact { report("text writes behind the end of its buffer") }
    if small.status != ARRANGE_ORDERING_NEEDS_ROOM {
      report("text does not say that it needs \(whole.size) bytes where there is one less")
    }
  }

  private mutating func tryTexts() {
    guard let parse = strategy.table.parse else { return }
    let good = keys(20).map { Array(strategy.text(of: $0).utf8) }
    for round in 0..<rounds {
      let text =
        round % 4 == 0 && !good.isEmpty
        ? damaged(good.map { OrderKey($0.prefix(OrderKey.maximumLength)) }) : oddKey(from: 0).bytes
      for capacity in [OrderKey.maximumLength, 1, 0] {
        var size: UInt32 = 0
        let isIntact = GuardedBuffer.with(count: capacity, isGuarded: true) { buffer in
          let reason = withReason(capacity: LibraryTrial.reasonCapacity(round)) { reason, reasonCapacity in
            text.withUnsafeBytes { text in
              let text = text.assumingMemoryBound(to: CChar.self)
              return parse(
                text.baseAddress,
                UInt32(text.count),
                buffer.bytes.baseAddress,
                UInt32(capacity),
                &size,
                reason,
                reasonCapacity
              )
            }
          }
          return buffer.isIntact && reason.isIntact
        }
        if !isIntact { report("parse writes behind the end of a buffer") }
      }
    }
  }

  /// The room for a reason in a round; in most it is too small.
  private static func reasonCapacity(_ round: Int) -> Int { [0, 1, 8, Reason.capacity][round / 4 % 4] }

  private func withReason(
    capacity: Int,
    _ body: (UnsafeMutablePointer<CChar>?, UInt32) -> Int32
  ) -> (status: Int32, isIntact: Bool) {
    GuardedBuffer.with(count: capacity, isGuarded: true) { buffer in
      let status = buffer.bytes.withMemoryRebound(to: CChar.self) {
        body(capacity > 0 ? $0.baseAddress : nil, UInt32(capacity))
      }
      return (status, buffer.isIntact)
    }
  }

  /// Some keys of the strategy; none if it can't make any.
  private func keys(_ count: Int) -> [OrderKey] {
    var random = random
    let empty: [OrderKey] = []
    let request = KeyRequest(count: count, gap: 0, in: empty)
    return (try? strategy.assignKeys(for: request, in: empty, using: &random))?.keys ?? []
  }

  private mutating func damaged(_ keys: [OrderKey]) -> [UInt8] {
    var bytes = keys[random.position(in: 0..<keys.count)].bytes
    bytes[random.position(in: 0..<bytes.count)] = UInt8(random.number(in: 0...255))
    return bytes
  }

  /// Bytes that are unlikely to be a key: random ones, printable ones, or one byte repeated.
  private mutating func oddKey(from least: UInt64 = 1) -> OrderKey {
    let count = Int(random.number(in: least...UInt64(random.next() % 2 == 0 ? 8 : OrderKey.maximumLength)))
    switch random.next() % 3 {
    case 0: return OrderKey((0..<count).map { _ in UInt8(random.number(in: 0...255)) })
    case 1: return OrderKey((0..<count).map { _ in UInt8(random.number(in: 0x20...0x7E)) })
    default: return OrderKey(repeatElement(UInt8(random.number(in: 0...255)), count: count))
    }
  }
}
