internal import CArrangeProtos

/// Finds input that protobuf-c reads differently from the official runtimes: a singular message field that
/// occurs twice. They merge the two, or take the last one of a oneof; protobuf-c silently drops the first. No
/// runtime writes such bytes by itself, so they are refused, with the path of the field.
///
/// The fields follow from the descriptors of the generated C, so all messages are covered, including those
/// added later. Types that have such fields, or contain types that do, have a ``Plan`` with their positions;
/// all others are not inspected.
struct RepeatedFields {
  /// The problem and its position.
  struct Finding {
    var path: String
    var problem: String
  }

  /// The fields of a type that must be inspected.
  struct Plan {
    let descriptor: UnsafePointer<ProtobufCMessageDescriptor>
    /// By their numbers.
    var fields: UnsafeMutablePointer<Field>
    var count: Int
    /// Whether any field must be inspected.
    var isNeeded: Bool
  }

  /// The facts about a field.
  struct Field {
    /// The bit of the field, or of its oneof, that may occur once; 0 for none.
    var once: UInt64 = 0
    /// The plan of the nested message; nil if it need not be inspected.
    var content: UnsafeMutablePointer<Plan>?
  }

  /// The number of plans that are found without a dictionary lookup.
  private static let maximumRecent = 64

  private let recent: UnsafeMutablePointer<UnsafeMutablePointer<Plan>?>
  private var plans: [UnsafeRawPointer: UnsafeMutablePointer<Plan>] = [:]

  init() {
    recent = .allocate(capacity: RepeatedFields.maximumRecent)
    recent.initialize(repeating: nil, count: RepeatedFields.maximumRecent)
  }

  func deallocate() {
    for plan in plans.values {
      plan.pointee.fields.deallocate()
      plan.deallocate()
    }
    recent.deallocate()
  }

  /// Inspects a message that protobuf-c could unpack. O(bytes), without allocations in the normal case.
  @inline(__always)
  mutating func find(
    in bytes: UnsafeRawBufferPointer,
    of descriptor: UnsafePointer<ProtobufCMessageDescriptor>
  ) -> Finding? {
    let place = Int(bitPattern: descriptor) >> 5 & (RepeatedFields.maximumRecent - 1)
    let plan: UnsafeMutablePointer<Plan>
    if let known = recent[place], known.pointee.descriptor == descriptor {
      plan = known
    } else {
      plan = self.plan(of: descriptor)
      recent[place] = plan
    }
    guard plan.pointee.isNeeded, let start = bytes.baseAddress else { return nil }
    return RepeatedFields.find(start, start + bytes.count, plan)
  }

  // MARK: Plans

  @inline(never)
  private mutating func plan(
    of descriptor: UnsafePointer<ProtobufCMessageDescriptor>
  ) -> UnsafeMutablePointer<Plan> {
    if let plan = plans[descriptor] { return plan }
    let fields = UnsafeBufferPointer(
      start: descriptor.pointee.fields,
      count: Int(descriptor.pointee.n_fields)
    )
    let count = Int(fields.map(\.id).max() ?? 0) + 1
    let plan = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
    plan.initialize(
      to: Plan(descriptor: descriptor, fields: .allocate(capacity: count), count: count, isNeeded: false)
    )
    plan.pointee.fields.initialize(repeating: Field(), count: count)
    plans[descriptor] = plan
    func isMessage(_ field: ProtobufCFieldDescriptor) -> Bool { field.type == PROTOBUF_C_TYPE_MESSAGE }
    func isOfChoice(_ field: ProtobufCFieldDescriptor) -> Bool {
      field.flags & PROTOBUF_C_FIELD_FLAG_ONEOF.rawValue != 0
    }
    // The members of a oneof share one discriminator offset.
    let choices = Set(fields.filter { isMessage($0) && isOfChoice($0) }.map(\.quantifier_offset))
    var bits: [UInt32: UInt64] = [:]
    var next: UInt64 = 1
    func bit(_ key: UInt32?) -> UInt64 {
      if let key, let bit = bits[key] { return bit }
      precondition(next != 0, "a message has at most 64 fields with one message")
      let bit = next
      next <<= 1
      if let key { bits[key] = bit }
      return bit
    }
    for field in fields {
      let entry = plan.pointee.fields + Int(field.id)
      if isOfChoice(field) {
        if choices.contains(field.quantifier_offset) { entry.pointee.once = bit(field.quantifier_offset) }
      } else if isMessage(field), field.label != PROTOBUF_C_LABEL_REPEATED {
        entry.pointee.once = bit(nil)
      }
      if isMessage(field) {
        let content = self.plan(of: field.descriptor.assumingMemoryBound(to: ProtobufCMessageDescriptor.self))
        if content.pointee.isNeeded { entry.pointee.content = content }
      }
      if entry.pointee.once != 0 || entry.pointee.content != nil { plan.pointee.isNeeded = true }
    }
    return plan
  }

