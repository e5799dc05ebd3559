import LinuxSystem

/// What a thread does that waits for another one's few instructions.
enum Backoff {
  /// Lets the other one run; needed when both share a processor.
  static func pause() {
    sched_yield()
  }
}
