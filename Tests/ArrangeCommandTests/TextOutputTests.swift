import Foundation
import Testing
import arrange

/// Where commands write, as open files.
@Suite struct TextOutputTests {
  /// How many bytes are written: more than any pipe holds.
  private static let size = 1 << 22

  /// A pipe that no other program inherits.
  private func makePipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    for end in ends { try #require(fcntl(end, F_SETFD, FD_CLOEXEC) == 0) }
    return (ends[0], ends[1])
  }

  @Test func aPipeThatIsFullIsWaitedFor() throws {
    let (reading, writing) = try makePipe()
    // As a program leaves it that shares it.
    try #require(fcntl(writing, F_SETFL, O_NONBLOCK) == 0)
    let read = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while Foundation.read(reading, &buffer, buffer.count) > 0 {}
      read.signal()
    }
    defer { close(reading) }
    do {
      defer { close(writing) }
      try FileOutput(descriptor: writing).write([UInt8](repeating: 0x61, count: TextOutputTests.size))
    }
    read.wait()
  }

  @Test func aReaderThatHasGoneIsNoticed() throws {
    let (reading, writing) = try makePipe()
    defer { close(writing) }
    let output = FileOutput(descriptor: writing)
    #expect(!output.isAbandoned)
    close(reading)
    #expect(output.isAbandoned)
  }
}
