import ArrangeModel
import Foundation
import Synchronization
import TestSupport
import Wire

/// Reads the ENDs of a connection on a thread of its own, while another one sends.
///
/// The two use different parts of the connection.
final class EndReader: @unchecked Sendable {
  private let connection: RawConnection
  private let count: Int
  private let done = DispatchSemaphore(value: 0)
  private var ends: [UInt32: StatusCode] = [:]
  private var failure: (any Error)?
  private let readCount = Atomic(0)

  /// How many have come so far.
  var countSoFar: Int { readCount.load(ordering: .relaxed) }

  init(_ connection: RawConnection, count: Int) {
    self.connection = connection
    self.count = count
    Thread.detachNewThread { [self] in
      do { try read() } catch { failure = error }
      done.signal()
    }
  }

  private func read() throws {
    while ends.count < count {
      guard let frame = try connection.receive() else { throw Failure("the connection was closed") }
      guard frame.type == .end, let code = frame.code else {
        throw Failure("not an END: \(try connection.status(frame))")
      }
      guard ends.updateValue(code, forKey: frame.stream) == nil else {
        throw Failure("a second END of stream \(frame.stream)")
      }
      readCount.store(ends.count, ordering: .relaxed)
    }
  }

  /// Waits for all ENDs; the codes by stream.
  func finish() throws -> [UInt32: StatusCode] {
    done.wait()
    if let failure { throw failure }
    return ends
  }
}
