import ArrangeModel
import Foundation
import ServerTestSupport
import Testing

@testable import arrange

/// Files, pipes, links and descriptors that backups are written to and read from.
@Suite(.served) struct BackupFileTests {
  /// A terminal whose server has a list, and a directory for files.
  private func withList(_ body: (Terminal, String) async throws -> Void) async throws {
    let terminal = Terminal()
    await terminal.run("create", "b", "--title", "Board")
    await terminal.run("add", "b", "--id", "1", "One")
    try await TemporaryFile.with("old", name: "old.backup") { path in
      try await body(terminal, URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("backup-mode: only the owner may read one", arguments: [nil, 0o644, 0o600])
  func mode(before: Int?) async throws {
    try await withList { terminal, directory throws in
      let path = "\(directory)/\(before == nil ? "new" : "old").backup"
      if let before { try FileManager.default.setAttributes([.posixPermissions: before], ofItemAtPath: path) }
      let result = await terminal.run("backup", path)
      #expect(result.status == 0 && result.output.contains("has 1 collection"), "\(result)")
      #expect(try mode(path) == 0o600)
    }
  }

  @Test("backup-link: is followed", arguments: ["old.backup", "new.backup"])
  func link(target: String) async throws {
    try await withList { terminal, directory throws in
      let link = "\(directory)/link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      #expect(await terminal.run("backup", link).status == 0)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
      #expect(await terminal.run("restore", link, "--data", "\(directory)/data").status == 0)
      #expect(try mode("\(directory)/\(target)") == 0o600)
      let rest = try FileManager.default.contentsOfDirectory(atPath: directory)
      #expect(Set(rest) == ["old.backup", target, "link", "data"])
    }
  }

  @Test(
    "backup-pipe: gets it, and stays a pipe; restore reads it from one",
    arguments: ["fifo", "descriptor"]
  )
  func pipes(kind: String) async throws {
    try await withList { terminal, directory throws in
      let fifo = "\(directory)/fifo"
      try #require(mkfifo(fifo, 0o600) == 0)
      // Open before it is written to, and never waited for: a process that is started meanwhile could keep it open.
      let reading = open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      let writing = open(fifo, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      try #require(reading >= 0 && writing >= 0)
      defer {
        close(reading)
        close(writing)
      }
      let result = await terminal.run("backup", kind == "fifo" ? fifo : "/dev/fd/\(writing)")
      #expect(result.status == 0, "\(result)")
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = read(reading, &buffer, buffer.count)
      try #require(count > 0)
      let bytes = Data(buffer.prefix(count))
      #expect(
        try FileManager.default.attributesOfItem(atPath: fifo)[.type] as? FileAttributeType != .typeRegular
      )
      let source = "\(directory)/source"
      try #require(mkfifo(source, 0o600) == 0)
      Thread.detachNewThread {
        let writing = open(source, O_WRONLY | O_CLOEXEC)
        _ = bytes.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
        close(writing)
      }
      let restored = await terminal.run(
        "restore",
        source,
        "--into",
        try #require(LocalServer.current).address,
        "--collection",
        "b",
        "--as",
        "c"
      )
      #expect(restored.status == 0, "\(restored)")
      #expect(try await terminal.ids("c") == [["", "1"]])
    }
  }

  @Test("backup-stdout: has all names of standard output", arguments: ["-", "/dev/stdout", "/dev/fd/1"])
  func standardOutput(name: String) async throws {
    try await withList { terminal, _ throws in
      let result = await terminal.run("backup", name)
      #expect(
        result.status == 0 && result.output.utf8.starts(with: "ARRANGEB".utf8)
          && !result.output.contains("has 1")
      )
      let exported = await terminal.run("export", "b", name)
      #expect(
        exported.status == 0 && exported.output.contains("\"One\"") && !exported.output.contains("exported")
      )
    }
  }

  @Test("restore-into: names options that it has") func advice() async throws {
    try await withList { terminal, directory throws in
      let path = "\(directory)/b.backup"
      #expect(await terminal.run("backup", path).status == 0)
      let result = await terminal.run(
        "restore",
        path,
        "--into",
        try #require(LocalServer.current).address,
        "--collection",
        "b"
      )
      #expect(result.errors.contains("restore it --as another name"), "\(result)")
      #expect(!result.errors.contains("--create") && !result.errors.contains("--skip-existing"))
    }
  }
}
