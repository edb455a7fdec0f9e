import ArrangeModel
import Foundation

/// A recorded editing session, one edit a transaction.
enum Trace {
  private static func unpacked(_ file: String) throws -> Data {
    guard file.hasSuffix(".gz") else { return try Data(contentsOf: URL(fileURLWithPath: file)) }
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/bin/gzip")
    gzip.arguments = ["-dc", file]
    let pipe = Pipe()
    gzip.standardOutput = pipe
    try gzip.run()
    return pipe.fileHandleForReading.readDataToEndOfFile()
  }

  static func requests(of file: String, in name: Identifier, limit: Int) throws -> [ApplyRequest] {
    let data = try unpacked(file)
    guard let json = try JSONSerialization.jsonObject(with: data) as? [String: Any],
      let transactions = json["txns"] as? [[String: Any]]
    else { fatalError("\(file) is no editing trace") }
    var text: [Identifier] = []
    var requests: [ApplyRequest] = []
    var number = 0
    for transaction in transactions.prefix(limit) {
      for patch in transaction["patches"] as? [[Any]] ?? [] {
        guard let position = patch[0] as? Int, let removed = patch[1] as? Int, let added = patch[2] as? String
        else { fatalError("a strange patch") }
        for _ in 0..<removed {
          let id = text.remove(at: position)
          requests.append(ApplyRequest(collection: name, operations: [.removeItems([ElementReference(id)])]))
        }
        for (offset, character) in added.unicodeScalars.enumerated() {
          let id = try Identifier("c\(number)")
          number += 1
          text.insert(id, at: position + offset)
          requests.append(
            ApplyRequest(
              collection: name,
              operations: [
                .insertItems(
                  [NewElement(id: id, fields: ["c": .string(String(character))])],
                  to: ItemDestination(.at(position + offset))
                )
              ]
            )
          )
        }
      }
    }
    return requests
  }
}
