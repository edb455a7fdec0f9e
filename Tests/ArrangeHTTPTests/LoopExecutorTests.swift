import NIOCore
import NIOPosix
import Testing

@testable import ArrangeHTTP

@Suite("Tasks of event loops")
struct LoopExecutorTests {
  @Test("run there, except for what takes long")
  func places() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let places = await withTaskExecutorPreference(LoopExecutor(loop)) { await steps(on: loop) }
    #expect(places == [true, true, false, true, true])
    try await group.shutdownGracefully()
  }

  /// Whether a task is on the event loop at each of its steps.
  private func steps(on loop: any EventLoop) async -> [Bool] {
    var places = [loop.inEventLoop]
    places.append(await LoopExecutor.run(for: LoopExecutor.largestOnLoop) { loop.inEventLoop })
    places.append(await LoopExecutor.run(for: LoopExecutor.largestOnLoop + 1) { loop.inEventLoop })
    places.append(loop.inEventLoop)
    await Task.yield()
    places.append(loop.inEventLoop)
    return places
  }
}
