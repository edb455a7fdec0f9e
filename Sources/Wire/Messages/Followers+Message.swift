package import ArrangeModel

#if !SWIFT_MESSAGES
  internal import CArrangeProtos
  internal import CProtobufC
#endif

extension FollowersRequest: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> FollowersRequest {
    try arena.reading(bytes, arrange__v1__followers_request__unpack) { (message) throws(ArrangeError) in
      FollowersRequest(
        collection: try Boundary.optionalIdentifier(message.pointee.collection, "collection"),
        limit: try Boundary.pageSize(message.pointee.limit, maximum: FollowersRequest.maximumLimit, "limit")
          ?? FollowersRequest.standardLimit
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__followers_request__init)
    if let collection { message.pointee.collection = arena.bytes(of: collection) }
    message.pointee.limit = Int64(limit)
    return PackableMessage(message, in: arena)
  }
}

extension FollowerList: WireMessage {
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    using arena: Arena
  ) throws(ArrangeError) -> FollowerList {
    try arena.reading(bytes, arrange__v1__followers_response__unpack) { (message) throws(ArrangeError) in
      FollowerList(
        followers: try Boundary.list(message.pointee.followers, message.pointee.n_followers, "followers") {
          (follower) throws(ArrangeError) in try Follower(follower)
        },
        counts: try Boundary.list(message.pointee.counts, message.pointee.n_counts, "counts") {
          (count) throws(ArrangeError) in
          Count(
            collection: try Boundary.optionalIdentifier(count.pointee.collection, "collection"),
            followers: try Boundary.index(count.pointee.followers, "followers")
          )
        }
      )
    }
  }

  package func packable(in arena: Arena) -> PackableMessage {
    let message = arena.make(arrange__v1__followers_response__init)
    let list = arena.make(followers.count, arrange__v1__follower__init)
    for (place, follower) in followers.enumerated() {
      follower.fill(list[place].unsafelyUnwrapped, in: arena)
    }
    message.pointee.n_followers = followers.count
    message.pointee.followers = list
    let numbers = arena.make(counts.count, arrange__v1__follower_count__init)
    for (place, count) in counts.enumerated() {
      if let collection = count.collection {
        numbers[place].unsafelyUnwrapped.pointee.collection = arena.bytes(of: collection)
      }
      numbers[place].unsafelyUnwrapped.pointee.followers = Int64(count.followers)
    }
    message.pointee.n_counts = counts.count
    message.pointee.counts = numbers
    return PackableMessage(message, in: arena)
  }
}

extension Follower {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__Follower>) throws(ArrangeError) {
    let number = message.pointee.state.rawValue
    guard let state = State(rawValue: number) else { throw Boundary.unknownValue(number, "state") }
    self.init(
      collection: try Boundary.optionalIdentifier(message.pointee.collection, "collection"),
      principal: try Boundary.text(message.pointee.principal, "principal"),
      client: try Boundary.text(message.pointee.client, "client"),
      address: try Boundary.text(message.pointee.address, "address"),
      since: Timestamp(microseconds: message.pointee.since_us),
      version: message.pointee.version,
      state: state
    )
  }

  fileprivate func fill(_ message: UnsafeMutablePointer<Arrange__V1__Follower>, in arena: Arena) {
    if let collection { message.pointee.collection = arena.bytes(of: collection) }
    message.pointee.principal = arena.bytes(of: principal)
    message.pointee.client = arena.bytes(of: client)
    message.pointee.address = arena.bytes(of: address)
    message.pointee.since_us = since.microseconds
    message.pointee.version = version
    message.pointee.state = Arrange__V1__FollowerState(rawValue: state.rawValue)
  }
}
