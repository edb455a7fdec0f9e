import Dispatch
import Engine
import Foundation
import Synchronization

/// From the log to the database.
extension LoggedJournal {
  /// How much later the mover has its turn than threads for which somebody waits: a value of `nice`.
  private static let moverPriority: CInt = 10

  /// Starts the mover, a thread that lives as long as the journal. Nobody waits for it, so that others go first where the
  /// processors are busy.
  func startMover() {
    let moves = moves
    let thread = Thread { [weak self] in
      #if os(Linux)
        // Of the calling thread.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, LoggedJournal.moverPriority)
      #endif
      while true {
        moves.wait()
        guard let self, self.move() else { return }
      }
    }
    thread.name = "journal-mover"
    thread.start()
  }

  /// Brings everything that waits to the database. On the mover.
  ///
  /// - Returns: whether there can be more later.
  private func move() -> Bool {
    do throws(JournalError) {
      while try inOrder({ () throws(JournalError) in try moveSome() }) {}
      // Nobody waits for the pages of the database now.
      try store.maintain()
    } catch {
      let first = stop(error)
      if first.code != .closed { state.withLock { $0.whenStopped }?(first) }
    }
    return state.withLock { state in
      state.isMoving = false
      return state.stop.error == nil
    }
  }

  /// Does work while nobody else brings entries to the database.
  func inOrder<Value>(_ work: () throws(JournalError) -> Value) throws(JournalError) -> Value {
    let result = order.sync { () -> Result<Value, JournalError> in
      do throws(JournalError) { return .success(try work()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Brings the oldest records to the database, so many as are worth a transaction. In order.
  ///
  /// - Parameter bytes: how many bytes of them, or a record more; nil for as many as the options say.
  /// - Returns: whether there were any.
  func moveSome(bytes: Int? = nil) throws(JournalError) -> Bool {
    let bytes = bytes ?? options.moveBytes
    let (records, newest) = state.withLock { ($0.waiting.prefix(bytes: bytes), $0.waiting.last) }
    guard let last = records.last else { return false }
    let progress = LogProgress(position: last.position, durable: newest ?? last.sequence)
    try bring(records.count == 1 ? last.entries : records.flatMap(\.entries), progress)
    state.withLock { $0.waiting.remove(records) }
    return true
  }

  /// Brings checked entries to the database. In order.
  ///
  /// - Parameter progress: how far the log is brought there then.
  func bring(_ entries: [JournalEntry], _ progress: LogProgress) throws(JournalError) {
    do throws(JournalError) { try store.append(entries, logged: progress) } catch {
      guard error.code == .conflict else { throw error }
      throw JournalError(.failed, "the database refuses what was checked: \(error.message)")
    }
  }

  /// Waits until what was appended of a collection is in the database.
  func settle(_ collection: CollectionKey) throws(JournalError) {
    let newest = try state.withLock { (state) throws(JournalError) in
      try state.stop.check()
      return state.waiting.newest(of: collection)
    }
    if let newest { try settle(through: newest) }
  }

  /// Waits until the oldest records are in the database, up to one.
  func settle(through sequence: UInt64 = .max) throws(JournalError) {
    try checkUsable()
    do throws(JournalError) {
      try inOrder { () throws(JournalError) in
        while let first = state.withLock({ $0.waiting.first }), first <= sequence { _ = try moveSome() }
      }
    } catch {
      throw stop(error)
    }
  }
}