  // MARK: Looking

  /// Inspects the bytes of a message. Invalid bytes are left for protobuf-c to refuse.
  private static func find(
    _ start: UnsafeRawPointer,
    _ end: UnsafeRawPointer,
    _ plan: UnsafeMutablePointer<Plan>
  ) -> Finding? {
    var place = start
    var seen: UInt64 = 0
    while place < end {
      let begin = place
      guard let tag = varint(&place, end) else { return nil }
      let number = Int(truncatingIfNeeded: tag >> 3)
      let field = number < plan.pointee.count ? plan.pointee.fields[number] : Field()
      if field.once != 0 {
        guard seen & field.once == 0 else { return finding(start, begin, number, plan) }
        seen |= field.once
      }
      switch tag & 7 {
      case 0: guard varint(&place, end) != nil else { return nil }
      case 1: place += 8
      case 2:
        guard let length = varint(&place, end), length <= UInt64(end - place) else { return nil }
        let next = place + Int(length)
        if let content = field.content, var found = find(place, next, content) {
          found.path = "\(name(start, begin, number, plan)).\(found.path)"
          return found
        }
        place = next
      case 5: place += 4
      default: return nil
      }
    }
    return nil
  }

  @inline(__always)
  private static func varint(_ place: inout UnsafeRawPointer, _ end: UnsafeRawPointer) -> UInt64? {
    guard place < end else { return nil }
    let first = place.load(as: UInt8.self)
    place += 1
    if first < 0x80 { return UInt64(first) }
    var value = UInt64(first & 0x7F)
    var shift: UInt64 = 7
    while place < end, shift < 64 {
      let byte = place.load(as: UInt8.self)
      place += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }

  // MARK: Errors

  /// Describes the problem of the field that begins at `begin`.
  @inline(never)
  private static func finding(
    _ start: UnsafeRawPointer,
    _ begin: UnsafeRawPointer,
    _ number: Int,
    _ plan: UnsafeMutablePointer<Plan>
  ) -> Finding {
    let field = descriptor(number, plan)
    let name = String(cString: field.name)
    var first = name
    visit(start, begin) { other in
      guard other < plan.pointee.count, plan.pointee.fields[other].once == plan.pointee.fields[number].once
      else {
        return
      }
      first = String(cString: descriptor(other, plan).name)
    }
    let problem =
      first == name
      ? "is given twice; give it once" : "is given besides \(first), and only one of them can be given"
    return Finding(path: name, problem: problem)
  }

  /// The name of the field that begins at `begin`, with its index in a list.
  @inline(never)
  private static func name(
    _ start: UnsafeRawPointer,
    _ begin: UnsafeRawPointer,
    _ number: Int,
    _ plan: UnsafeMutablePointer<Plan>
  ) -> String {
    let field = descriptor(number, plan)
    guard field.label == PROTOBUF_C_LABEL_REPEATED else { return String(cString: field.name) }
    var index = 0
    visit(start, begin) { if $0 == number { index += 1 } }
    return "\(String(cString: field.name))[\(index)]"
  }

  private static func descriptor(_ number: Int, _ plan: UnsafeMutablePointer<Plan>)
    -> ProtobufCFieldDescriptor
  {
    let descriptor = plan.pointee.descriptor
    let fields = UnsafeBufferPointer(
      start: descriptor.pointee.fields,
      count: Int(descriptor.pointee.n_fields)
    )
    guard let field = fields.first(where: { $0.id == UInt32(number) }) else {
      preconditionFailure("a plan has the fields of its descriptor")
    }
    return field
  }

  /// Calls a closure with the number of each field before `end`.
  private static func visit(_ start: UnsafeRawPointer, _ end: UnsafeRawPointer, _ body: (Int) -> Void) {
    var place = start
    while place < end, let tag = varint(&place, end) {
      body(Int(truncatingIfNeeded: tag >> 3))
      switch tag & 7 {
      case 0: _ = varint(&place, end)
      case 1: place += 8
      case 2: place += Int(varint(&place, end) ?? 0)
      default: place += 4
      }
    }
  }
}
