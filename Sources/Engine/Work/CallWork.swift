import ArrangeModel

/// Long work for one call. The pool runs it on one thread at a time.
final class CallWork<Value: Sendable>: LongWork, @unchecked Sendable {
  typealias Body = (inout WorkSlice) throws(ArrangeError) -> Value?

  let weight: Int
  private let caller: Caller
  /// Works for one slice; returns the result at the end. Released, with everything it captures, when the work
  /// is over.
  private var body: Body?
  private var result: Result<Value, ArrangeError>?
  private let whenDone: @Sendable (Result<Value, ArrangeError>) -> Void

  /// - Parameters:
  ///   - weight: see ``LongWork/weight``.
  ///   - body: called on one thread at a time until it returns a result.
  ///   - whenDone: called on any thread.
  init(
    for caller: Caller,
    weight: Int,
    _ body: @escaping Body,
    whenDone: @escaping @Sendable (Result<Value, ArrangeError>) -> Void
  ) {
    self.weight = weight
    self.caller = caller
    self.body = body
    self.whenDone = whenDone
  }

  var isWanted: Bool { caller.isWanted() }

  func proceed(_ slice: inout WorkSlice) -> Bool {
    do throws(ArrangeError) {
      guard let value = try body?(&slice) else { return false }
      result = .success(value)
    } catch {
      result = .failure(error)
    }
    return true
  }

  func end(_ outcome: WorkOutcome) {
    body = nil
    switch outcome {
    case .done: whenDone(result ?? .failure(.notWanted))
    case .unwanted: whenDone(.failure(.notWanted))
    case .refused: whenDone(.failure(.tooMuchWork))
    case .stopped: whenDone(.failure(.stopped))
    }
  }
}
