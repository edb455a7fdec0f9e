package import Foundation

/// A way to or from a child, of which no other child that is started meanwhile inherits an end.
///
/// Foundation's `Pipe` is inherited by every one that is started while it is open, and then has no end before all of them
/// have ended.
package struct ChildPipe {
  package let reading: FileHandle
  package let writing: FileHandle

  package init() throws {
    var ends: [Int32] = [0, 0]
    // Sockets, since they can be made so from the first moment on.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Failure("no pair of sockets: \(errno)") }
    reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    writing = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
  }
}
