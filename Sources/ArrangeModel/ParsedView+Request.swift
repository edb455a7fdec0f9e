extension ParsedView {
  /// Parses the text, or writes the view, of a request. O(size).
  package init(_ request: ParseViewRequest) {
    do throws(ViewTextError) {
      let view: ViewDefinition
      if let given = request.view { view = given } else { view = try ViewParser.view(of: request.text) }
      self.init(view: view, text: view.text)
    } catch {
      self.init(view: nil, text: "", error: error)
    }
    if request.view == nil, !request.locate.isEmpty {
      located = ViewParser.place(of: request.locate, in: request.text)
    }
  }
}
