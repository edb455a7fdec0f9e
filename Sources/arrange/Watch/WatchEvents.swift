import ArrangeClient
import ArrangeModel
import UnixSignals

/// What happens while a list is watched, in one order: updates, signals and time.
///
/// An update is asked for when the one before was shown: a terminal that is slow sees fewer and larger batches.
final class WatchEvents: Sendable {
  enum Event: Sendable {
    case update(ListUpdate)
    case ended(ArrangeError?)
    case resized
    case tick
    case interrupted
  }

  let stream: AsyncStream<Event>
  private let taken: AsyncStream<Void>.Continuation
  private let tasks: [Task<Void, Never>]

  /// - Parameter interval: the time between two ticks; nil for none.
  init(
    _ updates: any AsyncSequence<ListUpdate, ArrangeError> & Sendable,
    tick interval: Duration?
  ) async {
    let (stream, tell) = AsyncStream.makeStream(of: Event.self)
    let (takings, taken) = AsyncStream.makeStream(of: Void.self)
    self.stream = stream
    self.taken = taken
    let signals = await UnixSignalsSequence(
      trapping: [.sigint, .sigterm] + (interval == nil ? [] : [.sigwinch])
    )
    let watchSignals = Task {
      var isInterrupted = false
      for await signal in signals {
        if signal == .sigwinch {
          tell.yield(.resized)
        } else if isInterrupted {
          Arrange.exitProcess(ExitStatus.interrupted.rawValue)
        } else {
          isInterrupted = true
          tell.yield(.interrupted)
        }
      }
    }
    let follow = Task {
      await WatchEvents.follow(updates, takings, tell)
    }
    var tasks = [watchSignals, follow]
    if let interval {
      tasks.append(
        Task {
          while (try? await Task.sleep(for: interval)) != nil { tell.yield(.tick) }
        }
      )
    }
    self.tasks = tasks
  }

  deinit { cancel() }

  private static func follow(
    _ updates: some AsyncSequence<ListUpdate, ArrangeError>,
    _ takings: AsyncStream<Void>,
    _ tell: AsyncStream<Event>.Continuation
  ) async {
    var takings = takings.makeAsyncIterator()
    do throws(ArrangeError) {
      for try await update in updates {
        tell.yield(.update(update))
        guard await takings.next() != nil else { return }
      }
      tell.yield(.ended(nil))
    } catch { tell.yield(.ended(error)) }
  }

  /// The last update was shown.
  func proceed() { taken.yield() }

  func cancel() {
    for task in tasks { task.cancel() }
    taken.finish()
  }
}
