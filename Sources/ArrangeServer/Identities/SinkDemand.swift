import Access
import ArrangeModel
import Engine

/// What a request says of a sink.
struct AccessedSink: Sendable {
  var name: Identifier
  /// The field with the name.
  var field = "name"
  /// What the sink delivers from now on; nil if that stays as it is.
  var wanted: SinkSettings?
  /// Whether the request creates it.
  var isNew = false
}

/// The access that a call about a sink needs: `manage` on all that the sink delivers, before and after the call, or `admin`.
///
/// A sink that others deliver elsewhere is no sink for the caller, so that its name and its address are not told.
struct SinkDemand: Sendable, Equatable {
  var name: Identifier
  /// What it delivers; nil if there is no such sink.
  var stored: SinkSettings?
  /// What it delivers from now on; nil if that stays as it is.
  var wanted: SinkSettings?
  /// Whether the call creates it.
  var isNew: Bool

  init(_ sink: AccessedSink, stored: SinkSettings?) {
    (name, wanted, isNew) = (sink.name, sink.wanted, sink.isNew)
    self.stored = stored
  }

  /// Whether a principal may do this.
  func verdict(_ rights: Rights, _ control: AccessControl) -> AccessVerdict {
    if rights.isAdministrator { return .allowed }
    if !isNew {
      guard let stored, rights.mayManage(stored) else { return .hidden([name]) }
    }
    guard let wanted else { return .allowed }
    if let pattern = rights.firstUnmanaged(of: wanted) {
      return .denied(.notManaged(pattern, rights.principal))
    }
    // What an administrator has set stays as it is together with the address for which it was set, for what the sink delivers already:
    // nobody has other lists signed with its key, or sent where only an administrator may send them.
    let old = stored.flatMap { $0.url == wanted.url && wanted.isWithin($0) ? $0 : nil }
    guard wanted.postgres == old?.postgres else { return .denied(.mirror(rights.principal)) }
    let networks = old?.allowedAddresses ?? []
    guard wanted.allowedAddresses.allSatisfy(networks.contains) else {
      return .denied(.privateAddress(rights.principal))
    }
    for key in wanted.secrets where old?.secrets.contains(key) != true {
      guard control.rules?.policy.mayUse(sinkKey: key, as: rights.principal) ?? true else {
        return .denied(.sinkKey(key, rights.principal))
      }
    }
    return .allowed
  }
}

extension Rights {
  /// Whether everything that a sink delivers may be managed.
  func mayManage(_ sink: SinkSettings) -> Bool { isAdministrator || firstUnmanaged(of: sink) == nil }

  /// The first pattern of a sink, or its view, that may not be managed; nil if everything may be.
  func firstUnmanaged(of sink: SinkSettings) -> String? {
    if let view = sink.view, !permissions(on: view).contains(.manage) { return view.text }
    return sink.collections.first { !permits(.manage, onAll: $0) }
  }
}

extension SinkSettings {
  /// Whether everything that is delivered is delivered by other settings as well.
  fileprivate func isWithin(_ other: SinkSettings) -> Bool {
    (view == nil || view == other.view)
      && collections.allSatisfy { wanted in
        other.collections.contains { NamePattern.isEvery(nameOf: wanted, in: $0) }
      }
  }
}

extension ArrangeError {
  fileprivate static func notManaged(_ pattern: String, _ principal: Principal) -> ArrangeError {
    ArrangeError(
      .permissionDenied,
      "a sink is made by who may manage everything that it delivers, and \"\(principal)\" may not manage all of "
        + "\"\(pattern)\"; who runs the server can grant it in the access file",
      field: "settings.collections"
    )
  }

  fileprivate static func privateAddress(_ principal: Principal) -> ArrangeError {
    ArrangeError(
      .permissionDenied,
      "\"\(principal)\" may not let a sink reach private addresses; who administers the server may",
      field: "settings.allowed_addresses"
    )
  }

  fileprivate static func mirror(_ principal: Principal) -> ArrangeError {
    ArrangeError(
      .permissionDenied,
      "\"\(principal)\" may not have a sink write into a database; who administers the server may",
      field: "settings.postgres"
    )
  }

  fileprivate static func sinkKey(_ key: String, _ principal: Principal) -> ArrangeError {
    ArrangeError(
      .permissionDenied,
      "\"\(principal)\" may not have messages signed with the key \(key); who runs the server can allow it in the access "
        + "file, below `sinks`",
      field: "settings.secrets"
    )
  }
}

// MARK: Requests

extension CreateSinkRequest {
  var accessedSink: AccessedSink? { AccessedSink(name: name, wanted: settings, isNew: true) }
}

extension GetSinkRequest {
  var accessedSink: AccessedSink? { AccessedSink(name: name) }
}

extension UpdateSinkRequest {
  var accessedSink: AccessedSink? { AccessedSink(name: name, wanted: settings) }
}

extension PauseSinkRequest {
  var accessedSink: AccessedSink? { AccessedSink(name: name) }
}

extension ResumeSinkRequest {
  var accessedSink: AccessedSink? { AccessedSink(name: name) }
}

extension ReplaySinkRequest {
  var accessedSink: AccessedSink? { AccessedSink(name: sink, field: "sink") }
}

extension TestSinkRequest {
  var accessedSink: AccessedSink? { AccessedSink(name: name) }
}

extension DeleteSinkRequest {
  var accessedSink: AccessedSink? { AccessedSink(name: name) }
}

extension SinkStatusRequest {
  var accessedSink: AccessedSink { AccessedSink(name: name) }
}
