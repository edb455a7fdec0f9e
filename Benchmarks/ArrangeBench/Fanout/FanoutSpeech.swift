import ArrangeModel
import Changes
import NIOCore
import ProtobufCodec
import Wire

/// What a subscriber or the publisher read.
enum FanoutEvent {
  case nothing
  case ready
  /// So many changes were taken by the server.
  case answers(Int)
  /// So many changes came.
  case changes(Int)
  case failure(String)
}

/// How one talks to a server. It belongs to one event loop.
protocol FanoutSpeech: AnyObject {
  func greet(_ role: FanoutConnection.Role, _ number: Int, to output: inout ByteBuffer)
  func writeChange(_ number: Int, to output: inout ByteBuffer)
  /// What follows after changes that are sent together.
  func endBurst(of count: Int, to output: inout ByteBuffer)
  /// Takes one message out; nil where it is not complete.
  func read(_ bytes: inout ByteBuffer, _ role: FanoutConnection.Role) -> FanoutEvent?
}

/// A list of items; every change gives an item another text. Durable, as every commit.
final class ArrangeSpeech: FanoutSpeech {
  /// How many digits the number of an item has in its id.
  private static let digits = 4
  /// So many items that hardly ever two changes of one item are under way, and that a batch is smaller than the list: a
  /// larger one would come as the whole list.
  private static let items = 10_000

  /// A change as it is sent. Others differ from it in the numbers of stream and item and in the text, so that they are
  /// written into a copy of its bytes: as little work for a change as the brokers' publishers have.
  private struct Template {
    let bytes: [UInt8]
    /// How many bytes the number of the stream takes: of as many streams this is the template.
    let streamBytes: Int
    /// Where the bytes of the stream's number, the digits of the item's id and the text are.
    let (stream, item, text): (Int, Int, Int)
  }

  private let textBytes: Int
  private let arena = Arena(codec: .protobufC)
  private var stream: UInt32 = 0
  /// How many of the calls that make the list were answered.
  private var setUp = 0
  private var isReady = false
  private var template = Template(bytes: [], streamBytes: 0, stream: 0, item: 0, text: 0)

  init(textBytes: Int) { self.textBytes = textBytes }

  private static func id(_ number: Int) -> Identifier {
    let text = String(number % items)
    return Identifier(unchecked: "item-" + String(repeating: "0", count: digits - text.utf8.count) + text)
  }

  private func open(
    _ method: Method,
    _ body: some WireMessage,
    credit: UInt64 = 0,
    to output: inout ByteBuffer
  ) {
    stream += 1
    var name = method.name
    name.withUTF8 { name in
      arena.temporary {
        FrameEncoder.write(
          Frame(.open, stream: stream, credit: credit, method: UnsafeRawBufferPointer(name)),
          body: body.packable(in: arena),
          to: &output
        )
      }
    }
  }

  func greet(_ role: FanoutConnection.Role, _ number: Int, to output: inout ByteBuffer) {
    arena.temporary {
      FrameEncoder.write(Frame(.hello), body: Hello(clientName: "fanout").message(in: arena), to: &output)
    }
    switch role {
    case .publisher:
      open(.createCollection, CreateCollectionRequest(name: "fanout", strategy: nil), to: &output)
      let items = (0..<ArrangeSpeech.items).map { NewElement(id: ArrangeSpeech.id($0)) }
      let insert = ListOperation.insertItems(items, to: ItemDestination(.last))
      open(.apply, ApplyRequest(collection: "fanout", operations: [insert]), to: &output)
    case .subscriber, .stalled:
      var request = SubscribeRequest(collection: "fanout")
      request.options.reloadThreshold = SubscribeRequest.maximumReloadThreshold
      open(.subscribe, request, credit: 1 << 40, to: &output)
    }
  }

  func writeChange(_ number: Int, to output: inout ByteBuffer) {
    stream += 1
    if Varint.size(of: Int(stream)) != template.streamBytes { template = makeTemplate(number) }
    // No two texts are alike, since what changes nothing makes no commit.
    let text = Payload.make(textBytes, number: number)
    output.writeWithUnsafeMutableBytes(minimumWritableBytes: template.bytes.count) { target in
      target.copyBytes(from: template.bytes)
      let base = target.baseAddress.unsafelyUnwrapped
      _ = Varint.write(UInt64(stream), to: base + template.stream)
      var rest = number % ArrangeSpeech.items
      for place in (template.item..<template.item + ArrangeSpeech.digits).reversed() {
        target[place] = 0x30 + UInt8(rest % 10)
        rest /= 10
      }
      UnsafeMutableRawBufferPointer(rebasing: target[template.text...]).copyBytes(from: text)
      return template.bytes.count
    }
  }

