/// Times as system calls take them.
package enum SystemTime {
  /// A time in nanoseconds. The kernel refuses seconds far beyond any uptime; such a time counts as never.
  @inlinable
  package static func timespec(nanoseconds time: UInt64) -> timespec {
    let capped = min(time, 9_000_000_000_000_000_000)
    return .init(tv_sec: Int(capped / 1_000_000_000), tv_nsec: Int(capped % 1_000_000_000))
  }
}
