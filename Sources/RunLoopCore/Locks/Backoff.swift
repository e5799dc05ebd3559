import LinuxSystem

/// Waiting for a few instructions of another thread.
enum Backoff {
  /// Yields to the other thread; needed when both share a processor.
  static func pause() {
    sched_yield()
  }
}
