/// The end of a command whose work was done by another process, which has told what went wrong.
struct EndedElsewhere: Error {
  /// The number to end with.
  var status: Int32
}
