import ArgumentParser
import ArrangeClient
import ArrangeModel

struct Ping: ServiceCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure the time to the server and back.",
    discussion: """
      Ends with 5 where no answer came. With --json it prints the statistics only.

      EXAMPLES
        arrange ping
        arrange ping --count 100 --interval 0.01
      """
  )

  @Option(name: .shortAndLong, help: ArgumentHelp("How many times, 1 to 1000000.", valueName: "n"))
  var count = 4

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The seconds between two of them; 1 if not given.", valueName: "seconds"),
    transform: Arguments.duration
  )
  var interval: Duration = .seconds(1)

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard (1...1_000_000).contains(count) else { throw ValidationError("--count goes from 1 to 1000000.") }
  }

  func run(in context: CommandContext) async throws {
    var times = RoundTripTimes()
    var lastFailure: ArrangeError?
    for number in 1...count {
      if number > 1 { try await Task.sleep(for: interval) }
      times.sent += 1
      do {
        let time = try await context.client.ping()
        times.append(time)
        if !context.isJSON { try context.console.print("answer \(number): \(RoundTripTimes.text(time)) ms") }
      } catch let error as ArrangeError {
        lastFailure = error
        if !context.isJSON { try context.console.print("answer \(number): \(error.message)".printable) }
      }
    }
    try context.console.print(context.isJSON ? times.json.text : times.summary)
    if times.received == 0, let lastFailure { throw lastFailure }
  }
}