  /// The template for the streams whose number takes as many bytes as that of the present one.
  private func makeTemplate(_ number: Int) -> Template {
    let text = Payload.make(textBytes, number: number)
    let id = ArrangeSpeech.id(number)
    let value = FieldValue.string(String(decoding: text, as: UTF8.self))
    let update = FieldsUpdate(ElementReference(id), set: ["t": value])
    var frame = ByteBuffer()
    stream -= 1
    open(.apply, ApplyRequest(collection: "fanout", operations: [.updateItems([update])]), to: &frame)
    let bytes = Array(buffer: frame)
    func place(of part: [UInt8]) -> Int {
      bytes.indices.first { bytes[$0...].starts(with: part) } ?? bytes.count
    }
    let streamBytes = Varint.size(of: Int(stream))
    return Template(
      bytes: bytes,
      streamBytes: streamBytes,
      // The number of the stream is the first field, behind the length and a byte for its tag.
      stream: Varint.size(of: bytes.count) + 1,
      item: place(of: Array(id.text.utf8)) + id.text.utf8.count - ArrangeSpeech.digits,
      text: place(of: text)
    )
  }

  func endBurst(of count: Int, to output: inout ByteBuffer) {}

  func read(_ bytes: inout ByteBuffer, _ role: FanoutConnection.Role) -> FanoutEvent? {
    let (event, end) = bytes.withUnsafeReadableBytes { read($0, role) }
    bytes.moveReaderIndex(forwardBy: end)
    return event
  }

  /// - Returns: what the first frame says, and where it ends; nil and 0 where it is not complete.
  private func read(
    _ bytes: UnsafeRawBufferPointer,
    _ role: FanoutConnection.Role
  ) -> (event: FanoutEvent?, end: Int) {
    var scanner = Scanner(bytes)
    guard let length = scanner.varint(), length <= bytes.count - scanner.offset else { return (nil, 0) }
    let end = scanner.offset + length
    return (event(of: &scanner, until: end, role), end)
  }

  private func event(
    of scanner: inout Scanner,
    until end: Int,
    _ role: FanoutConnection.Role
  ) -> FanoutEvent {
    var (type, status, commits) = (0, 0, 0)
    var isSnapshotEnd = false
    scanner.fields(until: end) { field, value, scanner in
      switch field {
      case 2: type = value
      case 6: status = value
      case 15 where type == FrameType.data.rawValue:
        // SubscribeResponse: a batch names its commits.
        scanner.fields(until: scanner.offset + value) { field, value, scanner in
          if field == 4 { isSnapshotEnd = true }
          guard field == 5 else { return }
          let end = scanner.offset + value
          scanner.fields(until: end) { field, value, scanner in
            guard field == 3 else { return }
            commits = value
            // The changes themselves, which follow, are of no interest.
            scanner.skip(to: end)
          }
        }
      default: break
      }
    }
    switch UInt32(type) {
    case FrameType.end.rawValue:
      guard status == 0 || role == .publisher && !isReady else {
        return .failure("a call ended with status \(status)")
      }
      guard role == .publisher else { return .nothing }
      // The first two calls make the list.
      setUp += 1
      if setUp == 2 {
        isReady = true
        return .ready
      }
      return setUp > 2 ? .answers(1) : .nothing
    case FrameType.data.rawValue:
      if isSnapshotEnd { return .ready }
      return commits > 0 ? .changes(commits) : .nothing
    case FrameType.goAway.rawValue: return .failure("the server sent GOAWAY")
    default: return .nothing
    }
  }

  /// Reads varints and the heads of fields.
  private struct Scanner {
    private let bytes: UnsafeRawBufferPointer
    private(set) var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    mutating func varint() -> Int? {
      var value = 0
      var shift = 0
      while offset < bytes.count, shift < 63 {
        let byte = Int(bytes[offset])
        offset += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80 { return value }
        shift += 7
      }
      return nil
    }

    /// Leaves out what comes before an offset.
    mutating func skip(to offset: Int) { self.offset = offset }

    /// Calls a closure with each field: of a number its value, of bytes their length. The closure may read the bytes.
    mutating func fields(until end: Int, _ body: (Int, Int, inout Scanner) -> Void) {
      while offset < end, let tag = varint() {
        switch tag & 7 {
        case 0: if let value = varint() { body(tag >> 3, value, &self) }
        case 1: offset += 8
        case 2:
          guard let length = varint() else { return }
          let next = offset + length
          body(tag >> 3, length, &self)
          offset = next
        default: return
        }
      }
    }
  }
}

