import ArrangeModel
import Testing

@testable import Wire

@Suite("Turns of connections") struct TurnTests {
  private final class Caller {}

  @Test("a turn ends when its time is over, after the current frame")
  func timeOfTurn() {
    var turn = ConnectionTurn(at: .ms(10))
    #expect(!turn.isOver(afterSmallFrame: false) { .ms(10).advanced(byMicroseconds: 999) })
    #expect(turn.wasLong)
    #expect(turn.isOver(afterSmallFrame: false) { .ms(11) })
    #expect(turn.now == .ms(11))
  }

  @Test("the clock is read after some small frames, and a turn has a maximum of them")
  func smallFrames() {
    var turn = ConnectionTurn(at: .ms(0))
    var looks = 0
    var frames = 0
    repeat {
      frames += 1
    } while !turn.isOver(
      afterSmallFrame: true,
      clock: {
        looks += 1
        return .ms(0)
      }
    ) && frames <= ConnectionTurn.maximumFrames
    #expect(frames == ConnectionTurn.maximumFrames)
    #expect(looks == ConnectionTurn.maximumFrames / ConnectionTurn.smallFramesPerLook)
    #expect(!turn.wasLong)
  }

  @Test("the subscriptions of a connection have a turn of so many messages, bytes, or so much time")
  func messages() {
    var turn = MessageTurn(at: 0)
    for _ in 1..<MessageTurn.maximumMessages {
      turn.recordMade(in: 1)
      #expect(!turn.isOver && !turn.wasLong)
    }
    turn.recordMade(in: 1)
    #expect(turn.isOver && turn.wasLong)
    turn = MessageTurn(at: 0)
    turn.recordSent(MessageTurn.maximumBytes - 1)
    #expect(!turn.isOver)
    turn.recordSent(1)
    #expect(turn.isOver)
    // One message that takes long is a turn.
    turn = MessageTurn(at: 0)
    turn.recordMade(in: MessageTurn.longest)
    #expect(turn.isOver)
    #expect(!turn.isOld(at: 2 * MessageTurn.longest - 1) && turn.isOld(at: 2 * MessageTurn.longest))
  }

  @Test("a connection with a short turn goes before those with long ones")
  func shortOnesFirst() {
    let owner = Caller()
    var queue = TurnQueue<String>()
    for name in ["a", "b", "c"] { queue.append(name, of: ObjectIdentifier(owner), wasLong: true) }
    queue.append("d", of: ObjectIdentifier(owner), wasLong: false)
    var order: [String] = []
    while let next = queue.next() { order.append(next) }
    #expect(order == ["d", "a", "b", "c"])
    #expect(queue.isEmpty)
  }

  @Test("an owner of many connections gets no more than an owner of one")
  func ownersTakeTurns() {
    let (crowd, single) = (Caller(), Caller())
    var queue = TurnQueue<String>()
    for number in 1...3 { queue.append("crowd \(number)", of: ObjectIdentifier(crowd), wasLong: true) }
    queue.append("single", of: ObjectIdentifier(single), wasLong: true)
    var order: [String] = []
    for _ in 0..<4 {
      guard let next = queue.next() else { break }
      order.append(next)
      // Each asks for more at once.
      let owner = next == "single" ? single : crowd
      queue.append(next, of: ObjectIdentifier(owner), wasLong: true)
    }
    #expect(order == ["crowd 1", "single", "crowd 2", "single"])
  }

  @Test("callers take turns, and the work of one keeps its order")
  func callersTakeTurns() {
    let (greedy, other) = (Caller(), Caller())
    var queue = CallerQueue<String>()
    for number in 1...4 { queue.append("greedy \(number)", of: ObjectIdentifier(greedy)) }
    queue.append("other 1", of: ObjectIdentifier(other))
    queue.append("other 2", of: ObjectIdentifier(other))
    var order: [String] = []
    while let next = queue.next() { order.append(next) }
    #expect(
      order == ["greedy 1", "other 1", "greedy 2", "other 2", "greedy 3", "greedy 4"]
    )
    #expect(queue.isEmpty)
  }

  @Test("the deadline of a call counts from its arrival, and one that waited too long is not started")
  func deadlineCountsFromArrival() {
    let connection = ServerConnectionTests.serving()
    let first = ServerConnectionTests.open(1, timeout: 50_000)
    #expect(
      connection.receive(first, at: .ms(149), arrived: .ms(100))
        == ServerConnectionTests.started(1, deadline: .ms(150))
    )
    let second = ServerConnectionTests.open(2, timeout: 50_000)
    #expect(
      connection.receive(second, at: .ms(150), arrived: .ms(100)) == .refuse(stream: 2, .deadlineExceeded)
    )
    #expect(Refusal.deadlineExceeded.status.code == .deadlineExceeded)
    #expect(connection.openStreams == 1)
    // Its id is used up, as that of every call that was refused.
    let third = ServerConnectionTests.open(3)
    #expect(connection.receive(third, at: .ms(151), arrived: .ms(151)) == ServerConnectionTests.started(3))
  }
}
