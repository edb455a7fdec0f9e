import Changes

/// What stands for a value that a sample takes as there.
func stand<Value: ~Copyable>() -> Value { fatalError() }

/// What a reader has for the headers of sections.
func configureHeader(of section: Int) {}

/// What a reader shows a list with.
func show(_ list: SectionedList) {}
