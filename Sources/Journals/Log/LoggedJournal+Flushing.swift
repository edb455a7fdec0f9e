import Dispatch
import Engine
import Foundation
import Synchronization

/// Flushing from the log to the database.
extension LoggedJournal {
  /// The priority of the flushing thread below threads that callers wait for: a value of `nice`.
  private static let flushPriority: CInt = 10

  /// Starts the flushing thread, which exists as long as the journal. Since no caller waits for it, it has a
  /// lower priority than the other threads.
  func startFlushing() {
    let moves = moves
    let thread = Thread { [weak self] in
      #if os(Linux)
        // Sets the priority of the calling thread.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, LoggedJournal.flushPriority)
      #endif
      while true {
        moves.wait()
        guard let self, self.move() else { return }
      }
    }
    thread.name = "journal-mover"
    thread.start()
  }

  /// Flushes waiting records to the database, until fewer are left than one transaction is to have. Called on
  /// the flushing thread.
  ///
  /// - Returns: whether there can be more later.
  private func move() -> Bool {
    do throws(JournalError) {
      let least = min(options.moveBytes, options.flushThreshold)
      while state.withLock({ $0.waiting.byteCount }) >= least {
        _ = try inOrder { () throws(JournalError) in try flushSome() }
      }
      // No append is waiting for the database now.
      try store.maintain()
    } catch {
      let first = stop(error)
      if first.code != .closed { state.withLock { $0.whenStopped }?(first) }
    }
    return state.withLock { state in
      state.isFlushing = false
      return state.stop.error == nil
    }
  }

  /// Runs a closure while nothing else is flushed to the database.
  func inOrder<Value>(_ work: () throws(JournalError) -> Value) throws(JournalError) -> Value {
    let result = order.sync { () -> Result<Value, JournalError> in
      do throws(JournalError) { return .success(try work()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Flushes the oldest records to the database, in one transaction. Called within ``inOrder(_:)``.
  ///
  /// - Parameter bytes: the size of the records to flush, which the last one may exceed; nil for the size in
  ///   the options.
  /// - Returns: whether there were any.
  func flushSome(bytes: Int? = nil) throws(JournalError) -> Bool {
    let bytes = bytes ?? options.moveBytes
    let (records, newest) = state.withLock { ($0.waiting.prefix(bytes: bytes), $0.waiting.last) }
    guard let last = records.last else { return false }
    let progress = LogProgress(position: last.position, durable: newest ?? last.sequence)
    try flush(records.count == 1 ? last.entries : records.flatMap(\.entries), progress)
    state.withLock { $0.waiting.remove(records) }
    return true
  }

  /// Flushes checked entries to the database. Called within ``inOrder(_:)``.
  ///
  /// - Parameter progress: the position in the log that the database has reached afterwards.
  func flush(_ entries: [JournalEntry], _ progress: LogProgress) throws(JournalError) {
    do throws(JournalError) { try store.append(entries, logged: progress) } catch {
      guard error.code == .conflict else { throw error }
      throw JournalError(.failed, "the database rejects an entry that was checked: \(error.message)")
    }
  }

  /// Waits until all appended entries of a collection are in the database.
  func settle(_ collection: CollectionKey) throws(JournalError) {
    let newest = try state.withLock { (state) throws(JournalError) in
      try state.stop.check()
      return state.waiting.newest(of: collection)
    }
    if let newest { try settle(through: newest) }
  }

  /// Waits until the oldest records, up to a given one, are in the database.
  func settle(through sequence: UInt64 = .max) throws(JournalError) {
    try checkUsable()
    do throws(JournalError) {
      try inOrder { () throws(JournalError) in
        while let first = state.withLock({ $0.waiting.first }), first <= sequence { _ = try flushSome() }
      }
    } catch {
      throw stop(error)
    }
  }
}
