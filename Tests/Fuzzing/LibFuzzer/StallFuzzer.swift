import LinuxSystem

/// Which reader gets the inputs: `MAINSPRING_FUZZ_TARGET`.
private let target: StallFuzzTarget = {
  let name = getenv("MAINSPRING_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = StallFuzzTarget(rawValue: name) else {
    fatalError("MAINSPRING_FUZZ_TARGET is one of \(StallFuzzTarget.allCases.map(\.rawValue)), not '\(name)'")
  }
  return target
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  _ = target.read(target.sealed(Array(UnsafeBufferPointer(start: start, count: count))))
  return 0
}
