import LinuxSystem

/// Which packer's bytes the inputs are: `MAINSPRING_FUZZ_TARGET`.
private let target: PackingFuzzTarget = {
  let name = getenv("MAINSPRING_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = PackingFuzzTarget(rawValue: name) else {
    fatalError(
      "MAINSPRING_FUZZ_TARGET is one of \(PackingFuzzTarget.allCases.map(\.rawValue)), not '\(name)'")
  }
  return target
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  _ = target.read(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
