import ArrangeModel
import Changes
import Ordering
import Wire

private let tooLarge: Int64 = 1 << 31

extension IllegalInput {
  static let requests: [IllegalInput] = [
    .init(ApplyRequest.self, "nothing at all", "operations", .outOfRange) { _ in },
    .init(ApplyRequest.self, "no operations", "operations", .outOfRange) { $0.text(1, "c") },
    .init(ApplyRequest.self, "no collection", "collection") { request in
      request.message(2) { $0.message(4) { $0.message(1) { $0.text(1, "x") } } }
    },
    .init(ApplyRequest.self, "too many operations", "operations", .outOfRange) { request in
      request.text(1, "c")
      for _ in 0...ApplyRequest.maximumOperations {
        request.message(2) { $0.message(4) { $0.message(1) { $0.text(1, "x") } } }
      }
    },
    .init(ApplyRequest.self, "too many elements", "operations", .outOfRange) { request in
      request.text(1, "c")
      for part in 0..<2 {
        request.message(2) { operation in
          operation.message(4) { removal in
            for number in 0...ApplyRequest.maximumElements / 2 {
              removal.message(1) { $0.text(1, "\(part)-\(number)") }
            }
          }
        }
      }
    },
    .init(ApplyRequest.self, "a long request id", "request_id") { request in
      request.text(1, "c")
      request.message(2) { $0.message(4) { $0.message(1) { $0.text(1, "x") } } }
      request.bytes(3, [UInt8](repeating: 7, count: 65))
    },
    .init(ApplyRequest.self, "a long stack", "stack") { request in
      request.text(1, "c")
      request.message(2) { $0.message(4) { $0.message(1) { $0.text(1, "x") } } }
      request.bytes(6, [UInt8](repeating: 7, count: StackID.maximumLength + 1))
    },
    .init(ApplyRequest.self, "a long group", "group") { request in
      request.text(1, "c")
      request.message(2) { $0.message(4) { $0.message(1) { $0.text(1, "x") } } }
      request.bytes(6, [7])
      request.bytes(7, [UInt8](repeating: 7, count: StackID.maximumLength + 1))
    },
    .init(ApplyRequest.self, "a group without a stack", "group") { request in
      request.text(1, "c")
      request.message(2) { $0.message(4) { $0.message(1) { $0.text(1, "x") } } }
      request.bytes(7, [7])
    },
    .init(ListCollectionsRequest.self, "a negative page", "page_size", .outOfRange) {
      $0.varint(1, Int64(-1))
    },
    .init(ListCollectionsRequest.self, "a large page", "page_size", .outOfRange) {
      $0.varint(1, UInt64(1001))
    },
    .init(ListCollectionsRequest.self, "a long token", "page_token") {
      $0.bytes(2, [UInt8](repeating: 7, count: 1025))
    },
    .init(PlaceRowsRequest.self, "no view", "name") { $0.text(3, "a") },
    .init(PlaceRowsRequest.self, "neither rows nor items", "rows") { $0.text(1, "v") },
    .init(PlaceRowsRequest.self, "rows and items", "rows") {
      $0.text(1, "v")
      $0.text(3, "a")
      $0.message(12) { $0.text(1, "b") }
    },
    .init(PlaceRowsRequest.self, "a wrong row", "rows[1]") {
      $0.text(1, "v")
      $0.text(3, "a")
      $0.text(3, "\n")
    },
    .init(PlaceRowsRequest.self, "a wrong neighbour", "previous") {
      $0.text(1, "v")
      $0.text(3, "a")
      $0.text(5, "\n")
    },
    .init(PlaceRowsRequest.self, "an unknown aim", "aim") {
      $0.text(1, "v")
      $0.text(3, "a")
      $0.varint(7, UInt64(9))
    },
    .init(PlaceRowsRequest.self, "an unknown effect", "allow") {
      $0.text(1, "v")
      $0.text(3, "a")
      $0.varint(9, UInt64(9))
    },
    .init(PlaceRowsRequest.self, "a long token", "seen") {
      $0.text(1, "v")
      $0.text(3, "a")
      $0.bytes(8, [UInt8](repeating: 7, count: 1025))
    },
    .init(FetchRequest.self, "no collection", "collection") { _ in },
    .init(FetchRequest.self, "no version", "at.kind") {
      $0.text(1, "c")
      $0.message(7) { _ in }
    },
    .init(SubscribeRequest.self, "a version to play to without one to begin with", "play_to") {
      $0.text(1, "c")
      $0.message(13) { $0.varint(1, UInt64(7)) }
    },
    .init(DiffRequest.self, "no collection", "collection") { $0.message(2) { $0.varint(1, UInt64(7)) } },
    .init(DiffRequest.self, "no version", "from") { $0.text(1, "c") },
    .init(DiffRequest.self, "an unknown form", "profile") {
      $0.text(1, "c")
      $0.message(2) { $0.varint(1, UInt64(7)) }
      $0.varint(4, UInt64(9))
    },
    .init(FetchRequest.self, "a negative page", "page_size", .outOfRange) {
      $0.text(1, "c")
      $0.varint(4, Int64.min)
    },
    .init(FetchRequest.self, "a large page", "page_size", .outOfRange) {
      $0.text(1, "c")
      $0.varint(4, UInt64(5001))
    },
    .init(FetchRequest.self, "a long token", "page_token") {
      $0.text(1, "c")
      $0.bytes(5, [UInt8](repeating: 7, count: 1025))
    },
    .init(FetchRequest.self, "a wrong section", "section.section") {
      $0.text(1, "c")
      $0.message(2) { $0.text(1, "\n") }
    },
    .init(FetchRequest.self, "a negative start", "section.start", .outOfRange) {
      $0.text(1, "c")
      $0.message(2) { $0.varint(2, Int64(-1)) }
    },
    .init(FetchRequest.self, "an end before the start", "section.end", .outOfRange) {
      $0.text(1, "c")
      $0.message(2) {
        $0.varint(2, UInt64(5))
        $0.varint(3, UInt64(4))
      }
    },
    .init(FetchRequest.self, "a large end", "section.end", .outOfRange) {
      $0.text(1, "c")
      $0.message(2) { $0.varint(3, tooLarge) }
    },
    .init(FetchRequest.self, "no item", "around.item") {
      $0.text(1, "c")
      $0.message(3) { _ in }
    },
    .init(FetchRequest.self, "negatively many before", "around.before", .outOfRange) {
      $0.text(1, "c")
      $0.message(3) {
        $0.text(1, "x")
        $0.varint(2, Int64(-1))
      }
    },
    .init(FetchRequest.self, "too many after", "around.after", .outOfRange) {
      $0.text(1, "c")
      $0.message(3) {
        $0.text(1, "x")
        $0.varint(3, tooLarge)
      }
    },
    .init(HistoryRequest.self, "no collection", "collection") { _ in },
    .init(HistoryRequest.self, "a large limit", "limit", .outOfRange) {
      $0.text(1, "c")
      $0.varint(4, UInt64(1001))
    },
    .init(HistoryRequest.self, "a negative limit", "limit", .outOfRange) {
      $0.text(1, "c")
      $0.varint(4, Int64(-5))
    },
  ]

