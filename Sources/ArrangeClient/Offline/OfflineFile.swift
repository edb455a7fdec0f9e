public import ArrangeModel

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file that keeps an ``OfflineList`` over the end of the program.
///
///     let file = OfflineFile("board.offline")
///     var edits = try file.load(seed: seed) ?? OfflineList(list, strategy: "fractional", seed: seed)
///     try edits.move(["a"], section: "done", at: 0)
///     try file.save(edits)
///
/// A list is saved as a whole, or not at all: the bytes go to a temporary file beside it, which takes its place when they are on
/// the disk. Only the owner may read the file. Its functions block until that is done, so an app calls them off its main actor.
public struct OfflineFile: Sendable {
  /// The path of the file. Its directory has to exist.
  public let path: String

  public init(_ path: String) { self.path = path }

  /// Saves a list in place of the one that the file has. O(n).
  ///
  /// - Throws: ``ArrangeModel/StatusCode/unavailable`` if the file can't be written; it is then as it was.
  public func save(_ edits: OfflineList) throws(ArrangeError) {
    let bytes = edits.saved
    let name = "\(path).\(UInt64.random(in: .min ... .max)).tmp"
    let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("written") }
    let isWritten = OfflineFile.write(bytes, to: descriptor) && fsync(descriptor) == 0
    close(descriptor)
    guard isWritten, rename(name, path) == 0 else {
      let error = failure("written")
      unlink(name)
      throw error
    }
    syncDirectory()
  }

  /// The list that was saved; nil if there is no file.
  ///
  /// - Parameters:
  ///   - seed: determines the keys from now on; preferably random.
  ///   - makeID: makes the ids of items without one, 128 random bits by default.
  /// - Throws: ``ArrangeModel/StatusCode/unavailable`` if the file can't be read, and ``ArrangeModel/StatusCode/dataLoss`` if it
  ///   is damaged or of a later version of the library.
  public func load(
    seed: UInt64,
    makeID: (@Sendable () -> Identifier)? = nil
  ) throws(ArrangeError) -> OfflineList? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure("read")
    }
    defer { close(descriptor) }
    guard let bytes = OfflineFile.read(descriptor) else { throw failure("read") }
    return try OfflineList(saved: bytes, seed: seed, makeID: makeID)
  }

  /// Deletes the file, if there is one: everything was handed over, or is given up.
  ///
  /// - Throws: ``ArrangeModel/StatusCode/unavailable`` if it can't be deleted.
  public func remove() throws(ArrangeError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw failure("deleted") }
    syncDirectory()
  }

  private func failure(_ verb: String) -> ArrangeError {
    ArrangeError(
      .unavailable,
      "\(path) can't be \(verb): \(String(cString: strerror(errno)))",
      processed: .notStarted
    )
  }

  /// Makes a change of the name durable, where the system can.
  private func syncDirectory() {
    let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = open(directory, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }

  private static func write(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  private static func read(_ descriptor: CInt) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: chunkSize)
    while true {
      let count = chunk.withUnsafeMutableBytes { systemRead(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// How much is read at a time, in bytes.
  private static let chunkSize = 1 << 16
}

private func systemRead(_ descriptor: CInt, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, bytes.baseAddress, bytes.count)
}

private func systemWrite(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
