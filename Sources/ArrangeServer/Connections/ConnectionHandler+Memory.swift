import NIOCore
import Synchronization
import Wire

/// What the connection holds, in bytes; see ``ConnectionMemory``.
extension ConnectionHandler {
  /// What it held when that was last counted. To be asked from any thread.
  var countedBytes: Int { counted.load(ordering: .relaxed) }

  /// Answers were handed to the channel. Where they are many, what is left of them is looked at.
  @inline(__always)
  func noteHandedOver(_ bytes: Int) {
    bytesSinceSample &+= bytes
    if bytesSinceSample >= ConnectionMemory.sampledBytes { count(sampling: true) }
  }

  /// Counts what is held, and adds it to that of the others where it has changed by much.
  ///
  /// - Parameter sampling: whether the channel is asked how much it holds.
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

  /// The connection is gone, and so is what it held.
  func countNothing() {
    unsentBytes = 0
    if countedHere != 0 { setCounted(0) }
  }

  /// All connections together hold too much, and this one the most.
  ///
  /// It is told why where it takes what is written; otherwise it is just closed, since what it does not read is what has to
  /// go.
  func endForMemory() {
    guard !connection.isClosed else { return }
    server.memory.noteEnded()
    carryOut(connection.fail(.memory))
    dropInput()
    count(sampling: true)
    if unsentBytes > 0 || connection.requestBytes > 0 { close() }
  }

  /// How many bytes of answers the channel holds.
  func channelBufferedBytes() throws -> Int {
    try context?.channel.syncOptions?.getOption(.bufferedWritableBytes) ?? 0
  }
}
