import ArrangeModel
import Foundation
import TestSupport
import Wire

/// A load on a server with a recording of all changes of the disk: three processes, of which the first is
/// killed and the second stopped.
struct RecordedLoad: Sendable {
  /// The minimum duration of a flush, in microseconds: long enough for groups of commits to form, and for an
  /// answer before its flush to be noticed.
  private static let flushTime = 400

  let load: Load
  let disk: DiskRecording
  /// The root directory.
  let root: String

  init(seed: UInt64) throws {
    let scratch = try ScratchDirectory()
    root = scratch.file("disk")
    let recording = scratch.file("recording")
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    let server = ChildServer(
      data: root + "/data",
      log: scratch.file("log"),
      flags: Load.flags,
      environment: [
        "LD_PRELOAD": try FaultLibrary.path(), "FAULTS_DIRECTORY": root, "FAULTS_LOG": recording,
        "FAULTS_RECORD": "1", "FAULTS_SYNC_DELAY": "\(RecordedLoad.flushTime)",
      ]
    )
    let place = CurrentAddress()
    func start() throws {
      guard case .listening(let port) = try server.start() else { throw Failure(server.logged) }
      place.move(to: port)
    }
    try start()
    var created: [Identifier: UInt64] = [:]
    let creator = try place.connect()
    for name in Load.lists {
      guard case .done = creator.perform(.create(name, strategy: name.text)) else { throw Failure("\(name)") }
      created[name] = Load.now()
    }
    let clients = Clients(seed: seed, place: place)
    let all = Load.clients * Load.changes
    var shortLives = try RecordedLoad.shortLives(0..<4, creator)
    try place.wait(forAnswers: all / 3)
    place.move(to: nil)
    if let status = try server.killRecording() {
      throw Failure("before it is killed it ends with \(status): \(server.logged)")
    }
    try start()
    try place.wait(forAnswers: all * 2 / 3)
    place.move(to: nil)
    guard try server.stop() == 0 else { throw Violation("a stop under load: \(server.logged)") }
    try start()
    shortLives += try RecordedLoad.shortLives(4..<8, place.connect())
    let answers = try clients.finish()
    guard try server.stop() == 0 else { throw Violation("the last stop: \(server.logged)") }
    load = try Load(answers, created: created, shortLives: shortLives)
    disk = try DiskRecording(contentsOf: recording)
  }

  /// Creates collections, writes to them and deletes them.
  private static func shortLives(_ numbers: Range<Int>, _ connection: RawConnection) throws -> [ShortLife] {
    try numbers.map { number in
      let name = Identifier(unchecked: "short-\(number)")
      func perform(_ step: Step) throws {
        guard case .done = connection.perform(step) else { throw Failure("\(step) fails") }
      }
      try perform(.create(name, strategy: "lexorank"))
      let created = Load.now()
      for index in 0..<3 {
        let item = NewElement(id: Identifier(unchecked: "\(index)"))
        try perform(.apply(ApplyRequest(collection: name, operations: [.insertItems([item], to: .init())])))
      }
      let deleting = Load.now()
      try perform(.delete(name))
      return ShortLife(name: name, created: created, deleting: deleting, deleted: Load.now())
    }
  }

  /// The clients, each on a thread of its own.
  private final class Clients: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private let lock = NSLock()
    private var answers: [Sent] = []
    private var failure: (any Error)?

    init(seed: UInt64, place: CurrentAddress) {
      for number in 0..<Load.clients {
        Thread.detachNewThread {
          var client = LoadClient(number: number, seed: seed, place: place)
          let result = Result { try client.run() }
          self.lock.withLock {
            switch result {
            case .success(let answers): self.answers += answers
            case .failure(let error): self.failure = error
            }
          }
          self.done.signal()
        }
      }
    }

    /// Waits for all of them.
    func finish() throws -> [Sent] {
      for _ in 0..<Load.clients { done.wait() }
      if let failure { throw failure }
      return answers
    }
  }
}
