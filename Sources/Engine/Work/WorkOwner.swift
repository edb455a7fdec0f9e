/// For whom long work is done: each has turns after the others. A connection of the server, for example.
package struct WorkOwner: Hashable, Sendable {
  private let id: ObjectIdentifier

  /// - Parameter owner: who has to stay alive for as long as the work goes on.
  package init(_ owner: AnyObject) { id = ObjectIdentifier(owner) }
}
