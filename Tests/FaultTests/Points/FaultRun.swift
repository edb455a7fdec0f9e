import ArrangeModel
import Foundation
import Ordering
import TestSupport
import Wire

/// The start of the workload.
enum Scenario: String, Sendable, Hashable, CaseIterable {
  /// An empty disk: the first server process, from creating the database to a graceful stop.
  case fresh
  /// The disk of the killed first process: recovery, the second process, a graceful stop.
  case recovery
}

/// One run of the workload against a server whose disk fails at one point, and the audit after it.
struct FaultRun: Sendable {
  let scenario: Scenario
  let strategy: String
  let point: FaultPoint
  let fault: Fault
  /// The seed that decides which of the unflushed bytes are lost in a loss of power, once the server has
  /// ended or is idle; nil for no loss of power. Only for the scenario that begins with an empty disk.
  var powerLoss: UInt64?

  /// The outcome.
  enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// The run did not reach the point.
    case notReached = "not reached"
    /// Everything was answered, and the server stopped on request.
    case unharmed
    /// The server refused to start, with a reason.
    case refused
    /// The server stopped by itself, with a reason.
    case stopped
  }

  /// Executes the run.
  ///
  /// - Parameters:
  ///   - workload: the steps.
  ///   - template: the data directory that the scenario begins with.
  /// - Throws: a ``Violation`` if a guarantee is broken.
  func run(_ workload: Workload, template: String?) throws -> Outcome {
    let scratch = try ScratchDirectory()
    let data = scratch.file("data")
    if let template { try FileManager.default.copyItem(atPath: template, toPath: data) }
    var steps = workload.first
    var done = 0
    if scenario == .recovery {
      done = steps.count
      steps += workload.second
    }
    var life = FailingLife(steps: steps, done: done)
    let outcome = try life.live(self, scratch)
    guard let powerLoss else {
      try Aftermath(life: life, data: data, log: scratch.file("second.log")).audit()
      return outcome
    }
    let recording = try DiskRecording(contentsOf: scratch.file("operations"))
    var disk = SimulatedDisk(root: scratch.path, bytes: recording.bytes)
    for change in recording.changes { disk.perform(change) }
    var random = OrderingRandom(seed: powerLoss)
    let rest = try ScratchDirectory()
    try disk.leave(in: rest, using: &random)
    try Aftermath(life: life, data: rest.file("data"), log: rest.file("log")).audit()
    return outcome
  }

  /// The environment variables that control the library.
  func environment(_ scratch: ScratchDirectory) throws -> [String: String] {
    [
      "LD_PRELOAD": try FaultLibrary.path(), "FAULTS_DIRECTORY": scratch.path,
      "FAULTS_LOG": scratch.file("operations"), "FAULTS_CLASS": point.operation.rawValue,
      "FAULTS_POINT": "\(point.number)", "FAULTS_ERROR": fault.error.rawValue,
      "FAULTS_LASTING": fault.isLasting ? "1" : "0", "FAULTS_RECORD": powerLoss == nil ? "0" : "1",
    ]
  }
}

/// A server process with a failing disk, seen by its only client.
struct FailingLife {
  let steps: [Step]
  /// How many of the steps were acknowledged.
  var done: Int
  /// The answers to transactions from this process, by their steps.
  var results: [Int: ApplyResult] = [:]
  /// What is known about the first step that is not done, if it was sent.
  var last: ArrangeError.Processed?

  init(steps: [Step], done: Int) {
    self.steps = steps
    self.done = done
  }

  /// Runs the server until it has ended.
  mutating func live(_ run: FaultRun, _ scratch: ScratchDirectory) throws -> FaultRun.Outcome {
    let server = ChildServer(
      data: scratch.file("data"),
      log: scratch.file("first.log"),
      flags: Workload.flags,
      environment: try run.environment(scratch)
    )
    func hasFailed() -> Bool {
      let log = FileManager.default.contents(atPath: scratch.file("operations")) ?? Data()
      return log.range(of: Data("FAULT ".utf8)) != nil
    }
    func ended(_ status: Int32, _ outcome: FaultRun.Outcome) throws -> FaultRun.Outcome {
      guard status == 74 else { throw Violation("the server ended with status \(status): \(server.logged)") }
      guard hasFailed() else { throw Violation("the server ended without a fault: \(server.logged)") }
      guard server.logged.contains(scratch.path) || server.logged.contains("storage") else {
        throw Violation("the server does not say why it ended: \(server.logged)")
      }
      return outcome
    }
    let port: Int
    switch try server.start() {
    case .listening(let place): port = place
    case .ended(let status): return try ended(status, .refused)
    }
    if try serve(port) {
      if run.powerLoss != nil {
        // A graceful stop would make everything durable; a loss of power doesn't.
        if let status = try server.killRecording() { return try ended(status, .stopped) }
        return hasFailed() ? .unharmed : .notReached
      }
      let status = try server.stop()
      if status == 0 { return hasFailed() ? .unharmed : .notReached }
      return try ended(status, .stopped)
    }
    // After an answer that the storage failed, the server must end.
    return try ended(try server.wait(), .stopped)
  }

