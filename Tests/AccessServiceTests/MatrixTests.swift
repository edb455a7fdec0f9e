import ArrangeModel
import TestSupport
import Testing
import Wire

@Suite("Every method, with every permission")
struct MatrixTests {
  /// A principal, and its rights on the names that begin with `m/`.
  private struct Caller {
    var name: String
    var permissions: PermissionSet
    var grant: String
  }

  private static let callers: [Caller] =
    [Caller(name: "nobody", permissions: [], grant: "{ on: x, may: [all] }")]
    + Permission.allCases.filter { !$0.isOfServer }.map {
      Caller(
        name: $0.rawValue,
        permissions: PermissionSet($0).union($0 == .write ? .move : []),
        grant: "{ on: \"m/**\", may: [\($0)] }"
      )
    } + [
      Caller(
        name: "reader",
        permissions: [.read, .watch, .history],
        grant: "{ on: \"m/*\", may: [read, watch, history] }"
      ),
      Caller(
        name: "writer",
        permissions: [.read, .write, .move],
        grant: "{ on: \"m/*\", may: [read, write] }"
      ),
      Caller(name: "all", permissions: Permission.ofNames, grant: "{ on: \"m/**\", may: [all] }"),
      Caller(
        name: "denied",
        permissions: [],
        grant: "{ on: \"m/**\", may: [all] }, { on: \"**\", never: [all] }"
      ),
      Caller(
        name: "less",
        permissions: Permission.ofNames.subtracting([.read, .delete]),
        grant: "{ on: \"m/**\", may: [all] }, { on: \"m/**\", never: [read, delete] }"
      ),
    ]

  private static var file: String {
    let roles = callers.map { "  r-\($0.name): [ \($0.grant) ]" }
    let principals = callers.map {
      "  p-\($0.name): { roles: [r-\($0.name)], tokens: [ { sha256: TOKEN(\($0.name)) } ] }"
    }
    return
      (["roles:"] + roles + ["principals:"] + principals
      + ["  root: { roles: [admin], tokens: [ { sha256: TOKEN(root) } ] }"]).joined(separator: "\n")
  }

  /// The outcome of a call.
  private enum Outcome: Equatable {
    case allowed
    case denied
    /// The same outcome as for a name that does not exist.
    case hidden
  }

  private static let board = Identifier(unchecked: "m/board")
  private static let view = Identifier(unchecked: "m/view")
  /// A view with the rights of its definer, of a collection that only the definer may see.
  private static let definerView = Identifier(unchecked: "m/definer")
  private static let source = Identifier(unchecked: "m/source")

  /// Creates again what calls may have removed.
  private func prepare(_ root: RawConnection) throws {
    for name in [MatrixTests.board, MatrixTests.source, "hidden"] {
      let end = try root.call(Method.createCollection.name, root.encode(CreateCollectionRequest(name: name)))
      #expect(end.code == .ok || end.code == .alreadyExists)
    }
    let definition = DefineViewRequest(
      name: MatrixTests.view,
      view: try ViewDefinition(parsing: "\"m/source\"")
    )
    #expect(try root.call(Method.defineView.name, root.encode(definition)).code == .ok)
  }

  /// The first frame that a call gets, with its text.
  private func answer(_ connection: RawConnection, _ sample: MethodSample, _ name: Identifier) throws -> (
    StatusCode?, String
  ) {
    let body = try sample.body(connection, name)
    let stream = try connection.open(sample.method.name, body, credit: 1)
    while let frame = try connection.receive() {
      guard frame.stream == stream else { continue }
      if frame.type == .data {
        try connection.send(Frame(.cancel, stream: stream))
        return (.ok, "")
      }
      if frame.type == .end {
        return (frame.code, frame.code == .ok ? "" : try connection.status(frame).message)
      }
    }
    throw Failure("the connection was closed at \(sample.label)")
  }

