import Foundation
import Postgres
import TestSupport
import Testing

@Suite("Processes of nodes")
struct NodeProcessTests {
  @Test("a process is known to have ended as soon as it has, and not before")
  func ended() throws {
    let child = try ChildProcess("/bin/sleep", ["1000"])
    let process = try #require(NodeProcess(NodeProcess(id: child.id).text))
    #expect(!process.hasEnded(1))
    child.send(SIGKILL)
    try PostgresNodeTests.wait("its end is noticed") { process.hasEnded(1) }
    _ = try child.wait()
    #expect(process.hasEnded(1))
  }

  @Test("in another PID namespace it is known by its socket, if both see the same network")
  func presence() throws {
    let words = NodeProcess(id: getpid()).text.split(separator: " ")
    let node = Int64.random(in: 1...Int64.max)
    let network = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/net")
    let there = try #require(NodeProcess("\(words[0]) pid:[1] 1 1 \(network)"))
    var presence = NodePresence(node)
    #expect(presence != nil && NodePresence(node) == nil)
    #expect(!there.hasEnded(node), "it lives")
    presence = nil
    #expect(there.hasEnded(node))
    for text in [
      "\(words[0]) pid:[1] 1 1 net:[1]", "other pid:[1] 1 1 \(network)", "\(words[0]) pid:[1] 1 1",
    ] {
      #expect(NodeProcess(text)?.hasEnded(node) == false, "nothing is known of \(text)")
    }
    _ = presence
  }

  @Test("of another process with the same number, and of other machines, nothing is known or it has ended")
  func others() throws {
    let own = NodeProcess(id: getpid()).text
    let words = own.split(separator: " ")
    #expect(NodeProcess(own)?.hasEnded(1) == true, "it does not use this node")
    let earlier = NodeProcess("\(words[0]) \(words[1]) \(words[2]) 1")
    #expect(earlier?.hasEnded(1) == true)
    for place in ["other \(words[1])", "\(words[0]) pid:[1]"] {
      #expect(NodeProcess("\(place) 1 1")?.hasEnded(1) == false)
    }
    for text in ["", "a b c d", "a b 1"] { #expect(NodeProcess(text) == nil) }
  }
}
