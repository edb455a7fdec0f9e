import ArrangeModel
import Ordering

/// The collections of something that changes several of them.
///
/// They are taken in the order of their names, so that two such things never wait for each other, and further writes to them wait
/// until they are released. Then each collection gets its state and its commit on its own shard, and all commits become durable
/// in one step of the journal.
///
/// One shard coordinates it. Functions are used on its executor, unless they say otherwise.
final class JointHold<Note: Sendable>: @unchecked Sendable {
  /// A collection that was taken, with what its shard knows of it.
  struct Held {
    let shard: Shard
    let hosted: HostedCollection
    var part: JointEdit.Part
    /// The history of its version, and that of a version that is made now.
    var history: UInt64
    var nextHistory: UInt64
    var note: Note
  }

  /// Looks at a collection that is being taken, on the executor of its shard. An error ends everything.
  typealias Inspection = @Sendable (HostedCollection, Shard) throws(ArrangeError) -> Note

  let coordinator: Shard
  let caller: Caller
  private let directory: ShardDirectory
  private let names: [Identifier]
  private let inspect: Inspection
  private(set) var held: [Held] = []

  /// - Parameter names: the collections, in ascending order of the bytes of their names.
  init(
    _ names: [Identifier],
    for caller: Caller,
    on coordinator: Shard,
    among directory: ShardDirectory,
    inspect: @escaping Inspection
  ) {
    self.names = names
    self.caller = caller
    self.coordinator = coordinator
    self.directory = directory
    self.inspect = inspect
  }

  // MARK: Shards

  /// Runs work on the executor of a shard: at once if that is the coordinator.
  func run(on shard: Shard, _ work: @escaping @Sendable () -> Void) {
    if shard === coordinator { work() } else { shard.executor.execute(work) }
  }

  /// Calls a closure on the coordinator's executor, behind everything that a shard has submitted so far.
  func back(from shard: Shard, _ body: @escaping @Sendable () -> Void) {
    if shard === coordinator { return body() }
    // The writes of this turn of the shard are submitted before.
    shard.executor.execute { [self] in coordinator.executor.execute(body) }
  }

  // MARK: Taking

  /// Takes all collections.
  ///
  /// - Parameter whenTaken: gets the error of the first that can't be had; ``held`` then has those before it.
  func take(whenTaken: @escaping Reply<Void>) {
    guard held.count < names.count else { return whenTaken(.success(())) }
    let name = names[held.count]
    let shard = directory.shard(for: name)
    run(on: shard) { [self] in take(name, on: shard, whenTaken) }
  }

  /// Takes a collection. Called on the executor of its shard.
  private func take(_ name: Identifier, on shard: Shard, _ whenTaken: @escaping Reply<Void>) {
    guard !shard.isDraining else { return back(from: shard) { whenTaken(.failure(.draining)) } }
    shard.withWritable(name, for: caller) { [self] result in
      switch result {
      case .success(let hosted): take(hosted, on: shard, whenTaken)
      case .failure(let error): back(from: shard) { whenTaken(.failure(error)) }
      }
    }
  }

  // Inlined into its caller it makes the compiler of Swift 6.3 fail.
  @inline(never)
  private func take(_ hosted: HostedCollection, on shard: Shard, _ whenTaken: @escaping Reply<Void>) {
    // Further writes to it wait until it is released.
    hosted.writes.isEditedOffShard = true
    hosted.writes.mustWait = true
    do throws(ArrangeError) {
      let next = try look(at: hosted, on: shard)
      back(from: shard) { [self] in
        held.append(next)
        take(whenTaken: whenTaken)
      }
    } catch {
      // The refusal may result from a change that is not durable yet.
      hosted.whenDurable { [self] durable in
        back(from: shard) { whenTaken(durable.flatMap { .failure(error) }) }
      }
      release(hosted, of: shard)
    }
  }

  /// What the shard of a collection knows of it. Called on the shard's executor.
  private func look(at hosted: HostedCollection, on shard: Shard) throws(ArrangeError) -> Held {
    guard caller.isWanted() else { throw .notWanted }
    let note = try inspect(hosted, shard)
    return Held(
      shard: shard,
      hosted: hosted,
      part: JointEdit.Part(
        name: hosted.name,
        state: hosted.working,
        strategy: try shard.strategies.loadedStrategy(of: hosted),
        random: hosted.random,
        idRandom: hosted.random.split()
      ),
      history: hosted.workingHistory,
      nextHistory: hosted.descriptor.history(madeBy: shard.incarnation),
      note: note
    )
  }

  // MARK: Committing

  /// Gives each collection that changes its new state, submits all commits together, and releases the collections.
  ///
  /// - Parameters:
  ///   - parts: what became of the collections, at least one of which changes.
  ///   - describe: completes the commit of a collection, by its number. Called on the executor of its shard.
  ///   - reply: called when all of it is durable.
  func commit(
    _ parts: [JointEdit.PartOutcome],
    at time: Timestamp,
    describe: @escaping @Sendable (inout Commit, Int) -> Void,
    reply: @escaping Reply<Void>
  ) {
    let changed = held.indices.filter { parts[$0].edit.result.changed }
    let answer = JointOutcome(changed.count, on: coordinator, whenDone: reply)
    let collected = Collected(changed.count) { [self] writes in
      coordinator.submit(Storage.Write(content: .together(writes), shard: coordinator.index) { _ in })
      releaseAll()
    }
    for (place, index) in changed.enumerated() {
      let (next, part) = (held[index], parts[index])
      run(on: next.shard) { [self] in
        let hosted = next.hosted
        hosted.installOutcome(part.edit)
        var commit = hosted.commit(of: part.edit.edits, part.edit.result, by: caller.principal, at: time)
        commit.transfers = part.transfers
        describe(&commit, index)
        let write = next.shard.write(of: commit, in: hosted, bytes: part.edit.bytes) {
          answer.count($0.map { _ in })
        }
        if hosted.watchers.needsState { hosted.keepState() }
        back(from: next.shard) { collected.add(write, at: place) }
      }
    }
  }

  // MARK: Releasing

  /// Continues with the writes that wait for a collection. Called on the executor of its shard.
  private func release(_ hosted: HostedCollection, of shard: Shard) {
    shard.executor.check()
    hosted.writes.isEditedOffShard = false
    shard.continueWrites(of: hosted)
  }

  /// Lets go of the collections, behind everything that was submitted.
  func releaseAll() {
    let taken = held
    held = []
    for next in taken {
      if next.shard === coordinator {
        release(next.hosted, of: next.shard)
      } else {
        // What the coordinator has submitted in this turn is handed over before.
        coordinator.executor.execute { [self] in
          next.shard.executor.execute { [self] in release(next.hosted, of: next.shard) }
        }
      }
    }
  }

  /// Releases the collections unchanged, and calls a closure when what was learned from them is durable.
  func end(whenDurable body: @escaping Reply<Void>) {
    let taken = held
    releaseAll()
    guard !taken.isEmpty else { return body(.success(())) }
    let answer = JointOutcome(taken.count, on: coordinator, whenDone: body)
    for next in taken {
      run(on: next.shard) { next.hosted.whenDurable { answer.count($0) } }
    }
  }
}
