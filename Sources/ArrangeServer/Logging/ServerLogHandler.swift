import ArrangeModel
import CoreFoundation
import Foundation
package import Logging

/// A log handler that formats events as lines for a ``LineWriter``. Logging never waits for the reader of the
/// log.
///
/// ```text
/// 2026-03-01T09:30:00.125Z info arranged: connection ended reason="a frame can't be parsed"
/// ```
///
/// or as a JSON object, whose values are all strings:
///
/// ```json
/// {"time":"2026-03-01T09:30:00.125Z","level":"info","logger":"arranged","message":"connection ended","reason":"…"}
/// ```
///
/// An event is always one line: control characters are escaped.
package struct ServerLogHandler: LogHandler {
  /// The maximum length of a line, in bytes, without the line feed.
  private static let longestLine = 4 * 1024
  /// The key of the id of the node that writes the line. Under `node` stand the names of others.
  private static let nodeKey = "node_id"

  package var logLevel: Logger.Level {
    get { own ?? shared.level }
    set { own = newValue }
  }
  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?
  private let label: String
  private let format: LogFormat
  private let writer: LineWriter
  private let recent: RecentLines?
  private let shared: LogLevel
  /// The level of this logger, if it differs from the common one.
  private var own: Logger.Level?

  /// - Parameter recent: keeps the lines as well; nil if nobody reads them there.
  package init(
    label: String,
    level: LogLevel,
    format: LogFormat = .text,
    writer: LineWriter,
    recent: RecentLines? = nil
  ) {
    self.label = label
    self.format = format
    self.writer = writer
    self.recent = recent
    shared = level
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    var fields = metadata
    if let provided = metadataProvider?.get() { fields.merge(provided) { $1 } }
    if let given = event.metadata { fields.merge(given) { $1 } }
    if let node = shared.node { fields[ServerLogHandler.nodeKey] = "\(node)" }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let texts = fields.map { ($0.key, "\($0.value)") }
    let line: String
    switch format {
    case .text:
      line = ServerLogHandler.line(
        seconds: now.tv_sec,
        nanoseconds: now.tv_nsec,
        "\(event.level) \(label): \(event.message)",
        texts
      )
    case .json:
      let time = ServerLogHandler.time(seconds: now.tv_sec, nanoseconds: now.tv_nsec)
      let head = [
        ("time", time), ("level", "\(event.level)"), ("logger", label), ("message", "\(event.message)"),
      ]
      line = JSONLine.text(head, texts, longest: ServerLogHandler.longestLine)
    }
    writer.write(line)
    recent?.append(LogSeverity(event.level), line)
  }

  /// A time since 1970, in UTC.
  private static func time(seconds: Int, nanoseconds: Int) -> String {
    var seconds = time_t(seconds)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func digits(_ number: some BinaryInteger, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let date =
      "\(digits(parts.tm_year + 1_900, 4))-\(digits(parts.tm_mon + 1, 2))-\(digits(parts.tm_mday, 2))"
    let clock = "\(digits(parts.tm_hour, 2)):\(digits(parts.tm_min, 2)):\(digits(parts.tm_sec, 2))"
    return "\(date)T\(clock).\(digits(nanoseconds / 1_000_000, 3))Z"
  }

  /// The line for an event, at a time since 1970.
  package static func line(
    seconds: Int,
    nanoseconds: Int,
    _ text: String,
    _ fields: [(String, String)]
  ) -> String {
    var line = time(seconds: seconds, nanoseconds: nanoseconds) + " "
    append(text, to: &line)
    for (name, value) in fields.sorted(by: { $0.0 < $1.0 }) {
      line += " "
      append(name, to: &line)
      line += "="
      let isPlain = !value.isEmpty && value.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\"") }
      if !isPlain { line += "\"" }
      append(value, to: &line)
      if !isPlain { line += "\"" }
    }
    guard line.utf8.count > longestLine else { return line }
    let cut = String(decoding: line.utf8.prefix(longestLine), as: UTF8.self)
    return "\(cut)… (\(line.utf8.count - longestLine) more bytes)"
  }

  /// Appends a text, and escapes characters that are invisible or change how other text is displayed.
  private static func append(_ text: String, to line: inout String) {
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        line += scalar == "\n" ? "\\n" : "\\u{\(String(scalar.value, radix: 16))}"
      default: line.unicodeScalars.append(scalar)
      }
    }
  }
}

extension LogSeverity {
  fileprivate init(_ level: Logger.Level) {
    switch level {
    case .trace: self = .trace
    case .debug: self = .debug
    case .info: self = .info
    case .notice: self = .notice
    case .warning: self = .warning
    case .error: self = .error
    case .critical: self = .critical
    }
  }
}