  /// What only a broken server sends.
  static let responses: [IllegalInput] = [
    .init(ApplyResult.self, "a negative count", "rekeyed", .outOfRange) { $0.varint(4, Int64(-1)) },
    .init(ApplyResult.self, "a long key", "operations[0].elements[0].key") {
      $0.message(5) {
        $0.message(1) {
          $0.text(1, "x")
          $0.bytes(2, [UInt8](repeating: 1, count: 256))
        }
      }
    },
    .init(ApplyResult.self, "a negative path", "operations[0].elements[0].item.item", .outOfRange) {
      $0.message(5) {
        $0.message(1) {
          $0.text(1, "x")
          $0.message(3) { $0.varint(2, Int64(-1)) }
        }
      }
    },
    .init(FetchPage.self, "no collection", "collection") { _ in },
    .init(FetchPage.self, "a wrong collection", "collection.name") { $0.message(1) { _ in } },
    .init(FetchPage.self, "no section", "sections[0].section") {
      $0.message(1) { $0.text(1, "c") }
      $0.message(2) { _ in }
    },
    .init(FetchPage.self, "a wrong item", "sections[0].items[0].id") {
      $0.message(1) { $0.text(1, "c") }
      $0.message(2) {
        $0.message(2) { _ in }
        $0.message(5) { _ in }
      }
    },
    .init(HistoryPage.self, "no kind", "commits[0].changes[0].kind") {
      $0.message(3) { $0.message(5) { _ in } }
    },
    .init(HistoryPage.self, "a wrong field", "commits[0].changes[0].before.fields[0].name") {
      $0.message(3) {
        $0.message(5) {
          $0.varint(1, UInt64(1))
          $0.message(5) { $0.message(1) { _ in } }
        }
      }
    },
    .init(CollectionsPage.self, "a wrong collection", "collections[0].name") { $0.message(1) { _ in } },
    .init(StrategyList.self, "no key form", "strategies[0].key_form") { $0.message(1) { $0.text(1, "x") } },
    .init(ServerInfo.self, "no counts", "counts") { _ in },
    .init(ServerInfo.self, "a negative count", "counts.connections", .outOfRange) {
      $0.message(4) { $0.varint(3, Int64(-1)) }
      $0.message(5) { _ in }
    },
    .init(ServerInfo.self, "a negative lease", "nodes[0].lease_ms", .outOfRange) {
      $0.message(4) { _ in }
      $0.message(5) { _ in }
      $0.message(6) { $0.varint(5, Int64(-1)) }
    },
    .init(ServerInfo.self, "a negative slot", "nodes[0].slots[1].last", .outOfRange) {
      $0.message(4) { _ in }
      $0.message(5) { _ in }
      $0.message(6) {
        $0.message(4) { _ in }
        $0.message(4) { $0.varint(2, Int64(-1)) }
      }
    },
    .init(FollowedCommits.self, "a long request id", "commits[1].request_id") {
      $0.message(2) { $0.bytes(2, [UInt8](repeating: 1, count: StoredCommit.maximumRequestIDLength)) }
      $0.message(2) { $0.bytes(2, [UInt8](repeating: 1, count: StoredCommit.maximumRequestIDLength + 1)) }
    },
    .init(ServingStatus.self, "an unknown status", "status") { $0.varint(1, UInt64(17)) },
  ]
}
