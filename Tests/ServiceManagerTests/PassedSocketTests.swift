import ArrangeModel
import Foundation
import ServiceManager
import TestSupport
import Testing

@Suite("Sockets that a service manager passes", .serialized)
final class PassedSocketTests {
  private let directory = FileManager.default.temporaryDirectory.appending(
    path: "ps-\(UUID().uuidString.prefix(8))"
  )
  private var data: String { directory.appending(path: "data").path }
  private var unixPath: String { directory.appending(path: "s").path }

  init() throws { try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// Opens sockets, makes them the descriptors 3 and so on, and becomes the server, with the variables of a service manager.
  private static let launcher = """
    import os, socket, sys
    sockets = []
    for kind in sys.argv[1].split(","):
        if kind == "tcp": s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen()
        elif kind == "any": s = socket.socket(); s.bind(("0.0.0.0", 0)); s.listen()
        elif kind == "six": s = socket.socket(socket.AF_INET6); s.bind(("::1", 0)); s.listen()
        elif kind == "unix": s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[3]); s.listen()
        elif kind == "datagram": s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.bind(("127.0.0.1", 0))
        else: continue
        sockets.append(s)
    copies = [os.dup(s.fileno()) for s in sockets]
    copies = [__import__("fcntl").fcntl(c, 0, 100) for c in copies]
    for place, copy in enumerate(copies): os.dup2(copy, 3 + place)
    for copy in copies: os.close(copy)
    os.environ["LISTEN_PID"] = str(os.getpid())
    os.environ["LISTEN_FDS"] = str(len(sockets))
    if sys.argv[2]: os.environ["LISTEN_FDNAMES"] = sys.argv[2]
    os.execv(sys.argv[4], sys.argv[4:])
    """

  private func words(_ kinds: String, _ names: String, _ flags: [String]) -> [String] {
    let program = ServerProcess.programs.appending(path: "arranged").path
    return ["-c", PassedSocketTests.launcher, kinds, names, unixPath, program, "--data", data] + flags
  }

  private static let python = "/usr/bin/python3"

  /// Starts a server with sockets; what it says on standard output.
  private func start(
    _ kinds: String,
    names: String = "",
    lines: Int,
    _ flags: String...
  ) throws -> (server: ChildProcess, lines: [String]) {
    let output = directory.appending(path: "output-\(UUID())").path
    let server = try ChildProcess(
      PassedSocketTests.python,
      words(kinds, names, flags),
      output: .file(output),
      errors: .file(directory.appending(path: "errors").path)
    )
    for _ in 0..<ChildProcess.patience {
      let said = (try? String(contentsOfFile: output, encoding: .utf8))?.split(separator: "\n") ?? []
      if said.count == lines { return (server, said.map(String.init)) }
      guard server.ending == nil else { break }
      usleep(1_000)
    }
    throw Failure("\((try? String(contentsOf: directory.appending(path: "errors"), encoding: .utf8)) ?? "")")
  }

  private func port(_ line: String) throws -> Int {
    let address = line.components(separatedBy: " listens on ").last?.components(separatedBy: ",").first
    return try #require(address?.components(separatedBy: ":").last.flatMap { Int($0) }, "\(line)")
  }

  private func refusal(_ kinds: String, names: String = "", _ flags: String...) throws -> String {
    let run = try ServerProcess.run(PassedSocketTests.python, words(kinds, names, flags))
    #expect(run.status == 64 && run.output.isEmpty, "\(run)")
    return run.errors
  }

  @Test("are listened on where no address is named; a Unix socket of the manager stays there")
  func standard() throws {
    let (server, lines) = try start("tcp,unix", names: "a:b", lines: 2)
    #expect(lines[0].contains("listens on 127.0.0.1:") && lines[1].contains("listens on unix:\(unixPath)"))
    #expect(try RawConnection(port: try port(lines[0])).call("arrange.v1.Health/Check").code == .ok)
    #expect(try RawConnection(unixSocket: unixPath).call("arrange.v1.Health/Check").code == .ok)
    server.send(SIGTERM)
    #expect(try server.wait() == .status(0))
    #expect(FileManager.default.fileExists(atPath: unixPath))
  }

  @Test("are chosen by their names, several of one name together, beside addresses of the server's own")
  func names() throws {
    let (server, lines) = try start(
      "tcp,six,tcp",
      names: "front:front:other",
      lines: 3,
      "--listen",
      "socket:front,127.0.0.1:0"
    )
    #expect(lines[1].contains("[::1]:"))
    for place in [0, 2] {
      #expect(try RawConnection(port: try port(lines[place])).call("arrange.v1.Health/Check").code == .ok)
    }
    server.send(SIGTERM)
    #expect(try server.wait() == .status(0))
  }

  @Test("are refused where nobody is meant to reach them, or they are none")
  func refused() throws {
    #expect(try refusal("any").contains("other machines can reach 0.0.0.0"))
    #expect(try refusal("datagram").contains("accepts connections"))
    #expect(try refusal("tcp", names: "a:b").contains("2 names for 1 sockets"))
    let unknown = try refusal("tcp", names: "a", "--listen", "socket:b")
    #expect(unknown.contains("no socket \"b\"; there is \"a\""), "\(unknown)")
    #expect(try refusal("none", "--listen", "socket:b").contains("nor another"))
    #expect(try refusal("tcp", names: "a", "--listen", "tls:socket:a").contains("tls-certificate"))
    #expect(!FileManager.default.fileExists(atPath: data))
  }

  @Test("of another process are none of this one's")
  func anothers() throws {
    let variables = ["LISTEN_FDS": "1", "LISTEN_PID": "8"]
    #expect(try PassedSocket.all(environment: variables, process: 7) == [])
    #expect(try PassedSocket.all(environment: ["LISTEN_FDS": "1"], process: 7) == [])
    #expect(try PassedSocket.all(environment: ["LISTEN_PID": "7"], process: 7) == [])
    for count in ["-1", "many", "65"] {
      #expect(throws: ServiceManagerError.self) {
        _ = try PassedSocket.all(environment: ["LISTEN_PID": "7", "LISTEN_FDS": count], process: 7)
      }
    }
  }
}
