/// How far apart the tags of a list are kept.
///
/// A *tag* is an unsigned number for a key of a strategy whose keys are evenly spaced points: a grid point of
/// a double, or the digits of a text. Tags ascend as the keys do. Keeping room between them (the
/// list-labelling problem) is therefore the same for all such strategies and is implemented here.
///
/// - A key at an end of the list goes a fixed distance out.
/// - A key between two others goes into the middle of the gap, unless the gaps around it show a *run*: many
///   keys inserted next to each other. A run advances in small even steps, so that it uses up the gap evenly
///   instead of halving it each time. This is the idea of the adaptive packed-memory array (Bender, Hu: An
///   Adaptive Packed-Memory Array, TODS 2007), without its record of past inserts.
/// - A gap far wider than those on both sides of it is *hot*: keys were inserted from both sides. The next
///   key goes close to one side, too, and of several keys one half goes to each side, so that the room stays
///   contiguous.
/// - A gap that is too small is widened before the key is inserted, by spreading a window of neighbours, and
///   room is brought there from farther away; see ``spread(for:tagAt:)``.
///
/// The cost of keys inserted at several nearby positions, or at a moving position, depends on two things:
/// that the room is not halved as the position passes, and that elements left behind take little of it. Then
/// many keys fit into the room, and it rarely has to be brought from farther away.
package struct TagSpace: Sendable, Hashable {
  /// The minimum distance of a key at an end of a list from the key next to it.
  package let unit: UInt64

  /// The distance between the keys of a run.
  package let runStep: UInt64

  /// The distance between keys below which room is made first.
  ///
  /// A thousandth of the distance in runs. Where keys are inserted at a few places around the end of a run, each
  /// distance of the run is halved several times: with a quarter of it, every second key needed room.
  var smallestSpacing: UInt64 { max(runStep / 1024, 4) }

  /// The minimum distance between keys in a window after it was spread.
  ///
  /// With more, windows grow large before they have it; with less, they are soon needed again.
  var minimumWindowSpacing: UInt64 { runStep * 2 }

  /// The maximum distance between the elements of a window that was spread, unless its room is so large that they
  /// may have more, see ``windowShare``: the gap gets the rest.
  ///
  /// Elements are also inserted between these when keys arrive around a place. With half of this distance,
  /// the sides of a run look alike to ``lean(of:)``, and runs of 10,000 in lists of as many cost 1.3 keys for
  /// each instead of 1.0.
  var widestWindowSpacing: UInt64 { runStep * 16 }

  /// The maximum distance between elements that are moved to let room through.
  ///
  /// It must be far from ``scarceSpacing``, because keys may be inserted between these elements later.
  /// Without a limit, the moved elements keep room that is needed near the gap: keys around a place cost
  /// twice as much.
  var widestStepSpacing: UInt64 { runStep * 8192 }

  /// The distance between keys below which room is scarce and must be brought from farther away.
  ///
  /// It is above ``widestWindowSpacing``: every request that rekeys neighbours brings room along.
  var scarceSpacing: UInt64 { runStep * 32 }

  /// The distance between keys down to which a small window is spread while room is being brought from
  /// farther away.
  var tightestSpacing: UInt64 { max(smallestSpacing / 1024, 1) }

  /// A gap that is this many times narrower than the gap on the other side shows a run.
  ///
  /// With keys at random places in one gap, neighbouring gaps often differ by a factor of 4 or 8 by chance,
  /// and taking that for a run leaves narrow gaps behind. With 64 and more, a run has used up most of its gap
  /// before it is recognized. Measured with the workloads of ``OrderingWorkload``.
  static let runEvidence: UInt64 = 24

  /// The same for a gap that is as wide as the steps of a run are.
  static let stepEvidence: UInt64 = 8

  /// A gap without room that is this many times narrower than the last step of a run shows that there is no
  /// run.
  static let wrongEvidence: UInt64 = 4

  /// A gap that is this many times wider than the gaps on both sides is hot.
  static let hotEvidence: UInt64 = 1024

  /// A gap made by a window is kept contiguous if it is this many times wider than the distances in the
  /// window.
  static let pieceEvidence: UInt64 = 64

  /// A run uses at most one part in this many of the gap for one key.
  static let runParts: UInt64 = 32

  /// In a wide gap, a run uses one part in this many for one key: the steps then have room for keys between them,
  /// and a gap of ordinary width still holds tens of thousands of keys.
  static let wideRunParts: UInt64 = 8192

  /// A gap that is this many times wider than the step before it has room for a run.
  static let roomEvidence: UInt64 = 8

  /// The elements of a window share one part in this many of its room, if that is more than
  /// ``widestWindowSpacing`` gives them.
  static let windowShare: UInt64 = 512

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

/// The ends of the tag range of a list: all tags lie strictly between them.
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
