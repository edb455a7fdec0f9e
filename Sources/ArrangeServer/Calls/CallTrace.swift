import ArrangeModel
import Instrumentation
import Tracing
import Wire

/// The `traceparent` of a call's metadata: the caller's span, in the format of W3C Trace Context.
///
/// ```text
/// 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
/// ```
struct TraceParent: Sendable, Hashable {
  /// The name of the metadata entry.
  static let name = "traceparent"

  /// The id of the trace: 32 hexadecimal digits.
  let traceID: String
  /// The id of the caller's span: 16 hexadecimal digits.
  let spanID: String

  /// - Returns: nil for a malformed value, which is ignored as the specification requires.
  init?(_ bytes: [UInt8]) {
    // Later versions can append fields after another dash.
    guard bytes.count >= 55, bytes[2] == TraceParent.dash, bytes[35] == TraceParent.dash,
      bytes[52] == TraceParent.dash, bytes.count == 55 || bytes[55] == TraceParent.dash
    else { return nil }
    let (version, trace, span, flags) = (bytes[0..<2], bytes[3..<35], bytes[36..<52], bytes[53..<55])
    let isHexadecimal = [version, trace, span, flags].allSatisfy { $0.allSatisfy(TraceParent.isDigit) }
    guard isHexadecimal, !version.elementsEqual("ff".utf8),
      bytes.count == 55 || !version.elementsEqual("00".utf8),
      trace.contains(where: { $0 != TraceParent.zero }), span.contains(where: { $0 != TraceParent.zero })
    else { return nil }
    traceID = String(decoding: trace, as: UTF8.self)
    spanID = String(decoding: span, as: UTF8.self)
  }

  private static let dash = UInt8(ascii: "-")
  private static let zero = UInt8(ascii: "0")

  /// Whether a byte is a digit, or a lower-case letter from a to f.
  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}

/// The trace of a call: its parent for the log, and a span of its own for the tracer of the process, if there is one.
final class CallTrace: Sendable {
  let parent: TraceParent
  private let span: (any Span)?

  /// - Parameters:
  ///   - hasSpan: whether the call has a span. A stream has none, because it has no single answer.
  ///   - tracer: the tracer of the process; does nothing unless one is installed.
  /// - Returns: nil if the caller sends no valid `traceparent`.
  init?(
    _ metadata: Metadata,
    _ method: Method,
    hasSpan: Bool,
    tracer: any Tracer = InstrumentationSystem.tracer
  ) {
    guard let value = metadata.entries.first(where: { $0.name == TraceParent.name })?.value,
      let parent = TraceParent(value)
    else { return nil }
    self.parent = parent
    guard hasSpan else {
      span = nil
      return
    }
    var context = InstrumentationContext.topLevel
    tracer.extract(metadata, into: &context, using: MetadataExtractor())
    let span = tracer.startAnySpan(method.name, context: context, ofKind: .server)
    span.attributes["rpc.system"] = "arrange"
    self.span = span
  }

  /// Ends the span.
  func end(_ status: StatusCode) {
    guard let span else { return }
    span.attributes["rpc.arrange.status"] = "\(status)"
    if status != .ok { span.setStatus(.init(code: .error, message: "\(status)")) }
    span.end()
  }
}

/// Reads entries of metadata for a tracer.
private struct MetadataExtractor: Extractor {
  func extract(key: String, from metadata: Metadata) -> String? {
    metadata.entries.first { $0.name == key.lowercased() }.flatMap {
      String(validating: $0.value, as: UTF8.self)
    }
  }
}
