/// The checksums of SQLite's write-ahead log, as specified by its file format.
enum WriteAheadLog {
  private static let headerLength = 32
  private static let frameHeaderLength = 24

  /// Gives the header and all frames of a log correct checksums and the same salt, whatever their content.
  static func repair(_ log: inout [UInt8]) {
    guard log.count >= headerLength else { return }
    let pageSize = Int(number(log, 8))
    guard pageSize >= 512, pageSize <= 65_536, pageSize.nonzeroBitCount == 1 else { return }
    let isBigEndian = log[3] & 1 == 1
    var sums: (UInt32, UInt32) = (0, 0)
    add(log[0..<24], isBigEndian, to: &sums)
    set(&log, 24, sums.0)
    set(&log, 28, sums.1)
    let salt = Array(log[16..<24])
    var frame = headerLength
    while frame + frameHeaderLength + pageSize <= log.count {
      log.replaceSubrange(frame + 8..<frame + 16, with: salt)
      add(log[frame..<frame + 8], isBigEndian, to: &sums)
      add(log[frame + frameHeaderLength..<frame + frameHeaderLength + pageSize], isBigEndian, to: &sums)
      set(&log, frame + 16, sums.0)
      set(&log, frame + 20, sums.1)
      frame += frameHeaderLength + pageSize
    }
  }

  private static func add(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool, to sums: inout (UInt32, UInt32)) {
    var place = bytes.startIndex
    while place < bytes.endIndex {
      sums.0 &+= word(bytes, place, isBigEndian) &+ sums.1
      sums.1 &+= word(bytes, place + 4, isBigEndian) &+ sums.0
      place += 8
    }
  }

  private static func word(_ bytes: ArraySlice<UInt8>, _ place: Int, _ isBigEndian: Bool) -> UInt32 {
    let word = bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    return isBigEndian ? word : word.byteSwapped
  }

  private static func number(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func set(_ bytes: inout [UInt8], _ place: Int, _ value: UInt32) {
    for offset in 0..<4 { bytes[place + offset] = UInt8(truncatingIfNeeded: value >> (24 - 8 * offset)) }
  }
}
