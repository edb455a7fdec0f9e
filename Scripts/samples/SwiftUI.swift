// Stand-ins for what samples use of SwiftUI, with the same names and types.

@MainActor protocol View {
  associatedtype Body
  var body: Body { get }
}

extension View {
  func task(_ action: @escaping @MainActor () async -> Void) -> some View { self }
}

struct Text: View {
  init(_ text: String) {}
  var body: Never { fatalError() }
}

struct List<Data: RandomAccessCollection, Content: View>: View where Data.Element: Identifiable {
  init(_ data: Data, rowContent: @escaping (Data.Element) -> Content) {}
  var body: Never { fatalError() }
}

@propertyWrapper struct State<Value> {
  var wrappedValue: Value
}