  private func expected(_ caller: Caller, _ sample: MethodSample, of name: Identifier) -> Outcome {
    switch sample.need {
    case .nothing: return .allowed
    case .node: return .denied
    case .administrator: return caller.permissions.contains(.admin) ? .allowed : .denied
    case .sink where sample.method == .listSinks: return .allowed
    case .sink: return sample.method == .createSink ? .denied : .hidden
    case .all(let need):
      return caller.permissions.isEmpty
        ? .hidden : caller.permissions.isSuperset(of: need) ? .allowed : .denied
    case .toMake(let need):
      // The definer of a view must be allowed to read its sources.
      let need = sample.method == .defineView ? need.union(.read) : need
      return caller.permissions.isSuperset(of: need) ? .allowed : .denied
    }
  }

  @Test(
    "every cell is as the table says",
    arguments: [MatrixTests.board, MatrixTests.view, MatrixTests.definerView]
  )
  func matrix(name: Identifier) throws {
    let bench = try AccessBench(MatrixTests.file)
    let root = try bench.connect("root")
    let missing = Identifier(unchecked: "m/missing")
    var cells = 0
    for caller in MatrixTests.callers {
      let connection = try bench.connect(caller.name)
      for sample in Method.allCases.flatMap(MethodSample.samples(of:)) {
        try prepare(root)
        let (code, text) = try answer(connection, sample, name)
        let outcome: Outcome
        if code == .permissionDenied {
          outcome = .denied
        } else {
          // The answer to an all-powerful principal about a name that does not exist.
          let (missingCode, missingText) = try answer(root, sample, missing)
          _ = try? root.call(
            Method.deleteCollection.name,
            root.encode(DeleteCollectionRequest(name: missing))
          )
          _ = try? root.call(Method.deleteView.name, root.encode(DeleteViewRequest(name: missing)))
          let isMissing = missingCode == .notFound && code == .notFound
          outcome =
            isMissing && missingText.replacing(missing.text, with: name.text) == text ? .hidden : .allowed
        }
        // A name of the wrong kind looks like a hidden one: a view that is deleted as a collection.
        let isOther = outcome == .hidden && expected(caller, sample, of: name) == .allowed
        #expect(
          outcome == expected(caller, sample, of: name) || isOther,
          "\(caller.name): \(sample.label) of \(name): \(String(describing: code)) \(text)"
        )
        cells += 1
      }
    }
    #expect(
      cells == MatrixTests.callers.count * (Method.allCases.count - 3 + 3 * MethodSample.eachOperation.count)
    )
  }

  @Test("a hidden name gets the answer of a missing one, byte by byte")
  func hiddenNames() throws {
    let bench = try AccessBench(MatrixTests.file)
    let root = try bench.connect("root")
    try prepare(root)
    for caller in ["nobody", "denied"] {
      let connection = try bench.connect(caller)
      // Of the same length, so that the texts have the same length, too.
      let missing = Identifier(unchecked: "m/naord")
      for sample in Method.allCases.flatMap(MethodSample.samples(of:)) {
        let body = try sample.body(connection, MatrixTests.board)
        let other = try sample.body(connection, missing)
        let seen = try connection.call(sample.method.name, body, ending: true)
        let absent = try connection.call(sample.method.name, other, ending: true)
        let bytes = String(decoding: absent.body, as: UTF8.self).replacing(missing.text, with: "m/board")
        #expect(
          seen.code == absent.code
            && (sample.method == .serverInfo || String(decoding: seen.body, as: UTF8.self) == bytes),
          "\(caller): \(sample.label)"
        )
      }
    }
  }
}

extension RawConnection {
  /// Makes a call and waits for its END; a stream is cancelled.
  fileprivate func call(_ method: String, _ body: [UInt8], ending: Bool) throws -> Received {
    let stream = try open(method, body, credit: 0)
    if method.hasSuffix("Watch") { try send(Frame(.cancel, stream: stream)) }
    return try end(stream)
  }
}
