package import Foundation

/// A pipe to or from a child process, whose ends no other child started meanwhile inherits.
///
/// Foundation's `Pipe` is inherited by every process started while it is open, and then does not end before
/// all of them have ended.
package struct ChildPipe {
  package let reading: FileHandle
  package let writing: FileHandle

  package init() throws {
    var ends: [Int32] = [0, 0]
    // Sockets, because they can be created with this flag atomically.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Failure("no pair of sockets: \(errno)") }
    reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    writing = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
  }
}
