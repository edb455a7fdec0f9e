import ArrangeModel
import Dispatch
import Synchronization

/// The resources that one principal uses, over all of its connections.
final class PrincipalShare: Sendable {
  private struct State {
    var connections = 0
    var streams = 0
    var calls = RateBucket()
    var bytes = RateBucket()
    /// The number of connections that use the share.
    var holders = 0
  }

  let principal: Principal
  private let state = Mutex(State())

  init(_ principal: Principal) { self.principal = principal }

  func beginConnection(limit: Int) -> Bool {
    state.withLock { state in
      guard state.connections < limit else { return false }
      state.connections += 1
      return true
    }
  }

  func endConnection() { state.withLock { $0.connections -= 1 } }

  func beginStream(limit: Int) -> Bool {
    state.withLock { state in
      guard state.streams < limit else { return false }
      state.streams += 1
      return true
    }
  }

  func endStream() { state.withLock { $0.streams -= 1 } }

  /// Counts a call.
  ///
  /// - Returns: the number of milliseconds after which there is room for it; nil if there is room now.
  func takeCall(perSecond: Int, now: UInt64) -> UInt32? {
    state.withLock { $0.calls.take(1, perSecond: perSecond, now: now) }
  }

  /// Counts the bytes of a request, in the same way.
  func takeBytes(_ count: Int, perSecond: Int, now: UInt64) -> UInt32? {
    state.withLock { $0.bytes.take(count, perSecond: perSecond, now: now) }
  }

  fileprivate func hold() { state.withLock { $0.holders += 1 } }

  /// - Returns: whether no connection uses it any more.
  fileprivate func release() -> Bool {
    state.withLock { state in
      state.holders -= 1
      return state.holders == 0
    }
  }
}

/// The shares of all connected principals.
final class PrincipalShares: Sendable {
  private let shares = Mutex<[Principal: PrincipalShare]>([:])

  /// The share of a principal, to be released with ``release(_:)``.
  func share(of principal: Principal) -> PrincipalShare {
    shares.withLock { shares in
      let share = shares[principal] ?? PrincipalShare(principal)
      shares[principal] = share
      share.hold()
      return share
    }
  }

  func release(_ share: PrincipalShare) {
    shares.withLock { shares in
      if share.release() { shares[share.principal] = nil }
    }
  }
}

/// A token bucket that holds one second's worth of a rate: what was not used in the last second can be used
/// at once.
///
/// It is a value, and is given the time.
package struct RateBucket: Sendable {
  private static let second = 1_000_000_000.0

  /// The level; below 0 after an amount larger than the rate.
  private var level: Double?
  private var time: UInt64 = 0

  package init() {}

  /// Takes an amount if it is available. An amount larger than the rate can be taken when the bucket is full,
  /// and leaves it below zero, so that later calls wait longer.
  ///
  /// - Parameter now: in nanoseconds.
  /// - Returns: the number of milliseconds, at least 1, after which the amount is available; nil if it was
  ///   taken.
  package mutating func take(_ amount: Int, perSecond rate: Int, now: UInt64) -> UInt32? {
    let rate = Double(rate)
    let gained = now > time ? Double(now - time) / RateBucket.second * rate : 0
    var level = min(rate, (level ?? rate) + gained)
    time = max(time, now)
    defer { self.level = level }
    let needed = min(Double(amount), rate)
    guard level >= needed else {
      return UInt32(min(1_000_000, max(1, ((needed - level) / rate * 1_000).rounded(.up))))
    }
    level -= Double(amount)
    return nil
  }
}
