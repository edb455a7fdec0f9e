// Names that are ambiguous in files that also import Foundation, under which the types were known before.

@available(*, deprecated, renamed: "ListOperation")
public typealias Operation = ListOperation

@available(*, deprecated, renamed: "ViewSortDescriptor")
public typealias SortDescriptor = ViewSortDescriptor
