#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A separate process that runs the trial of a library, so that a crash or an endless loop can be reported.
struct TrialProcess {
  /// The maximum duration of one part of the trial, in seconds.
  let partSeconds: Int

  /// The descriptor for events: the first one after the standard streams.
  static let eventDescriptor: Int32 = 3

  /// The pipes from the process.
  private struct Pipes {
    /// Events, one on each line.
    var events: Int32
    /// The standard streams, which the library must not write to.
    var streams: [LibraryStream]

    func close() {
      for descriptor in [events] + streams.map(\.descriptor) { systemClose(descriptor) }
    }
  }

  /// Runs this program again with other arguments, and reads its events.
  ///
  /// - Parameter report: called with each event; after an event that is created here, the process has ended.
  /// - Throws: ``CommandFailure`` if the process can't be started.
  func run(_ arguments: [String], report: (TrialEvent) -> Void) throws(CommandFailure) {
    let (pid, pipes) = try start(arguments)
    defer { pipes.close() }
    var reading = Reading(part: "loading", streams: pipes.streams)
    let isInTime = read(pipes.events, &reading, report)
    if reading.isDone { kill(pid, SIGKILL) }
    let end = wait(for: pid, isInTime: isInTime)
    reading.drain(report)
    guard !reading.isDone else { return }
    let explanation =
      end.isInTime ? end.explanation : "the library needs more than \(partSeconds) s; it was stopped"
    report(.fault(TrialFault(rule: "survival", part: reading.part, step: 0, explanation: explanation)))
  }

  /// The progress of the process.
  private struct Reading {
    var part: String
    var isDone = false
    var line: [UInt8] = []
    var streams: [LibraryStream]

    /// Reads the library's own output so far, and reports the first of it on each stream.
    mutating func drain(_ report: (TrialEvent) -> Void) {
      for place in streams.indices {
        guard let text = streams[place].drain() else { continue }
        let explanation = "the library writes to \(streams[place].name): ‘\(text)’; it must not"
        report(.fault(TrialFault(rule: "output", part: part, step: 0, explanation: explanation)))
      }
    }
  }

  private func start(_ arguments: [String]) throws(CommandFailure) -> (pid: pid_t, pipes: Pipes) {
    // The descriptors in the process, and both ends of their pipes.
    var pairs: [(target: Int32, ends: [Int32])] = []
    for target in [TrialProcess.eventDescriptor, STDOUT_FILENO, STDERR_FILENO] {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else {
        let code = errno
        for end in pairs.flatMap(\.ends) { systemClose(end) }
        throw failure("pipe", code)
      }
      // Above the descriptors used in the process, so that `dup2` does not overwrite one of them.
      pairs.append((target, ends.map(raised)))
    }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, ends) in pairs { posix_spawn_file_actions_adddup2(&actions, ends[1], target) }
    for end in pairs.flatMap(\.ends) { posix_spawn_file_actions_addclose(&actions, end) }
    var words = (["arrange"] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    // Crashes are reported in one line, without a backtrace.
    setenv("SWIFT_BACKTRACE", "enable=no", 1)
    var pid: pid_t = 0
    let result = posix_spawn(&pid, Program.executable, &actions, nil, &words, environ)
    for (_, ends) in pairs { systemClose(ends[1]) }
    let streams = zip(pairs.dropFirst(), ["standard output", "the standard errors"]).map { pair, name in
      LibraryStream(name: name, descriptor: pair.ends[0])
    }
    let pipes = Pipes(events: pairs[0].ends[0], streams: streams)
    guard result == 0 else {
      pipes.close()
      throw failure("posix_spawn", result)
    }
    return (pid, pipes)
  }

  /// Moves a descriptor above those that are used in the process. The original one is closed.
  private func raised(_ descriptor: Int32) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, TrialProcess.eventDescriptor + 1)
    guard copy >= 0 else { return descriptor }
    systemClose(descriptor)
    return copy
  }

  private func failure(_ call: String, _ code: Int32) -> CommandFailure {
    CommandFailure(
      .failed,
      "can't start a process to try the library in: \(call): \(String(cString: strerror(code)))"
    )
  }

  /// Reads until the trial is complete, the process has ended, or a part takes too long.
  ///
  /// - Returns: false if a part took too long.
  private func read(_ output: Int32, _ reading: inout Reading, _ report: (TrialEvent) -> Void) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var deadline = ContinuousClock.now + .seconds(partSeconds)
    while !reading.isDone {
      // The library's output is read as well, so that a full pipe does not block it.
      var descriptors = ([output] + reading.streams.filter { !$0.isAtEnd }.map(\.descriptor)).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let left = (deadline - .now) / .milliseconds(1)
      guard left > 0 else { return false }
      let ready = poll(&descriptors, nfds_t(descriptors.count), Int32(left.rounded(.up)))
      if ready == 0 { return false }
      if ready > 0, descriptors[0].revents == 0 {
        reading.drain(report)
        continue
      }
      deadline = ContinuousClock.now + .seconds(partSeconds)
      let count = ready < 0 ? -1 : buffer.withUnsafeMutableBytes { LibraryStream.read(output, $0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return true }
      for byte in buffer[..<count] {
        guard byte == UInt8(ascii: "\n") else {
          reading.line.append(byte)
          continue
        }
        take(String(decoding: reading.line, as: UTF8.self), &reading, report)
        reading.line = []
      }
    }
    return true
  }

  private func take(_ line: String, _ reading: inout Reading, _ report: (TrialEvent) -> Void) {
    guard let event = TrialEvent(line: line) else { return }
    switch event {
    case .began(let part): reading.part = part
    // The output of a part has arrived before the event of its end.
    case .ended: reading.drain(report)
    case .done, .refused:
      reading.drain(report)
      reading.isDone = true
    default: break
    }
    report(event)
  }

  /// Waits for the end of the process, and kills it if it does not end in time.
  private func wait(for pid: pid_t, isInTime: Bool) -> (isInTime: Bool, explanation: String) {
    var isInTime = isInTime
    var status: Int32 = 0
    var usage = rusage()
    let pause: UInt32 = 20_000
    var waits = partSeconds * 1_000_000 / Int(pause)
    while isInTime, wait4(pid, &status, WNOHANG, &usage) == 0 {
      guard waits > 0 else {
        isInTime = false
        break
      }
      waits -= 1
      usleep(pause)
    }
    if !isInTime {
      kill(pid, SIGKILL)
      while wait4(pid, &status, 0, &usage) < 0, errno == EINTR {}
    }
    let signal = status & 0x7F
    guard signal != 0 else {
      return (isInTime, "the library ended the process, with status \(status >> 8 & 0xFF)")
    }
    let name = strsignal(signal).map { String(cString: $0) } ?? "unknown"
    return (isInTime, "the library crashed: signal \(signal) (\(name))\(memory(usage))")
  }

  /// A note about memory, if that may be the reason. The system counts in KiB.
  private func memory(_ usage: rusage) -> String {
    let bytes = UInt64(usage.ru_maxrss) * 1_024
    guard bytes > TrialRun.memoryLimit / 2 else { return "" }
    return " after it took \(bytes >> 20) MiB of memory, of which it may have \(TrialRun.memoryLimit >> 20)"
  }
}
