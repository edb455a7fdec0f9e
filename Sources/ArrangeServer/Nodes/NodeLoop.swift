import Engine
import NIOCore
import Wire

/// The event loop of connections to other nodes.
protocol NodeLoop: ShardExecutor, AnyObject {
  var eventLoop: any EventLoop { get }
  /// Temporary memory for messages.
  var arena: Arena { get }

  /// Sends what was written to connections of clients in this task.
  func flushDirty()
}

extension MonotonicTime {
  /// The time of the event loops.
  static var now: MonotonicTime { MonotonicTime(nanoseconds: NIODeadline.now().uptimeNanoseconds) }
}
