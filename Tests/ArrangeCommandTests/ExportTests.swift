import ArrangeModel
import Foundation
import Testing
import arrange

@Suite(.served) struct ExportTests {
  /// A terminal whose server has a list, and a directory for files.
  private func withList(_ body: (Terminal, String) async throws -> Void) async throws {
    let terminal = Terminal()
    await terminal.run("create", "b", "--title", "Board")
    await terminal.run("section", "add", "b", "todo", "--title", "To do")
    await terminal.run("add", "b", "--section", "todo", "--id", "1", "One", "--field", "n:=2")
    try await TemporaryFile.with("old", name: "old.jsonl") { path in
      try await body(terminal, URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("export-mode", arguments: [0o600, 0o640, 0o664, 0o755]) func keepsTheMode(mode: Int) async throws {
    try await withList { terminal, directory throws in
      let path = "\(directory)/old.jsonl"
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      #expect(await terminal.run("export", "b", path).status == 0)
      #expect(try self.mode(path) == mode)
      #expect(try String(contentsOfFile: path, encoding: .utf8).contains("\"One\""))
    }
  }

  @Test("export-mode: links") func followsLinks() async throws {
    try await withList { terminal, directory throws in
      for (name, target) in [
        ("a.jsonl", "\(directory)/new.jsonl"), ("c.jsonl", "new2.jsonl"), ("d.jsonl", "a.jsonl"),
      ] {
        let link = "\(directory)/\(name)"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        #expect(await terminal.run("export", "b", link).status == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
        #expect(try String(contentsOfFile: link, encoding: .utf8).contains("\"One\""))
      }
      #expect(FileManager.default.fileExists(atPath: "\(directory)/new.jsonl"))
      #expect(FileManager.default.fileExists(atPath: "\(directory)/new2.jsonl"))
      try FileManager.default.createSymbolicLink(atPath: "\(directory)/x.md", withDestinationPath: "x.md")
      let circle = await terminal.run("export", "b", "\(directory)/x.md")
      #expect(circle.status == 74)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(directory)/x.md") == "x.md")
    }
  }

  @Test("export-endings", arguments: ["x.xlsx", "x.json", "dir/x.txt", "x.tar.gz", "x.yml"])
  func refusesOtherEndings(name: String) async throws {
    try await withList { terminal, directory throws in
      let result = await terminal.run("export", "b", "\(directory)/\(name)")
      #expect(result.status == 64)
      #expect(result.errors.contains("No format has the ending .\(name.split(separator: ".").last!)"))
    }
  }

  @Test("export-csv") func writesCSV() async throws {
    try await withList { terminal, directory throws in
      await terminal.run("add", "b", "--section", "todo", "--id", "2", "Two, \"x\"", "--field", "at:=null")
      let expected = #"""
        id,section,title,n,arrange
        ,,,,"{""list"":{""fields"":{""title"":""Board""}}}"
        ,,,,"{""section"":{""fields"":{""title"":""To do""},""id"":""todo""}}"
        1,todo,One,2,
        2,todo,"Two, ""x""",,"{""fields"":{""at"":null}}"

        """#
      #expect(await terminal.run("export", "b", "--format", "csv").output == expected)
      #expect(await terminal.run("export", "b", "\(directory)/b.csv").status == 0)
      #expect(try String(contentsOfFile: "\(directory)/b.csv", encoding: .utf8) == expected)
      #expect(
        await terminal.run("export", "b", "--format", "csv", "--plain").output
          == "id,section,title,n\n1,todo,One,2\n2,todo,\"Two, \"\"x\"\"\",\n"
      )
      #expect(await terminal.run("export", "b", "\(directory)/b.tsv", "--plain").status == 0)
      #expect(
        try String(contentsOfFile: "\(directory)/b.tsv", encoding: .utf8).hasPrefix("id\tsection\ttitle\tn\n")
      )
      for name in ["b.csv", "b.tsv"] {
        #expect(
          await terminal.run("import", "c-\(name)", "\(directory)/\(name)", "--create", "dense").status == 0
        )
        #expect(try await terminal.ids(Identifier("c-\(name)")) == [["todo", "1", "2"]])
      }
    }
  }
}
