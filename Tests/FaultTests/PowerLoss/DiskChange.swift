import Foundation
import TestSupport

/// One change of a disk, as the library recorded it.
struct DiskChange: Sendable {
  enum Kind: Sendable {
    /// A process begins; it has no file open.
    case start
    case open(Int32, path: String)
    case close(Int32)
    /// Some of the bytes of the recording were written at an offset.
    case write(Int32, at: Int, Range<Int>)
    case truncate(Int32, length: Int)
    /// A file, or the names in a directory, were flushed.
    case sync(Int32)
    case makeDirectory(String)
    case unlink(String)
    case rename(String, to: String)
    /// An injected failure; the disk is unchanged.
    case fault
  }

  let kind: Kind
  /// The time of the change, in nanoseconds of the monotonic clock.
  let end: UInt64
}

/// All changes of a disk in their order.
struct DiskRecording: Sendable {
  let changes: [DiskChange]
  /// The bytes to which the writes refer.
  let bytes: [UInt8]

  /// The size of the common part of all records; see `faults.c`.
  private static let headSize = 40

  /// Reads a recording.
  init(contentsOf path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var changes: [DiskChange] = []
    var offset = 0
    func number<Value: FixedWidthInteger>(_ place: Int, as type: Value.Type) -> Value {
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset + place, as: type) }
    }
    while offset < bytes.count {
      guard offset + DiskRecording.headSize <= bytes.count else { throw Failure("\(path) is cut off") }
      let descriptor = number(4, as: Int32.self)
      let place = Int(number(24, as: UInt64.self))
      let content =
        offset + DiskRecording.headSize..<offset + DiskRecording.headSize + Int(number(32, as: UInt64.self))
      guard content.upperBound <= bytes.count else { throw Failure("\(path) is cut off") }
      var texts: [String] {
        bytes[content].split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      }
      let kind: DiskChange.Kind? =
        switch number(0, as: UInt32.self) {
        case 1: .write(descriptor, at: place, content)
        case 2: .sync(descriptor)
        case 3: .open(descriptor, path: texts[0])
        case 4: .truncate(descriptor, length: place)
        case 5: .unlink(texts[0])
        case 6: .rename(texts[0], to: texts[1])
        case 7: .makeDirectory(texts[0])
        case 100: .start
        case 101: .close(descriptor)
        case 102: .fault
        default: nil
        }
      guard let kind else { throw Failure("\(path) has an unknown record at \(offset)") }
      changes.append(DiskChange(kind: kind, end: number(16, as: UInt64.self)))
      offset = content.upperBound
    }
    self.changes = changes
    self.bytes = bytes
  }
}
