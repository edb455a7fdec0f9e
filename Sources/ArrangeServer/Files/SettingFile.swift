import Foundation

/// Reads the files that settings name.
enum SettingFile {
  /// Why a file can't be read, with its path.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The content of a file.
  ///
  /// - Parameter most: the maximum size of the file, in bytes.
  static func bytes(of path: String, atMost most: Int) throws(Failure) -> [UInt8] {
    do {
      let handle = try FileHandle(forReadingFrom: URL(filePath: path))
      defer { try? handle.close() }
      let data = try handle.read(upToCount: most + 1) ?? Data()
      guard data.count <= most else {
        throw Failure(description: "\(path) is larger than \(most / 1024) KiB")
      }
      return [UInt8](data)
    } catch let error as Failure {
      throw error
    } catch {
      let number = ((error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError)?.code
      throw Failure(description: "can't read \(path): \(number.map { systemText(CInt($0)) } ?? "\(error)")")
    }
  }
}
