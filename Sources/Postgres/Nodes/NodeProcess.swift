import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The process of a node, so that another one on the same machine can find out that it has ended.
package struct NodeProcess: Sendable, Hashable {
  /// The machine since its start, and the namespace in which ``id`` counts; empty if this is not known.
  let place: String
  let id: Int32
  /// When the process started, in ticks since the start of the machine.
  let start: String

  /// The network namespace in which the process shows that it uses a node; empty if it shows that nowhere.
  private var network = ""

  /// The nodes of this process that are in use, with what shows others that they are.
  private static let nodes = Mutex<[Int64: NodePresence?]>([:])

  /// This process.
  static let own = NodeProcess(id: getpid())

  /// A process of this machine.
  package init(id: Int32) {
    self.id = id
    guard let boot = NodeProcess.read("/proc/sys/kernel/random/boot_id"),
      let space = NodeProcess.link("/proc/self/ns/pid"), let state = State(of: id)
    else {
      (place, start) = ("", "")
      return
    }
    place = "\(boot.filter { !$0.isWhitespace }) \(space)"
    start = state.start
  }

  /// Reads what ``text`` has written; nil if it is something else.
  package init?(_ text: String) {
    let words = text.split(separator: " ")
    // A version before this one did not write the last word.
    guard (4...5).contains(words.count), let id = Int32(words[2]) else { return nil }
    place = "\(words[0]) \(words[1])"
    self.id = id
    start = String(words[3])
    network = words.count > 4 ? String(words[4]) : ""
  }

  /// The process in one line; empty if not enough is known of it.
  package var text: String {
    place.isEmpty ? "" : "\(place) \(id) \(start)" + (network.isEmpty ? "" : " \(network)")
  }

  /// The text of this process as that of a node of it.
  static func text(of node: Int64) -> String {
    var process = own
    process.network = nodes.withLock { $0[node]??.space } ?? ""
    return process.text
  }

  /// The machine since its start.
  private var machine: Substring { place.prefix { $0 != " " } }

  /// Whether it is certain that the process does not exist any more, or has given the node up.
  package func hasEnded(_ node: Int64) -> Bool {
    let own = NodeProcess.own
    guard !own.place.isEmpty, machine == own.machine else { return false }
    guard place == own.place else {
      // Its process can't be seen, but its socket, if both see the same ones.
      return !network.isEmpty && network == NodePresence.space && NodePresence(node) != nil
    }
    if id == own.id, start == own.start { return !NodeProcess.nodes.withLock { $0[node] != nil } }
    // A process of another user is there as well, whether its files can be read or not.
    if kill(id, 0) != 0, errno == ESRCH { return true }
    return State(of: id).map { $0.start != start || $0.isOver } ?? false
  }

  /// A node of this process is in use from now on.
  static func begin(_ node: Int64) { nodes.withLock { $0[node] = .some(NodePresence(node)) } }

  /// A node of this process writes nothing and answers nothing any more.
  static func end(_ node: Int64) { nodes.withLock { _ = $0.removeValue(forKey: node) } }

  /// What the kernel says of a process.
  private struct State {
    let start: String
    /// Whether all of its threads have ended, and it waits for its parent to notice.
    let isOver: Bool

    init?(of id: Int32) {
      // The second field is a name in parentheses, which may have any characters. The third is the state, the 20th the
      // number of threads, and the 22nd the start.
      guard let text = NodeProcess.read("/proc/\(id)/stat"), let end = text.lastIndex(of: ")") else {
        return nil
      }
      let fields = text[end...].split(separator: " ")
      guard fields.count > 20, let threads = Int(fields[18]) else { return nil }
      start = String(fields[20])
      isOver = fields[1] == "Z" && threads <= 1
    }
  }

  /// The maximum size of a file of the kernel that is read, in bytes.
  private static let fileSize = 4_096

  private static func read(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: fileSize)
    #if canImport(Glibc)
      let count = Glibc.read(file, &bytes, bytes.count)
    #elseif canImport(Musl)
      let count = Musl.read(file, &bytes, bytes.count)
    #else
      let count = Darwin.read(file, &bytes, bytes.count)
    #endif
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }

  private static func link(_ path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: fileSize)
    let count = readlink(path, &bytes, bytes.count)
    return count > 0
      ? String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }
}
