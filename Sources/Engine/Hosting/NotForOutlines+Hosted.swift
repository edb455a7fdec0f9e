import ArrangeModel

extension NotForOutlines {
  /// Refuses the name of an outline.
  func check(_ hosted: HostedCollection) throws(ArrangeError) {
    if hosted.descriptor.outline != nil { throw error("\"\(hosted.name)\"") }
  }
}

extension Result where Success == HostedCollection, Failure == ArrangeError {
  /// The failure that something is not for outlines, if the collection is one.
  func unlessOutline(_ use: NotForOutlines) -> Result {
    flatMap { hosted in
      do throws(ArrangeError) {
        try use.check(hosted)
        return .success(hosted)
      } catch {
        return .failure(error)
      }
    }
  }
}
