import ArrangeClient
import ArrangeModel
import Foundation
import TestSupport
import Testing

/// Ports without an Arrange server, and servers that stop and restart.
@Suite("Servers that do not answer", .timeLimit(.minutes(5)))
struct UnansweredTests {
  /// A port that accepts connections, and sends some bytes or nothing on each.
  private final class Port {
    let number: Int
    private let descriptor: Int32
    /// Whether a thread accepts connections, and closes the socket once no more come.
    private let hasThread: Bool

    init(saying greeting: String? = nil) throws {
      hasThread = greeting != nil
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let (descriptor, size) = (descriptor, length)
      try withUnsafeMutablePointer(to: &address) { pointer in
        try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          try #require(bind(descriptor, pointer, size) == 0 && listen(descriptor, 16) == 0)
          try #require(getsockname(descriptor, pointer, &length) == 0)
        }
      }
      number = Int(UInt16(bigEndian: address.sin_port))
      guard let greeting else { return }
      Thread.detachNewThread {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while case let connection = accept(descriptor, nil, nil), connection >= 0 {
          // Like a server: read, answer, and close after the other side has closed.
          _ = recv(connection, &bytes, bytes.count, 0)
          _ = Array(greeting.utf8).withUnsafeBytes {
            send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
          }
          shutdown(connection, Int32(SHUT_WR))
          while recv(connection, &bytes, bytes.count, 0) > 0 {}
          close(connection)
        }
        // Only now: this thread is the last one that uses the number.
        close(descriptor)
      }
    }

    deinit {
      shutdown(descriptor, Int32(SHUT_RDWR))
      if !hasThread { close(descriptor) }
    }
  }

  @Test("a silent port is named, for reads and for writes")
  func silence() throws {
    let port = try Port()
    let server = "127.0.0.1:\(port.number)"
    for line in [
      ["show", "board"], ["add", "board", "x"], ["list"], ["ping", "--count", "1"], ["bench", "fetch"],
    ] {
      let run = try ServerProcess.run("arrange", line + ["--server", server, "--timeout", "0.5"])
      #expect(run.status == 5, "\(line): \(run.errors)")
      #expect(
        (run.errors + run.output).contains("something answers at \(server)"),
        "\(line): \(run.errors)\(run.output)"
      )
      // The call may have reached a server whose greeting was lost; a read has no effect.
      #expect(run.errors.contains("is not known") == (line[0] == "add"), "\(line): \(run.errors)")
    }
  }

  @Test("a port that speaks HTTP is named")
  func http() throws {
    let port = try Port(saying: "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
    let server = "127.0.0.1:\(port.number)"
    for line in [["show", "board"], ["add", "board", "x"]] {
      let run = try ServerProcess.run("arrange", line + ["--server", server])
      #expect(
        run.status != 0 && run.errors.contains("does not greet as arranged does"),
        "\(line): \(run.errors)"
      )
    }
  }

  @Test(
    "where nobody listens every command says so in one sentence",
    arguments: ["show board", "bench fetch", "status"]
  )
  func nobody(line: String) throws {
    let run = try ServerProcess.run(
      "arrange",
      line.split(separator: " ").map(String.init) + ["--server", "127.0.0.1:1"]
    )
    #expect(
      run.status == 5 && run.errors.contains("connection refused; is arranged running there?"),
      "\(run.errors)"
    )
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
  }

  @Test("a client reports that the server is unreachable, and reachable again")
  func states() async throws {
    let server = try ServerProcess("--log-level", "error")
    let client = ArrangeClient(ArrangeClientConfiguration(port: server.port))
    #expect(client.connectionState == .idle)
    var states = client.connectionStates.makeAsyncIterator()
    try await client.create("list")
    #expect(client.connectionState == .connected)
    let updates = Task { for try await _ in client.updates(of: "list") {} }
    defer { updates.cancel() }
    func next(_ isWanted: (ConnectionState) -> Bool) async {
      while let state = await states.next(), !isWanted(state) {}
    }
    await next { $0 == .connected }
    server.kill()
    await next { if case .disconnected(let error) = $0 { error.code == .unavailable } else { false } }
    try server.start()
    await next { $0 == .connected }
    await client.close()
    await next { $0 == .closed }
    #expect(client.connectionState == .closed)
  }

  @Test("watch reports it too, beside its lines and as JSON")
  func watching() async throws {
    let server = try ServerProcess("--log-level", "error")
    let client = ArrangeClient(ArrangeClientConfiguration(port: server.port))
    try await client.create("list")
    await client.close()
    let (output, lines, errors) = (try ChildPipe(), try ChildPipe(), try ChildPipe())
    let program = ServerProcess.programs.appendingPathComponent("arrange").path
    let plain = try ChildProcess(
      program,
      ["watch", "list", "--server", "127.0.0.1:\(server.port)"],
      output: .to(lines.writing),
      errors: .to(errors.writing)
    )
    let json = try ChildProcess(
      program,
      ["watch", "list", "--json", "--server", "127.0.0.1:\(server.port)"],
      output: .to(output.writing)
    )
    defer {
      plain.kill()
      json.kill()
    }
    try output.writing.close()
    try lines.writing.close()
    try errors.writing.close()
    func read(_ handle: FileHandle, until text: String) {
      var seen = ""
      while !seen.contains(text) {
        let data = handle.availableData
        guard !data.isEmpty else {
          Issue.record("\(text) does not come, but \(seen)")
          return
        }
        seen += String(decoding: data, as: UTF8.self)
      }
    }
    read(output.reading, until: "\"update\":\"list\"")
    read(lines.reading, until: "the whole list")
    server.kill()
    read(output.reading, until: "\"state\":\"disconnected\"")
    read(errors.reading, until: "the connection to the server was lost, trying again")
    try server.start()
    read(output.reading, until: "\"state\":\"connected\"")
    read(errors.reading, until: "the server is reachable again")
  }
}
