import ArrangeModel

/// Statistics of the round-trip times of several messages to the server.
struct RoundTripTimes {
  var sent = 0
  private(set) var received = 0
  private var sum = 0.0
  private var sumOfSquares = 0.0
  private var least = Double.infinity
  private var most = 0.0

  mutating func append(_ time: Duration) {
    let milliseconds = time / .milliseconds(1)
    received += 1
    sum += milliseconds
    sumOfSquares += milliseconds * milliseconds
    least = min(least, milliseconds)
    most = max(most, milliseconds)
  }

  /// The mean in milliseconds.
  var mean: Double { sum / Double(received) }

  /// The standard deviation in milliseconds, over all received messages.
  var deviation: Double { max(0, sumOfSquares / Double(received) - mean * mean).squareRoot() }

  private var loss: Double { 100 * Double(sent - received) / Double(sent) }

  var summary: String {
    let loss = received == sent ? "0" : RoundTripTimes.text(loss)
    var lines = "\(sent.grouped) sent, \(received.grouped) received, \(loss)% lost"
    if received > 0 {
      let figures = [least, mean, most, deviation].map(RoundTripTimes.text)
      lines += "\nround trip min/avg/max/mdev \(figures.joined(separator: "/")) ms"
    }
    return lines
  }

  var json: JSON {
    var members: JSON.Members = [
      "sent": .count(sent), "received": .count(received), "loss_percent": .number(loss),
    ]
    if received > 0 {
      members.append(
        "round_trip_ms",
        .object([
          "min": .number(least), "avg": .number(mean), "max": .number(most), "mdev": .number(deviation),
        ])
      )
    }
    return .object(members)
  }

  static func text(_ time: Duration) -> String { text(time / .milliseconds(1)) }

  /// A number with three decimals.
  static func text(_ number: Double) -> String {
    let thousandths = Int((number * 1_000).rounded())
    let fraction = String(thousandths % 1_000)
    return "\(thousandths / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
  }
}
