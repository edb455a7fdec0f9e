/// A kind of operation on files, as the library counts them.
enum FileOperation: String, Sendable, Hashable, CaseIterable {
  case read, write, sync, open, truncate, unlink, rename, mkdir
}

/// A fault of an operation on a file.
struct Fault: Sendable, Hashable, CustomStringConvertible {
  enum Error: String, Sendable, Hashable {
    /// An error of the device.
    case device = "EIO"
    /// The disk is full.
    case full = "ENOSPC"
    /// The process has too many files open.
    case descriptors = "EMFILE"
    /// Half of the bytes are read or written.
    case short = "SHORT"
  }

  var error: Error
  /// Whether the fault is permanent: the disk is dead, full, or out of descriptors. A permanent short write
  /// means that the disk becomes full.
  var isLasting: Bool

  var description: String { error.rawValue + (isLasting ? ", lasting" : "") }

  /// The faults that an operation can meet.
  static func faults(of operation: FileOperation) -> [Fault] {
    func both(_ error: Error) -> [Fault] {
      [Fault(error: error, isLasting: false), Fault(error: error, isLasting: true)]
    }
    return switch operation {
    case .read: both(.device) + [Fault(error: .short, isLasting: false)]
    case .write: both(.device) + both(.full) + both(.short)
    case .sync: both(.device) + both(.full)
    case .open: both(.device) + both(.full) + both(.descriptors)
    case .truncate, .unlink: both(.device)
    case .rename, .mkdir: both(.device) + both(.full)
    }
  }
}

/// One operation of a run of the workload.
struct FaultPoint: Sendable, Hashable, CustomStringConvertible {
  var operation: FileOperation
  /// Counted from 1 among the operations of its kind in one process.
  var number: Int

  var description: String { "\(operation.rawValue) \(number)" }
}
