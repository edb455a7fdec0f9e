import ArrangeModel
import Changes
import Foundation
import Testing
import Wire

/// The specification says what the code does.
@Suite struct SpecificationTests {
  let specification: ProtoFiles

  init() throws { specification = try ProtoFiles() }

  @Test func everyMethodIsInTheTable() throws {
    let methods = Dictionary(uniqueKeysWithValues: Method.allCases.map { ($0.name, $0) })
    #expect(Set(methods.keys) == Set(specification.rpcs.map(\.name)))
    for rpc in specification.rpcs {
      let method = try #require(methods[rpc.name])
      #expect(method.description.kind == (rpc.isStream ? .serverStream : .unary), "\(rpc)")
      #expect(Method.table.index(of: rpc.name) == method.rawValue, "\(rpc)")
      #expect(rpc.name.hasPrefix(method.description.service + "/"), "\(rpc)")
    }
    #expect(Method.table.index(of: "arrange.v1.Collections/Nothing") == nil)
    #expect(Method.table.index(of: "") == nil)
  }

  /// What tests try is all that there is.
  @Test func randomOperationsAreOfEveryKind() {
    let kinds = Set(
      (0..<UInt64(500)).map { seed in
        var values = RandomValues(seed: seed)
        return values.operation().fieldName
      }
    )
    #expect(kinds == Set(specification.operations))
  }

  /// The limits that the specification states are those that hold.
  @Test(arguments: [
    ("collections.proto", "1 to \(ApplyRequest.maximumOperations) operations"),
    ("collections.proto", "at most \(ApplyRequest.maximumElements) elements together"),
    ("collections.proto", "What a transaction writes has at most \(ApplyRequest.maximumBytes) bytes"),
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
    ("model.proto", "ids of up to \(Identifier.maximumRowLength) bytes"),
    ("changes.proto", "At most \(SubscribeRequest.maximumTokenLength) bytes. A token of another server"),
    ("nodes.proto", "At most \(StoredCommit.maximumRequestIDLength) bytes."),
    ("views.proto", "1 to \(ListViewsRequest.maximumPageSize); 0: \(ListViewsRequest.defaultPageSize)."),
    ("views.proto", "1 to \(ViewDefinition.maximumParts)."),
    ("views.proto", "at most \(ViewDefinition.Part.maximumNameLength) bytes"),
    ("views.proto", "at most \(ViewDefinition.FixedSection.maximumItems) items together"),
    ("views.proto", "Ids; at most \(ViewDefinition.Query.maximumSections)."),
    ("views.proto", "At most \(ViewDefinition.Query.maximumSortDescriptors)."),
    ("views.proto", "in this order; at most \(ViewDefinition.Grouping.maximumDeclaredGroups)."),
    ("views.proto", "1 to \(Filter.maximumSteps)."),
    ("views.proto", "At most \(Filter.maximumValues)."),
    ("views.proto", "each once; at most \(ViewDefinition.ShownFields.maximumCount)."),
  ])
  func limitsAreThoseOfTheCode(file: String, statement: String) throws {
    let text = try #require(specification.files[file])
    let prose = text.split(whereSeparator: \.isWhitespace).filter { $0 != "//" }.joined(separator: " ")
    #expect(prose.contains(statement))
  }
}
