/// What an overlay is called: its own name, its collection, and its principal.
///
/// The entries of an overlay are items of a collection of its own, whose name begins with a control character, so that no
/// client can name it.
package struct OverlayName: Sendable, Hashable {
  package let collection: Identifier
  /// Nil for a shared overlay.
  package let principal: Principal?
  package let overlay: Identifier

  private static let mark = "\u{1}"

  package init(_ overlay: Identifier, of collection: Identifier, for principal: Principal?) {
    self.overlay = overlay
    self.collection = collection
    self.principal = principal
  }

  /// The overlay whose entries are in a collection; nil if it is a collection like others.
  package init?(_ stored: Identifier) {
    guard stored.isOverlay else { return nil }
    let parts = stored.text.unicodeScalars.split(separator: "\u{1}", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    collection = Identifier(unchecked: String(parts[1]))
    principal = parts[2].isEmpty ? nil : Principal(unchecked: String(parts[2]))
    overlay = Identifier(unchecked: String(parts[3]))
  }

  /// The name of the collection that has the entries.
  package var stored: Identifier {
    let mark = OverlayName.mark
    return Identifier(unchecked: "\(mark)\(collection)\(mark)\(principal?.name ?? "")\(mark)\(overlay)")
  }

  /// What the names of all overlays of a collection begin with.
  package static func prefix(of collection: Identifier) -> String { "\(mark)\(collection)\(mark)" }

  /// What the names of the overlays of a principal begin with, or those of the shared ones.
  package static func prefix(of collection: Identifier, for principal: Principal?) -> String {
    "\(prefix(of: collection))\(principal?.name ?? "")\(mark)"
  }

  /// The longest ``stored`` name, in bytes.
  package static let maximumLength = 3 * (1 + Identifier.maximumLength)
}

extension OverlayName: CustomStringConvertible {
  /// The overlay in messages.
  package var description: String {
    "\(principal == nil ? "shared overlay" : "overlay") \"\(overlay)\" of \"\(collection)\""
  }
}

extension Identifier {
  /// Makes the name of a collection, which may be one that has the entries of an overlay, or of a sink, after checking it.
  package init(storedName text: String) throws(ArrangeError) {
    let name = Identifier(unchecked: text)
    if let sink = SinkName.name(of: name) {
      _ = try Identifier(sink.text)
      self = name
      return
    }
    guard let overlay = OverlayName(name) else {
      self = try Identifier(text)
      return
    }
    _ = try Identifier(overlay.collection.text)
    _ = try Identifier(overlay.principal?.name ?? "", allowingEmpty: true)
    _ = try Identifier(overlay.overlay.text)
    self = name
  }

  /// Whether it is the name of a collection that has the entries of an overlay.
  package var isOverlay: Bool { text.utf8.first == 1 }

  /// The name that decides to which shard and slot a collection belongs: an overlay is where its collection is, and a sink where
  /// a collection of its name would be.
  package var placedName: Identifier {
    isOverlay ? OverlayName(self)?.collection ?? self : SinkName.name(of: self) ?? self
  }
}

extension ViewDefinition {
  /// The collections that have the entries of the overlays that the view shows, each once. The view is resolved for its
  /// reader: another one names no owner of an own overlay, which is left out.
  package var overlays: [Identifier] {
    var names: [Identifier] = []
    for part in parts {
      guard case .collection(let query) = part.content, let name = query.overlayName?.stored,
        !names.contains(name)
      else { continue }
      names.append(name)
    }
    return names
  }

  /// The path of an overlay in the definition, as errors name it.
  package func place(ofOverlay stored: Identifier) -> String {
    for (index, part) in parts.enumerated() {
      if case .collection(let query) = part.content, query.overlayName?.stored == stored {
        return "view.parts[\(index)].query.overlay"
      }
    }
    return "view"
  }
}

extension ViewDefinition.Query {
  /// The overlay in whose order the items are shown; nil if there is none, or if the owner is not known.
  package var overlayName: OverlayName? {
    guard let overlay, !overlay.isOwn || overlay.owner != nil else { return nil }
    return OverlayName(overlay.name, of: collection, for: overlay.owner)
  }
}

/// A request that names an overlay.
package protocol OverlayRequest {
  var collection: Identifier { get }
  var overlay: Identifier { get }
  var isShared: Bool { get }
  var principal: Principal? { get }
}

extension OverlayRequest {
  /// Whether the overlay is not the caller's own one.
  package var isAboutOthers: Bool { isShared || principal != nil }

  /// The overlay that is named.
  ///
  /// - Throws: ``StatusCode/invalidArgument`` if it can't be there.
  package func name(for caller: Principal?) throws(ArrangeError) -> OverlayName {
    if isShared {
      guard principal == nil else {
        throw ArrangeError(
          .invalidArgument,
          "a shared overlay belongs to no principal; leave this empty",
          field: "principal"
        )
      }
      guard overlay != ViewDefinition.ShownOverlay.ownName else {
        throw ArrangeError(
          .invalidArgument,
          "\"\(overlay)\" is the name of everybody's own overlay; give a shared one another name",
          field: "overlay"
        )
      }
      return OverlayName(overlay, of: collection, for: nil)
    }
    return OverlayName(overlay, of: collection, for: principal ?? caller ?? .anonymous)
  }
}

extension CreateOverlayRequest: OverlayRequest {}
extension GetOverlayRequest: OverlayRequest {}
extension ResetOverlayRequest: OverlayRequest {}
extension DeleteOverlayRequest: OverlayRequest {}

extension ListOverlaysRequest {
  package var isAboutOthers: Bool { principal != nil }
}
