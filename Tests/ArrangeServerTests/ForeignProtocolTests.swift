import NIOCore
import Testing
import Wire

@testable import ArrangeServer

@Suite("Other protocols on a plain port")
struct ForeignProtocolTests {
  private func known(_ bytes: [UInt8]) -> ForeignProtocol? {
    ForeignProtocol(ByteBuffer(bytes: bytes).readableBytesView)
  }

  @Test("are recognized by their first bytes")
  func known() {
    for line in ["GET / HTTP/1.1\r\n", "POST /x HTTP/1.0", "PRI * HTTP/2.0\r\n", "OPTIONS *", "CONNECT a:1"] {
      #expect(known(Array(line.utf8)) == .http, "\(line)")
    }
    #expect(known([0x16, 0x03, 0x01, 0x02, 0x00]) == .tls && known([0x16, 0x03, 0x03]) == .tls)
    for other in [[], [0x16], [0x16, 0x02, 0x01, 0x00], Array("get /".utf8), Array("GE".utf8)] as [[UInt8]] {
      #expect(known(other) == nil, "\(other)")
    }
  }

  @Test("are not taken for a greeting, nor a greeting of any length for them")
  func greetings() {
    for length in 0..<400 {
      let body = [UInt8](repeating: 0x20, count: length)
      var greeting = ByteBuffer()
      body.withUnsafeBytes { FrameEncoder.write(Frame(.hello, body: $0), to: &greeting) }
      #expect(ForeignProtocol(greeting.readableBytesView) == nil, "\(length) bytes")
    }
  }
}
