import ArrangeModel
import Engine

/// A sink as the setting `sinks` declares it: NAME=URL and then pairs of words, such as
///
/// ```text
/// search=https://search.example/hook on board/** on archive secret file:/etc/arrange/search.key
/// open=https://search.example/open view open secret env:OPEN_KEY allow 10.1.0.0/16
/// ```
///
/// A word with spaces stands in double quotes.
enum DeclaredSink {
  /// Parses declarations, whose names have to differ.
  static func all(_ texts: [String]) throws(SettingError) -> [CreateSinkRequest] {
    var sinks: [CreateSinkRequest] = []
    for text in texts {
      let sink = try parse(text)
      guard !sinks.contains(where: { $0.name == sink.name }) else {
        throw SettingError("sinks: \"\(sink.name)\" appears twice; remove one, or give it another name")
      }
      sinks.append(sink)
    }
    return sinks
  }

  private static func parse(_ text: String) throws(SettingError) -> CreateSinkRequest {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0].drop(while: \.isWhitespace).prefix { !$0.isWhitespace })
    guard parts.count == 2, let words = words(of: parts[1]), let url = words.first else {
      throw SettingError(
        "sinks: \"\(text)\" is not NAME=URL on PATTERN secret PLACE; a word with spaces stands in double quotes"
      )
    }
    var settings = SinkSettings(url: url, secrets: [])
    var rest = words.dropFirst()
    var known = Set<String>()
    do throws(ArrangeError) {
      while let word = rest.popFirst() {
        guard let value = rest.popFirst() else {
          throw ArrangeError(.invalidArgument, "nothing follows the last word, \"\(word)\"")
        }
        if word == "view" || word == "mode" {
          guard known.insert(word).inserted else {
            throw ArrangeError(.invalidArgument, "\(word) appears twice; a sink has one")
          }
        }
        switch word {
        case "on": settings.collections.append(value)
        case "view": settings.view = try Identifier(value)
        case "secret": settings.secrets.append(value)
        case "allow": settings.allowedAddresses.append(value)
        case "mode":
          guard value == "merged" || value == "commits" else {
            throw ArrangeError(.invalidArgument, "the mode is merged or commits")
          }
          settings.mode = value == "merged" ? .merged : .commits
        default:
          throw ArrangeError(
            .invalidArgument,
            "\"\(word)\" is not one of the words on, view, secret, allow and mode, of which each has a value"
          )
        }
      }
      try settings.checkCounts()
      try settings.check()
      return CreateSinkRequest(name: try Identifier(name), settings: settings)
    } catch {
      throw SettingError("sinks: \"\(name)\": \(error.message)")
    }
  }

  /// The words of a text; nil if a quote is not closed.
  private static func words(of text: Substring) -> [String]? {
    var words: [String] = []
    var rest = text.drop(while: \.isWhitespace)
    while let first = rest.first {
      if first == "\"" {
        rest.removeFirst()
        guard let end = rest.firstIndex(of: "\"") else { return nil }
        words.append(String(rest[..<end]))
        rest = rest[rest.index(after: end)...]
      } else {
        let word = rest.prefix { !$0.isWhitespace }
        words.append(String(word))
        rest = rest[word.endIndex...]
      }
      rest = rest.drop(while: \.isWhitespace)
    }
    return words
  }
}

extension SinkSettings {
  /// Checks what the messages of clients are checked for: how many of each there are.
  fileprivate func checkCounts() throws(ArrangeError) {
    for (what, count, most) in [
      ("patterns", collections.count, SinkSettings.maximumPatterns),
      ("keys", secrets.count, SinkSettings.maximumSecrets),
      ("networks", allowedAddresses.count, SinkSettings.maximumNetworks),
    ] where count > most {
      throw ArrangeError(.invalidArgument, "a sink has at most \(most) \(what)")
    }
    guard url.utf8.count <= SinkSettings.maximumURLLength else {
      throw ArrangeError(.invalidArgument, "an address has at most \(SinkSettings.maximumURLLength) bytes")
    }
  }
}
