/// Something that goes wrong for some time. Hosts are numbered: 0 is the database, the others are the nodes.
enum Fault: Hashable, Sendable {
  /// A node is killed, and started again at the end.
  case kill(node: Int)
  /// A node is asked to stop, and started again at the end.
  case stop(node: Int)
  /// A node is stopped and started, at the beginning and at the end.
  case restart(node: Int)
  /// A node stands still.
  case pause(node: Int)
  /// The packets from one host to another one are lost; those back are not.
  case cut(from: Int, to: Int)
  /// The packets between two hosts are lost.
  case separate(Int, Int)
  /// All packets to and from a host are lost.
  case isolate(host: Int)
  /// Packets to and from a host take longer, and overtake each other.
  case slow(host: Int, milliseconds: Int)
  /// Some of a thousand packets to and from a host are lost.
  case lossy(host: Int, lost: Int)
  /// The wall clock of a host jumps, and jumps back at the end.
  case clock(host: Int, seconds: Int)
  /// The database is killed, and started again at the end.
  case databaseCrash
  /// The database is stopped at once, and started again at the end.
  case databaseRestart
  /// All processes of the database stand still.
  case databasePause
  /// Each write of the database takes longer.
  case slowDisk(milliseconds: Int)
  /// All connections to the database are ended, and others take all that it has.
  case connectionsTaken
  /// All connections to the database are ended.
  case connectionsEnded

  /// The host whose processes it starts or stops: only one such fault at a time.
  var occupied: Int? {
    switch self {
    case .kill(let node), .stop(let node), .restart(let node), .pause(let node): node
    case .databaseCrash, .databaseRestart, .databasePause, .connectionsTaken, .connectionsEnded: 0
    case .cut, .separate, .isolate, .slow, .lossy, .clock, .slowDisk: nil
    }
  }
}
