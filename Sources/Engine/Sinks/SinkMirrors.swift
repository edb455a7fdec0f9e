package import ArrangeModel

/// Writes the collections of sinks into databases. The program that knows the database gives it to the server. Its methods are
/// called on any thread, and may take long.
package protocol SinkMirrors: Sendable {
  /// Writes what a message says, and its state, in one transaction; nothing if the database has that state already.
  ///
  /// - Parameter isOwner: whether the message is still to be written, and nobody else writes the collection. It is asked before a
  ///   whole list is written.
  /// - Returns: why it was not written. With ``SinkDelivery/Kind/conflict`` the database has another state than that with which
  ///   the message begins.
  func write(
    _ message: SinkMessage,
    to place: MirrorPlace,
    isOwner: @escaping @Sendable () async -> Bool
  ) async -> SinkDelivery.Failure?

  /// Finds out whether a database can be written, without changing anything.
  func test(_ place: MirrorPlace) async -> SinkDelivery.Failure?

  /// The states of the collections in a database; nil if they can't be read now.
  func states(in place: MirrorPlace) async -> [Identifier: StateID]?

  /// Removes collections whose states in the database are still these.
  func remove(_ states: [Identifier: StateID], from place: MirrorPlace) async

  /// Closes the connections of all sinks but these.
  func keep(only sinks: Set<CollectionKey>)

  /// Closes everything.
  func close() async
}

/// A database, and where in it a sink writes.
package struct MirrorPlace: Sendable, Hashable {
  /// The key of the sink.
  package var sink: CollectionKey
  /// The name of the sink.
  package var name: Identifier
  /// Drawn when the sink was created. The mirror of one sink is not written by another.
  package var epoch: UInt64
  /// The connection string, which may have a password.
  package var connection: String
  /// Whether no password is looked for in the environment of the server; see ``SinkSettings``.
  package var isWithoutPassword: Bool
  package var schema: String
  /// Whether moves are added to their table.
  package var keepsMoves: Bool

  package init(
    sink: CollectionKey,
    name: Identifier,
    epoch: UInt64,
    connection: String,
    isWithoutPassword: Bool,
    schema: String,
    keepsMoves: Bool
  ) {
    self.sink = sink
    self.name = name
    self.epoch = epoch
    self.connection = connection
    self.isWithoutPassword = isWithoutPassword
    self.schema = schema
    self.keepsMoves = keepsMoves
  }
}
