import NIOCore
import Testing

@testable import ArrangeHTTP

@Suite("Room for connections of the HTTP listener")
struct ConnectionRoomTests {
  private typealias Room = ConnectionRoom<Int>

  private static let limits = Room.Limits(all: 4, ofAddress: 3, forProbes: 2, refused: 2)

  @Test("is given by who has been idle for the longest time, and first by those of the same address")
  func idle() {
    var room = Room(ConnectionRoomTests.limits)
    for id in 1...3 { #expect(room.open(id, from: "a") == (.served, nil)) }
    room.begin(1)
    room.end(1)
    // The limit of the address, and then that of all.
    #expect(room.open(4, from: "a") == (.served, 2))
    #expect(room.open(5, from: "b") == (.served, nil))
    #expect(room.open(6, from: "c") == (.served, 3))
    room.begin(1)
    // 4 is idle and older than 5.
    #expect(room.open(7, from: "b") == (.served, 4))
    #expect(room.count == 4)
    room.close(7)
    #expect(room.open(8, from: "d") == (.served, nil))
  }

  @Test("is kept for probes if everybody else is busy, and nobody can take it")
  func probes() {
    var room = Room(ConnectionRoomTests.limits)
    for id in 1...4 {
      #expect(room.open(id, from: "\(id)") == (.served, nil))
      room.begin(id)
    }
    #expect(room.open(5, from: "a") == (.probesOnly, nil))
    #expect(room.open(6, from: "a") == (.probesOnly, nil))
    // Who sends nothing makes room for the next one.
    for id in 7...20 { #expect(room.open(id, from: "a") == (.probesOnly, id - 2)) }
    room.begin(19)
    room.begin(20)
    #expect(room.open(21, from: "a") == (.refused, nil))
    #expect(room.open(22, from: "a") == (.refused, nil))
    #expect(room.open(23, from: "a") == (.dropped, nil))
    room.end(20)
    #expect(room.open(24, from: "a") == (.probesOnly, 20))
    room.close(1)
    #expect(room.open(25, from: "a") == (.served, nil))
    for id in 1...25 { room.close(id) }
    #expect(room.count == 0)
  }

  @Test("is not taken by connections with streams, of which no more go on afterwards than there is room for")
  func streams() {
    var room = Room(ConnectionRoomTests.limits)
    for id in 1...3 {
      #expect(room.open(id, from: "a") == (.served, nil))
      room.begin(id)
      room.beginStream(id)
    }
    room.beginStream(1)
    // Others have the room of these, which are busy.
    for id in 4...6 {
      #expect(room.open(id, from: "a") == (.served, nil))
      room.begin(id)
    }
    #expect(room.open(7, from: "a") == (.probesOnly, nil))
    #expect(room.endStream(1) == false)
    #expect(room.endStream(1) == true)
    room.close(1)
    room.close(4)
    #expect(room.endStream(2) == false)
    #expect(room.endStream(3) == true)
    #expect(room.endStream(9) == false)
  }

  @Test("is that of a network, for IPv6")
  func addresses() throws {
    func key(_ text: String) throws -> String {
      ConnectionCount.address(try SocketAddress(ipAddress: text, port: 1))
    }
    #expect(try key("10.0.0.1") == "10.0.0.1")
    #expect(try key("2001:db8::1") == key("2001:db8::ffff:2"))
    #expect(try key("2001:db8::1") != key("2001:db8:0:1::1"))
    #expect(try key("::ffff:10.0.0.1") != key("::ffff:10.0.0.2"))
    #expect(ConnectionCount.address(nil) == "")
  }
}
