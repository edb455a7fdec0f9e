/// The definitions of terms on the page.
enum PageGlossary {
  private static let entries: [(term: String, meaning: String)] = [
    (
      "keys per operation",
      "Elements that have another order key after an operation, the new and the moved ones among them. For dense: the "
        + "ranks that change, |i − j| + 1 for a move."
    ),
    ("stored", "Keys that are written to the disk as such. Ranks follow from the places, so dense has none."),
    (
      "bytes of a key",
      "Mean and 99th percentile of the keys of the list at the end; the longest of all that there ever were."
    ),
    (
      "journal bytes",
      "Bytes of the commit as the journal stores it: ids of 12 bytes, new items with a title of 30."
    ),
    (
      "µs per operation",
      "Time of the transaction in the engine and of its encoding, without disk and network; p50, p99 and worst."
    ),
    (
      "room left",
      "How many items fit into a gap, each between the two before it, until other keys have to be written: the least and "
        + "the median of up to 2,048 gaps, those written last among them. Strategies whose keys are ranks never run out."
    ),
    (
      "equal keys",
      "Keys that a writer drew and another one, too. They are then made anew, so that no two are stored."
    ),
    (
      "interleaved",
      "Places in the merged lists where the writer changes, beyond those between whole runs: 0 where every run stays "
        + "together."
    ),
    (
      "bound",
      "A dotted line: what theory says is the least, is to be expected, or how the best known algorithms grow."
    ),
  ]

  static var section: Markup {
    let list = entries.map { Markup.element("dt", text: $0.term) + .element("dd", text: $0.meaning) }
    return .element("section", [:], .element("h2", text: "Words") + .element("dl", [:], list.joined))
  }
}
