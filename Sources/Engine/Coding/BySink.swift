import ArrangeModel

/// What is stored for a sink with the description of a collection or a view.
protocol StoredBySink: Sendable, Hashable {
  func encode(to writer: inout ByteWriter)

  init(from reader: inout ByteReader) throws(ArrangeError)
}

/// How far sinks have delivered a collection or a view, by the keys of the sinks. It is stored with its description.
struct BySink<Value: StoredBySink>: Sendable, Hashable {
  private var values: [Int64: Value] = [:]

  init() {}

  var isEmpty: Bool { values.isEmpty }

  subscript(sink: CollectionKey) -> Value? {
    get { values[sink.value] }
    set { values[sink.value] = newValue }
  }

  /// Forgets sinks that are gone.
  mutating func keep(_ sinks: Set<CollectionKey>) {
    values = values.filter { sinks.contains(CollectionKey($0.key)) }
  }

  func encode(to writer: inout ByteWriter) {
    writer.write(values.count)
    for (sink, value) in values.sorted(by: { $0.key < $1.key }) {
      writer.write(UInt64(sink))
      value.encode(to: &writer)
    }
  }

  /// - Throws: ``StatusCode/dataLoss`` if a key is out of range, or a sink is there twice.
  init(from reader: inout ByteReader) throws(ArrangeError) {
    for _ in 0..<(try reader.count()) {
      let sink = try reader.number()
      guard sink > 0, sink <= UInt64(Int64.max) else {
        throw .damagedJournal("the position of a sink has no valid key")
      }
      guard values[Int64(sink)] == nil else { throw .damagedJournal("a sink has two positions") }
      values[Int64(sink)] = try Value(from: &reader)
    }
  }
}
