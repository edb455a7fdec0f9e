package import NIOCore
import Synchronization

/// The accepted channels of a listener, from their first event to their last.
///
/// Event loops must not end before their channels have: what a channel still does would be scheduled on a loop that
/// is gone.
package final class OpenChannels: Sendable {
  private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

  package init() {}

  package func insert(_ channel: any Channel) {
    channels.withLock { $0[ObjectIdentifier(channel)] = channel }
    channel.closeFuture.whenComplete { [self] _ in
      channels.withLock { $0[ObjectIdentifier(channel)] = nil }
    }
  }

  /// Closes all channels, and returns when they are closed.
  package func close() async {
    let open = channels.withLock { Array($0.values) }
    for channel in open { channel.close(promise: nil) }
    for channel in open { try? await channel.closeFuture.get() }
  }
}
