package import Foundation

/// A PostgreSQL server with a directory and a port of its own, which ends with the tests.
///
/// It does not flush its files: it survives the end of its processes, and not that of the machine.
package final class PostgresServer: Sendable {
  /// The server that all tests of the process share which do not stop it. Started by the first of them.
  package static let shared = Result { try PostgresServer() }

  /// The administrator, who needs no password.
  package static let user = "arrange"
  /// A role that needs a password, and the password.
  package static let guarded = (user: "guarded", password: "blue%21horse")

  /// Where a server runs, and how, if not like all others.
  package struct Place: Sendable {
    /// The words before each program, which put it into a network of its own.
    package var entering: [String]
    /// The address in that network; nil for the loopback address alone.
    package var address: String?
    /// Variables of the server, each as NAME=VALUE.
    package var environment: [String]
    /// Further lines of its configuration.
    package var settings: [String]

    package init(
      entering: [String] = [],
      address: String? = nil,
      environment: [String] = [],
      settings: [String] = []
    ) {
      self.entering = entering
      self.address = address
      self.environment = environment
      self.settings = settings
    }
  }

  package let port: Int
  package let directory: URL
  private let place: Place
  private let programs: URL
  /// The words before each program: PostgreSQL refuses to run as root.
  private let prefix: [String]
  private let keeper = Keeper()

  /// The shell that ends the server as soon as the tests have ended, in whatever way.
  private final class Keeper: @unchecked Sendable {
    private let lock = NSLock()
    private var process: ChildProcess?
    private var input: FileHandle?

    func set(_ process: ChildProcess?, _ input: FileHandle?) {
      lock.withLock { (self.process, self.input) = (process, input) }
    }

    /// Ends the server and waits until it has ended.
    func end() throws {
      try lock.withLock {
        try input?.close()
        _ = try process?.wait()
        (process, input) = (nil, nil)
      }
    }
  }

  /// Makes a server and starts it.
  package init(in place: Place = Place()) throws {
    self.place = place
    programs = try PostgresServer.programs()
    port = try PostgresServer.freePort()
    let user =
      geteuid() == 0
      ? ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"] : []
    prefix = place.entering + user
    // Not where temporary files are by the environment: the user of PostgreSQL may not get there.
    directory = URL(filePath: "/tmp").appending(path: "arrange-postgres-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: directory,
      withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700]
    )
    if geteuid() == 0 {
      guard let user = getpwnam("postgres"),
        chown(directory.path, user.pointee.pw_uid, user.pointee.pw_gid) == 0
      else { throw Failure("there is no user postgres, and PostgreSQL does not run as root") }
    }
    try run(
      "initdb",
      "-D",
      data,
      "-U",
      PostgresServer.user,
      "--auth=trust",
      "--no-sync",
      "--encoding=UTF8",
      "--locale=C.UTF-8"
    )
    var rules = """
      local all all trust
      host all \(PostgresServer.guarded.user) 127.0.0.1/32 scram-sha-256
      host all all 127.0.0.1/32 trust
      """
    var addresses = "127.0.0.1"
    if let address = place.address {
      rules += "\nhost all all samenet trust"
      addresses += ",\(address)"
    }
    try write(rules, to: "pg_hba.conf")
    let settings = """
      listen_addresses = '\(addresses)'
      port = \(port)
      unix_socket_directories = '\(directory.path)'
      fsync = off
      full_page_writes = off
      max_connections = 200
      shared_buffers = 64MB
      log_destination = stderr
      """
    try write(([settings] + place.settings).joined(separator: "\n"), to: "postgresql.conf")
    try start()
    try sql(
      "CREATE ROLE \(PostgresServer.guarded.user) LOGIN PASSWORD 'blue!horse'; "
        + "GRANT CREATE ON DATABASE postgres TO \(PostgresServer.guarded.user)"
    )
  }

  deinit { try? keeper.end() }

  private var data: String { directory.appending(path: "data").path }

  /// What the server has logged.
  package var logged: String {
    (try? String(contentsOf: directory.appending(path: "log"), encoding: .utf8)) ?? ""
  }

  /// The connection string of the administrator.
  ///
  /// - Parameters:
  ///   - host: where whoever connects finds the server.
  ///   - port: another port, of something between; nil for the server's.
  package func address(host: String = "127.0.0.1", port: Int? = nil) -> String {
    "postgresql://\(PostgresServer.user)@\(host):\(port ?? self.port)/postgres?sslmode=disable"
  }

  /// The Unix socket of the server, which processes of any network can connect to.
  package var unixSocket: String { directory.appending(path: ".s.PGSQL.\(port)").path }

  // MARK: Starting and stopping

  /// Starts the server, and waits until it answers.
  package func start() throws {
    let pipe = try ChildPipe()
    // The server is no child of this process: whatever becomes of the tests, the shell ends it.
    let variables = place.environment.isEmpty ? [] : ["/usr/bin/env"] + place.environment
    let program = [programs.appending(path: "postgres").path, "-D", data]
    let words = (prefix + variables + program).map { "'\($0)'" }.joined(separator: " ")
    let script = """
      \(words) >>'\(directory.path)/log' 2>&1 & server=$!
      cat >/dev/null; kill -QUIT $server; wait $server
      [ -e '\(stopped.path)' ] || rm -rf '\(directory.path)'
      """
    try? FileManager.default.removeItem(at: stopped)
    let process = try ChildProcess("/bin/sh", ["-c", script], input: pipe.reading)
    try pipe.reading.close()
    keeper.set(process, pipe.writing)
    for _ in 0..<ChildProcess.patience / PostgresServer.interval {
      if (try? run("pg_isready", "-q", "-U", PostgresServer.user, "-h", "127.0.0.1", "-p", "\(port)")) != nil
      {
        return
      }
      usleep(UInt32(PostgresServer.interval) * 1_000)
    }
    throw Failure("PostgreSQL does not start: \(logged)")
  }

  /// How often is looked whether the server answers, in milliseconds.
  private static let interval = 50

  /// A file that exists while the server is stopped and is to be started again.
  private var stopped: URL { directory.appending(path: "stopped") }

  /// Ends the server at once, without a clean shutdown.
  package func stop() throws {
    try Data().write(to: stopped)
    try keeper.end()
  }

  /// Kills the server's main process as `kill -9` does; the others notice, and end.
  package func kill() throws {
    let text = try capture(prefix + ["/bin/cat", "\(data)/postmaster.pid"])
    guard let id = text.split(separator: "\n").first.flatMap({ Int($0) }) else {
      throw Failure("there is no postmaster.pid")
    }
    try run(program: "/bin/kill", "-9", "\(id)")
    try stop()
    // A new server refuses to start beside the old one's processes.
    for _ in 0..<ChildProcess.patience / PostgresServer.interval where !processes.isEmpty {
      usleep(UInt32(PostgresServer.interval) * 1_000)
    }
  }

  /// Where ``saveFiles()`` keeps its copy.
  private var saved: String { directory.appending(path: "saved").path }

  /// Makes a copy of all files of the server, which is stopped.
  package func saveFiles() throws { try require(prefix + ["/bin/cp", "-a", data, saved]) }

  /// Brings the files back that were saved. The server is stopped.
  package func restoreFiles() throws {
    try require(prefix + ["/bin/rm", "-rf", data])
    try require(prefix + ["/bin/mv", saved, data])
  }

  /// The processes of the server: its directory is where they work.
  private var processes: [pid_t] {
    let manager = FileManager.default
    let ids = ((try? manager.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
    return ids.filter { (try? manager.destinationOfSymbolicLink(atPath: "/proc/\($0)/cwd")) == data }
  }

  /// Sends a signal to all processes of the server.
  package func send(_ signal: Int32) {
    for id in processes { _ = Foundation.kill(id, signal) }
  }

  // MARK: Programs

  /// Carries out statements with psql.
  ///
  /// - Returns: the rows, a line each, with `|` between the values.
  @discardableResult
  package func sql(_ text: String) throws -> String {
    try capture(
      place.entering + [
        programs.appending(path: "psql").path, "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d",
        address(), "-c",
        text,
      ]
    ).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func run(_ program: String, _ arguments: String...) throws {
    try require(prefix + [programs.appending(path: program).path] + arguments)
  }

  private func run(program: String, _ arguments: String...) throws { try require([program] + arguments) }

  private func require(_ words: [String]) throws { _ = try capture(words) }

  private func capture(_ words: [String]) throws -> String {
    let place = FileManager.default.temporaryDirectory.appending(path: "arrange-output-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: place) }
    let process = try ChildProcess(
      words[0],
      Array(words.dropFirst()),
      output: .file(place.path),
      errors: .file(place.path)
    )
    let ending = try process.wait()
    let text = (try? String(contentsOf: place, encoding: .utf8)) ?? ""
    guard ending == .status(0) else { throw Failure("\(words[0]) ended with \(ending): \(text)") }
    return text
  }

  private func write(_ text: String, to name: String) throws {
    // The user of PostgreSQL may not get to where temporary files are.
    let place = directory.appending(path: "text-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: place) }
    try Data("\(text)\n".utf8).write(to: place)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: place.path)
    try require(prefix + ["/bin/cp", place.path, "\(data)/\(name)"])
  }

  /// The directory of the newest installed version.
  private static func programs() throws -> URL {
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    guard let newest = versions.compactMap({ Int($0) }).max() else {
      throw Failure("PostgreSQL is not installed: apt-get install postgresql")
    }
    return URL(filePath: "/usr/lib/postgresql/\(newest)/bin")
  }

  /// A port that nobody listens on.
  package static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw Failure("there is no free port") }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
