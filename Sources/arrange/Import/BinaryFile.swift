/// Binary files that people try to import because their programs save lists in them.
enum BinaryFile {
  /// The first bytes of such files, and the advice for each.
  private static let kinds: [(start: [UInt8], advice: String)] = [
    (
      [0x50, 0x4B, 0x03, 0x04],
      "is a zip archive, as Excel workbooks are; save the sheet as CSV UTF-8, or unpack the archive and import a file of it"
    ),
    ([0xD0, 0xCF, 0x11, 0xE0], "is an old Excel workbook; save the sheet as CSV UTF-8"),
    ([0x1F, 0x8B], "is compressed; unpack it with gunzip"),
    ([0x25, 0x50, 0x44, 0x46, 0x2D], "is a PDF; export a format that --help names"),
    (Array("SQLite format 3\0".utf8), "is a SQLite database; export a table of it as CSV"),
  ]

  /// The advice for a binary file; nil if the file does not begin like one of them.
  static func advice(for file: [UInt8]) -> String? {
    kinds.first { file.starts(with: $0.start) }?.advice
  }
}
