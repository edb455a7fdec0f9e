import ProtobufCodec
import SwiftCodec
import Wire

/// The codecs, both of which pass the same tests.
enum TestCodec: CaseIterable, Sendable {
  /// The client's.
  case swift
  /// The server's.
  case protobufC

  /// A new arena with the codec.
  func arena(keptBytes: Int = Arena.keptBytes) -> Arena {
    switch self {
    case .swift: Arena(codec: .swift, keptBytes: keptBytes)
    case .protobufC: Arena(codec: .protobufC, keptBytes: keptBytes)
    }
  }
}
