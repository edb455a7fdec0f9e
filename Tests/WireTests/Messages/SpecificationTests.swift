import ArrangeModel
import Testing
import Wire

/// The specification obeys the rules that protobuf-c needs, and says what the code does.
@Suite struct SpecificationTests {
  let specification: ProtoFiles

  init() throws { specification = try ProtoFiles() }

  @Test func everyFieldIsOfAPlainKind() {
    #expect(specification.files.count >= 9)
    #expect(specification.fields.count > 100)
    for (name, text) in specification.files {
      #expect(text.hasPrefix("syntax = \"proto3\";\n"), "\(name)")
      #expect(!text.contains("import public") && !text.contains("google/protobuf"), "\(name)")
    }
    for word in ["optional", "required", "map", "group", "extensions", "message"] {
      #expect(!specification.statements.contains(word), "'\(word)' begins a statement in a message")
    }
    for field in specification.fields {
      #expect(field.label == nil || field.label == "repeated", "\(field)")
      #expect(!field.type.contains("."), "\(field)")
    }
  }

  @Test func noMessageContainsItself() {
    var parts: [String: Set<String>] = [:]
    for field in specification.fields { parts[field.message, default: []].insert(field.type) }
    #expect(parts["Operation"]?.contains("MoveItems") == true)
    func reaches(_ message: String, _ target: String, _ depth: Int = 0) -> Bool {
      guard depth < 32 else { return true }
      return (parts[message] ?? []).contains {
        $0 == target || (parts[$0] != nil && reaches($0, target, depth + 1))
      }
    }
    for message in parts.keys { #expect(!reaches(message, message), "\(message) contains itself") }
  }

  @Test func numbersAreUsedOnce() {
    var seen: Set<String> = []
    for field in specification.fields {
      #expect(seen.insert("\(field.message) \(field.number)").inserted, "\(field)")
      #expect((1..<19_000).contains(field.number), "\(field)")
    }
  }

  @Test func everyMethodIsInTheTable() throws {
    let methods = Dictionary(uniqueKeysWithValues: Method.allCases.map { ($0.name, $0) })
    #expect(Set(methods.keys) == Set(specification.rpcs.map(\.name)))
    for rpc in specification.rpcs {
      let method = try #require(methods[rpc.name])
      #expect(method.kind == (rpc.isStream ? .serverStream : .unary), "\(rpc)")
      #expect(Method.table.index(of: rpc.name) == method.rawValue, "\(rpc)")
      #expect(rpc.name.hasPrefix(method.service + "/"), "\(rpc)")
    }
    #expect(Method.table.index(of: "arrange.v1.Collections/Nothing") == nil)
    #expect(Method.table.index(of: "") == nil)
  }

  /// The limits that the specification states are those that hold.
  @Test(arguments: [
    ("collections.proto", "1 to \(ApplyRequest.maximumOperations) operations"),
    ("collections.proto", "at most \(ApplyRequest.maximumElements) elements together"),
    ("collections.proto", "1 to \(RequestID.maximumLength) bytes, best random"),
    ("collections.proto", "1 to \(FetchRequest.maximumPageSize); 0: \(FetchRequest.defaultPageSize)."),
    ("collections.proto", "1 to \(HistoryRequest.maximumCommits); 0: \(HistoryRequest.defaultCommits)."),
    (
      "collections.proto",
      "1 to \(ListCollectionsRequest.maximumPageSize); 0: \(ListCollectionsRequest.defaultPageSize)."
    ),
    ("collections.proto", "\(PageToken.maximumLength) bytes"),
    ("model.proto", "text of 1 to \(Identifier.maximumLength) bytes without control characters"),
    (
      "model.proto",
      "at most \(Fields.maximumCount) fields, which take at most \(Fields.maximumEncodedLength)"
    ),
    ("model.proto", "1 to \(Fields.maximumNameLength) bytes without control characters"),
    ("model.proto", "above \(Int32.max)"),
    ("operations.proto", "At most \(Fields.maximumCount)"),
  ])
  func limitsAreThoseOfTheCode(file: String, statement: String) throws {
    let text = try #require(specification.files[file])
    let prose = text.split(whereSeparator: \.isWhitespace).filter { $0 != "//" }.joined(separator: " ")
    #expect(prose.contains(statement))
  }

  @Test func theServerDescribesItself() throws {
    let set = ServiceDescription.own.fileDescriptorSet
    for name in specification.files.keys {
      let path = Array("arrange/v1/\(name)".utf8)
      #expect(set.indices.contains { set[$0...].starts(with: path) }, "\(name)")
    }
  }
}
