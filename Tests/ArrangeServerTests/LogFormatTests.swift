import Foundation
import Testing

@testable import ArrangeServer

@Suite("Log lines")
struct LogFormatTests {
  private func read(_ line: String) throws -> [String: String] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String], "\(line)")
  }

  @Test("in JSON have the head in front and the rest in order")
  func order() {
    #expect(
      JSONLine.text([("time", "t"), ("level", "info")], [("b", "2"), ("a", "1")], longest: 100)
        == #"{"time":"t","level":"info","a":"1","b":"2"}"#
    )
  }

  @Test(
    "in JSON are one line that says what it is to say",
    arguments: [
      "", "plain", "a \"b\" \\ c", "line\nline\r\n", "\u{1B}[31mred\u{7}", "\u{202E}right",
      "\u{2028}x\u{2029}",
      "ümläut 日本 🧀", "\0", "\u{E0001}tag", "e\u{301}",
    ]
  )
  func content(text: String) throws {
    let line = JSONLine.text([("message", text)], [(text.isEmpty ? "k" : "k", text)], longest: 4_096)
    #expect(try read(line) == ["message": text, "k": text])
    #expect(
      line.unicodeScalars.allSatisfy {
        switch $0.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
      }
    )
  }

  @Test("in JSON say nothing twice under one name")
  func names() throws {
    let line = JSONLine.text(
      [("time", "t"), ("message", "m")],
      [("time", "x"), ("message", "y")],
      longest: 100
    )
    #expect(try read(line) == ["time": "t", "message": "m", "_time": "x", "_message": "y"])
  }

  @Test("in JSON are cut and stay JSON", arguments: [1_000, 5_000, 100_000])
  func cut(count: Int) throws {
    let long = String(repeating: "\u{7}é", count: count)
    let line = JSONLine.text([("message", "m")], [("a", long), ("b", "short"), ("c", long)], longest: 4_096)
    #expect(line.utf8.count <= 4_096)
    let fields = try read(line)
    #expect(fields["message"] == "m" && fields["b"] == "short")
    #expect(fields["a"]?.hasSuffix("…") == true && fields["a"] == fields["c"])
  }
}
