import Foundation

/// The generated files as they are in the package.
struct GeneratedTarget {
  /// The directory that they are in.
  var directory: URL

  /// The paths of the generated files that are there, relative to ``directory``.
  var files: [String]

  /// Generated Swift, of which the directory has nothing else.
  init(swift directory: URL) {
    self.directory = directory
    files = ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).sorted()
  }

  /// Generated C.
  init(c directory: URL) {
    self.directory = directory
    var files: [String] = []
    for folder in [Generation.package, "include/\(Generation.package)"] {
      let names = try? FileManager.default.contentsOfDirectory(atPath: directory.appending(path: folder).path)
      files += (names ?? []).map { "\(folder)/\($0)" }
    }
    if FileManager.default.fileExists(atPath: directory.appending(path: Generation.umbrella).path) {
      files.append(Generation.umbrella)
    }
    self.files = files.sorted()
  }

  /// The paths of files that are missing, too many or different.
  func differences(from wanted: [String], in made: URL) -> [String] {
    Set(files).union(wanted).sorted().filter { path in
      let here = try? Data(contentsOf: directory.appending(path: path))
      let there = try? Data(contentsOf: made.appending(path: path))
      return here == nil || there == nil || here != there
    }
  }

  /// Puts the wanted files into the place of those that are there. Files that stay equal are not touched, so
  /// that they are not compiled again.
  func replace(with wanted: [String], from made: URL) throws {
    for path in Set(files).subtracting(wanted) {
      try FileManager.default.removeItem(at: directory.appending(path: path))
    }
    for path in differences(from: wanted, in: made) where wanted.contains(path) {
      let target = directory.appending(path: path)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(contentsOf: made.appending(path: path)).write(to: target)
    }
  }
}
