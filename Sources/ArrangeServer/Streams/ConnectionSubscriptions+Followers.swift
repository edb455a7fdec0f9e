import ArrangeModel
import Changes
import Engine
import Wire

extension ConnectionSubscriptions {
  /// Adds the open subscriptions of the connection.
  func addFollowers(to found: inout FoundFollowers) {
    loop.check()
    for subscription in open.values {
      let request = subscription.request
      let name = request.view == nil ? request.collection : nil
      found.record(name) {
        Follower(
          collection: name,
          principal: connection.admission.access?.identity.principal.name ?? "",
          client: connection.connection.hello?.clientName ?? "",
          address: connection.peer,
          since: subscription.since,
          version: subscription.views == nil ? subscription.machine.cursor.sentVersion : 0,
          state: Follower.State(subscription.machine.state, reads: connection.isWritable)
        )
      }
    }
  }
}

extension Follower.State {
  /// - Parameter reads: whether the client reads its socket.
  fileprivate init(_ state: Subscription.State, reads: Bool) {
    switch state {
    case .waitingForCredit: self = .waitingForCredit
    case .waitingForRoom where !reads: self = .waitingForRoom
    default: self = .current
    }
  }
}
