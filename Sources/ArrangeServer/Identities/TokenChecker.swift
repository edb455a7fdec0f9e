import Access
package import ArrangeModel
import Dispatch
import Synchronization
import Wire

/// Checks a JWT as a connection does, and waits for the result.
package struct TokenChecker: Sendable {
  private let keys: TokenKeys

  /// - Parameter publicKey: the public key of the issuer, in PEM.
  package init?(publicKey: String, issuer: String, audience: String, principal: String, roles: String) {
    var settings = AccessPolicy.JWTSettings(keys: "", issuer: issuer, audience: audience)
    (settings.principal, settings.roles) = (principal, roles)
    let keys = TokenChecker.wait { [settings] in
      try? await TokenKeys(settings, reading: Array(publicKey.utf8))
    }
    guard let keys else { return nil }
    self.keys = keys
  }

  /// The principal of a token and its expiry; nil if the token is not valid.
  package func authenticate(_ token: String, now: Timestamp) -> (principal: Principal, expires: Timestamp?)? {
    let claims = TokenChecker.wait { [keys] in try? await keys.claims(of: token, now: now) }
    return claims.map { ($0.principal, $0.expires) }
  }

  private static func wait<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
    let value = Mutex<Value?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    // Not on the threads of Swift's tasks: the caller may be on one of them, and on the last free one.
    Task(executorPreference: QueueExecutor.shared) {
      let result = await body()
      value.withLock { $0 = result }
      isDone.signal()
    }
    isDone.wait()
    guard let result = value.withLock({ $0 }) else { preconditionFailure("the task has ended") }
    return result
  }
}

/// Runs tasks on threads of a queue of its own.
private final class QueueExecutor: TaskExecutor {
  static let shared = QueueExecutor()

  private let queue = DispatchQueue(label: "token-checker")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
