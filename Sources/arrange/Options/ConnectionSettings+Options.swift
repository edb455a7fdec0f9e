import ArgumentParser

extension ConnectionSettings {
  /// The settings in the options of a command.
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

  /// The settings of a command: its options, then its context, then the environment.
  ///
  /// A context belongs to its own server. So the default context, from `arrange context use` or
  /// ARRANGE_CONTEXT, is used only if neither an option nor the environment names a server: otherwise its
  /// token would be sent to another one.
  ///
  /// - Throws: ``CommandFailure`` if the context does not exist, or its file can't be read.
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

  /// The same for options that are not parsed yet.
  package init(words: [String], environment: [String: String]) throws {
    try self.init(try ConnectionOptions.parse(words), environment: environment)
  }
}
