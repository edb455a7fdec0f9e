import Testing

@testable import ArrangeServer

@Suite("When backups are due")
struct BackupDueTests {
  private typealias Now = BackupDue.Now

  @Test("is an interval after the last good one, and at once without one")
  func start() {
    let now = Now(wall: 10_000, monotonic: 50)
    #expect(BackupDue(after: nil, interval: 60, now: now).wait(now: now) == 0)
    #expect(BackupDue(after: 9_990, interval: 60, now: now).wait(now: now) == 50)
    #expect(BackupDue(after: 9_000, interval: 60, now: now).wait(now: now) == 0)
    // A time to come never puts it off.
    #expect(BackupDue(after: 99_000, interval: 60, now: now).wait(now: now) == 60)
  }

  @Test("does not change when the clock is set back, and comes sooner when it is set forward")
  func clocks() {
    let due = BackupDue(in: 60, now: Now(wall: 10_000, monotonic: 50))
    #expect(due.wait(now: Now(wall: 10_020, monotonic: 70)) == 40)
    #expect(due.wait(now: Now(wall: 10, monotonic: 70)) == 40)
    #expect(due.wait(now: Now(wall: 10, monotonic: 110)) == 0)
    // The machine was asleep.
    #expect(due.wait(now: Now(wall: 20_000, monotonic: 51)) == 0)
  }

  @Test("the end of a certificate is the first one to come, of which the log warns twice")
  func certificates() {
    #expect(CertificateEnds.first(of: [5, 30, 20], now: 10) == 20)
    #expect(CertificateEnds.first(of: [5, 7], now: 10) == 7)
    #expect(CertificateEnds.first(of: [], now: 10) == nil)
    let warning = CertificateEnds.Stage.warningSeconds
    #expect(CertificateEnds.Stage(end: warning + 1, now: 0) == .valid)
    #expect(CertificateEnds.Stage(end: warning - 1, now: 0) == .ending)
    #expect(CertificateEnds.Stage(end: 10, now: 10) == .ended)
  }
}
