import ArrangeModel
import Foundation
import TestSupport
import Testing
import Wire

/// More clients than there are descriptors.
@Suite("Hostile crowds", .serialized)
struct DescriptorAttacks {
  /// A server with a limit on its descriptors.
  private func server(descriptors: Int) throws -> ServerProcess {
    try ServerProcess(flags: [], descriptors: descriptors)
  }

  @Test("take no descriptor of the journal; further clients get a reason, and are served later")
  func crowd() throws {
    let server = try server(descriptors: 96)
    // Nothing was written yet: the journal opens most of its files with the first write.
    let good = try RawConnection(port: server.port)
    var crowd = (0..<150).compactMap { _ in try? RawConnection(port: server.port, greeting: false) }
    for connection in crowd { try? connection.hello() }
    let create = CreateCollectionRequest(name: "board")
    _ = try good.result(.createCollection, create, as: CollectionInfo.self)
    for number in 0..<50 {
      let item = NewElement(id: Identifier(unchecked: "\(number)"), fields: [:])
      let request = ApplyRequest(collection: "board", operations: [.insertItems([item], to: .init())])
      _ = try good.result(.apply, request, as: ApplyResult.self)
    }
    // Open connections keep others waiting; the first one to be accepted is told why there is no room.
    let refused = try RawConnection.firstFarewell(among: crowd)
    #expect(refused.code == .resourceExhausted && refused.message.contains("connections"))
    #expect(server.logged.contains("fewer connections fit than max-connections allows"))
    crowd = []
    let next = try RawConnection.whenThereIsRoom(port: server.port)
    #expect(try next.call("arrange.v1.Health/Check").code == .ok)
    #expect(try good.call("arrange.v1.Health/Check").code == .ok)
    server.terminate()
    #expect(try server.waitUntilExit() == 0)
  }

  @Test("cost no processor time while they wait")
  func waiting() throws {
    let server = try server(descriptors: 96)
    let crowd = (0..<200).compactMap { _ in try? RawConnection(port: server.port, greeting: false) }
    let good = crowd[0]
    try good.hello()
    _ = try good.receive()
    // A loop that spins takes a hundred of them in a second.
    let before = try processorTicks(of: server.pid)
    usleep(3_000_000)
    #expect(try processorTicks(of: server.pid) - before < 50)
    #expect(try good.call("arrange.v1.Health/Check").code == .ok)
    withExtendedLifetime(crowd) {}
  }

  @Test("are warned by a server without room for any connection")
  func tooFew() throws {
    let run = try ServerProcess.run(
      "/bin/bash",
      [
        "-c", "\(ServerProcess.closingInherited)ulimit -n 32; exec \"$0\" \"$@\"",
        ServerProcess.programs.appendingPathComponent("arranged").path, "--data",
        FileManager.default.temporaryDirectory.appendingPathComponent("arrange-\(UUID())").path, "--listen",
        "127.0.0.1:0",
      ]
    )
    #expect(run.status == 69 && run.errors.contains("the limit of open files, 32"), "\(run)")
  }

  /// How long the process has run, in hundredths of a second.
  private func processorTicks(of process: Int32) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    return (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
  }
}