/// A channel of Redis.
final class RedisSpeech: FanoutSpeech {
  private let textBytes: Int
  private let messageBytes: Int

  init(textBytes: Int) {
    self.textBytes = textBytes
    messageBytes = "*3\r\n$7\r\nmessage\r\n$6\r\nfanout\r\n$\(textBytes)\r\n".utf8.count + textBytes + 2
  }

  func greet(_ role: FanoutConnection.Role, _ number: Int, to output: inout ByteBuffer) {
    output.writeString(
      role == .publisher ? "*1\r\n$4\r\nPING\r\n" : "*2\r\n$9\r\nSUBSCRIBE\r\n$6\r\nfanout\r\n"
    )
  }

  func writeChange(_ number: Int, to output: inout ByteBuffer) {
    output.writeString("*3\r\n$7\r\nPUBLISH\r\n$6\r\nfanout\r\n$\(textBytes)\r\n")
    output.writeBytes(Payload.make(textBytes, number: number))
    output.writeString("\r\n")
  }

  func endBurst(of count: Int, to output: inout ByteBuffer) {}

  func read(_ bytes: inout ByteBuffer, _ role: FanoutConnection.Role) -> FanoutEvent? {
    let view = bytes.readableBytesView
    guard let first = view.first else { return nil }
    switch (role, first) {
    case (.publisher, UInt8(ascii: "+")), (.publisher, UInt8(ascii: ":")):
      guard let end = view.firstIndex(of: 0x0A) else { return nil }
      bytes.moveReaderIndex(to: end + 1)
      return first == UInt8(ascii: "+") ? .ready : .answers(1)
    case (.subscriber, UInt8(ascii: "*")), (.stalled, UInt8(ascii: "*")):
      let confirmation = "*3\r\n$9\r\nsubscribe\r\n$6\r\nfanout\r\n:1\r\n".utf8.count
      guard view.count >= 8 else { return nil }
      if view[view.startIndex + 5] == UInt8(ascii: "9") {
        guard view.count >= confirmation else { return nil }
        bytes.moveReaderIndex(forwardBy: confirmation)
        return .ready
      }
      let count = view.count / messageBytes
      guard count > 0 else { return nil }
      bytes.moveReaderIndex(forwardBy: count * messageBytes)
      return .changes(count)
    default: return .failure("an answer that begins with \(first)")
    }
  }
}

/// A subject of NATS. Publishing is not answered, so a PING follows each burst.
final class NATSSpeech: FanoutSpeech {
  private let textBytes: Int
  private let messageBytes: Int
  /// How many changes each PONG answers.
  private var bursts: [Int] = []

  init(textBytes: Int) {
    self.textBytes = textBytes
    messageBytes = "MSG fanout 1 \(textBytes)\r\n".utf8.count + textBytes + 2
  }

  func greet(_ role: FanoutConnection.Role, _ number: Int, to output: inout ByteBuffer) {
    output.writeString("CONNECT {\"verbose\":false,\"pedantic\":false}\r\n")
    if role != .publisher { output.writeString("SUB fanout 1\r\n") }
    output.writeString("PING\r\n")
  }

  func writeChange(_ number: Int, to output: inout ByteBuffer) {
    output.writeString("PUB fanout \(textBytes)\r\n")
    output.writeBytes(Payload.make(textBytes, number: number))
    output.writeString("\r\n")
  }

  func endBurst(of count: Int, to output: inout ByteBuffer) {
    output.writeString("PING\r\n")
    bursts.append(count)
  }

  func read(_ bytes: inout ByteBuffer, _ role: FanoutConnection.Role) -> FanoutEvent? {
    let view = bytes.readableBytesView
    guard let first = view.first else { return nil }
    if first == UInt8(ascii: "M") {
      // Whole messages up to the first thing that is something else.
      var count = 0
      while (count + 1) * messageBytes <= view.count,
        view[view.startIndex + count * messageBytes] == UInt8(ascii: "M")
      {
        count += 1
      }
      guard count > 0 else { return nil }
      bytes.moveReaderIndex(forwardBy: count * messageBytes)
      return .changes(count)
    }
    guard let end = view.firstIndex(of: 0x0A) else { return nil }
    let isPong = view.dropFirst().first == UInt8(ascii: "O")
    bytes.moveReaderIndex(to: end + 1)
    switch first {
    case UInt8(ascii: "P") where isPong:
      if role == .publisher, !bursts.isEmpty { return .answers(bursts.removeFirst()) }
      return .ready
    case UInt8(ascii: "-"): return .failure("the server is not content")
    default: return .nothing
    }
  }
}
