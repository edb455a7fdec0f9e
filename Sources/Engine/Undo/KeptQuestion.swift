import ArrangeModel

/// A change that an undo keeps, of which it is not known yet who is the reason.
struct KeptQuestion {
  /// Its place in the list of the report.
  var place: Int
  /// The element whose later change is the reason.
  var key: ElementKey
  var reason: UndoneChange.Reason
  /// The commit that had made the change.
  var version: UInt64

  /// Finds the newest commits that are the reasons, and names them and their authors. O(edits since the oldest change).
  static func answer(_ questions: [KeptQuestion], by log: UndoLog, in list: inout UndoReport.List) {
    guard let oldest = questions.map(\.version).min() else { return }
    var asked: [ElementKey: [Int]] = [:]
    for (number, question) in questions.enumerated() { asked[question.key, default: []].append(number) }
    var found = [UInt64](repeating: 0, count: questions.count)
    log.edits.visitCommits(after: oldest) { edit, version in
      guard let numbers = asked[ElementKey(edit.elementKind, edit.element)] else { return }
      for number in numbers where questions[number].isAnswered(by: edit, at: version) {
        found[number] = version
      }
    }
    for (question, version) in zip(questions, found) where version > 0 {
      list.name(version, log.edits.author(of: version), at: question.place)
    }
  }

  private func isAnswered(by edit: LoggedEdit, at version: UInt64) -> Bool {
    guard version > self.version else { return false }
    return switch (reason, edit.kind) {
    case (.changed, .itemUpdated), (.changed, .childUpdated), (.changed, .sectionUpdated): true
    case (.gone, .itemRemoved), (.gone, .childRemoved), (.gone, .itemOfRemovedSection),
      (.gone, .sectionRemoved):
      true
    case (.parentGone, .itemRemoved), (.parentGone, .childRemoved), (.parentGone, .itemOfRemovedSection):
      true
    // Another item has the id of the parent.
    case (.parentGone, .itemInserted), (.parentGone, .childInserted): true
    case (.idTaken, .itemInserted), (.idTaken, .childInserted), (.idTaken, .sectionInserted): true
    case (.sectionGone, .sectionRemoved): true
    default: false
    }
  }
}

extension UndoReport.List {
  /// Names the commit that is the reason why a listed change is kept.
  fileprivate mutating func name(_ version: UInt64, _ author: Principal?, at place: Int) {
    changes[place].byVersion = version
    changes[place].by = author
  }
}
