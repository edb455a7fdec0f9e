import ArrangeHTTP
import ArrangeModel
import ArrangeServer
import Configuration
import Engine
import Foundation
import Journals
import Logging
import Postgres
import ServiceManager
import Wire

/// The validated settings of the daemon, from flags, the environment and a file.
struct Settings: Sendable {
  /// Where the lists are kept.
  var journal: JournalPlace
  var server: ServerOptions
  var collections: [CreateCollectionRequest]
  /// The views to create.
  var views: [DefineViewRequest]
  /// The sinks to create.
  var sinks: [CreateSinkRequest]
  /// The libraries with ordering strategies to load, as paths.
  var strategies: [String]
  var logLevel: Logger.Level
  var logFormat: LogFormat
  /// The address of the HTTP listener; nil for none.
  var http: ListenAddress?
  /// The origins of pages that may open WebSockets, besides the listener's own.
  var httpOrigins: Set<WebOrigin> = []
  /// The networks of proxies whose word counts about the requests that they forward.
  var httpProxies = ProxyNetworks()
  /// Whether other machines may connect without encryption.
  var isInsecure: Bool

  /// Warnings that do not keep the server from starting.
  var warnings: [String] = []
  /// The values that are set, as text by name, to find out at a reload what has changed.
  private(set) var values: [String: String] = [:]

