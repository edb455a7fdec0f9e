#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A process apart in which a library is tried, so that a crash or an endless loop is told and not suffered.
struct TrialProcess {
  /// How long one part of the trial may take, in seconds.
  let partSeconds: Int

  /// Runs this program again with other arguments, and reads what it tells.
  ///
  /// - Parameter tell: is called with each event; after one that is made here the process is gone.
  /// - Throws: ``CommandFailure`` where no process can be started.
  func run(_ arguments: [String], tell: (TrialEvent) -> Void) throws(CommandFailure) {
    let (pid, output) = try start(arguments)
    defer { close(output) }
    var reading = Reading(part: "loading")
    let isInTime = read(output, &reading, tell)
    if reading.isDone { kill(pid, SIGKILL) }
    let end = wait(for: pid, isInTime: isInTime)
    guard !reading.isDone else { return }
    let explanation =
      end.isInTime ? end.explanation : "the library takes more than \(partSeconds) s; it was stopped"
    tell(.fault(TrialFault(rule: "survival", part: reading.part, step: 0, explanation: explanation)))
  }

  /// How far the process has come.
  private struct Reading {
    var part: String
    var isDone = false
    var line: [UInt8] = []
  }

  private func start(_ arguments: [String]) throws(CommandFailure) -> (pid: pid_t, output: Int32) {
    var pipes: [Int32] = [0, 0]
    guard pipe(&pipes) == 0 else { throw failure("pipe", errno) }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipes[1], STDOUT_FILENO)
    for descriptor in pipes { posix_spawn_file_actions_addclose(&actions, descriptor) }
    var words = (["arrange"] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    // The trial tells of crashes in a line of its own.
    setenv("SWIFT_BACKTRACE", "enable=no", 1)
    var pid: pid_t = 0
    let result = posix_spawn(&pid, Arrange.executable, &actions, nil, &words, environ)
    close(pipes[1])
    guard result == 0 else {
      close(pipes[0])
      throw failure("posix_spawn", result)
    }
    return (pid, pipes[0])
  }

  private func failure(_ call: String, _ code: Int32) -> CommandFailure {
    CommandFailure(
      .failed,
      "can't start a process to try the library in: \(call): \(String(cString: strerror(code)))"
    )
  }

  /// Reads until everything is told, the process is gone, or a part takes too long.
  ///
  /// - Returns: false where it took too long.
  private func read(_ output: Int32, _ reading: inout Reading, _ tell: (TrialEvent) -> Void) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !reading.isDone {
      var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let ready = poll(&descriptor, 1, Int32(partSeconds * 1_000))
      if ready == 0 { return false }
      let count = ready < 0 ? -1 : buffer.withUnsafeMutableBytes { readBytes(output, $0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return true }
      for byte in buffer[..<count] {
        guard byte == UInt8(ascii: "\n") else {
          reading.line.append(byte)
          continue
        }
        take(String(decoding: reading.line, as: UTF8.self), &reading, tell)
        reading.line = []
      }
    }
    return true
  }

  private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  private func take(_ line: String, _ reading: inout Reading, _ tell: (TrialEvent) -> Void) {
    guard let event = TrialEvent(line: line) else { return }
    switch event {
    case .began(let part): reading.part = part
    case .done, .refused: reading.isDone = true
    default: break
    }
    tell(event)
  }

  /// Waits for the end of the process, and brings it about where it does not come.
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

  /// A word about memory, where that may be the reason. The system counts in KiB.
  private func memory(_ usage: rusage) -> String {
    let bytes = UInt64(usage.ru_maxrss) * 1_024
    guard bytes > TrialRun.memoryLimit / 2 else { return "" }
    return " after it took \(bytes >> 20) MiB of memory, of which it may have \(TrialRun.memoryLimit >> 20)"
  }
}
