/// The end of a command that was run by another process, which has reported the error.
struct EndedElsewhere: Error {
  /// The exit status.
  var status: Int32
}
