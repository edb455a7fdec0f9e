import Foundation

/// The generated files in the package.
struct GeneratedTarget {
  /// Their directory.
  var directory: URL

  /// The paths of the existing generated files, relative to ``directory``.
  var files: [String]

  /// Generated files in a directory without other files, except for what Python compiled there.
  init(whole directory: URL) {
    self.directory = directory
    files = ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? [])
      .filter { $0 != "__pycache__" }
      .sorted()
  }

  /// Generated C.
  init(c directory: URL) {
    self.directory = directory
    var files: [String] = []
    for folder in [Names.folder, "include/\(Names.folder)"] {
      let names = try? FileManager.default.contentsOfDirectory(atPath: directory.appending(path: folder).path)
      files += (names ?? []).map { "\(folder)/\($0)" }
    }
    if FileManager.default.fileExists(atPath: directory.appending(path: Generation.umbrella).path) {
      files.append(Generation.umbrella)
    }
    self.files = files.sorted()
  }

  /// The paths of files that are missing, superfluous or different.
  func differences(from wanted: [String], in made: URL) -> [String] {
    Set(files).union(wanted).sorted().filter { path in
      let here = try? Data(contentsOf: directory.appending(path: path))
      let there = try? Data(contentsOf: made.appending(path: path))
      return here == nil || there == nil || here != there
    }
  }

  /// Replaces the existing files by the wanted ones. Unchanged files are not touched, so that they are not
  /// recompiled.
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
