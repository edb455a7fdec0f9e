import ArrangeModel
import Foundation
import InputText
import MessageJSON
import SwiftCodec
import TestSupport
import Wire

/// What an address below `/v1` answers.
struct HTTPReply {
  var status: Int
  var headers: [String: String]
  var json: JSONNode?
  var text: String

  /// The text of a member, by the names that lead to it; nil if there is none.
  subscript(_ path: String...) -> JSONNode? {
    path.reduce(json) { $0?[$1] }
  }
}

/// The address below which a server answers calls in JSON.
struct HTTPDoor {
  let port: Int
  var headers: [(String, String)] = []

  init(_ server: ServerProcess) throws { port = try server.httpPort() }

  /// Makes a request.
  ///
  /// - Parameter body: JSON; nil for none.
  func send(
    _ verb: String,
    _ path: String,
    _ body: String? = nil,
    _ more: [(String, String)] = [],
    type: String = "application/json"
  ) throws -> HTTPReply {
    var fields = headers + more
    if body != nil { fields.append(("Content-Type", type)) }
    let answer = try HTTPExchange.get(
      "/v1" + path,
      port: port,
      method: verb,
      headers: fields,
      body: body.map { Array($0.utf8) }
    )
    let json = answer.headers["content-type"]?.contains("json") == true && !answer.body.isEmpty
    return HTTPReply(
      status: answer.status,
      headers: answer.headers,
      json: json ? try JSONNode.body(Array(answer.body.utf8)) : nil,
      text: answer.body
    )
  }

  /// Makes a call by the name of its method, and reads the answer as the value that it is over the wire.
  func call<Response: WireMessage>(
    _ method: Method,
    _ request: some WireMessage,
    as type: Response.Type = Response.self
  ) throws -> Response {
    let name = String(method.name.dropFirst("arrange.v1.".count))
    guard let known = MessageSchema.current.method(name) else { throw Failure("no method \(name)") }
    let arena = Arena(codec: .swift)
    let json = try MessageToJSON(views: .ofTests).json(
      of: request.packable(in: arena).bytes,
      as: known.request
    )
    let reply = try send("POST", "/\(name)", String(decoding: json, as: UTF8.self))
    guard reply.status == 200, let node = reply.json else { throw reply.error }
    let bytes = try JSONToMessage(views: .ofTests).bytes(of: node, as: known.response)
    return try bytes.withUnsafeBytes { try Response.decode($0, using: arena) }
  }
}

extension HTTPReply {
  /// The error that a problem is.
  var error: ArrangeError {
    let code = StatusCode.allCases.first { "\($0)" == self["code"]?.string }
    return ArrangeError(
      code ?? .unknown,
      self["detail"]?.string ?? text,
      field: self["field"]?.string
    )
  }
}

extension ViewTexts {
  static let ofTests = ViewTexts(
    message: { text in
      Result { () throws(ArrangeError) in
        try ViewDefinition(parsing: text).packable(in: Arena(codec: .swift)).bytes
      }
    },
    text: { message in
      message.withUnsafeBytes { try? ViewDefinition.decode($0, using: Arena(codec: .swift)) }?.text
    }
  )
}

extension JSONNode {
  /// The number of a value; nil if it is none.
  var number: Int64? { if case .integer(let number) = content { number } else { nil } }
}
