/// The owner of long work; owners take turns. For example a connection of the server.
package struct WorkOwner: Hashable, Sendable {
  private let id: ObjectIdentifier

  /// - Parameter owner: the object, which must outlive the work.
  package init(_ owner: AnyObject) { id = ObjectIdentifier(owner) }
}
