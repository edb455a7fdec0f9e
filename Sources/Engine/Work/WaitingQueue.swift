import DequeModule

/// What waits, in its order.
///
/// Who has gone must not leave anything behind that takes memory until its turn comes, which may be never. So now and then all
/// are asked whether anybody still waits for them: each time that twice as many are there as were left the last time.
struct WaitingQueue<Element> {
  /// Fewer than these are not asked.
  static var leastAsked: Int { 64 }

  private var elements: Deque<Element> = []
  private var mostUnasked = leastAsked

  var isEmpty: Bool { elements.isEmpty }
  var count: Int { elements.count }
  var first: Element? { elements.first }

  /// Puts an element behind the others.
  ///
  /// - Returns: the elements for which nobody waits any more, and which are let go.
  mutating func append(_ element: Element, isWanted: (Element) -> Bool) -> [Element] {
    var unwanted: [Element] = []
    if elements.count >= mostUnasked {
      var wanted: Deque<Element> = []
      for element in elements {
        if isWanted(element) { wanted.append(element) } else { unwanted.append(element) }
      }
      elements = wanted
      mostUnasked = max(WaitingQueue.leastAsked, 2 * elements.count)
    }
    elements.append(element)
    return unwanted
  }

  mutating func popFirst() -> Element? { elements.popFirst() }

  /// Takes all out.
  mutating func removeAll() -> [Element] {
    defer { elements = [] }
    return Array(elements)
  }
}
