/// The position of a view's window at one version.
public struct WindowPlace: Sendable, Hashable {
  /// The row that a window with an anchor is around: the row with the requested id if it is shown, and otherwise the
  /// nearest row that is left of those that were around it. Nil if there is none, and for a window without an anchor.
  public var anchor: Identifier?
  /// The index of the shown section among all sections of the view, without regard to the window.
  ///
  /// This and the other numbers are 0 if no section is shown, and for a view with the rights of its definer, which
  /// does not disclose them.
  public var section: Int
  /// The index, in the section, of the first row in the window.
  public var firstItem: Int
  /// The number of rows of the section, in the window or not.
  public var sectionItems: Int

  public init(anchor: Identifier?, section: Int, firstItem: Int, sectionItems: Int) {
    self.anchor = anchor
    self.section = section
    self.firstItem = firstItem
    self.sectionItems = sectionItems
  }
}
