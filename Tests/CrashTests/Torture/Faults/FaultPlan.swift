/// Faults in the order of their beginnings, some of them at the same time.
struct FaultPlan: Hashable, Sendable {
  struct Step: Hashable, Sendable {
    /// When it begins, from the beginning of the plan on, and for how long, in milliseconds.
    var start: Int
    var duration: Int
    var fault: Fault

    var end: Int { start + duration }
  }

  /// The pause between the beginnings of two faults, at most, in milliseconds: one of these for each plan, so that sometimes
  /// many faults come together and sometimes each is almost alone.
  static let longestPauses = [300, 1_000, 2_500]
  /// A clock jumps by at most a day, in seconds.
  static let farthestJump = 86_400

  private(set) var steps: [Step] = []

  /// When the last fault ends, in milliseconds.
  var end: Int { steps.map(\.end).max() ?? 0 }

  /// Draws a plan.
  ///
  /// - Parameters:
  ///   - count: how many faults.
  ///   - nodes: how many nodes there are.
  ///   - lease: for how long a node owns what it has without renewing that, in milliseconds. Faults are shorter and longer
  ///     than this.
  init(faults count: Int, nodes: Int, lease: Int, using random: inout some RandomNumberGenerator) {
    let longestPause = FaultPlan.longestPauses.randomElement(using: &random) ?? 0
    var start = 0
    var free: [Int: Int] = [:]
    for _ in 0..<count {
      let fault = Fault(nodes: nodes, using: &random)
      let duration = FaultPlan.duration(of: fault, lease: lease, using: &random)
      var step = Step(start: start, duration: duration, fault: fault)
      if let host = fault.occupied {
        step.start = max(start, free[host] ?? 0)
        free[host] = step.end
      }
      steps.append(step)
      // Sometimes several at once.
      if Int.random(in: 0..<4, using: &random) > 0 {
        start += Int.random(in: 0...longestPause, using: &random)
      }
    }
    steps.sort { $0.start < $1.start }
  }

  private static func duration(of fault: Fault, lease: Int, using random: inout some RandomNumberGenerator)
    -> Int
  {
    switch fault {
    // Back before the others take over, and after that.
    case .kill, .stop, .restart: Int.random(in: 0...lease * 2, using: &random)
    case .pause, .isolate, .cut, .separate: Int.random(in: lease / 10...lease * 4, using: &random)
    case .slow, .lossy, .clock, .slowDisk: Int.random(in: lease / 4...lease * 3, using: &random)
    case .databaseCrash, .databaseRestart, .connectionsEnded: Int.random(in: 0...lease / 2, using: &random)
    case .databasePause, .connectionsTaken: Int.random(in: lease / 20...lease * 3 / 2, using: &random)
    }
  }
}

extension Fault {
  /// Draws a fault.
  init(nodes: Int, using random: inout some RandomNumberGenerator) {
    func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
    let node = 1 + below(nodes)
    let host = below(nodes + 1)
    // Another host than the node: mostly the database, whose loss means most.
    let other = nodes > 1 && below(100) < 40 ? 1 + (node - 1 + 1 + below(nodes - 1)) % nodes : 0
    switch below(100) {
    case 0..<14: self = .kill(node: node)
    case ..<18: self = .stop(node: node)
    case ..<23: self = .restart(node: node)
    case ..<36: self = .pause(node: node)
    case ..<44: self = below(2) == 0 ? .cut(from: node, to: other) : .cut(from: other, to: node)
    case ..<52: self = .separate(node, other)
    case ..<58: self = .isolate(host: node)
    case ..<62: self = .slow(host: host, milliseconds: 1 + below(100))
    case ..<66: self = .lossy(host: host, lost: 5 + below(250))
    case ..<76:
      let seconds = 1 + below(below(2) == 0 ? 20 : FaultPlan.farthestJump)
      self = .clock(host: host, seconds: below(2) == 0 ? seconds : -seconds)
    case ..<81: self = .databaseCrash
    case ..<85: self = .databaseRestart
    case ..<89: self = .databasePause
    case ..<93: self = .slowDisk(milliseconds: 1 + below(50))
    case ..<97: self = .connectionsTaken
    default: self = .connectionsEnded
    }
  }
}
