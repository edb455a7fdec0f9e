/// How far apart the tags of a list are kept.
///
/// A *tag* is an unsigned number that stands for a key of a strategy whose keys are evenly spaced points:
/// a grid point of a double, or the digits of a text. Tags ascend as the keys do, so that the work of
/// keeping room between them (the list-labelling problem) is the same for all such strategies and is
/// done here.
///
/// - A key at an end of the list goes a fixed distance out.
/// - A key between two others goes into the middle of the gap, unless the gaps around it show a *run*:
///   many keys, one next to the other. A run advances in small even steps, so that it uses the gap up
///   evenly instead of halving it each time. This is the idea of the adaptive packed-memory array
///   (Bender, Hu: An Adaptive Packed-Memory Array, TODS 2007), without its memory of past inserts.
/// - A gap far wider than those on both sides of it is *hot*: keys went in from both sides. The next one goes
///   close to one side, too, and of several that go in together one half to each side, so that the room stays in one
///   piece.
/// - A gap that is too small is widened before the key goes in, by spreading a window of neighbours, and room
///   travels there from afar; see ``spread(for:tagAt:)``.
///
/// What keys cost that go to several places close to each other, or to one that moves, depends on two things: that
/// the room is not halved as the place passes by, and that elements that stay behind take little of it along. Then
/// it is used up by many keys, and has to come from afar seldom.
package struct TagSpace: Sendable, Hashable {
  /// The distance that a key at an end of a list keeps at least from the key next to it.
  package let unit: UInt64

  /// The distance between the keys of a run.
  package let runStep: UInt64

  /// The distance between keys below which room is made first.
  ///
  /// With an eighth of the distance in runs and less, keys that go anywhere into one gap cost a tenth less, but those
  /// that waver around one place use all room up before it can be brought nearer, and cost three times as much.
  var smallestSpacing: UInt64 { runStep / 4 }

  /// The distance between keys that a window has at least, after it was spread.
  ///
  /// Sixteen times the distance at which room is made: with more, windows are large before they have it;
  /// with less, they are needed again soon. Measured with the workloads of ``OrderingWorkload``.
  var leastWindowSpacing: UInt64 { runStep * 4 }

  /// The distance between the elements of a window that was spread, at most: the gap gets the rest.
  ///
  /// Elements go in between these, too, where keys come around a place. With half of it, the sides of a run look alike
  /// to ``lean(of:)``, and the runs of 10,000 in lists of as many cost 1.3 keys for each instead of 1.0.
  var widestWindowSpacing: UInt64 { runStep * 16 }

  /// The distance between elements that are moved to let room through, at most.
  ///
  /// It has to be far from ``scarceSpacing``, since keys may come between these elements later. Without a limit it takes
  /// room from afar along that is missing near the gap: keys around a place cost twice as much.
  var widestStepSpacing: UInt64 { runStep * 1024 }

  /// The distance between keys at which room is used up so far that it has to come from afar.
  ///
  /// It is below ``widestWindowSpacing``: windows that were just spread are not scarce. Where both are equal, keys that
  /// come at ten places in turn cost four times as much.
  var scarceSpacing: UInt64 { runStep * 8 }

  /// The distance between keys down to which a small window is spread while room from afar is under way.
  var tightestSpacing: UInt64 { max(smallestSpacing / 1024, 1) }

  /// A gap that is this many times narrower than the gap on the other side shows a run.
  ///
  /// Where keys go anywhere into one gap, neighbouring gaps are often 4 or 8 times as wide as each other by chance, and
  /// to take that for a run leaves narrow gaps behind. With 64 and more, a run has used up most of its gap before it is
  /// seen. Measured with the workloads of ``OrderingWorkload``.
  static let runEvidence: UInt64 = 24

  /// The same for a gap that is as wide as the steps of a run are.
  static let stepEvidence: UInt64 = 8

  /// A gap that has no room and is this many times narrower than the last step of a run shows that there is none.
  static let wrongEvidence: UInt64 = 4

  /// A gap that is this many times wider than the gaps on both sides is hot: where it is as wide as gaps are at an end
  /// of the list, those are no wider than the steps of a run.
  var hotEvidence: UInt64 { max(unit / runStep, 1024) }

  /// A gap that a window has made is kept in one piece where it is this many times wider than the distances in the
  /// window.
  static let pieceEvidence: UInt64 = 64

  /// A run uses at most one part in this many of the gap for one key.
  static let runParts: UInt64 = 32

  /// Makes a space.
  ///
  /// - Parameters:
  ///   - unit: the distance at the ends, in tags.
  ///   - runStep: the distance in runs, in tags: 16 to an eighth of `unit`.
  package init(unit: UInt64, runStep: UInt64) {
    precondition(runStep >= 16 && runStep <= unit / 8, "steps are out of proportion")
    self.unit = unit
    self.runStep = runStep
  }
}

/// The ends of the room that a list has: all tags lie strictly between them.
package struct TagBounds: Sendable, Hashable {
  package var low: UInt64
  package var high: UInt64

  @inlinable
  package init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// The number of tags from end to end.
  var room: UInt64 { high - low }
}

/// A gap between two tags, with the tags around them.
package struct TagGap: Sendable, Hashable {
  /// The tag next to the gap on the left; nil at the start of the list.
  package var lower: UInt64?

  /// The tag next to the gap on the right; nil at the end of the list.
  package var upper: UInt64?

  /// The tag before ``lower``, if it is known.
  package var beforeLower: UInt64?

  /// The tag after ``upper``, if it is known.
  package var afterUpper: UInt64?

  @inlinable
  package init(lower: UInt64?, upper: UInt64?, beforeLower: UInt64? = nil, afterUpper: UInt64? = nil) {
    self.lower = lower
    self.upper = upper
    self.beforeLower = beforeLower
    self.afterUpper = afterUpper
  }
}

/// Where in a gap a new key goes.
package enum TagLean: Sendable, Hashable {
  /// Into the middle: nothing is known about what comes next.
  case middle

  /// Close to the lower neighbour: keys come one after the other.
  case ascending

  /// Close to the upper neighbour: keys come one before the other.
  case descending

  /// Close to the neighbours, half of the keys to each: keys come from both sides.
  case apart
}
