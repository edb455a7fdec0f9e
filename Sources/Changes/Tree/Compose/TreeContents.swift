import ArrangeModel
import Ordering

/// The contents, updates and order keys of two batches, by their positions in NEW.
struct TreeContents {
  /// Content that an element of both versions gets.
  struct NewContent {
    var at: NamedPlace
    var content: ElementSnapshot
    var before: FieldsFingerprint
  }

  /// An order key with the placement version.
  struct NewKey {
    var at: NamedPlace
    var key: OrderKey
    var placementVersion: UInt64
  }

  let touched: [TouchedPlaces]
  /// The contents of what is new, by the indices of what was touched.
  private(set) var contents: [ElementSnapshot?]
  private(set) var updates: [NewContent] = []
  private(set) var keys: [NewKey] = []
  /// By their positions in NEW.
  private(set) var counts: [(at: NamedPlace, counts: BranchCounts)] = []

  private let composition: TreeComposition
  /// The indices of what is new by their positions.
  private var new: [NamedPlace: Int] = [:]

  init(_ composition: TreeComposition) {
    self.composition = composition
    let found = composition.touched()
    touched = found.map(\.places)
    contents = found.map(\.content)
    for (index, each) in found.enumerated() {
      if each.content != nil, let place = each.places.new { new[place] = index }
    }
  }

  /// What stands for the content of something new, which always has one.
  var missing: ElementSnapshot {
    ElementSnapshot(id: .empty, fields: Fields(), contentVersion: 0, key: .empty)
  }

  /// The update with a number, if there is one.
  func update<Place>(_ number: Int, at place: Place) -> Update<Place>? {
    guard number < updates.count else { return nil }
    return Update(at: place, content: updates[number].content, before: updates[number].before)
  }

  /// The order key with a number, which follow the updates, if there is one.
  func key<Place>(_ number: Int, at place: Place) -> PlacedKey<Place>? {
    guard keys.indices.contains(number - updates.count) else { return nil }
    let key = keys[number - updates.count]
    return PlacedKey(at: place, key: key.key, placementVersion: key.placementVersion)
  }

  /// The counts with a number, which follow the order keys, if there are any.
  func counts(_ number: Int) -> BranchCounts? {
    let index = number - updates.count - keys.count
    return counts.indices.contains(index) ? counts[index].counts : nil
  }

  /// Joins the counts of both; the last ones sent count.
  mutating func takeCounts() {
    let later = composition.second.batch.counts.map { (at: composition.second.new($0.at), counts: $0.counts) }
    let counted = Set(later.map(\.at))
    for earlier in composition.first.batch.counts {
      guard let place = composition.forward(composition.first.new(earlier.at)), !counted.contains(place)
      else {
        continue
      }
      counts.append((place, earlier.counts))
    }
    counts += later
  }

  /// Joins the updates of both. An update of something new becomes part of its content; those that cancel out vanish.
  mutating func takeUpdates() {
    var earlier: [NamedPlace: NewContent] = [:]
    for update in composition.first.updates {
      guard let place = composition.forward(update.at) else { continue }
      earlier[place] = NewContent(at: place, content: update.content, before: update.before)
    }
    for var update in composition.second.updates {
      if let index = new[update.at] {
        contents[index] = update.content
        continue
      }
      if let before = earlier.removeValue(forKey: update.at)?.before { update.before = before }
      if update.before != FieldsFingerprint(update.content) { updates.append(update) }
    }
    updates += earlier.values
  }

  /// Joins the order keys of both; the last one sent counts.
  mutating func takeKeys() {
    var later: [NamedPlace: NewKey] = [:]
    for update in composition.second.updates { later[update.at] = NewKey(update) }
    let placedLater = Set(composition.second.keys.map(\.at))
    for key in composition.first.keys {
      guard let place = composition.forward(key.at) else { continue }
      guard !placedLater.contains(place) else { continue }
      keys.append(later[place] ?? NewKey(at: place, key: key.key, placementVersion: key.placementVersion))
    }
    for key in composition.second.keys {
      if let index = new[key.at] {
        contents[index]?.key = key.key
        contents[index]?.placementVersion = key.placementVersion
      } else {
        keys.append(key)
      }
    }
    let placed = Dictionary(keys.map { ($0.at, $0) }) { $1 }
    for index in updates.indices {
      guard let key = placed[updates[index].at] else { continue }
      updates[index].content.key = key.key
      updates[index].content.placementVersion = key.placementVersion
    }
  }
}

extension TreeContents.NewKey {
  /// The order key that comes with an update.
  init(_ update: TreeContents.NewContent) {
    self.init(at: update.at, key: update.content.key, placementVersion: update.content.placementVersion)
  }
}

extension TreeSide {
  fileprivate var updates: [TreeContents.NewContent] {
    batch.sections.updates.map {
      TreeContents.NewContent(at: NamedPlace(below: nil, at: $0.at), content: $0.content, before: $0.before)
    }
      + batch.items.updates.map {
        TreeContents.NewContent(at: new($0.at), content: $0.content, before: $0.before)
      }
  }

  fileprivate var keys: [TreeContents.NewKey] {
    batch.sections.keys.map {
      TreeContents.NewKey(
        at: NamedPlace(below: nil, at: $0.at),
        key: $0.key,
        placementVersion: $0.placementVersion
      )
    }
      + batch.items.keys.map {
        TreeContents.NewKey(at: new($0.at), key: $0.key, placementVersion: $0.placementVersion)
      }
  }

  /// Whether every placed element has its order key, which is also true if there is none.
  var hasAllKeys: Bool {
    batch.sections.keys.count + batch.items.keys.count >= moves.count + unmoved.count
  }
}
