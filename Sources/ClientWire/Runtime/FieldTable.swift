/// A generated message type.
protocol GeneratedMessage: SendableMetatype {
  /// The full name.
  static var fullName: StaticString { get }

  /// Adds the fields in ascending order of their numbers.
  static func describe(_ table: inout FieldTable)
}

/// The fields of a message type, which the generated code adds one after the other.
struct FieldTable {
  fileprivate let descriptors: UnsafePointer<ProtobufCMessageDescriptor>
  fileprivate var fields: [ProtobufCFieldDescriptor] = []

  fileprivate init(_ descriptors: UnsafePointer<ProtobufCMessageDescriptor>) {
    self.descriptors = descriptors
  }

  /// Adds a field.
  ///
  /// - Parameters:
  ///   - name: its name in the specification.
  ///   - number: its number.
  ///   - type: its type.
  ///   - offset: the offset of its value.
  ///   - count: the offset of the number of its values, for a repeated field.
  ///   - choice: the offset of the discriminator, for a member of a oneof.
  ///   - index: the index of the type of a message.
  mutating func add(
    _ name: StaticString,
    _ number: UInt32,
    _ type: ProtobufCType,
    _ offset: Int?,
    count: Int? = nil,
    choice: Int? = nil,
    of index: Int? = nil
  ) {
    guard let offset else { preconditionFailure("a field is stored") }
    fields.append(
      ProtobufCFieldDescriptor(
        name: FieldTable.text(name),
        id: number,
        label: count == nil ? .none : .repeated,
        type: type,
        quantifier_offset: UInt32(count ?? choice ?? 0),
        offset: UInt32(offset),
        descriptor: index.map { UnsafeRawPointer(descriptors + $0) },
        flags: choice == nil ? 0 : PROTOBUF_C_FIELD_FLAG_ONEOF.rawValue
      )
    )
  }

  fileprivate static func text(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

/// The descriptors of all message types, by index. They are allocated once for the life of the program and
/// immutable afterwards, so that every thread may read them.
nonisolated(unsafe) let messageDescriptors: UnsafePointer<ProtobufCMessageDescriptor> = {
  let descriptors = UnsafeMutablePointer<ProtobufCMessageDescriptor>.allocate(
    capacity: generatedMessages.count
  )
  for (index, type) in generatedMessages.enumerated() {
    (descriptors + index).initialize(to: descriptor(of: type, among: UnsafePointer(descriptors)))
  }
  return UnsafePointer(descriptors)
}()

private func descriptor(
  of type: any GeneratedMessage.Type,
  among descriptors: UnsafePointer<ProtobufCMessageDescriptor>
) -> ProtobufCMessageDescriptor {
  var table = FieldTable(descriptors)
  type.describe(&table)
  let fields = UnsafeMutablePointer<ProtobufCFieldDescriptor>.allocate(capacity: max(table.fields.count, 1))
  let placeCount = Int(table.fields.last?.id ?? 0) + 1
  let places = UnsafeMutablePointer<Int8>.allocate(capacity: placeCount)
  places.initialize(repeating: -1, count: placeCount)
  for (place, field) in table.fields.enumerated() {
    precondition(
      place == 0 || field.id > table.fields[place - 1].id,
      "fields are in the order of their numbers"
    )
    (fields + place).initialize(to: field)
    places[Int(field.id)] = Int8(place)
  }
  func stride<Message>(_ type: Message.Type) -> Int { MemoryLayout<Message>.stride }
  return ProtobufCMessageDescriptor(
    name: FieldTable.text(type.fullName),
    sizeof_message: stride(type),
    n_fields: UInt32(table.fields.count),
    fields: UnsafePointer(fields),
    places: UnsafePointer(places),
    placeCount: UInt32(placeCount)
  )
}