  /// Reads the settings.
  ///
  /// - Parameters:
  ///   - sockets: the sockets that a service manager has passed; nil if they are unknown, in which case any
  ///     name is accepted.
  /// - Throws: ``SettingErrors`` with a sentence for each invalid setting.
  static func read(_ flags: Flags, sockets: [PassedSocket]?) async throws -> Settings {
    let environment = ProcessInfo.processInfo.environment
    var providers: [any ConfigProvider] = [
      InMemoryProvider(name: "flags", values: flags.values),
      EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "arrange"),
    ]
    var file: ConfigurationFile?
    if let path = flags.config ?? environment["ARRANGE_CONFIG"] { file = try await ConfigurationFile(path) }
    if let provider = file?.provider { providers.append(provider) }
    let reader = SettingReader(
      ConfigReader(providers: providers),
      credentials: environment["CREDENTIALS_DIRECTORY"]
    )
    var settings = try await Settings(reader, sockets, flags)
    assert(reader.names.isSuperset(of: flags.settings.keys), "a flag gives a setting that nobody reads")
    for error in file?.unknown(besides: reader.names) ?? [] { reader.record(error) }
    let check = EnvironmentCheck(settings: reader.names)
    settings.warnings = reader.attempt { try check.warnings(about: environment.keys) } ?? []
    guard reader.errors.isEmpty else { throw SettingErrors(reader.errors) }
    settings.values = reader.values
    return settings
  }

  /// The minimum memory limit of all connections together, in bytes: some frames of the maximum size.
  private static let minimumConnectionMemory = 16 * 1024 * 1024

  private init(_ reader: SettingReader, _ sockets: [PassedSocket]?, _ flags: Flags) async throws {
    var log = LoggedJournal.Options()
    log.flushThreshold = try await reader.int("log-bytes", 1...(1 << 30)) ?? log.flushThreshold
    log.store.checkpointInterval =
      try await reader.int("log-pages", 1...1_000_000) ?? log.store.checkpointInterval
    isInsecure = try await reader.bool("insecure") ?? false
    let texts = try await reader.stringOrStrings("listen")
    let places = texts.isEmpty ? ListenAddress.standard(sockets) : texts
    let parsed = places.map { text in reader.attempt { try ListenAddress.all(parsing: text, sockets) } }
    let addresses = parsed.compactMap(\.self).flatMap(\.self)
    server = ServerOptions(addresses: addresses)
    server.node.name = try await reader.string("node-name") ?? Settings.nodeName(addresses)
    server.node.authority = try await reader.path("node-tls-ca")
    let node = NodeIdentity(
      name: server.node.name,
      address: try await reader.string("node-address").flatMap { text in
        reader.attempt { try Settings.nodeAddress(text) }
      },
      leaseMilliseconds: try await reader.int("node-lease-ms", NodeIdentity.leaseRange)
        ?? NodeIdentity.defaultLeaseMilliseconds
    )
    // Where the settings are wrong, no journal is opened.
    journal =
      try await JournalPlace.read(reader, flag: flags.journal, log: log, node: node) ?? .directory("", log)
    let httpText = try await reader.string("http")
    let isHTTPSecure = httpText?.hasPrefix(ListenAddress.tlsPrefix) ?? false
    if parsed.allSatisfy({ $0 != nil }) {
      server.tls =
        await reader.attemptWaiting {
          let setting = addresses.contains(where: \.isSecure) ? "listen" : isHTTPSecure ? "http" : nil
          return try await Settings.tls(reader, neededBy: setting)
        } ?? nil
    }
    let asksForCertificates = server.tls?.clientCertificates == .required
    server.accessFile = try await reader.path("access")
    server.auditFile = try await reader.path("audit-log")
    server.backups = try await BackupPlan(reader)
    let isLocked = asksForCertificates || server.accessFile != nil
    for address in addresses {
      reader.attempt { [isInsecure] in
        try address.check(isInsecure: isInsecure, isLocked: isLocked, sockets: sockets ?? [])
      }
    }
    let cores = ProcessInfo.processInfo.activeProcessorCount
    server.loops = try await reader.int("loops", 1...256) ?? max(1, cores / 2)
    server.maximumConnections = try await reader.int("max-connections", 1...1_000_000) ?? 10_000
    server.connectionMemory =
      try await reader.int("connection-memory", Settings.minimumConnectionMemory...(1 << 50))
      ?? server.connectionMemory
    server.limits.largestFrame =
      try await reader.int("max-frame", Frame.defaultMaximumLength...Frame.largestEver)
      ?? Frame.defaultMaximumLength
    server.drainSeconds = try await reader.int("drain-seconds", 0...3_600) ?? server.drainSeconds
    server.defaultStrategy = try await reader.string("default-strategy") ?? server.defaultStrategy
    if let seconds = try await reader.int("idle-seconds", 1...1_000_000) {
      server.engine.idleSeconds = UInt64(seconds)
    }
    server.engine.retainedCommits =
      try await reader.int("retained-commits", 1...1_000_000_000) ?? server.engine.retainedCommits
    server.engine.retainedBytes =
      try await reader.int("retained-bytes", 65_536...(1 << 50)) ?? server.engine.retainedBytes
    server.engine.binDays = try await reader.int("bin-days", 1...100_000) ?? server.engine.binDays
    if let seconds = try await reader.int("erase-seconds", 0...10_000_000) {
      server.engine.eraseSeconds = UInt64(seconds)
    }
    server.engine.checkpointInterval =
      try await reader.int("checkpoint-interval", 1...1_000_000_000) ?? server.engine.checkpointInterval
    try await server.limits.read(reader)
    collections = Settings.choices(try await reader.stringOrStrings("collections")).compactMap { text in
      reader.attempt { try Settings.collection(text) }
    }
    server.engine.maximumViewRows =
      try await reader.int("max-view-rows", 1_000...1_000_000_000) ?? server.engine.maximumViewRows
    let definitions = try await reader.strings("views")
    views = reader.attempt { try Settings.views(definitions) } ?? []
    let declarations = try await reader.strings("sinks")
    sinks = reader.attempt { try DeclaredSink.all(declarations) } ?? []
    strategies = try await reader.stringOrStrings("strategies")
    let level = try await reader.string("log-level") ?? "info"
    logLevel = Logger.Level(rawValue: level) ?? .info
    if logLevel.rawValue != level {
      let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
      reader.record(SettingError("log-level: \"\(level)\" is not one of \(levels)"))
    }
    let format = try await reader.string("log-format")
    logFormat = reader.attempt { try LogFormat(setting: format) } ?? .text
    let hasAccessFile = server.accessFile != nil
    http = httpText.flatMap { text in
      reader.attempt { try ListenAddress(http: text, hasAccessFile: hasAccessFile) }
    }
    let origins = try await reader.stringOrStrings("http-origins")
    httpOrigins = reader.attempt { try WebOrigin.all(setting: origins) } ?? []
    let proxies = try await reader.stringOrStrings("http-behind-proxy")
    httpProxies = reader.attempt { try ProxyNetworks(setting: proxies) } ?? ProxyNetworks()
    if http != nil { server.otherDescriptors = HTTPListener.maximumDescriptors }
    if let most = try await reader.int("slow-call-ms", 0...86_400_000) {
      server.slowCallMilliseconds = most > 0 ? most : nil
    }
  }

  /// What a node is called unless it is told.
  private static func nodeName(_ addresses: [ListenAddress]) -> String {
    let port = addresses.lazy.compactMap(\.port).first
    return ProcessInfo.processInfo.hostName + (port.map { ":\($0)" } ?? "")
  }

  private static func nodeAddress(_ text: String) throws -> String {
    guard ArrangeServer.isNodeAddress(text) else {
      throw SettingError(
        "node-address: \"\(text)\" is no address; it is HOST:PORT, as other nodes reach this one"
      )
    }
    return text
  }

  /// The TLS options; nil if none are set.
  ///
  /// - Parameter setting: the one with an address that has TLS; nil if there is none.
  private static func tls(_ reader: SettingReader, neededBy setting: String?) async throws -> TLSOptions? {
    let certificate = try await reader.path("tls-certificate")
    let key = try await reader.path("tls-key")
    let authority = try await reader.path("tls-client-ca")
    let text = try await reader.string("tls-client-certificates")
    guard let certificate, let key else {
      if let setting {
        throw SettingError("\(setting): an address with tls: needs tls-certificate and tls-key, files in PEM")
      }
      if let name = [
        ("tls-certificate", certificate), ("tls-key", key), ("tls-client-ca", authority),
        ("tls-client-certificates", text),
      ].first(where: { $0.1 != nil })?.0 {
        throw SettingError(
          "\(name): TLS needs tls-certificate and tls-key, both, and an address tls:HOST:PORT"
        )
      }
      return nil
    }
    guard setting != nil else {
      throw SettingError("tls-certificate: no address has TLS; listen on tls:HOST:PORT")
    }
    var options = TLSOptions(certificate: certificate, key: key)
    options.clientAuthority = authority
    options.clientCertificates = authority == nil ? .none : .required
    if let text {
      guard let wanted = TLSOptions.ClientCertificates(rawValue: text) else {
        throw SettingError("tls-client-certificates: \"\(text)\" is not one of none, requested and required")
      }
      guard wanted == .none || authority != nil else {
        throw SettingError("tls-client-certificates: tls-client-ca has to say of which authority they are")
      }
      options.clientCertificates = wanted
    }
    return options
  }

  /// Joins what commas have split: parameters of a strategy, as in `queue=lexorank:jitter=40,step=64`.
  /// Parameters have numbers as values, and the name of a strategy is not a number.
  static func choices(_ texts: [String]) -> [String] {
    var choices: [String] = []
    for text in texts {
      let value = text.split(separator: "=", omittingEmptySubsequences: false).last.map(String.init) ?? ""
      if let last = choices.last, last.contains(":"), text.contains("="), Int64(value) != nil {
        choices[choices.count - 1] = "\(last),\(text)"
      } else {
        choices.append(text)
      }
    }
    return choices
  }

  /// Parses NAME=STRATEGY or NAME.
  private static func collection(_ text: String) throws -> CreateCollectionRequest {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    do throws(ArrangeError) {
      return CreateCollectionRequest(
        name: try Identifier(String(parts[0])),
        strategy: parts.count > 1 ? String(parts[1]) : nil
      )
    } catch {
      throw SettingError("collections: \"\(text)\": \(error.message)")
    }
  }

  /// Parses definitions of views, whose names have to differ.
  private static func views(_ texts: [String]) throws -> [DefineViewRequest] {
    let views = try texts.map(view)
    var names = Set<Identifier>()
    for view in views where !names.insert(view.name).inserted {
      throw SettingError("views: \"\(view.name)\" appears twice; remove one, or give it another name")
    }
    return views
  }

  /// Parses NAME=DEFINITION. Blanks around the name are ignored.
  private static func view(_ text: String) throws -> DefineViewRequest {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw SettingError("views: \"\(text)\" is not NAME=DEFINITION")
    }
    let name = parts[0].trimmingCharacters(in: .whitespacesAndNewlines)
    do throws(ArrangeError) {
      return DefineViewRequest(
        name: try Identifier(name),
        view: try ViewDefinition(parsing: String(parts[1]))
      )
    } catch {
      throw SettingError("views: \"\(name)\": \(error.message)")
    }
  }
}

extension ConnectionLimits {
  /// The maximum time that can be set, in seconds.
  private static let longestTime = 86_400

  /// Reads the times that are set.
  fileprivate mutating func read(_ reader: SettingReader) async throws {
    func read(_ name: String, from least: Int, _ nanoseconds: inout UInt64) async throws {
      guard let seconds = try await reader.int(name, least...ConnectionLimits.longestTime) else { return }
      nanoseconds = UInt64(seconds) * 1_000_000_000
    }
    try await read("hello-seconds", from: 1, &helloNanoseconds)
    try await read("frame-seconds", from: 1, &partialFrameNanoseconds)
    try await read("keepalive-seconds", from: 0, &keepaliveNanoseconds)
    try await read("keepalive-timeout-seconds", from: 1, &keepaliveTimeoutNanoseconds)
  }
}
