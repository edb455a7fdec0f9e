internal import ArrangeModel
internal import NIOCore
internal import Ordering
internal import SwiftCodec
internal import Wire

/// Generates the requests: chooses them at random and encodes their frames.
struct CallMaker {
  /// The number of items that a fetch reads.
  static let fetchedItems = 20
  /// The number of stacks on which steps are.
  static let stackCount: UInt16 = 1_000

  private let lists: BenchLists
  private let hasRequestIDs: Bool
  /// The kinds of calls; each occurs as often as its share in tenths.
  private let kinds: [CallKind]
  private var random: OrderingRandom
  /// The encoding of a ping's frame after the stream id.
  private let pingTail: [UInt8]

  init(_ plan: BenchPlan, _ lists: BenchLists, random: OrderingRandom) {
    self.lists = lists
    self.random = random
    hasRequestIDs = plan.hasRequestIDs
    kinds = plan.operation.shares.flatMap { Array(repeating: $0.kind, count: $0.tenths) }
    pingTail = CallMaker.makePingTail()
  }

  /// The kind of the next call.
  @inline(__always)
  mutating func next() -> CallKind {
    kinds.count == 10 && kinds[0] == kinds[9] ? kinds[0] : kinds[Int.random(in: 0..<10, using: &random)]
  }

  /// Writes the frame of a call.
  @inline(__always)
  mutating func write(_ kind: CallKind, stream: UInt32, using arena: Arena, to output: inout ByteBuffer) {
    if kind == .ping { return writePing(stream, to: &output) }
    arena.temporary {
      let collection = lists.names.count == 1 ? lists.names[0] : lists.names.randomElement(using: &random)!
      switch kind {
      case .ping: break
      case .insert:
        let element = NewElement(fields: lists.fields)
        let place: Placement = lists.items.isEmpty ? .last : .after(anyItem())
        let destination = ItemDestination(section: .empty, place)
        write(apply(collection, .insertItems([element], to: destination)), .apply, stream, arena, &output)
      case .move: write(apply(collection, anyMove()), .apply, stream, arena, &output)
      case .transact: write(transact(), .transact, stream, arena, &output)
      case .step:
        var request = apply(collection, anyMove())
        request.step = anyStack().map { UndoStep($0) }
        write(request, .apply, stream, arena, &output)
      case .undo:
        guard let stack = anyStack() else { break }
        let requestID = hasRequestIDs ? RequestID(using: &random) : nil
        let request = UndoRequest(collection: collection, stack: stack, requestID: requestID)
        write(request, .undo, stream, arena, &output)
      case .fetch:
        let last = max(0, lists.items.count - CallMaker.fetchedItems)
        let first = Int.random(in: 0...last, using: &random)
        let window = FetchRequest.Window.section(.empty, first..<first + CallMaker.fetchedItems)
        write(FetchRequest(collection: collection, window: window), .fetch, stream, arena, &output)
      }
    }
  }

  private mutating func anyStack() -> StackID? {
    try? StackID("\(UInt16.random(in: 0..<CallMaker.stackCount, using: &random))")
  }

  private mutating func anyItem() -> Identifier {
    lists.items[Int.random(in: 0..<lists.items.count, using: &random)]
  }

  /// A move of an item to a place after another one.
  private mutating func anyMove() -> ListOperation {
    let moved = Int.random(in: 0..<lists.items.count, using: &random)
    var anchor = Int.random(in: 0..<lists.items.count - 1, using: &random)
    if anchor >= moved { anchor += 1 }
    return .moveItems(
      [ElementReference(lists.items[moved])],
      to: ItemDestination(.after(lists.items[anchor]))
    )
  }

  private mutating func transact() -> TransactRequest {
    let first = Int.random(in: 0..<lists.names.count, using: &random)
    var second = Int.random(in: 0..<lists.names.count - 1, using: &random)
    if second >= first { second += 1 }
    return TransactRequest(
      [
        TransactionStep(lists.names[first], .operation(anyMove())),
        TransactionStep(lists.names[second], .operation(anyMove())),
      ],
      requestID: hasRequestIDs ? RequestID(using: &random) : nil
    )
  }

  private mutating func apply(_ collection: Identifier, _ operation: ListOperation) -> ApplyRequest {
    let requestID = hasRequestIDs ? RequestID(using: &random) : nil
    return ApplyRequest(collection: collection, operations: [operation], requestID: requestID)
  }

  private func write(
    _ request: some WireMessage,
    _ method: Method,
    _ stream: UInt32,
    _ arena: Arena,
    _ output: inout ByteBuffer
  ) {
    let body = request.packable(in: arena)
    var name = method.name
    name.withUTF8 { name in
      let frame = Frame(.open, stream: stream, method: UnsafeRawBufferPointer(name))
      FrameEncoder.write(frame, body: body, to: &output)
    }
  }

  // MARK: Pings

  /// Writes the frame of a ping, which is constant except for the stream id.
  @inline(__always)
  private func writePing(_ stream: UInt32, to output: inout ByteBuffer) {
    let digits = (38 - (stream | 1).leadingZeroBitCount) / 7
    let length = 2 + digits + pingTail.count
    output.writeWithUnsafeMutableBytes(minimumWritableBytes: length) { target in
      target[0] = UInt8(length - 1)
      target[1] = CallMaker.streamTag
      var rest = stream
      for place in 2..<2 + digits {
        target[place] = UInt8(truncatingIfNeeded: rest & 0x7F) | 0x80
        rest >>= 7
      }
      target[1 + digits] &= 0x7F
      let end = UnsafeMutableRawBufferPointer(rebasing: target[(2 + digits)..<length])
      pingTail.withUnsafeBytes { end.copyMemory(from: $0) }
      return length
    }
  }

  /// The tag of the field `stream`: number 1, a varint. It is the first field of a frame.
  private static let streamTag: UInt8 = 1 << 3

  private static func makePingTail() -> [UInt8] {
    var buffer = ByteBuffer()
    var name = Method.healthCheck.name
    name.withUTF8 { name in
      FrameEncoder.write(
        Frame(.open, stream: 1, method: UnsafeRawBufferPointer(name)),
        body: HealthCheckRequest().packable(in: Arena(codec: .swift, keptBytes: 1024)),
        to: &buffer
      )
    }
    let frame = Array(buffer.readableBytesView)
    precondition(frame.count < 100 && frame[1] == streamTag && frame[2] == 1, "a frame begins otherwise")
    return Array(frame.dropFirst(3))
  }
}
