import ArrangeModel

/// Reads a page of a view.
struct PageOfView {
  let list: ViewList
  let info: CollectionInfo
  /// What the token for the next page names the view by.
  let number: UInt64
  let incarnation: UInt64

  /// The page that begins at a place.
  func page(_ request: FetchRequest, from start: PageCursor, _ largestAnswer: Int) -> FetchPage {
    let reader = PageReader(
      list: list,
      pageSize: min(request.pageSize ?? FetchRequest.defaultPageSize, FetchRequest.maximumPageSize),
      messageLimit: largestAnswer - info.largestEncoding - FetchToken.longest - WindowPlace.largestEncoding
    )
    let (slices, next) = reader.read(from: start)
    var page = FetchPage(
      collection: info,
      sections: slices,
      nextPageToken: next.map {
        FetchToken(epoch: number, version: list.version, incarnation: incarnation, cursor: $0).bytes
      }
    )
    page.window = list.windowPlace
    return page
  }
}
