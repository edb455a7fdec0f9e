import ArrangeModel

/// Changes fields of elements.
struct UpdateVerb: TransactionVerb {
  let kind: TransactionEditor.Kind
  let updates: [FieldsUpdate]

  var fingerprintNumber: UInt64 { kind == .item ? 7 : 3 }

  func addValues(to content: inout RequestFingerprint.Content) { content.add(updates) { $0.add($1) } }

  func elementCount(in state: CollectionState) -> Int { updates.count }

  func perform(in editor: inout TransactionEditor) throws(ArrangeError) -> [TransactionEditor.Named] {
    let slots = try editor.locateAll(updates.map(\.element), kind)
    var named: [TransactionEditor.Named] = []
    named.reserveCapacity(updates.count)
    for (index, (update, slot)) in zip(updates, slots).enumerated() {
      let before = editor.state.entry(in: slot.scope, at: slot.index).element
      try editor.charge(WriteCost.ofEdit + before.byteCount + update.set.encoded.count)
      let fields: Fields
      do {
        fields = try before.withFieldBytes { (bytes) throws(ArrangeError) in
          try update.applied(to: UnsafeRawBufferPointer(bytes))
        }
      } catch {
        throw error.within("\(kind.listField)[\(index)]")
      }
      let after = Element(id: update.element.id, fields: fields, contentVersion: editor.newVersion)
      if !after.hasSameFields(as: before) {
        editor.state.replace(in: slot.scope, at: slot.index, with: after)
        editor.edits.append(.update(in: slot.scope, at: slot.index, before: before, after: after))
      }
      named.append(TransactionEditor.Named(after, kind, at: slot))
    }
    return named
  }
}
