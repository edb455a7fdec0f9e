/// A line of a screen: pieces of text in several tones, which can be cut to a width.
struct StyledLine {
  enum Tone {
    case plain
    case bold
    case dim
    case sign(WatchedList.Sign)
  }

  private var pieces: [(text: String, tone: Tone)] = []

  init() {}

  init(_ text: String, _ tone: Tone = .plain) { append(text, tone) }

  /// Appends text. Its control characters are escaped.
  mutating func append(_ text: String, _ tone: Tone = .plain) {
    if !text.isEmpty { pieces.append((text.printable, tone)) }
  }

  /// The line with terminal escape sequences.
  func text(columns: Int, _ style: Style) -> String {
    var left = columns
    var line = ""
    for piece in pieces where left > 0 {
      let width = piece.text.columns
      let text = width <= left ? piece.text : piece.text.cut(toColumns: left)
      left -= width
      line += StyledLine.colored(text, piece.tone, style)
    }
    return line
  }

  private static func colored(_ text: String, _ tone: Tone, _ style: Style) -> String {
    switch tone {
    case .plain: text
    case .bold: style.bold(text)
    case .dim: style.dim(text)
    case .sign(.added): style.green(text)
    case .sign(.removed): style.red(text)
    case .sign(.moved): style.cyan(text)
    case .sign(.changed): style.yellow(text)
    }
  }
}
