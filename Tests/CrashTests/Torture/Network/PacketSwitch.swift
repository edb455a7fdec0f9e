import Dispatch
import Foundation
import Ordering
import Synchronization
import TestSupport

/// The network between hosts that have a namespace of their own: each has a TUN interface, whose packets this process carries
/// from one to the other, loses or delays.
///
/// It takes no module of the kernel but `tun`, and everything that happens to packets changes at once and comes from a seed.
final class PacketSwitch: Sendable {
  /// A condition that can be taken back.
  struct Applied: Sendable {
    fileprivate let id: Int
  }

  private struct Link: Hashable {
    var from: Int
    var to: Int
  }

  private struct State {
    var conditions: [Link: [(id: Int, condition: LinkCondition)]] = [:]
    var descriptors: [Int: Int32] = [:]
    var nextID = 0
    var random: OrderingRandom
    var isEnded = false
    var passed = 0
    var lost = 0
  }

  /// The largest packet, in bytes: fewer and larger ones cost less.
  private static let mtu = 9_000
  private static let prefix = 24
  /// How long a thread waits for a packet before it looks whether the switch has ended, in milliseconds.
  private static let patience: Int32 = 200

  private let state: Mutex<State>
  private let late = DispatchQueue(label: "late packets")

  init(seed: UInt64) { state = Mutex(State(random: OrderingRandom(seed: seed))) }

  /// The address of a host, of a network that is set aside for tests of network devices (RFC 2544).
  static func address(_ host: Int) -> String { "198.18.77.\(host + 1)" }

  /// How many packets were carried, and how many were lost.
  var counts: (passed: Int, lost: Int) { state.withLock { ($0.passed, $0.lost) } }

  /// Connects a namespace, as a host with a number from 0 to 253.
  func connect(_ namespace: NetworkNamespace, as host: Int) throws {
    let interface = "arrange\(getpid() % 100_000)x\(host)"
    let descriptor = try PacketSwitch.open(interface)
    try namespace.take(
      interface: interface,
      address: PacketSwitch.address(host),
      prefix: PacketSwitch.prefix,
      mtu: PacketSwitch.mtu
    )
    state.withLock { $0.descriptors[host] = descriptor }
    Thread.detachNewThread { [self] in carry(from: host, descriptor) }
  }

  /// Ends the network.
  func end() { state.withLock { $0.isEnded = true } }

  /// Makes an interface whose packets are read from and written to a descriptor.
  private static func open(_ interface: String) throws -> Int32 {
    // linux/if_tun.h: TUNSETIFF, and IFF_TUN | IFF_NO_PI.
    let (request, flags) = (UInt(0x4004_54CA), UInt16(0x1001))
    let descriptor = Foundation.open("/dev/net/tun", O_RDWR | O_CLOEXEC)
    // A struct ifreq: the name in 16 bytes, and the flags.
    var argument = [UInt8](repeating: 0, count: 40)
    argument.replaceSubrange(0..<interface.utf8.count, with: interface.utf8)
    (argument[16], argument[17]) = (UInt8(flags & 0xFF), UInt8(flags >> 8))
    guard descriptor >= 0, ioctl(descriptor, request, &argument) == 0 else {
      throw Failure("a TUN interface can't be made: \(String(cString: strerror(errno)))")
    }
    return descriptor
  }

  // MARK: Conditions

  /// Puts a condition on the packets from one host to another one, in addition to all others.
  func apply(_ condition: LinkCondition, from: Int, to: Int) -> Applied {
    state.withLock { state in
      state.nextID += 1
      state.conditions[Link(from: from, to: to), default: []].append((state.nextID, condition))
      return Applied(id: state.nextID)
    }
  }

  func remove(_ applied: Applied) {
    state.withLock { state in
      for link in Array(state.conditions.keys) { state.conditions[link]?.removeAll { $0.id == applied.id } }
    }
  }

  // MARK: Packets

  private func carry(from host: Int, _ descriptor: Int32) {
    var packet = [UInt8](repeating: 0, count: 65_536)
    while !state.withLock({ $0.isEnded }) {
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, PacketSwitch.patience) > 0 else { continue }
      let count = read(descriptor, &packet, packet.count)
      // The interface goes with its namespace.
      guard count > 0 else { break }
      // Only IP of version 4, whose target is in the bytes from 16 on.
      guard count >= 20, packet[0] >> 4 == 4 else { continue }
      pass(packet[..<count], from: host, to: Int(packet[19]) - 1)
    }
    state.withLock { $0.descriptors[host] = nil }
    close(descriptor)
  }

  private func pass(_ packet: ArraySlice<UInt8>, from: Int, to: Int) {
    let fate = state.withLock { state -> LinkCondition.Fate in
      guard state.descriptors[to] != nil else { return .lost }
      let conditions = state.conditions[Link(from: from, to: to)] ?? []
      let fate = LinkCondition(conditions.map(\.condition)).fate(using: &state.random)
      if fate == .lost { state.lost += 1 } else { state.passed += 1 }
      return fate
    }
    switch fate {
    case .lost: break
    case .passed: deliver(packet, to: to)
    case .late(let microseconds):
      late.asyncAfter(deadline: .now() + .microseconds(microseconds)) { [self] in deliver(packet, to: to) }
    }
  }

  private func deliver(_ packet: ArraySlice<UInt8>, to host: Int) {
    // In the lock: the descriptor may be closed, and its number used again. Like a real one, a full cable loses packets.
    state.withLock { state in
      guard let descriptor = state.descriptors[host] else { return }
      _ = packet.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }
  }
}
