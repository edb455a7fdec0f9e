import ArrangeModel
import ServerTestSupport
import Testing

@testable import arrange

/// Commands for what is delivered elsewhere.
@Suite(.served) struct SinkTests {
  @Test func aSinkOfAView() async {
    let terminal = Terminal()
    await terminal.run("create", "board", "--strategy", "dense")
    await terminal.run("view", "define", "open", "board where not done")
    let url = "https://hooks.example/"
    let made = await terminal.run(
      "sink",
      "create",
      "open",
      "--webhook",
      url,
      "--view",
      "open",
      "--secret",
      "env:NO_SUCH_KEY"
    )
    #expect(made.output == "created open\n", "\(made)")
    let shown = await terminal.run("sink", "show", "open")
    #expect(shown.output.contains("open delivers the view open to \(url)"), "\(shown)")
    #expect(await terminal.run("sink", "list").output.contains("the view open"))
    let status = await terminal.run("sink", "status", "open")
    #expect(status.output.contains("1 view, "), "\(status)")
    #expect(status.output.contains(" since the start of the server"), "\(status)")
    let replayed = await terminal.run("sink", "replay", "open", "open")
    #expect(replayed.output == "open delivers the whole list of open\n", "\(replayed)")
    #expect(
      await terminal.run("sink", "replay", "open", "open", "--after", "1").errors.contains("no versions")
    )
    #expect(await terminal.run("sink", "update", "open", "--mode", "commits").errors.contains("merged"))
    let lists = await terminal.run("sink", "update", "open", "--on", "board", "--mode", "commits")
    #expect(lists.output == "updated open\n", "\(lists)")
    #expect(await terminal.run("sink", "show", "open").output.contains("open delivers board to"))
    #expect(await terminal.run("sink", "pause", "open").output == "paused open\n")
    #expect(await terminal.run("sink", "resume", "open").output == "resumed open\n")
    #expect(await terminal.run("sink", "test", "open").errors.contains("no environment variable"))
    #expect(await terminal.run("sink", "delete", "open").output == "deleted open\n")
    #expect(await terminal.run("sink", "pause", "open").errors.contains("no sink \"open\""))
    let nothing = await terminal.run("sink", "create", "open", "--url", url, "--secret", "env:A")
    #expect(nothing.errors.contains("--on or --view"))
  }

  @Test func numbersHaveTheirNouns() {
    var status = SinkStatus(
      sink: SinkInfo(
        name: "a",
        settings: SinkSettings(url: "https://a.example/", collections: ["a"], secrets: ["env:A"]),
        createdAt: Timestamp(microseconds: 0),
        definer: nil
      ),
      collectionCount: 1,
      lagging: 1,
      failing: 1,
      deliveries: 1,
      failures: 1,
      collections: []
    )
    #expect(
      status.summary == [
        "1 list, 1 lags, 1 fails; 1 delivery and 1 failed attempt since the start of the server"
      ]
    )
    (status.collectionCount, status.lagging, status.failing) = (2, 0, 2)
    (status.deliveries, status.failures, status.missingNodes) = (3, 0, 1)
    #expect(
      status.summary == [
        "2 lists, 0 lag, 2 fail; 3 deliveries and 0 failed attempts since the start of the server",
        "1 node did not answer, whose lists are missing here",
      ]
    )
  }
}
