import Foundation
import ServiceManager
import Synchronization
import TestSupport
import Testing

@Suite("What a service manager is told")
struct NotifyTests {
  private func environment(_ manager: FakeServiceManager) -> [String: String] {
    ["NOTIFY_SOCKET": manager.name]
  }

  @Test("by a server: that it serves, reads its settings anew, and stops", arguments: [false, true])
  func server(isAbstract: Bool) throws {
    let manager = try FakeServiceManager(isAbstract: isAbstract)
    let server = try ServerProcess(flags: [], environment: environment(manager))
    #expect(try manager.next() == ["READY=1", "STATUS=listens on 127.0.0.1:\(server.port)"])
    var before = timespec()
    clock_gettime(CLOCK_MONOTONIC, &before)
    kill(server.pid, SIGHUP)
    let reloading = try manager.next()
    #expect(reloading.count == 2 && reloading[0] == "RELOADING=1", "\(reloading)")
    let time = try #require(reloading.last?.split(separator: "=").last.flatMap { Int($0) })
    var after = timespec()
    clock_gettime(CLOCK_MONOTONIC, &after)
    #expect(before.tv_sec <= time / 1_000_000 && time / 1_000_000 <= after.tv_sec)
    #expect(reloading.last?.hasPrefix("MONOTONIC_USEC=") == true)
    #expect(try manager.next() == ["READY=1"])
    server.terminate()
    #expect(try manager.next().first == "STOPPING=1")
    #expect(try server.waitUntilExit() == 0)
  }

  @Test("again and again, where it waits for that")
  func watchdog() throws {
    let manager = try FakeServiceManager()
    var environment = environment(manager)
    environment["WATCHDOG_USEC"] = "20000"
    let server = try ServerProcess(flags: [], environment: environment)
    #expect(try manager.nextEvent().first == "READY=1")
    for _ in 0..<5 { #expect(try manager.next() == ["WATCHDOG=1"]) }
    server.terminate()
    #expect(try manager.nextEvent().first == "STOPPING=1")
    #expect(try server.waitUntilExit() == 0)
  }

  @Test("that a service is alive, only while everything answers that has to")
  func silence() async throws {
    let watchdog = try #require(
      try Watchdog(environment: ["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"], process: 7)
    )
    #expect(watchdog.interval == .seconds(15))
    let asked = Mutex(0)
    let told = Mutex(0)
    let rested = Mutex<[Duration]>([])
    let (stuck, isStuck) = AsyncStream.makeStream(of: Void.self)
    let (answers, answer) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      await watchdog.run(
        isAlive: {
          guard
            asked.withLock({ asked in
              asked += 1
              return asked == 3
            })
          else { return }
          isStuck.yield()
          for await _ in answers { break }
        },
        rest: { duration in
          rested.withLock { $0.append(duration) }
          if asked.withLock({ $0 }) == 4 { throw CancellationError() }
        },
        notify: { told.withLock { $0 += 1 } }
      )
    }
    for await _ in stuck { break }
    #expect(told.withLock { $0 } == 2)
    answer.yield()
    await task.value
    #expect(told.withLock { $0 } == 4 && rested.withLock { $0 } == Array(repeating: .seconds(15), count: 4))
  }

  @Test("nothing, where the variables are none, another process's, or wrong")
  func variables() throws {
    #expect(try NotifySocket(environment: [:]) == nil)
    #expect(try NotifySocket(environment: ["NOTIFY_SOCKET": ""]) == nil)
    for name in ["relative", "vsock:2:1234", "/" + String(repeating: "a", count: 107), "/a\0b"] {
      #expect(throws: ServiceManagerError.self, "\(name)") {
        _ = try NotifySocket(environment: ["NOTIFY_SOCKET": name])
      }
    }
    // A path that nobody listens at.
    let socket = try #require(try NotifySocket(environment: ["NOTIFY_SOCKET": "/no/such/socket"]))
    #expect(!socket.send([.ready]))
    #expect(try Watchdog(environment: [:], process: 7) == nil)
    #expect(try Watchdog(environment: ["WATCHDOG_USEC": "1000", "WATCHDOG_PID": "8"], process: 7) == nil)
    #expect(try Watchdog(environment: ["WATCHDOG_USEC": "1000"], process: 7)?.interval == .microseconds(500))
    for text in ["0", "-5", "soon", "99999999999999999999"] {
      #expect(throws: ServiceManagerError.self) {
        _ = try Watchdog(environment: ["WATCHDOG_USEC": text], process: 7)
      }
    }
    let run = try ServerProcess.run("arranged", [], environment: ["NOTIFY_SOCKET": "relative"])
    #expect(run.status == 64 && run.errors.contains("NOTIFY_SOCKET"), "\(run)")
  }

  @Test("in one line for each thing, whatever is in it")
  func lines() throws {
    let manager = try FakeServiceManager()
    let socket = try #require(try NotifySocket(environment: environment(manager)))
    #expect(socket.send([.status("one\nREADY=1"), .watchdog]))
    #expect(try manager.next() == ["STATUS=one READY=1", "WATCHDOG=1"])
  }
}
