import FuzzTargets

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The program that `Scripts/fuzz` builds: libFuzzer with the target that ARRANGE_FUZZ_TARGET names.
///
/// The name is no argument because libFuzzer starts itself with arguments of its own.
@main
enum Fuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(runDriver(&count, &arguments) { start, count in Fuzzer.target.runOrStop(start, count) })
  }

  private static let target: FuzzTarget = {
    let name = getenv("ARRANGE_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      fatalError("ARRANGE_FUZZ_TARGET is \"\(name)\"; Scripts/fuzz sets it")
    }
    return target
  }()
}

/// `LLVMFuzzerRunDriver` of libFuzzer, which has no header: fuzzes as its arguments say.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ callback: @convention(c) (_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt
) -> CInt
