import ArgumentParser
import ArrangeClient
import ArrangeModel
import InputText

struct Followers: ServiceCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show who follows a collection or view, or all of them.",
    discussion: """
      Shows the subscriptions that are open at the moment, of the collections and views for which you have the \
      permission manage. A follower that waits for credit reads slowly, or has stopped; one that waits for room does not \
      read what was sent to it.

      EXAMPLES
        arrange followers
        arrange followers board
        arrange followers --json | jq '.counts'
      """
  )

  @Argument(
    help: "The name of a collection or view; all if not given.",
    completion: .from(.collections),
    transform: Arguments.identifier
  )
  var name: Identifier?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "How many are shown at most, 1 to \(FollowersRequest.maximumLimit); \(FollowersRequest.standardLimit) if not given.",
      valueName: "n"
    )
  )
  var limit = FollowersRequest.standardLimit

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard (1...FollowersRequest.maximumLimit).contains(limit) else {
      throw ValidationError("--limit goes from 1 to \(FollowersRequest.maximumLimit).")
    }
  }

  func run(in context: CommandContext) async throws {
    let list = try await context.client.followers(of: name, limit: limit)
    if context.isJSON { return try context.console.print(list.json) }
    guard !list.followers.isEmpty else {
      return try context.console.print("Nobody follows \(name.map { $0.text.printable } ?? "anything").")
    }
    var table = Table(
      ("follows", .left),
      ("principal", .left),
      ("client", .left),
      ("address", .left),
      ("since", .left),
      ("version", .right),
      ("state", .left)
    )
    for follower in list.followers {
      table.append(
        follower.collection?.text ?? "(a view)",
        follower.principal,
        follower.client,
        follower.address,
        FieldValue.timestamp(follower.since).text,
        follower.version == 0 ? "" : "\(follower.version)",
        follower.state.text
      )
    }
    try context.console.print(table.lines(context.console.style).joined(separator: "\n"))
    let rest = list.counts.reduce(0) { $0 + $1.followers } - list.followers.count
    if rest > 0 { try context.console.print("\(rest.grouped) more; --limit shows more of them") }
  }
}

extension Follower.State {
  fileprivate var text: String {
    switch self {
    case .current: "current"
    case .waitingForCredit: "waits for credit"
    case .waitingForRoom: "waits for room"
    }
  }
}

extension FollowerList {
  fileprivate var json: JSON {
    .object([
      "followers": .array(followers.map(\.json)),
      "counts": .array(
        counts.map {
          .object([
            "collection": $0.collection.map { .string($0.text) } ?? .null, "followers": .count($0.followers),
          ])
        }
      ),
    ])
  }
}

extension Follower {
  fileprivate var json: JSON {
    .object([
      "collection": collection.map { .string($0.text) } ?? .null, "principal": .string(principal),
      "client": .string(client), "address": .string(address), "since": FieldValue.timestamp(since).json,
      "version": .unsigned(version), "state": .string(state.text.replacing(" ", with: "_")),
    ])
  }
}
