import ArrangeModel
import InputText
import MessageJSON
import NIOCore
import Testing
import Wire

/// A message of a call, and its way through JSON and back.
struct JSONTrip: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var make: @Sendable () throws -> Void

  /// The number of random values of each message.
  private static let seeds: UInt64 = 200

  static let all: [JSONTrip] = {
    struct Trips: CallMessageVisitor {
      var trips: [JSONTrip] = []

      mutating func visit<Message: CallMessage>(
        _ name: String,
        _ make: @escaping @Sendable (inout RandomValues) -> Message
      ) {
        guard let shape = MessageSchema.current.shape(name) else { return }
        trips.append(
          JSONTrip(testDescription: name) {
            for seed in 0..<JSONTrip.seeds {
              var values = RandomValues(seed: seed)
              try JSONTrip.check(make(&values), shape, seed)
            }
          }
        )
      }
    }
    var visitor = Trips()
    CallMessages.visit(&visitor)
    return visitor.trips
  }()

  private static func check<Message: WireMessage & Equatable>(
    _ value: Message,
    _ shape: MessageSchema.Shape,
    _ seed: UInt64
  ) throws {
    let arena = TestCodec.protobufC.arena()
    let message = arena.temporary { value.packable(in: arena).bytes }
    let json = try MessageToJSON(views: .forTests).json(of: message, as: shape)
    let text = String(decoding: json, as: UTF8.self)
    let again: [UInt8]
    do throws(JSONRefusal) {
      again = try JSONToMessage(views: .forTests).bytes(of: try JSONNode.body(json), as: shape)
    } catch {
      Issue.record("seed \(seed): \(error.error) in \(text)")
      return
    }
    #expect(try Message.decode(ByteBuffer(bytes: again), using: arena) == value, "seed \(seed): \(text)")
  }
}

extension ViewTexts {
  fileprivate static let forTests = ViewTexts(
    message: { text in
      let arena = TestCodec.protobufC.arena()
      return Result { () throws(ArrangeError) in
        try ViewDefinition(parsing: text).packable(in: arena).bytes
      }
    },
    text: { message in
      try? ViewDefinition.decode(ByteBuffer(bytes: message), using: TestCodec.protobufC.arena()).text
    }
  )
}

@Suite("Messages as JSON")
struct MessageJSONTests {
  @Test("come back as they were", arguments: JSONTrip.all)
  func trip(trip: JSONTrip) throws { try trip.make() }

  @Test("are those of every method that clients call, and of no other")
  func methods() {
    let names = Method.allCases.filter { $0.access != .node }.map { $0.name.dropFirst("arrange.v1.".count) }
    #expect(Set(MessageSchema.current.methods.map(\.name)) == Set(names.map(String.init)))
    for method in Method.allCases where method.access != .node {
      let name = String(method.name.dropFirst("arrange.v1.".count))
      let known = MessageSchema.current.method(name)
      #expect(known?.isStream == (method.description.kind == .serverStream), "\(name)")
      #expect(known?.request.name == method.bodies.request.name, "\(name)")
      #expect(known?.response.name == method.bodies.response.name, "\(name)")
    }
  }
}
