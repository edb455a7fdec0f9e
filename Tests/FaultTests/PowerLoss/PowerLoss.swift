import ArrangeModel
import Foundation
import Ordering
import TestSupport
import Wire

/// A loss of power at a point of a recorded load, and the audit of the next start on the resulting disk.
struct PowerLoss: Sendable {
  /// The number of the first change of the disk that is lost.
  let point: Int
  let seed: UInt64

  /// Chosen points in ascending order: half of them anywhere, half at rare changes, which are the interesting
  /// ones.
  static func choose(_ count: Int, in recording: DiskRecording, seed: UInt64) -> [PowerLoss] {
    var random = OrderingRandom(seed: seed)
    let all = recording.changes.indices
    let rare = all.filter { index in
      switch recording.changes[index].kind {
      case .write, .open, .close, .start, .fault: false
      default: true
      }
    }
    let points = (0..<count).map { number -> Int in
      if number.isMultiple(of: 2), let near = rare.randomElement(using: &random) {
        return min(all.upperBound - 1, near + Int.random(in: 0...1, using: &random))
      }
      return Int.random(in: all, using: &random)
    }
    return points.sorted().map { PowerLoss(point: $0, seed: random.next()) }
  }

  /// Executes losses of power, whose points must ascend.
  static func perform(_ losses: [PowerLoss], _ recorded: RecordedLoad) -> [Result<Void, any Error>] {
    var disk = SimulatedDisk(root: recorded.root, bytes: recorded.disk.bytes)
    var done = 0
    return losses.map { loss in
      for change in recorded.disk.changes[done..<loss.point] { disk.perform(change) }
      done = loss.point
      return Result { try loss.audit(disk, recorded) }
    }
  }

  /// Starts a server on the resulting disk and compares its content with the acknowledged changes.
  func audit(_ disk: SimulatedDisk, _ recorded: RecordedLoad) throws {
    var random = OrderingRandom(seed: seed)
    let scratch = try ScratchDirectory()
    try disk.leave(in: scratch, using: &random)
    let server = ChildServer(data: scratch.file("data"), log: scratch.file("log"), flags: Load.flags)
    guard case .listening(let port) = try server.start() else {
      throw Violation("the start is refused: \(server.logged)")
    }
    do {
      // The change at the point isn't done yet, so everything acknowledged before it counts.
      let time = recorded.disk.changes[point].end
      try PowerLossAudit(load: recorded.load, time: time, connection: RawConnection(port: port)).run(&random)
    } catch let error as ArrangeError {
      throw Violation("a read fails: \(error.message) \(server.logged)")
    }
    server.kill()
    try ChildServer.verify(scratch.file("data"))
  }
}

/// The audit of a server after a loss of power.
struct PowerLossAudit {
  /// The number of retries for each list.
  private static let retries = 5

  let load: Load
  /// The time of the loss of power.
  let time: UInt64
  let connection: RawConnection

  func run(_ random: inout OrderingRandom) throws {
    let auditor = Auditor(connection: connection)
    let found = try auditor.contents()
    for name in Load.lists {
      guard let list = found.lists[name] else {
        if (load.created[name] ?? 0) < time { throw Violation("the collection \(name) is lost") }
        continue
      }
      try audit(name, list, auditor, &random)
    }
    for life in load.shortLives {
      let isThere = found.lists[life.name] != nil
      if isThere, life.deleted < time { throw Violation("\(life.name) was deleted and is there") }
      if !isThere, life.created < time, time < life.deleting { throw Violation("\(life.name) is lost") }
    }
    let known = Set(Load.lists + load.shortLives.map(\.name))
    guard known.isSuperset(of: found.lists.keys) else { throw Violation("a collection that nobody made") }
  }

  private func audit(
    _ name: Identifier,
    _ list: Model.List,
    _ auditor: Auditor,
    _ random: inout OrderingRandom
  ) throws {
    guard let sent = load.sent[name], let states = load.states[name] else { return }
    let acknowledged = sent.last { $0.acknowledged < time }.map(\.result.version) ?? 0
    guard list.version >= acknowledged else {
      throw Violation("\(name) is at version \(list.version), but \(acknowledged) was acknowledged")
    }
    guard list.version < states.count else { throw Violation("\(name) has versions that nobody made") }
    var wanted = Model()
    wanted.lists[name] = states[Int(list.version)]
    if let difference = Auditor.difference(Model(lists: [name: list]), wanted) { throw Violation(difference) }

    let history = try auditor.history(name)
    guard history.count >= min(Load.retained, Int(list.version)) else {
      throw Violation("of \(name) only \(history.count) commits are kept at version \(list.version)")
    }
    for (version, id) in history where id != sent[Int(version) - 1].request.requestID {
      throw Violation("the commit \(version) of \(name) has another request id")
    }
    // Unacknowledged commits that are there count as well: they happened.
    let oldest = max(1, Int(list.version) - Load.retained + 1)
    if list.version > 0 {
      for _ in 0..<PowerLossAudit.retries {
        try retry(sent[Int.random(in: oldest...Int(list.version), using: &random) - 1], name)
      }
    }
    // A missing commit did not happen, and its request can be sent again.
    guard Int(list.version) < sent.count else { return }
    let next = sent[Int(list.version)]
    guard case .done(let result?) = connection.perform(.apply(next.request)), !result.repeated,
      result.version == list.version + 1,
      result.operations.map({ $0.map(\.place) })
        == next.result.operations.map({ $0.map(\.place) })
    else { throw Violation("\(name) does not go on from version \(list.version)") }
  }

  /// A retry gets the first answer.
  private func retry(_ sent: Sent, _ name: Identifier) throws {
    guard case .done(var result?) = connection.perform(.apply(sent.request)), result.repeated else {
      throw Violation("the retry of commit \(sent.result.version) of \(name) was carried out again")
    }
    result.repeated = false
    guard result == sent.result else {
      throw Violation("the retry of commit \(sent.result.version) of \(name) gets another answer")
    }
  }
}
