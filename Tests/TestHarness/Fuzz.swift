import LinuxSystem

/// How much random testing is done.
package enum Fuzz {
  /// What `MAINSPRING_FUZZ_ROUNDS` says: so many times as much as usual.
  package static let factor = getenv("MAINSPRING_FUZZ_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 1

  /// Seeds for that many rounds, or for so many times as many.
  package static func seeds(_ rounds: Int) -> ClosedRange<UInt64> { 1...UInt64(max(rounds * factor, 1)) }
}
