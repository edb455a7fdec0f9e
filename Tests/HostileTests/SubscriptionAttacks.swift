import ArrangeModel
import Changes
import TestSupport
import Testing
import Wire

/// Many legal subscriptions of one client.
@Suite("Hostile subscriptions", .serialized)
struct SubscriptionAttacks {
  /// The number of items of about 1 KB of the list: a page is as large as half a frame.
  private static let items = 600
  private static let views = 160

  @Test("of views that differ only in their caps: the pages that they were sent are not all kept")
  func cappedViews() throws {
    try Siege(items: SubscriptionAttacks.items).endure { port in
      let connection = try RawConnection(port: port)
      var streams: [UInt8] = []
      var bytes = 0
      for number in 0..<SubscriptionAttacks.views {
        let cap = SubscriptionAttacks.items - 1 - number
        let query = ViewDefinition.Query("large", layout: .sections, cap: cap)
        var request = SubscribeRequest(collection: .empty)
        request.view = ViewDefinition([.init(.collection(query))])
        let body = connection.encode(request)
        streams += connection.opening(UInt32(number + 1), Method.subscribe.name, body, credit: 2)
        bytes += cap * 1_000
      }
      connection.pour(streams)
      // Everything is read, so that every page is made.
      while bytes > 0, let read = try connection.receiveBytes(atMost: 1 << 20) { bytes -= read.count }
      #expect(bytes <= 0)
      return connection
    }
  }
}
