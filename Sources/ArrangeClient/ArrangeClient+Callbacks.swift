package import Wire

extension ArrangeClient {
  /// Makes one attempt at a unary call and calls a closure with the outcome: for programs that make very many
  /// calls.
  ///
  /// The closure is called on the client's event loop. Calls that it makes need no lock and are sent with the
  /// flush of the current read. The call counts against the connection's limit of open calls; beyond it,
  /// calls wait for their turn. It is not retried when it fails, unless a server that is about to stop did
  /// not start it.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - request: the request; the caller may give a transaction a request id.
  ///   - completion: called with the response.
  package func call<Request: WireMessage, Response: WireMessage>(
    _ method: Method,
    _ request: Request,
    completion: @escaping @Sendable (Result<Response, ArrangeError>) -> Void
  ) {
    let deadline = session.now.advanced(byNanoseconds: session.callTimeout)
    let call = UnaryCall<Request, Response>(method, request, deadline: deadline) { result in
      completion(result.mapError(\.error))
    }
    session.queue.submit(.call(call))
  }
}
