/// The modules of the console, joined so that a page loads few files.
///
/// A module becomes a function, and a bundle is a module with the functions of all modules that its entry imports. Modules
/// that a page imports when it needs them are entries of bundles of their own. The entry `main.js` brings the few lines that
/// run them; a module that is in several bundles runs once.
///
/// It reads lines that begin with `import` or `export` as the house writes them: names in braces, from a path in double
/// quotes; and `import("…")` with such a path. The modules import each other without cycles.
struct ConsoleBundle {
  /// The entry that brings the others.
  static let main = "/page/main.js"

  /// A module: the paths that it imports at once, those that it imports later, and its text as a function.
  private struct Module {
    var imports: [String] = []
    var later: [String] = []
    var text = ""
  }

  private var modules: [String: Module] = [:]

  /// - Parameter files: the texts of the modules, by their paths.
  init(_ files: [String: String]) {
    for (path, text) in files { modules[path] = ConsoleBundle.module(text, at: path, among: Set(files.keys)) }
  }

  /// The text of each bundle, by the path of its entry.
  var texts: [String: String] {
    // What the client imports later is small, and needed by most pages.
    let entries = modules.flatMap { path, module in
      module.later.filter { !path.hasPrefix("/client/") || !$0.hasPrefix("/client/") }
    }
    let main = closure(of: ConsoleBundle.main)
    var texts = [
      ConsoleBundle.main: ConsoleBundle.runtime + text(of: main) + "use(\"\(ConsoleBundle.main)\");\n"
    ]
    let depth = { (path: String) in String(repeating: "../", count: path.split(separator: "/").count - 1) }
    for entry in Set(entries) where !main.contains(entry) {
      let own = closure(of: entry).filter { !main.contains($0) }
      texts[entry] =
        "import { define, expose, load, use } from \"./\(depth(entry))\(ConsoleBundle.main.dropFirst())\";\n"
        + text(of: own)
    }
    return texts
  }

  /// The lines that run modules. `load` imports the bundle of a module if it is not there yet.
  private static let runtime = """
    const makers = new Map();
    const made = new Map();
    const base = new URL("..", import.meta.url);
    export function define(path, make) {
      if (!makers.has(path)) makers.set(path, make);
    }
    export function expose(module, getters) {
      for (const [name, get] of Object.entries(getters)) Object.defineProperty(module, name, { get, enumerable: true });
    }
    export function use(path) {
      let module = made.get(path);
      if (!module) {
        module = {};
        made.set(path, module);
        makers.get(path)(module);
      }
      return module;
    }
    export async function load(path) {
      if (!makers.has(path)) await import(new URL(path.slice(1), base));
      return use(path);
    }

    """

  private func text(of paths: [String]) -> String {
    paths.map { path in "define(\"\(path)\", (module) => {\n\(modules[path]?.text ?? "")});\n" }.joined()
  }

  /// A module and all that it imports at once, in ascending order.
  private func closure(of entry: String) -> [String] {
    var found: Set<String> = []
    var open = [entry]
    while let path = open.popLast() {
      guard found.insert(path).inserted, let module = modules[path] else { continue }
      open += module.imports
      if path.hasPrefix("/client/") { open += module.later }
    }
    return found.sorted()
  }

  // MARK: Reading a module

  private static func module(_ text: String, at path: String, among known: Set<String>) -> Module {
    var module = Module()
    var (body, getters): (String, [String]) = ("", [])
    var statement: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let begun = statement {
        statement = begun + " " + line
      } else if line.hasPrefix("import {") || line.hasPrefix("export {") {
        statement = String(line)
      } else {
        let (declaration, name) = exported(line)
        if let name { getters.append("\(name): () => \(name)") }
        body += loading(declaration, at: path, among: known, &module.later) + "\n"
        continue
      }
      // A statement of several lines ends with its path.
      guard let whole = statement, whole.hasSuffix(";") else { continue }
      statement = nil
      guard let source = whole.split(separator: "\"").dropFirst().first else { continue }
      let target = resolved(String(source), at: path)
      module.imports.append(target)
      let names = whole.drop { $0 != "{" }.dropFirst().prefix { $0 != "}" }
        .split(separator: ",").map { $0.split(separator: " ").map(String.init) }.filter { !$0.isEmpty }
      if whole.hasPrefix("export") {
        getters += names.map { "\($0.last ?? ""): () => use(\"\(target)\").\($0[0])" }
      } else {
        let bindings = names.map { $0.count == 3 ? "\($0[0]): \($0[2])" : $0[0] }.joined(separator: ", ")
        body += "const { \(bindings) } = use(\"\(target)\");\n"
      }
    }
    module.text = "expose(module, { \(getters.joined(separator: ", ")) });\n" + body
    return module
  }

  /// A line without `export`, and the name that it exports.
  private static func exported(_ line: Substring) -> (line: String, name: String?) {
    guard line.hasPrefix("export ") else { return (String(line), nil) }
    let declaration = line.dropFirst("export ".count)
    let words = declaration.split { " (*;".contains($0) }
    guard let name = words.first(where: { !["async", "function", "class", "const", "let"].contains($0) })
    else {
      return (String(line), nil)
    }
    return (String(declaration), String(name))
  }

  /// A line in which what is imported later is loaded from its bundle.
  private static func loading(
    _ line: String,
    at path: String,
    among known: Set<String>,
    _ later: inout [String]
  ) -> String {
    var (result, rest) = ("", Substring(line))
    while let start = rest.firstRange(of: "import(\"") {
      let source = rest[start.upperBound...].prefix { $0 != "\"" }
      let target = resolved(String(source), at: path)
      result += rest[..<start.lowerBound]
      if known.contains(target) {
        later.append(target)
        result += "load(\"\(target)"
      } else {
        result += "import(\"\(source)"
      }
      rest = rest[source.endIndex...]
    }
    return result + rest
  }

  /// The path that a module means by another one.
  private static func resolved(_ source: String, at path: String) -> String {
    guard source.hasPrefix(".") else { return source }
    var parts = path.split(separator: "/").dropLast()
    for part in source.split(separator: "/") where part != "." {
      if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
