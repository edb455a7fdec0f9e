import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2Posix

/// Serves the method `peer.Echo/Check` on a free port of the loopback and says which one on standard output.
@main
struct GRPCPeer {
  static func main() async throws {
    let transport = HTTP2ServerTransport.Posix(
      address: .ipv4(host: "127.0.0.1", port: 0),
      transportSecurity: .plaintext
    )
    let server = GRPCServer(transport: transport, services: [Echo()])
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.serve() }
      if let port = try await transport.listeningAddress.ipv4?.port {
        print("listens on 127.0.0.1:\(port)")
        fflush(nil)
      }
      try await group.waitForAll()
    }
  }
}

/// Answers a request with its bytes: a call without any work, and without the cost of a message format.
struct Echo: RegistrableRPCService {
  func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
    router.registerHandler(
      forMethod: MethodDescriptor(fullyQualifiedService: "peer.Echo", method: "Check", type: .unary),
      deserializer: Bytes(),
      serializer: Bytes()
    ) { request, _ in
      let single = try await ServerRequest(stream: request)
      return StreamingServerResponse(single: ServerResponse(message: single.message))
    }
  }
}

/// Messages as they are.
struct Bytes: MessageSerializer, MessageDeserializer {
  func serialize<Target: GRPCContiguousBytes>(_ message: [UInt8]) throws -> Target { Target(message) }

  func deserialize<Source: GRPCContiguousBytes>(_ bytes: Source) throws -> [UInt8] {
    bytes.withUnsafeBytes { Array($0) }
  }
}
