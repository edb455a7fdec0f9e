import Foundation
import TestSupport

/// A network namespace of Linux, which ends with the tests.
///
/// Processes in it reach each other, and other namespaces through a ``PacketSwitch`` alone: there is no way to any real
/// network.
final class NetworkNamespace: Sendable {
  /// The process that keeps the namespace while no other one is in it. It ends when its input does.
  private let keeper: ChildProcess
  private let input: FileHandle

  init() throws {
    let (input, output) = (try ChildPipe(), try ChildPipe())
    keeper = try ChildProcess(
      "/usr/bin/unshare",
      ["--net", "/bin/sh", "-c", "ip link set lo up && echo ready && exec cat >/dev/null"],
      input: input.reading,
      output: .to(output.writing)
    )
    self.input = input.writing
    try input.reading.close()
    try output.writing.close()
    guard output.reading.availableData == Data("ready\n".utf8) else {
      throw Failure("a network namespace can't be made: this takes the rights of root, and the program ip")
    }
  }

  deinit { end() }

  /// Gives the namespace up: it ends when the last process in it does.
  func end() { try? input.close() }

  /// The words before a program that is to run in the namespace.
  var entering: [String] { ["/usr/bin/nsenter", "--net=/proc/\(keeper.id)/ns/net", "--"] }

  /// Moves an interface of this process's namespace into this one, with an address.
  func take(interface: String, address: String, prefix: Int, mtu: Int) throws {
    try NetworkNamespace.run(["/usr/sbin/ip", "link", "set", interface, "netns", "\(keeper.id)"])
    let ip = entering + ["/usr/sbin/ip"]
    try NetworkNamespace.run(ip + ["address", "add", "\(address)/\(prefix)", "dev", interface])
    try NetworkNamespace.run(ip + ["link", "set", interface, "mtu", "\(mtu)", "up"])
  }

  private static func run(_ words: [String]) throws {
    let run = try ServerProcess.run(words[0], Array(words.dropFirst()))
    guard run.status == 0 else { throw Failure("\(words.joined(separator: " ")): \(run.errors)") }
  }
}
