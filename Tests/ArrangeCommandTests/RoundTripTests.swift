import ArrangeModel
import Ordering
import Synchronization
import Testing
import arrange

/// What is exported and imported again is the same list.
@Suite struct RoundTripTests {
  @Test(arguments: ExportFormat.allCases, [UInt64](1...4))
  func randomListsComeBack(format: ExportFormat, seed: UInt64) async throws {
    var random = OrderingRandom(seed: seed)
    for round in 0..<250 {
      let list = RandomLists.list(using: &random)
      let place: Comment = "\(format), seed \(seed), round \(round)"
      let terminal = Terminal()
      terminal.service.state.withLock { state in
        state.lists["list"] = list
        state.pageSize = round % 3 == 0 ? 2 : 5_000
      }
      let exported = await terminal.run("export", "list", "--format", "\(format.rawValue)")
      #expect(exported.status == 0, place)
      let read = try #require(ImportFormat(rawValue: format.rawValue)).read(
        SourceText(exported.output),
        ImportOptions()
      )
      let (before, after) = (describe(list), describe(read))
      let changed = zip(before.split(separator: "\n"), after.split(separator: "\n")).first { $0 != $1 }
      #expect(after == before, "\(place): \(changed.map { "\($0.0) became \($0.1)" } ?? "length")")
    }
  }

  /// The whole way, which writes the sections and items in an order that gives the same list.
  @Test func importedCopiesAreExportedAlike() async throws {
    var random = OrderingRandom(seed: 5)
    for round in 0..<60 {
      let list = RandomLists.list(using: &random)
      let terminal = Terminal()
      terminal.service.state.withLock { $0.lists["list"] = list }
      let exported = await terminal.run("export", "list")
      try await TemporaryFile.with(exported.output, name: "list.jsonl") { path in
        let result = await terminal.run("import", "copy", path, "--create", "dense")
        #expect(result.status == 0, "seed 5, round \(round): \(result.errors)")
      }
      let copy = terminal.service.state.withLock { $0.lists["copy"] }
      #expect(copy?.sections == list.sections, "seed 5, round \(round)")
      #expect(copy?.info.fields == list.info.fields, "seed 5, round \(round)")
    }
  }

  private func describe(_ list: MemoryService.List) -> String {
    var imported = ImportedList()
    imported.fields = list.info.fields
    for section in list.sections {
      var copy = ImportedSection(id: section.id, fields: section.fields)
      copy.items = section.items.map { ImportedItem(id: $0.id, fields: $0.fields, offset: 0) }
      imported.sections.append(copy)
    }
    return describe(imported)
  }

  private func describe(_ list: ImportedList) -> String { ArrangeCommandTests.describe(list) }

  @Test func markdownIsWhatPeopleWrite() async {
    let terminal = Terminal()
    await terminal.run("create", "b", "--title", "Board")
    await terminal.run("section", "add", "b", "to-do", "--title", "To do", "--field", "notes=Soon.")
    await terminal.run("section", "add", "b", "later")
    await terminal.run("add", "b", "--section", "to-do", "--id", "1", "Write it", "--field", "done:=false")
    await terminal.run(
      "add",
      "b",
      "--section",
      "to-do",
      "--id",
      "2",
      "Twice",
      "--field",
      "level:=1",
      "--field",
      "notes=a\n\nb"
    )
    #expect(
      await terminal.run("export", "b", "--format", "markdown").output == """
        # Board <!-- arrange {"list":true} -->

        ## To do

        Soon.

        - [ ] Write it <!-- arrange {"id":"1"} -->
          - Twice <!-- arrange {"id":"2"} -->
            a

            b

        ## later <!-- arrange {"exact":true,"id":"later"} -->

        """
    )
    #expect(
      await terminal.run("export", "b", "--format", "markdown", "--plain").output
        == "# Board\n\n## To do\n\nSoon.\n\n- [ ] Write it\n  - Twice\n    a\n\n    b\n\n## later\n"
    )
  }
}
