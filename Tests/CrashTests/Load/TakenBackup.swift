import ArrangeClient
import Foundation
import TestSupport

/// A backup that was taken while clients wrote, and what it holds of each collection.
///
/// What it holds must be what a read would have given between its beginning and its end, for all collections at the same moment.
struct TakenBackup: Sendable {
  let cycle: Int
  let invoked: Int
  let completed: Int
  let file: URL

  /// Takes a backup of everything.
  ///
  /// - Returns: nil if the server ended before the backup was complete.
  /// - Throws: a ``Violation`` if the server refused it.
  static func take(
    _ client: ArrangeClient,
    to file: URL,
    cycle: Int,
    recorder: Recorder
  ) async throws -> TakenBackup? {
    let invoked = recorder.tick()
    var bytes = Data()
    do throws(ArrangeError) {
      for try await piece in client.backup() { bytes += piece }
    } catch {
      guard [.unavailable, .deadlineExceeded, .cancelled].contains(error.code) else {
        throw Violation(.broken, "a backup was refused: \(error)")
      }
      return nil
    }
    let completed = recorder.tick()
    try bytes.write(to: file)
    return TakenBackup(cycle: cycle, invoked: invoked, completed: completed, file: file)
  }

  /// Restores the backup, has everything in the new directory checked, and reads it from a server.
  ///
  /// - Returns: the reads, as if they had been made when the backup was taken.
  func restored(in directory: URL) async throws -> [Call] {
    let data = directory.appendingPathComponent("restored \(cycle)")
    defer { try? FileManager.default.removeItem(at: data) }
    try TakenBackup.run("arrange", "restore", file.path, "--data", data.path)
    try TakenBackup.run("arranged", "verify", "--data", data.path)
    let socket = directory.appendingPathComponent("restored").path
    let server = try ServerRun(
      ["--data", data.path, "--listen", "unix:\(socket)", "--log-level", "error"],
      socket: socket,
      log: directory.appendingPathComponent("restored.log").path
    )
    guard await server.isListening() else { throw Violation(.broken, "no server on \(data.path)") }
    let recorder = Recorder()
    let client = RecordingClient(0, cycle: cycle, socket: socket, recorder: recorder, sightings: [:])
    for (name, _) in CrashRun.collections {
      _ = await client.read(name, pageSize: 1_000)
      _ = await client.history(name, from: 1)
    }
    await client.client.close()
    server.send(SIGTERM)
    guard try await server.ending() == .status(0) else {
      throw Violation(.broken, "the server on \(data.path) does not stop as it should")
    }
    return try recorder.all.map { call in
      guard call.shownVersion != nil else {
        throw Violation(.broken, "a restored list can't be read", call)
      }
      return Call(
        cycle: cycle,
        client: call.client,
        collection: call.collection,
        request: call.request,
        invoked: invoked,
        completed: completed,
        outcome: call.outcome
      )
    }
  }

  /// Runs a program that has to succeed.
  static func run(_ program: String, _ arguments: String...) throws {
    let run = try ServerProcess.run(program, arguments)
    guard run.status == 0 else {
      throw Violation(.broken, "\(program) \(arguments.joined(separator: " ")): \(run)")
    }
  }

  /// Checks that the versions of all collections are of one moment: where a commit is in it, everything that was acknowledged
  /// before that commit was asked for is in it as well, in every collection.
  ///
  /// - Parameters:
  ///   - versions: of the collections in the backup.
  ///   - calls: of all clients.
  static func checkMoment(_ versions: [Identifier: UInt64], _ calls: [Call]) throws(Violation) {
    func made(_ call: Call) -> (version: UInt64, limit: UInt64)? {
      guard case .result(let result) = call.outcome, result.changed, !result.repeated,
        let limit = versions[call.collection]
      else { return nil }
      return (result.version, limit)
    }
    let included = calls.filter { call in made(call).map { $0.version <= $0.limit } ?? false }
    guard let last = included.max(by: { $0.invoked < $1.invoked }) else { return }
    for call in calls where call.completed < last.invoked {
      if let made = made(call), made.version > made.limit {
        throw Violation(.lost, "a backup has the second of these, and not the first", call, last)
      }
    }
  }
}
