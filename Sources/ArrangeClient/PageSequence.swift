/// The pages of one read, in order. Each is requested when the previous one was consumed.
public struct PageSequence<Page: Sendable>: AsyncSequence, Sendable {
  public typealias Element = Page
  public typealias Failure = ArrangeError

  /// Reads the page of a token; nil: the first one. Returns it with the token of the next.
  typealias Read =
    @Sendable (ArrangeClient, _ token: [UInt8]?) async throws(ArrangeError) -> (Page, next: [UInt8]?)

  let client: ArrangeClient
  let read: Read

  init(client: ArrangeClient, read: @escaping Read) {
    self.client = client
    self.read = read
  }

  public func makeAsyncIterator() -> Iterator { Iterator(client: client, read: read) }

  /// An iterator over the pages.
  public struct Iterator: AsyncIteratorProtocol {
    let client: ArrangeClient
    let read: Read
    private var token: [UInt8]?
    private var isEnded = false

    init(client: ArrangeClient, read: @escaping Read) {
      self.client = client
      self.read = read
    }

    /// The next page; nil after the last one or after an error.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(ArrangeError) -> Page? {
      if isEnded { return nil }
      isEnded = true
      let (page, next) = try await read(client, token)
      token = next
      isEnded = next == nil
      return page
    }

    public mutating func next() async throws(ArrangeError) -> Page? { try await next(isolation: nil) }
  }
}
