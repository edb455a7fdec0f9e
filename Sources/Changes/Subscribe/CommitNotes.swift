public import ArrangeModel

/// Information for a subscriber about the commits in a message, besides their changes.
public struct CommitNotes: Sendable, Hashable {
  /// The maximum number of authors that one message names. If there are more, those of the newest commits are
  /// left out.
  public static let mostAuthors = 16

  /// The subscriber's own request ids, in the order of their commits.
  public var ownRequestIDs: [RequestID]

  /// The authors of the commits, in the order of the first commit of each; empty unless requested.
  public var authors: [CommitAuthor]

  public init(ownRequestIDs: [RequestID] = [], authors: [CommitAuthor] = []) {
    self.ownRequestIDs = ownRequestIDs
    self.authors = authors
  }

  /// Whether there is no information.
  public var isEmpty: Bool { ownRequestIDs.isEmpty && authors.isEmpty }
}

/// The author of some of the commits that a message contains.
public struct CommitAuthor: Sendable, Hashable {
  /// The author; nil if unknown.
  public var principal: Principal?
  /// The number of the author's commits.
  public var commits: Int

  public init(_ principal: Principal?, commits: Int) {
    self.principal = principal
    self.commits = commits
  }
}

extension CommitNotes {
  /// The notes that a subscriber wants.
  package struct Wanted: Sendable, Hashable {
    /// The subscriber; request ids of other principals are not disclosed.
    package var reader: Principal
    /// The first bytes of the subscriber's own request ids; empty for none.
    package var prefix: [UInt8]
    package var authors: Bool

    package init(reader: Principal, prefix: [UInt8], authors: Bool) {
      self.reader = reader
      self.prefix = prefix
      self.authors = authors
    }

    /// Whether commits need not be inspected.
    package var isNothing: Bool { prefix.isEmpty && !authors }
  }

  /// Records a commit, as far as it is wanted. O(authors).
  package mutating func record(_ requestID: RequestID?, by author: Principal?, as wanted: Wanted) {
    if !wanted.prefix.isEmpty, let requestID, requestID.bytes.starts(with: wanted.prefix),
      (author ?? .anonymous) == wanted.reader
    {
      ownRequestIDs.append(requestID)
    }
    guard wanted.authors else { return }
    if let place = authors.firstIndex(where: { $0.principal == author }) {
      authors[place].commits += 1
    } else if authors.count < CommitNotes.mostAuthors {
      authors.append(CommitAuthor(author, commits: 1))
    }
  }

  /// An approximate upper bound of the bytes that the notes take in a message.
  package var largestEncoding: Int {
    // A tag and a length; an author has a name with tag and length, and a number.
    ownRequestIDs.reduce(0) { $0 + $1.bytes.count + 2 }
      + authors.reduce(0) { $0 + ($1.principal?.name.utf8.count ?? 0) + 17 }
  }
}
