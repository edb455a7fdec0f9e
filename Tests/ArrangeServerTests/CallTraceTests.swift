import ArrangeModel
import InMemoryTracing
import Testing
import Tracing
import Wire

@testable import ArrangeServer

@Suite("The trace of a call")
struct CallTraceTests {
  private static let value = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

  private func metadata(_ entries: (String, String)...) -> Metadata {
    Metadata(entries.map { .init(name: $0.0, value: Array($0.1.utf8)) })
  }

  @Test(
    "has the ids of its parent, also in formats of later versions",
    arguments: [
      value, "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00", "cc" + value.dropFirst(2) + "-more",
    ]
  )
  func parent(value: String) throws {
    let parent = try #require(TraceParent(Array(value.utf8)))
    #expect(parent.traceID == "4bf92f3577b34da6a3ce929d0e0e4736" && parent.spanID == "00f067aa0ba902b7")
  }

  @Test(
    "is none where the value is malformed",
    arguments: [
      "", "00", value + "-more", value.uppercased(), "ff" + value.dropFirst(2), String(value.dropLast()),
      value + "x", "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
      "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01",
      "00x4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "cc" + value.dropFirst(2) + "more",
      "00-4bf92f3577b34da6a3ce929d0e0e473\n-00f067aa0ba902b7-01",
    ]
  )
  func malformed(value: String) {
    #expect(TraceParent(Array(value.utf8)) == nil)
    #expect(CallTrace(metadata(("traceparent", value)), .apply, hasSpan: true) == nil)
  }

  @Test("is a span below the caller's, with the status of the answer")
  func span() throws {
    let tracer = InMemoryTracer()
    let metadata = metadata(
      ("traceparent", CallTraceTests.value),
      (InMemoryTracer.traceIDKey, "trace-7"),
      (InMemoryTracer.spanIDKey, "span-9")
    )
    let trace = try #require(CallTrace(metadata, .getCollection, hasSpan: true, tracer: tracer))
    #expect(tracer.finishedSpans.isEmpty)
    trace.end(.notFound)
    let span = try #require(tracer.finishedSpans.first)
    #expect(span.operationName == "arrange.v1.Collections/Get" && span.kind == .server)
    #expect(span.traceID == "trace-7" && span.parentSpanID == "span-9")
    #expect(span.status?.code == .error)
  }

  @Test("is in the log only for a stream, and nothing without a traceparent")
  func noSpan() throws {
    let tracer = InMemoryTracer()
    let metadata = metadata(("traceparent", CallTraceTests.value))
    let trace = try #require(CallTrace(metadata, .subscribe, hasSpan: false, tracer: tracer))
    trace.end(.ok)
    #expect(tracer.finishedSpans.isEmpty && tracer.activeSpans.isEmpty)
    #expect(
      CallTrace(self.metadata(("other", CallTraceTests.value)), .apply, hasSpan: true, tracer: tracer) == nil
    )
  }
}
