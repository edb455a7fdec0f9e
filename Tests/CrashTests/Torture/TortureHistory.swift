import ArrangeClient
import Ordering

/// The parts of one history.
struct TortureHistory {
  let number: Int
  let cluster: Cluster
  let recorder = Recorder()
  let load: TortureLoad
  let sightings: [Identifier: Sightings]
  /// Of each node one that retries calls by itself, and one that does not.
  var clients: [[RecordingClient]] = []

  var collections: [Identifier] { load.collections }

  /// Whether the client with a number retries calls by itself.
  static func retries(_ client: Int) -> Bool { client.isMultiple(of: 2) }

  init(_ number: Int, _ cluster: Cluster, seed: UInt64) {
    (self.number, self.cluster) = (number, cluster)
    let names = (0..<TortureRun.collections).map { Identifier(unchecked: "h\(number)/c\($0)") }
    load = TortureLoad(names, seed: seed)
    sightings = Dictionary(uniqueKeysWithValues: names.map { ($0, Sightings()) })
    for (index, node) in cluster.nodes.enumerated() {
      clients.append(
        [true, false].map { retries in
          var configuration = ArrangeClientConfiguration()
          configuration.unixSocketPath = node.socket
          configuration.connectTimeout = .seconds(2)
          if retries {
            // As applications do: whatever happens to a node is then up to the library.
            configuration.alternatives = (1..<cluster.nodes.count).map {
              .unixSocket(path: cluster.nodes[(index + $0) % cluster.nodes.count].socket)
            }
            configuration.startsAtFirst = true
          } else {
            configuration.callTimeout = .seconds(3)
            configuration.retry = .never
          }
          return RecordingClient(
            index * 2 + (retries ? 0 : 1),
            cycle: 0,
            configuration,
            recorder: recorder,
            sightings: sightings,
            isDisturbed: true
          )
        }
      )
    }
  }
}