  /// Sends the remaining steps until one fails; returns whether none did.
  private mutating func serve(_ port: Int) throws -> Bool {
    guard let connection = try? RawConnection(port: port) else { return false }
    if done > 0 {
      // Loads the content, and asks for a result that is stored.
      guard (try? Auditor(connection: connection).list("list")) != nil else { return false }
      guard case .done(let result) = connection.perform(steps[done - 1]) else { return false }
      guard result?.repeated == true else { throw Violation("a retry was carried out twice") }
    }
    while done < steps.count {
      last = .unknown
      switch connection.perform(steps[done]) {
      case .done(let result):
        results[done] = result
        done += 1
      case .refused(let status):
        guard [.unavailable, .internal, .dataLoss].contains(status.code), !status.message.isEmpty else {
          throw Violation("\(steps[done]) was refused with \(status)")
        }
        last = status.processed
        return false
      case .none: return false
      }
    }
    last = nil
    return true
  }
}

/// The next process, with a working disk: audits the recovered content and does the remaining steps.
struct Aftermath {
  var life: FailingLife
  let data: String
  let log: String

  func audit() throws {
    let server = ChildServer(data: data, log: log, flags: Workload.flags)
    guard case .listening(let port) = try server.start() else {
      throw Violation("the next start is refused: \(server.logged)")
    }
    try audit(RawConnection(port: port))
    guard try server.stop() == 0 else { throw Violation("the next life ends badly: \(server.logged)") }
    try ChildServer.verify(data)
  }

  private func audit(_ connection: RawConnection) throws {
    let auditor = Auditor(connection: connection)
    var model = Model()
    for step in life.steps.prefix(life.done) { try model.perform(step) }
    let found = try auditor.contents()
    let isLastDone = try check(found, &model)
    try checkHistory(auditor, model, through: life.done + (isLastDone ? 1 : 0))
    for (index, result) in life.results.sorted(by: { $0.key < $1.key }) {
      try retry(index, result, connection, model)
    }
    // The unanswered step is sent again, then the rest.
    for index in life.done..<life.steps.count {
      let step = life.steps[index]
      let isRetry = index == life.done && isLastDone
      switch (connection.perform(step), step) {
      case (.done(let result), .apply) where result?.repeated != isRetry:
        throw Violation("the repeated step \(index) was \(isRetry ? "carried out again" : "not carried out")")
      case (.done, _): break
      case (.refused(let status), .create) where isRetry && status.code == .alreadyExists: break
      case (.refused(let status), .delete) where isRetry && status.code == .notFound: break
      case (let answer, _): throw Violation("step \(index) in the next life: \(answer)")
      }
      if !isRetry { try model.perform(step) }
    }
    if let difference = Auditor.difference(try auditor.contents(), model) {
      throw Violation("at the end \(difference)")
    }
  }

  /// Compares the recovered content with the expected one; returns whether the step without an
  /// acknowledgement took effect. The model then includes that effect.
  private func check(_ found: Model, _ model: inout Model) throws -> Bool {
    let lost = Auditor.difference(found, model)
    guard let processed = life.last else {
      if let lost { throw Violation("after everything was acknowledged \(lost)") }
      return false
    }
    if lost == nil {
      guard processed != .done else { throw Violation("what was said to be done is missing") }
      return false
    }
    var after = model
    try after.perform(life.steps[life.done])
    guard Auditor.difference(found, after) == nil else {
      throw Violation("after \(life.done) acknowledged steps \(lost ?? "")")
    }
    guard processed != .notStarted else { throw Violation("what was said not to be started is there") }
    model = after
    return true
  }

  /// The retained commits have the request ids of the steps that made them.
  private func checkHistory(_ auditor: Auditor, _ model: Model, through count: Int) throws {
    for (name, list) in model.lists {
      var requests: [RequestID?] = []
      for case .apply(let request) in life.steps.prefix(count) where request.collection == name {
        requests.append(request.requestID)
      }
      let history = try auditor.history(name)
      guard history.count >= min(requests.count, Workload.retained), UInt64(requests.count) == list.version
      else {
        throw Violation("of the \(requests.count) commits of \(name) only \(history.count) are kept")
      }
      for (version, id) in history where id != requests[Int(version) - 1] {
        throw Violation("the commit \(version) of \(name) has another request id")
      }
    }
  }

  /// A retry of an acknowledged request gets the first answer while it is retained.
  private func retry(_ index: Int, _ result: ApplyResult, _ connection: RawConnection, _ model: Model) throws
  {
    guard case .apply(let request) = life.steps[index], let list = model.lists[request.collection],
      result.version + UInt64(Workload.retained) > list.version
    else { return }
    guard case .done(var again?) = connection.perform(life.steps[index]) else {
      throw Violation("the retry of step \(index) gets no answer")
    }
    guard again.repeated else { throw Violation("the retry of step \(index) was carried out again") }
    again.repeated = false
    guard again == result else { throw Violation("the retry of step \(index) gets another answer") }
  }
}
