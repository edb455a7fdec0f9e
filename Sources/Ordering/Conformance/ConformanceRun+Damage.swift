extension ConformanceRun {
  /// Offers a damaged key and a damaged text: each must be refused, or be valid and read back unchanged.
  mutating func damaged() {
    if model.count == 0 { insert(1, at: 0) }
    guard !hasFailed else { return }
    let key = model.key(at: random.position(in: 0..<model.count))
    offer(OrderKey(damage(key.bytes)))
    offer(String(decoding: damage(Array(strategy.text(of: key).utf8)), as: UTF8.self))
    if random.next() % 16 == 0 { insert(1, at: random.position(in: 0..<(model.count + 1))) }
  }

  private mutating func offer(_ key: OrderKey) {
    do { try strategy.validate(key) } catch { return }
    let text = strategy.text(of: key)
    guard let back = try? strategy.key(fromText: text), back == key else {
      return violate(.strictParsing, "the key \(key) is accepted, but its text ‘\(text)’ does not read back")
    }
  }

  private mutating func offer(_ text: String) {
    guard let key = try? strategy.key(fromText: text) else { return }
    do { try strategy.validate(key) } catch {
      return violate(.strictParsing, "‘\(text)’ is accepted, but its key \(key) is not: \(error)")
    }
    guard strategy.text(of: key) == text else {
      return violate(.strictParsing, "‘\(text)’ is accepted and written ‘\(strategy.text(of: key))’")
    }
  }

  /// Changes, inserts or removes up to three bytes; now and then all of them.
  private mutating func damage(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    if random.next() % 32 == 0 { bytes = [] }
    for _ in 0..<(1 + random.position(in: 0..<3)) {
      let byte = ConformanceRun.temptingBytes[random.position(in: 0..<ConformanceRun.temptingBytes.count)]
      let place = random.position(in: 0..<(bytes.count + 1))
      switch random.next() % 3 {
      case 0 where place < bytes.count: bytes[place] = byte
      case 1 where place < bytes.count: bytes.remove(at: place)
      default: bytes.insert(byte, at: place)
      }
    }
    return Array(bytes.prefix(OrderKey.maximumLength))
  }

  /// Bytes that parsers tend to misinterpret.
  private static let temptingBytes = Array("0019azAZ+-_|:.,eEnNiIx \n".utf8) + [0, 1, 0x7F, 0x80, 0xC3, 0xFF]
}
