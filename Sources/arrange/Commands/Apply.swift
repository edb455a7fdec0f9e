import ArgumentParser
import ArrangeClient
import ArrangeModel
import InputText
import MessageJSON
import SwiftCodec
import Wire

struct Apply: ServiceCommand {
  static let isWrite = true

  static let configuration = CommandConfiguration(
    abstract: "Carry out a transaction from a file.",
    discussion: """
      All operations of the file are carried out in their order, in one change, or none of them. The file is JSON, and the same \
      as the body of POST /v1/collections/NAME/apply over HTTP: an object with "operations", and "if_version", "if_history", \
      "request_id", "stack" and "group" where it has conditions of its own, which can't be given by options as well. \
      Documentation/files.md describes the operations.

      EXAMPLES
        arrange apply board changes.json --dry-run
        arrange apply board changes.json --if-version 41
        echo '{"operations": [{"move_items": {"items": [{"id": "read"}], "to": {"before": "write"}}}]}' | arrange apply board -
      """
  )

  /// The maximum size of a file, in bytes. What the operations may write is bounded by the server.
  private static let maximumFileSize = 64 * 1_024 * 1_024

  @OptionGroup var collection: CollectionArgument

  @Argument(
    help: ArgumentHelp("The file, or - for standard input.", valueName: "file"),
    completion: .file()
  )
  var file: String

  @Flag(
    name: .customLong("dry-run"),
    help:
      "Only say what would be written, as \"arrange explain\" does. It is refused where the transaction would be."
  )
  var dryRun = false

  @OptionGroup(title: "Conditions") var write: WriteOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard !dryRun || write.ifState == nil && write.requestID == nil else {
      throw ValidationError("--dry-run can't be given with --if-version or --request-id.")
    }
  }

  func run(in context: CommandContext) async throws {
    let request = try completed(try readRequest())
    let collection = collection.name
    try await Apply.namingPlaces {
      guard !dryRun else {
        let explained = ExplainRequest(collection: collection, operations: request.operations)
        return try await ExplanationReport(explained).print(in: context)
      }
      let result = try await context.client.apply(request)
      try await ApplyReport(collection: collection, verb: "changed", noun: "element")
        .report(result, of: request.operations.namedIDs, in: context)
    }
  }

  private func readRequest() throws -> ApplyRequest {
    let bytes = try Files.read(file, limit: Apply.maximumFileSize)
    do { return try ApplyRequest(json: bytes, for: collection.name) } catch let error as ArrangeError {
      let place = error.placed
      throw CommandFailure(
        .invalid,
        "\(Files.name(file)): \(place.message)",
        code: place.code,
        field: place.field
      )
    }
  }

  /// The request with what the options say.
  private func completed(_ request: ApplyRequest) throws(CommandFailure) -> ApplyRequest {
    var request = request
    func twice(_ member: String, _ option: String) -> CommandFailure {
      CommandFailure(.invalid, "\(Files.name(file)) has \"\(member)\"; leave it out there, or \(option) here")
    }
    if let state = write.ifState {
      guard request.ifVersion == nil, request.ifHistory == 0 else {
        throw twice("if_version", "--if-version")
      }
      (request.ifVersion, request.ifHistory) = (state.version, state.history)
    }
    if let id = write.requestID {
      guard request.requestID == nil else { throw twice("request_id", "--request-id") }
      request.requestID = id
    }
    if request.step == nil { request.step = write.stack.step }
    return request
  }

  /// Runs the call. The errors of the service then say which operation they are about.
  private static func namingPlaces(_ body: () async throws -> Void) async throws {
    do { try await body() } catch let error as ArrangeError { throw error.placed }
  }
}

extension ArrangeError {
  /// The error with the path of what it is about in its text, if it is about one of several operations.
  fileprivate var placed: ArrangeError {
    guard let field, field.hasPrefix("operations"), !message.contains(field) else { return self }
    return adding(" (\(field))")
  }
}

extension ApplyRequest {
  /// Reads a transaction as `POST /v1/collections/{collection}/apply` does.
  ///
  /// - Throws: an ``ArrangeError`` that names the member, or the place in the text.
  fileprivate init(json: [UInt8], for collection: Identifier) throws {
    let path = ["collections", collection.text, "apply"]
    guard case .route(let route, let values) = RouteTable.current.match("POST", path) else {
      preconditionFailure("the table of addresses has none for transactions")
    }
    let message: [UInt8]
    do throws(JSONRefusal) {
      let body = try JSONNode.body(json)
      message = try CallRequest(route, values, query: [:], body: body).message(JSONToMessage(views: .none))
    } catch { throw error.error }
    let arena = Arena(codec: .swift)
    self = try message.withUnsafeBytes { try ApplyRequest.decode($0, using: arena) }
  }
}

extension ViewTexts {
  /// The conversion of messages without views.
  fileprivate static let none = ViewTexts(
    message: { _ in .failure(ArrangeError(.invalidArgument, "a transaction has no views")) },
    text: { _ in nil }
  )
}
