import ArrangeClient
import ArrangeModel
import Changes

/// The screen of `arrange watch`: a heading, the list, and summaries of the last changes.
struct WatchView {
  /// The number of summaries on a screen that is not small.
  private static let logLines = 3
  /// Screens with fewer rows are small.
  private static let smallScreen = 12

  let info: CollectionInfo
  /// Formats the order keys; nil if they are not shown.
  let keyTexts: KeyTexts?
  let style: Style

  /// The lines of the screen, at most as many as it has rows.
  ///
  /// - Parameters:
  ///   - log: the summaries of changes, oldest first.
  ///   - focus: the rows to show.
  func lines(
    _ watched: WatchedList,
    version: UInt64,
    log: [String],
    focus: [Int],
    size: TerminalScreen.Size,
    at now: ContinuousClock.Instant
  ) -> [String] {
    var lines: [StyledLine] = []
    if size.rows > 1 { lines.append(heading(version, watched.list.size)) }
    let logRows = size.rows < 5 ? 0 : size.rows < WatchView.smallScreen ? 1 : WatchView.logLines
    if logRows > 1 { lines.append(StyledLine()) }
    let end = size.rows - logRows - (logRows > 1 ? 1 : 0)
    let rows = ListRows(watched)
    let height = max(0, end - lines.count)
    let visible = VisibleRows(count: rows.count, height: height, around: focus)
    lines += body(watched, rows, visible, at: now).prefix(height)
    // The summaries are at the bottom of the screen.
    let last = log.suffix(logRows)
    while lines.count < size.rows - last.count { lines.append(StyledLine()) }
    for (place, line) in last.enumerated() {
      lines.append(StyledLine(line, place == last.count - 1 ? .plain : .dim))
    }
    return lines.prefix(size.rows).map { $0.text(columns: size.columns, style) }
  }

  private func heading(_ version: UInt64, _ size: ListSize) -> StyledLine {
    var line = StyledLine()
    if let title = info.fields.title {
      line.append(title.text, .bold)
      line.append(" (\(info.name))", .dim)
    } else {
      line.append(info.heading, .bold)
    }
    line.append("  version \(version), \(UpdateSummary.text(size))", .dim)
    return line
  }

  private func body(
    _ watched: WatchedList,
    _ rows: ListRows,
    _ visible: VisibleRows,
    at now: ContinuousClock.Instant
  ) -> [StyledLine] {
    var lines: [StyledLine] = []
    var next = 0
    for range in visible.ranges {
      if range.lowerBound > next {
        lines.append(gap(range.lowerBound - next, before: rows.row(at: range.lowerBound), watched))
      }
      for index in range { lines.append(line(rows.row(at: index), watched, rows.isFlat, at: now)) }
      next = range.upperBound
    }
    if next < rows.count, !visible.ranges.isEmpty {
      lines.append(gap(rows.count - next, before: nil, watched))
    }
    return lines
  }

  /// The line for a gap. It names the section in which the list continues.
  private func gap(_ count: Int, before row: ListRows.Row?, _ watched: WatchedList) -> StyledLine {
    var line = StyledLine("    ⋮ \(count.grouped) more", .dim)
    if case .item(let path)? = row {
      let section = watched.list.sections[path.section].element
      let name = section.fields.title?.text ?? section.id.text
      if !name.isEmpty { line.append(", in \(name)", .dim) }
    }
    return line
  }

  private func line(
    _ row: ListRows.Row,
    _ watched: WatchedList,
    _ isFlat: Bool,
    at now: ContinuousClock.Instant
  ) -> StyledLine {
    switch row {
    case .section(let index):
      let section = watched.list.sections[index]
      let mark = watched.sectionMarks[section.element.id]
      return sectionLine(section.element, section.items.count, mark, at: now)
    case .item(let path):
      let item = watched.list[path]
      return itemLine(item, String(path.item), watched.itemMarks[item.id], isFlat, at: now)
    case .ghost(let number):
      let ghost = watched.ghosts[number]
      let mark = WatchedList.Mark(sign: .removed, time: ghost.time)
      return ghost.path.item < 0
        ? sectionLine(ghost.element, ghost.itemCount, mark, at: now)
        : itemLine(ghost.element, "", mark, isFlat, at: now)
    }
  }

  private func sectionLine(
    _ section: ElementSnapshot,
    _ count: Int,
    _ mark: WatchedList.Mark?,
    at now: ContinuousClock.Instant
  ) -> StyledLine {
    var line = signed(mark)
    let title = section.fields.title
    let name = title?.text ?? (section.id.isEmpty ? "(default section)" : section.id.text)
    line.append(name, tone(mark, otherwise: .bold, at: now))
    line.append(" (\(section.fields.countText(count)))")
    if title != nil, !section.id.isEmpty { line.append("  \(section.id)", .dim) }
    append(details(section, without: title?.name), to: &line)
    return line
  }

  private func itemLine(
    _ item: ElementSnapshot,
    _ number: String,
    _ mark: WatchedList.Mark?,
    _ isFlat: Bool,
    at now: ContinuousClock.Instant
  ) -> StyledLine {
    var line = signed(mark)
    if !isFlat { line.append("  ") }
    line.append(String(repeating: " ", count: max(0, 3 - number.count)) + number + "  ", .dim)
    let depth = item.outline?.depth ?? item.origin?.depth ?? 1
    line.append(String(repeating: "  ", count: max(1, Int(depth)) - 1))
    let title = item.fields.title
    line.append(title?.text ?? item.id.text, tone(mark, otherwise: .plain, at: now))
    append(details(item, without: title?.name), to: &line)
    if title != nil { line.append("  \(item.id)", .dim) }
    return line
  }

  private func signed(_ mark: WatchedList.Mark?) -> StyledLine {
    guard let mark else { return StyledLine("  ") }
    return StyledLine("\(mark.sign.rawValue) ", .sign(mark.sign))
  }

  /// The text of a change is bright while it is new; the sign stays longer.
  private func tone(
    _ mark: WatchedList.Mark?,
    otherwise tone: StyledLine.Tone,
    at now: ContinuousClock.Instant
  ) -> StyledLine.Tone {
    guard let mark else { return tone }
    if now - mark.time <= WatchedList.bright { return .sign(mark.sign) }
    return mark.sign == .removed ? .dim : tone
  }

  private func append(_ details: [String], to line: inout StyledLine) {
    if !details.isEmpty { line.append("  \(details.joined(separator: "  "))", .dim) }
  }

  /// The fields that are not shown elsewhere, and the key if it is requested.
  private func details(_ element: ElementSnapshot, without title: String?) -> [String] {
    var details = element.fields.filter { $0.name != title }.map { "\($0.name)=\($0.value.text)" }
    if let keyTexts { details.append("[\(keyTexts.text(of: element.key, strategy: info.strategy))]") }
    return details
  }
}
