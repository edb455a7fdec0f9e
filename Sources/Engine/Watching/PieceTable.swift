/// An edited list as pieces of the list before: runs of untouched elements, which have kept their order, and
/// between them single touched elements.
///
/// It is the piece table of text editors (Crowley: Data Structures for Text Sequences, 1998) with elements in
/// place of characters. It does not know the length of the list: the last run has no end.
struct PieceTable {
  /// The content of a position.
  enum Entry: Equatable {
    /// An untouched element, by its previous index.
    case untouched(Int)
    /// A touched element, by a number chosen by the user.
    case touched(Int)
  }

  /// Consecutive untouched elements that were also consecutive before.
  struct Run: Equatable {
    /// The index of the first one before and after the edits.
    var old: Int
    var new: Int
    var length: Int
  }

  private struct Piece {
    /// The previous index of the first element of a run; for a touched element its number, with the highest
    /// bit set.
    var start: UInt32
    var length: UInt32

    static let touchedBit: UInt32 = 1 << 31

    var isTouched: Bool { start & Piece.touchedBit != 0 }
    var number: Int { Int(start & ~Piece.touchedBit) }

    init(runFrom start: Int, length: Int) {
      self.start = UInt32(start)
      self.length = UInt32(length)
    }

    init(touched number: Int) {
      start = UInt32(number) | Piece.touchedBit
      length = 1
    }
  }

  /// More elements than any list has.
  private static let endless = 1 << 30
  /// The maximum number of pieces of a chunk, which are searched linearly.
  private static let largestChunk = 64

  /// The pieces in chunks, so that neither an edit nor a search visits all of them.
  private var chunks: [[Piece]]
  /// The number of elements of each chunk.
  private var lengths: [Int]

  /// An unedited list.
  init() {
    chunks = [[Piece(runFrom: 0, length: PieceTable.endless)]]
    lengths = [PieceTable.endless]
  }

  /// A list that did not exist before.
  static var empty: PieceTable {
    var table = PieceTable()
    table.chunks = [[]]
    table.lengths = [0]
    return table
  }

  /// The content of an index. O(√k) for k pieces.
  func entry(at index: Int) -> Entry {
    let (chunk, piece, offset) = find(index)
    return entry(chunks[chunk][piece], offset)
  }

  /// Removes the element at an index. O(√k) for k pieces.
  mutating func remove(at index: Int) -> Entry {
    let (chunk, place, offset) = find(index)
    let piece = chunks[chunk][place]
    let last = Int(piece.length) - 1
    if last == 0 {
      chunks[chunk].remove(at: place)
    } else if offset == 0 {
      chunks[chunk][place] = Piece(runFrom: piece.number + 1, length: last)
    } else {
      chunks[chunk][place].length = UInt32(offset)
      if offset < last {
        chunks[chunk].insert(
          Piece(runFrom: piece.number + offset + 1, length: last - offset),
          at: place + 1
        )
      }
    }
    lengths[chunk] -= 1
    splitIfLarge(chunk)
    return entry(piece, offset)
  }

  /// Inserts a touched element at an index. O(√k) for k pieces.
  mutating func insert(_ number: Int, at index: Int) {
    let (chunk, place, offset) = find(index)
    let touched = Piece(touched: number)
    if offset == 0 {
      chunks[chunk].insert(touched, at: place)
    } else {
      let piece = chunks[chunk][place]
      chunks[chunk][place].length = UInt32(offset)
      let rest = Piece(runFrom: piece.number + offset, length: Int(piece.length) - offset)
      chunks[chunk].insert(contentsOf: [touched, rest], at: place + 1)
    }
    lengths[chunk] += 1
    splitIfLarge(chunk)
  }

  /// Calls closures with all pieces in order: touched elements by number and index, and runs. O(k).
  func forEach(touched: (_ number: Int, _ index: Int) -> Void, run: (Run) -> Void) {
    var index = 0
    for chunk in chunks {
      for piece in chunk {
        if piece.isTouched {
          touched(piece.number, index)
        } else {
          run(Run(old: piece.number, new: index, length: Int(piece.length)))
        }
        index += Int(piece.length)
      }
    }
  }

  /// The contents of the first indices. O(k + count).
  func entries(before end: Int) -> [Entry] {
    var entries: [Entry] = []
    entries.reserveCapacity(end)
    for chunk in chunks {
      for piece in chunk {
        for offset in 0..<min(Int(piece.length), end - entries.count) { entries.append(entry(piece, offset)) }
        if entries.count == end { return entries }
      }
    }
    return entries
  }

  private func entry(_ piece: Piece, _ offset: Int) -> Entry {
    piece.isTouched ? .touched(piece.number) : .untouched(piece.number + offset)
  }

  /// The piece that contains an index, and the offset in it; the end of the last chunk at the end of the
  /// list.
  private func find(_ index: Int) -> (chunk: Int, piece: Int, offset: Int) {
    var rest = index
    var chunk = 0
    while chunk + 1 < lengths.count, rest >= lengths[chunk] {
      rest -= lengths[chunk]
      chunk += 1
    }
    let piece = chunks[chunk].withUnsafeBufferPointer { pieces in
      var piece = 0
      while piece < pieces.count, rest >= pieces[piece].length {
        rest -= Int(pieces[piece].length)
        piece += 1
      }
      return piece
    }
    return (chunk, piece, rest)
  }

  private mutating func splitIfLarge(_ chunk: Int) {
    guard chunks[chunk].count > PieceTable.largestChunk else { return }
    let half = chunks[chunk].count / 2
    let right = Array(chunks[chunk][half...])
    chunks[chunk].removeSubrange(half...)
    chunks.insert(right, at: chunk + 1)
    let length = right.reduce(0) { $0 + Int($1.length) }
    lengths[chunk] -= length
    lengths.insert(length, at: chunk + 1)
  }
}
