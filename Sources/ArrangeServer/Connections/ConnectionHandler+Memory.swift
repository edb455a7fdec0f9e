import NIOCore
import Synchronization
import Wire

/// The memory used by the connection, in bytes; see ``ConnectionMemory``.
extension ConnectionHandler {
  /// The memory used when it was last counted. Can be read on any thread.
  var countedBytes: Int { counted.load(ordering: .relaxed) }

  /// Records that answers were written to the channel. After a certain amount, the memory that the channel
  /// still holds is measured.
  @inline(__always)
  func recordHandedOver(_ bytes: Int) {
    bytesSinceSample &+= bytes
    if bytesSinceSample >= ConnectionMemory.sampledBytes { count(sampling: true) }
  }

  /// Counts the memory used, and updates the total of all connections if it has changed enough.
  ///
  /// - Parameter sampling: whether the memory held by the channel is measured.
  @inline(__always)
  func count(sampling: Bool = false) {
    if sampling { sample() }
    let held = heldInput &+ unsentBytes &+ connection.requestBytes
    let change = held &- countedHere
    guard change >= ConnectionMemory.step || change <= -ConnectionMemory.step || (held == 0 && change != 0)
    else {
      return
    }
    setCounted(held)
  }

  @inline(never)
  private func sample() {
    bytesSinceSample = 0
    unsentBytes = (try? channelBufferedBytes()) ?? 0
  }

  @inline(never)
  private func setCounted(_ held: Int) {
    let change = held - countedHere
    countedHere = held
    counted.store(held, ordering: .relaxed)
    if server.memory.add(change) { server.makeRoom() }
  }

  /// Subtracts the memory of a connection that is closed.
  func countNothing() {
    unsentBytes = 0
    if countedHere != 0 { setCounted(0) }
  }

  /// Ends the connection because all connections together use too much memory, and this one the most.
  ///
  /// It is sent the reason if the channel is writable; otherwise it is just closed, since the unread output
  /// is the memory to free.
  func closeForMemory() {
    guard !connection.isClosed else { return }
    server.memory.recordEnded()
    perform(connection.fail(.memory))
    dropInput()
    count(sampling: true)
    if unsentBytes > 0 || connection.requestBytes > 0 { close() }
  }

  /// The size of the answers that the channel holds, in bytes.
  func channelBufferedBytes() throws -> Int {
    try context?.channel.syncOptions?.getOption(.bufferedWritableBytes) ?? 0
  }
}
