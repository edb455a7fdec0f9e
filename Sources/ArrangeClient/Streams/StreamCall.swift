internal import ArrangeModel
internal import Wire

/// A call with a stream of answers. Used on the client's event loop only.
final class StreamCall<Request: WireMessage, Element: WireMessage>: Call, @unchecked Sendable {
  let buffer: StreamBuffer<Element>
  private let request: Request
  private let window: UInt64

  /// - Parameter window: the size of the window in messages.
  init(_ method: Method, _ request: Request, window: UInt64) {
    precondition(method.description.kind == .serverStream, "the method has no stream of answers")
    self.request = request
    self.window = window
    buffer = StreamBuffer(window: window)
    super.init(method, deadline: .never)
  }

  override var credit: UInt64 { window }

  override func packable(in arena: Arena) -> PackableMessage { request.packable(in: arena) }

  override func receive(_ body: UnsafeRawBufferPointer, using arena: Arena) -> CallFailure? {
    do { buffer.append(try Element.decode(body, using: arena)) } catch { return .unreadable(error) }
    return nil
  }

  override func succeed(_ body: UnsafeRawBufferPointer, using arena: Arena) { buffer.end(nil) }

  override func fail(_ failure: CallFailure) { buffer.end(failure) }
}
