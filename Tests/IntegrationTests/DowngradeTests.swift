import ArrangeModel
import Foundation
import TestSupport
import Testing
import Wire

/// Data directories of versions that are yet to come.
@Suite("Data of later versions")
struct DowngradeTests {
  /// A directory of this version, as it is when the server is killed.
  private func killed() throws -> URL {
    let data = FileManager.default.temporaryDirectory.appending(path: "arrange-\(UUID())")
    let server = try ServerProcess("--collections", "board=dense", data: data)
    let connection = try RawConnection(port: server.port)
    let add = ApplyRequest(
      collection: "board",
      operations: [.insertItems([NewElement(id: "a")], to: ItemDestination())]
    )
    let _: ApplyResult = try connection.result(.apply, add)
    server.kill()
    return data
  }

  private func files(_ directory: URL) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
      files[name] = try Data(contentsOf: directory.appending(path: name))
    }
    return files
  }

  /// Where each file says its format, and the byte of it that is raised.
  private static let places: [(file: String, bytes: [Int])] = [
    ("journal.sqlite", [63]), ("journal.log", [8]), ("journal.mark", [8, 520]),
  ]

  @Test(
    "are refused with the file, its format and the reason, and no byte of them is changed",
    arguments: 0..<3
  )
  func refused(place: Int) throws {
    let (file, bytes) = Self.places[place]
    let data = try killed()
    defer { try? FileManager.default.removeItem(at: data) }
    let handle = try FileHandle(forUpdating: data.appending(path: file))
    for byte in bytes {
      try handle.seek(toOffset: UInt64(byte))
      try handle.write(contentsOf: Data([77]))
    }
    try handle.close()
    let before = try files(data)
    for _ in 0..<2 {
      let run = try ServerProcess.run("arranged", ["--data", data.path, "--listen", "127.0.0.1:0"])
      #expect(run.status == 74 && run.output.isEmpty, "\(run)")
      #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
      for text in ["\(data.path)/\(file)", "format 77", "newer version of the server"] {
        #expect(run.errors.contains(text), "\(text): \(run.errors)")
      }
      let after = try files(data)
      #expect(Set(after.keys) == Set(before.keys))
      for name in before.keys { #expect(after[name] == before[name], "\(name) was changed") }
    }
  }

  @Test("are what they were where nothing is newer")
  func taken() throws {
    let data = try killed()
    defer { try? FileManager.default.removeItem(at: data) }
    let server = try ServerProcess(data: data)
    let page: FetchPage = try RawConnection(port: server.port).result(
      .fetch,
      FetchRequest(collection: "board")
    )
    #expect(page.sections[0].items.map(\.id) == ["a"])
  }
}
