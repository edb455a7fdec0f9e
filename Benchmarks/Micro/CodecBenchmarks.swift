import ArrangeModel
import Benchmark
import BenchmarkSupport
import NIOCore
import Ordering
import Wire

/// Frames and messages, to bytes and back.
func addCodecBenchmarks() {
  addFrameBenchmarks()
  let item = ElementReference(BenchmarkList.id(7))
  addMessageBenchmarks(
    "apply a move",
    ApplyRequest(
      collection: "board",
      operations: [.moveItems([item], to: ItemDestination(.after(BenchmarkList.id(8))))],
      requestID: RequestID(unchecked: Array(0..<16))
    )
  )
  addMessageBenchmarks("apply 100 inserts", ApplyRequest(collection: "board", operations: [inserts(100)]))
  addMessageBenchmarks("fetch 100 items", page(100))
}

private func addFrameBenchmarks() {
  let body = [UInt8](repeating: 1, count: 64)
  let method = Array("arrange.v1.Collections/Apply".utf8)
  @Sendable func write(to buffer: inout ByteBuffer) {
    method.withUnsafeBytes { method in
      body.withUnsafeBytes { body in
        FrameEncoder.write(Frame(.open, stream: 77, method: method, body: body), to: &buffer)
      }
    }
  }
  Benchmark("frame encode") { benchmark in
    var buffer = ByteBuffer()
    for _ in benchmark.scaledIterations {
      buffer.clear()
      write(to: &buffer)
    }
    blackHole(buffer)
  }
  Benchmark("frame decode") { benchmark in
    let arena = Arena()
    var buffer = ByteBuffer()
    for _ in benchmark.scaledIterations { write(to: &buffer) }
    var decoder = FrameDecoder(limit: Frame.largestByDefault)
    benchmark.startMeasurement()
    decoder.append(buffer)
    do throws(FrameError) {
      while let frame = try decoder.next(using: arena) { blackHole(frame.stream) }
    } catch {
      preconditionFailure("\(error)")
    }
    benchmark.stopMeasurement()
  }
}

private func addMessageBenchmarks<Message: WireMessage>(_ name: String, _ message: Message) {
  Benchmark("message encode, \(name)") { benchmark in
    let arena = Arena()
    var buffer = ByteBuffer()
    for _ in benchmark.scaledIterations {
      buffer.clear()
      message.encode(into: &buffer, using: arena)
    }
    blackHole(buffer)
  }
  Benchmark("message decode, \(name)") { benchmark in
    let arena = Arena()
    var buffer = ByteBuffer()
    message.encode(into: &buffer, using: arena)
    do throws(ArrangeError) {
      for _ in benchmark.scaledIterations { blackHole(try Message.decode(buffer, using: arena)) }
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

private func inserts(_ count: Int) -> Operation {
  .insertItems(
    (0..<count).map { number in
      NewElement(id: BenchmarkList.id(number), fields: ["title": .string("The title of an item: \(number)")])
    },
    to: ItemDestination()
  )
}

private func page(_ count: Int) -> FetchPage {
  func element(_ number: Int) -> ElementSnapshot {
    ElementSnapshot(
      id: BenchmarkList.id(number),
      fields: ["title": .string("The title of an item: \(number)")],
      contentVersion: 1,
      key: OrderKey(Array("0|i0\(number):".utf8))
    )
  }
  return FetchPage(
    collection: CollectionInfo(
      name: "board",
      strategy: "lexorank",
      fields: [:],
      version: 7,
      epoch: 1,
      createdAt: Timestamp(microseconds: 1),
      sectionCount: 1,
      itemCount: count
    ),
    sections: [
      SectionSlice(
        index: 0,
        section: element(0),
        itemCount: count,
        firstItem: 0,
        items: (0..<count).map(element)
      )
    ],
    nextPageToken: nil
  )
}
