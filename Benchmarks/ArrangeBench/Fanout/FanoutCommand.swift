import ArgumentParser
import Foundation
import NIOCore
import NIOPosix

/// Measures how many changes a server delivers to many subscribers of one list, or of one channel.
///
/// The subscribers read raw bytes and count what is in them, for every server in the same way; the load comes from
/// publishers with a number of changes under way. Everything runs on one thread of this process.
struct Fanout: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure the delivery of changes to many subscribers, and print JSON."
  )

  enum Peer: String, ExpressibleByArgument, CaseIterable { case arrange, redis, nats }

  @Argument(help: "What the server is: arrange, redis or nats.")
  var peer: Peer

  @Option(
    help:
      "The server's port on this machine. With several, the first is the publishers', and subscribers take turns."
  )
  var port: [Int]

  @Option(help: "How many subscribers there are, each with a connection of its own.")
  var subscribers = 100

  @Option(help: "How many more subscribers never read.")
  var stalled = 0

  @Option(help: "How many bytes of text a change has.")
  var bytes = 64

  @Option(help: "How many publishers there are. At a given rate one begins where those before are full.")
  var publishers = 1

  @Option(help: "How many changes of each publisher are under way at a time.")
  var pipeline = 64

  @Option(help: "Changes in a second; as many as the server takes where it is not given.")
  var rate: Double?

  @Option(help: "For how many seconds it is measured, after half a second that does not count.")
  var seconds = 3.0

  /// Whether it is known which change is which. With several publishers that always have something under way it is not; at
  /// a given rate a subscriber's next change is the next one that was made, but for those that crossed on two connections.
  var measuresTimes: Bool { publishers == 1 || rate != nil }

  func validate() throws {
    guard !port.isEmpty, subscribers > 0, publishers > 0, stalled >= 0, pipeline > 0,
      bytes >= Payload.headBytes, seconds > 0
    else {
      throw ValidationError("all numbers have to be above 0, and --bytes at least \(Payload.headBytes)")
    }
  }

  func run() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let run = FanoutRun(plan: self, loop: loop)
    let report = try await loop.flatSubmit { run.start() }.get()
    try await group.shutdownGracefully()
    print(report)
  }
}

/// What a change carries: its number, in 16 digits, and then filling.
enum Payload {
  static let headBytes = 16

  static func make(_ length: Int, number: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0x2E, count: length)
    var rest = number
    for place in (0..<headBytes).reversed() {
      bytes[place] = 0x61 + UInt8(rest & 15)
      rest >>= 4
    }
    return bytes
  }
}
