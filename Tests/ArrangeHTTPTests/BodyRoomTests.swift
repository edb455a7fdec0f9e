import NIOEmbedded
import Testing

@testable import ArrangeHTTP

@Suite("Room for bodies")
struct BodyRoomTests {
  @Test("is limited for a connection, and for all together")
  func limits() {
    let room = BodyRoom()
    let channels = (0...BodyRoom.ofAll / BodyRoom.ofConnection).map { _ in EmbeddedChannel() }
    let ids = channels.map(ObjectIdentifier.init)
    for id in ids.dropLast() {
      #expect(room.take(BodyRoom.ofConnection - 1, of: id) && room.take(1, of: id))
      #expect(!room.take(1, of: id))
    }
    guard let last = ids.last else { return }
    #expect(!room.take(1, of: last))
    room.give(5, of: ids[0])
    #expect(room.take(5, of: last) && !room.take(1, of: ids[0]))
    for id in ids.dropLast() { room.give(BodyRoom.ofConnection - (id == ids[0] ? 5 : 0), of: id) }
    room.give(5, of: last)
    for id in ids.dropLast() { #expect(room.take(BodyRoom.ofConnection, of: id)) }
  }
}
