import ArgumentParser

extension ConnectionSettings {
  /// What the options of a command say.
  fileprivate init(_ options: ConnectionOptions) {
    self.init()
    server = options.server
    token = options.token
    tokenFile = options.tokenFile
    authorities = options.ca
    certificate = options.cert
    key = options.key
    sendsTokenInClear = options.insecure
  }

  /// The settings of a command: what its options say, then its context, then the environment.
  ///
  /// A context goes with its own server. So the one that was chosen before, by `arrange context use` or ARRANGE_CONTEXT, counts
  /// only where neither an option nor the environment names a server: otherwise its token would travel to another one.
  ///
  /// - Throws: ``CommandFailure`` where the context is not there, or its file can't be read.
  init(_ options: ConnectionOptions, environment: [String: String]) throws(CommandFailure) {
    let words = ConnectionSettings(options)
    let variables = ConnectionSettings(environment: environment)
    if let name = options.context {
      let context = try ContextFile(environment: environment).context(named: name)
      self = words.completed(by: context).completed(by: variables)
    } else {
      self = words.completed(by: variables)
      guard server == nil else { return }
      let file = try ContextFile(environment: environment)
      let chosen = environment["ARRANGE_CONTEXT"].flatMap { $0.isEmpty ? nil : $0 } ?? file.current
      if let chosen { self = completed(by: try file.context(named: chosen)) }
    }
  }

  /// The same of the options as they are written.
  package init(words: [String], environment: [String: String]) throws {
    try self.init(try ConnectionOptions.parse(words), environment: environment)
  }
}
