import ArrangeModel

/// Where a page of the bin begins.
struct BinToken: Sendable {
  private static let format: UInt8 = 1

  /// The commit, and how many of the elements that it removed come before, the last one first.
  let version: UInt64
  let offset: Int
  let epoch: UInt64

  init(version: UInt64, offset: Int, epoch: UInt64) {
    self.version = version
    self.offset = offset
    self.epoch = epoch
  }

  init(_ bytes: [UInt8]) throws(ArrangeError) {
    guard let content = TokenChecksum.open(bytes) else { throw .noBinToken }
    var reader = ByteReader(content)
    guard let format = try? reader.byte(), format == BinToken.format, let version = try? reader.number(),
      let offset = try? reader.index(), let epoch = try? reader.number(), reader.isAtEnd
    else { throw .noBinToken }
    self.init(version: version, offset: offset, epoch: epoch)
  }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(byte: BinToken.format)
    writer.write(version)
    writer.write(offset)
    writer.write(epoch)
    return TokenChecksum.seal(writer.bytes)
  }
}

extension ArrangeError {
  fileprivate static let noBinToken = ArrangeError(
    .invalidArgument,
    "this is not a page token of the bin; begin without one",
    field: "page_token"
  )
}
