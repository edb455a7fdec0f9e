import ArrangeModel
import Changes

/// What stands for the ids, the order and the fields of a list, so that the list itself need not be kept.
///
/// Two different lists have the same fingerprint with a probability of 2⁻⁶⁴. It depends on the process.
struct ListFingerprint: Hashable, Sendable {
  private let hash: Int

  init(_ list: SectionedList) {
    var hasher = Hasher()
    for section in list.sections {
      ListFingerprint.add(section.element.id, section.element.fields, section.items.count, to: &hasher)
      for item in section.items { ListFingerprint.add(item.id, item.fields, 0, to: &hasher) }
    }
    hash = hasher.finalize()
  }

  private static func add(_ id: Identifier, _ fields: Fields, _ count: Int, to hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(fields)
    hasher.combine(count)
  }
}
