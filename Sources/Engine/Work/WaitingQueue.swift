import DequeModule

/// A queue of waiting elements.
///
/// Elements whose caller is gone must not take memory until their turn, which may never come. So all elements
/// are checked now and then: each time their number has doubled since the last check.
struct WaitingQueue<Element> {
  /// Shorter queues are not checked.
  static var minimumCheckCount: Int { 64 }

  private var elements: Deque<Element> = []
  private var nextCheckCount = minimumCheckCount

  var isEmpty: Bool { elements.isEmpty }
  var count: Int { elements.count }
  var first: Element? { elements.first }

  /// Appends an element.
  ///
  /// - Returns: the removed elements, which nobody waits for any more.
  mutating func append(_ element: Element, isWanted: (Element) -> Bool) -> [Element] {
    var unwanted: [Element] = []
    if elements.count >= nextCheckCount {
      var wanted: Deque<Element> = []
      for element in elements {
        if isWanted(element) { wanted.append(element) } else { unwanted.append(element) }
      }
      elements = wanted
      nextCheckCount = max(WaitingQueue.minimumCheckCount, 2 * elements.count)
    }
    elements.append(element)
    return unwanted
  }

  mutating func popFirst() -> Element? { elements.popFirst() }

  /// Removes all.
  mutating func removeAll() -> [Element] {
    defer { elements = [] }
    return Array(elements)
  }
}
