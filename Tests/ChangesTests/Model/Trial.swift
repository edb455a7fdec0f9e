import ArrangeModel
import Changes
import Testing

/// An edit of a list of numbers, whose batches are made and put to all tests.
struct Trial {
  let exact: ChangeBatch
  let uikit: ChangeBatch
  let old: SectionedList
  let new: SectionedList

  /// - Parameters:
  ///   - items: the items of sections 0, 1 and so on, with numbers of their own.
  ///   - edit: what happens to them.
  init(_ items: [[Int]], _ edit: (inout ModelEditor) -> Void) throws {
    var editor = ModelEditor(ModelList(items: items))
    edit(&editor)
    try self.init(from: ModelList(items: items), to: editor.list, touched: editor.touched)
  }

  init(from old: ModelList, to new: ModelList, touched: TouchedNumbers) throws {
    var (old, new) = (old, new)
    old.index()
    new.index()
    var check = HistoryCheck(
      ModelHistory(states: [old, new], touched: [TouchedNumbers(), touched]),
      triesAllMoves: true
    )
    try check.run()
    self.old = old.list
    self.new = new.list
    let (exact, uikit) = (
      ChangeBatch.derive(from: old, to: new, touched: touched.all),
      ChangeBatch.derive(from: old, to: new, touched: touched.all, profile: .uikit)
    )
    guard case .batch(let exact) = exact, case .batch(let uikit) = uikit else {
      throw HistoryFailure(description: "no batch")
    }
    self.exact = exact
    self.uikit = uikit
  }

  /// The exact batch in a few words: `-0.1 +0.2 0.3>0.4 ~0.0 S-0 S+1 S0>1 S~2`, with `<` for what is kept.
  var text: String { exact.text }
}

extension ChangeBatch {
  /// Sections first, then items; deletes, inserts, moves, updates. What is unmoved is left out.
  var text: String {
    var parts = sections.deletes.map { "S-\($0)" }
    for insert in sections.inserts {
      let items = insert.items.map { run in
        switch run {
        case .kept(let path, let count): "\(path.text)" + (count > 1 ? "*\(count)" : "")
        case .new(let items): "new" + (items.count > 1 ? "*\(items.count)" : "")
        }
      }
      let origin = if case .kept(let index) = insert.source { "<\(index)" } else { "" }
      parts.append("S+\(insert.at)\(origin)" + (items.isEmpty ? "" : "(\(items.joined(separator: " ")))"))
    }
    parts += sections.moves.map { "S\($0.from)>\($0.to)" }
    parts += sections.updates.map { "S~\($0.at)" }
    parts += items.deletes.map { "-\($0.text)" }
    for insert in items.inserts {
      if case .kept(let path) = insert.source {
        parts.append("+\(insert.at.text)<\(path.text)")
      } else {
        parts.append("+\(insert.at.text)")
      }
    }
    parts += items.moves.map { "\($0.from.text)>\($0.to.text)" }
    parts += items.updates.map { "~\($0.at.text)" }
    return parts.joined(separator: " ")
  }
}

extension ListPath {
  var text: String { "\(section).\(item)" }
}
