/// A list that was edited, as pieces of what it was before: runs of elements that nobody touched, which have kept their
/// order, and between them single elements that somebody did.
///
/// It is the piece table of text editors (Crowley: Data Structures for Text Sequences, 1998) with elements for
/// characters. It does not know how long the list is: behind everything there is a run without an end.
struct PieceTable {
  /// What is at a place.
  enum Entry: Equatable {
    /// An element that nobody touched, by its index before.
    case untouched(Int)
    /// A touched element, by a number that its user chose.
    case touched(Int)
  }

  /// Untouched elements in place of those with the same order before.
  struct Run: Equatable {
    /// The index of the first one before the edits, and after them.
    var old: Int
    var new: Int
    var length: Int
  }

  private struct Piece {
    /// The index before of the first element of a run; of a touched element its number, with the highest bit.
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

  /// More than there are elements in any list.
  private static let endless = 1 << 30
  /// The maximum number of pieces of a chunk: so many are looked through one by one.
  private static let largestChunk = 64

  /// The pieces, some at a time, so that neither an edit nor a search goes through all of them.
  private var chunks: [[Piece]]
  /// How many elements each chunk has.
  private var lengths: [Int]

  /// A list as it was before.
  init() {
    chunks = [[Piece(runFrom: 0, length: PieceTable.endless)]]
    lengths = [PieceTable.endless]
  }

  /// A list that was not there before.
  static var empty: PieceTable {
    var table = PieceTable()
    table.chunks = [[]]
    table.lengths = [0]
    return table
  }

  /// What is at an index. O(√k) for k pieces.
  func entry(at index: Int) -> Entry {
    let (chunk, piece, offset) = find(index)
    return entry(chunks[chunk][piece], offset)
  }

  /// Takes out what is at an index. O(√k) for k pieces.
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

  /// Puts a touched element at an index. O(√k) for k pieces.
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

  /// Calls closures with all pieces in their order: touched elements by number and index, and runs. O(k).
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

  private func entry(_ piece: Piece, _ offset: Int) -> Entry {
    piece.isTouched ? .touched(piece.number) : .untouched(piece.number + offset)
  }

  /// The piece with an index, and the place in it; the end of the last chunk where the list ends there.
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
