import ArrangeModel

/// Changes fields of elements.
struct UpdateVerb: TransactionVerb {
  let kind: TransactionEditor.Kind
  let updates: [FieldsUpdate]

  var fingerprintNumber: UInt64 { kind == .item ? 7 : 3 }

  func addValues(to content: inout RequestFingerprint.Content) { content.add(updates) { $0.add($1) } }

  func elementCount(in state: CollectionState) -> Int { updates.count }

  func perform(in editor: inout TransactionEditor) throws(ArrangeError) -> TransactionEditor.Names {
    if updates.count == 1 {
      let slot = try editor.locate(updates[0].element, kind, number: 0)
      return .one(try update(0, at: slot, in: &editor))
    }
    let slots = try editor.locateAll(updates.map(\.element), kind)
    var named: [TransactionEditor.Named] = []
    named.reserveCapacity(updates.count)
    for (index, slot) in slots.enumerated() { named.append(try update(index, at: slot, in: &editor)) }
    return .many(named)
  }

  /// Carries out one of the updates.
  private func update(
    _ index: Int,
    at slot: TransactionEditor.Slot,
    in editor: inout TransactionEditor
  ) throws(ArrangeError) -> TransactionEditor.Named {
    let update = updates[index]
    if kind == .section {
      do throws(ArrangeError) { try ItemLimit.check(update.set) } catch {
        throw error.within("sections[\(index)]")
      }
    }
    let (before, key, _) = editor.state.entry(in: slot.scope, at: slot.index)
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
      slot.scope.name(in: &editor)
      editor.state.replace(in: slot.scope, at: slot.index, with: after)
      editor.edits.append(.update(in: slot.scope, at: slot.index, before: before, after: after))
    }
    return TransactionEditor.Named(after, kind, at: slot, key: key)
  }
}
