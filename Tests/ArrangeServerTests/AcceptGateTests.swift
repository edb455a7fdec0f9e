import Testing

@testable import ArrangeServer

@Suite("The gate for new connections")
struct AcceptGateTests {
  private func check(_ verdict: AcceptGate.Verdict, _ wanted: AcceptGate.Verdict) {
    #expect(verdict == wanted)
  }

  @Test("accepts up to the limit, refuses some more at a time, and then accepts none")
  func counts() {
    var gate = AcceptGate(maximumConnections: 3, otherDescriptors: 20)
    let limit = 10_000
    for _ in 0..<3 { check(gate.accept(descriptorLimit: limit), .take) }
    for _ in 0..<AcceptGate.maximumRefusals {
      #expect(gate.mayAccept(descriptorLimit: limit))
      check(gate.accept(descriptorLimit: limit), .refuse)
    }
    #expect(!gate.mayAccept(descriptorLimit: limit))
    gate.close(.refuse)
    #expect(gate.mayAccept(descriptorLimit: limit))
    check(gate.accept(descriptorLimit: limit), .refuse)
    gate.close(.take)
    #expect(gate.mayAccept(descriptorLimit: limit))
    check(gate.accept(descriptorLimit: limit), .take)
  }

  @Test("never takes the last descriptors, whatever the limit is", arguments: 0..<120)
  func descriptors(limit: Int) {
    var gate = AcceptGate(maximumConnections: 1_000, otherDescriptors: 20)
    var used = 20
    while gate.mayAccept(descriptorLimit: limit) {
      _ = gate.accept(descriptorLimit: limit)
      used += 1
    }
    #expect(used == 20 || used + AcceptGate.keptDescriptors <= limit)
    #expect(gate.capacity(descriptorLimit: limit) == max(0, limit - 20 - AcceptGate.keptDescriptors - 4))
  }

  @Test("follows a limit that is lowered and raised")
  func changes() {
    var gate = AcceptGate(maximumConnections: 1_000, otherDescriptors: 20)
    for _ in 0..<100 { check(gate.accept(descriptorLimit: 1_024), .take) }
    #expect(!gate.mayAccept(descriptorLimit: 100))
    check(gate.accept(descriptorLimit: 100), .refuse)
    #expect(gate.mayAccept(descriptorLimit: 1_024))
    check(gate.accept(descriptorLimit: 1_024), .take)
  }
}

@Suite("The memory of connections")
struct ConnectionMemoryTests {
  @Test("closes the largest until there is room again")
  func largest() {
    let memory = ConnectionMemory(limit: 1_600)
    var isTooMuch = memory.add(1_600)
    #expect(!isTooMuch && memory.held == 1_600 && memory.count(toGo: [900, 700]) == 0)
    isTooMuch = memory.add(100)
    #expect(isTooMuch)
    // 100 too much, and a sixteenth of 1,600 besides.
    #expect(memory.count(toGo: [900, 700, 100]) == 1)
    #expect(memory.count(toGo: [150, 100, 50]) == 2)
    isTooMuch = memory.add(-100)
    #expect(!isTooMuch && memory.count(toGo: [900]) == 0)
  }

  @Test("makes room one at a time")
  func relief() {
    let memory = ConnectionMemory(limit: 1)
    let turns = [memory.beginReclaiming(), memory.beginReclaiming()]
    #expect(turns == [true, false])
    memory.endReclaiming()
    let next = memory.beginReclaiming()
    #expect(next)
  }
}
