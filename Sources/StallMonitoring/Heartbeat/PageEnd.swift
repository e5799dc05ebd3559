import LinuxSystem

/// Handling of the process's page at a regular exit, and in forked children.
enum PageEnd {
  /// Set once, before the handlers are registered.
  nonisolated(unsafe) private static var page:
    (path: UnsafeMutablePointer<CChar>?, memory: UnsafeMutableRawPointer?)
  nonisolated(unsafe) private static var process: pid_t = 0

  static func prepare(_ path: String, _ memory: UnsafeMutableRawPointer) {
    page = (strdup(path), memory)
    process = getpid()
    // A process that is killed leaves its page for the next start.
    atexit { PageEnd.remove() }
    pthread_atfork(nil, nil, { PageEnd.leave() })
  }

  /// Removes pages of killed processes that were not started again. Pages of the last day are kept.
  ///
  /// - Parameter now: CLOCK_MONOTONIC, as the times in a page.
  static func removeOld(in folder: String, now: UInt64, age: UInt64 = 86_400_000_000_000) {
    for path in HeartbeatReader.pages(in: folder).prefix(1_024) {
      guard let reader = try? HeartbeatReader(path: path), !reader.isAlive else { continue }
      let last = max(reader.madeTime, reader.monitor.lookedTime, reader.loops.map(\.lastTime).max() ?? 0)
      if last <= now, now - last > age { unlink(path) }
    }
  }

  private static func remove() {
    // Not in a forked child that ends.
    if process == getpid(), let path = page.path { unlink(path) }
  }

  /// In a forked child, replaces the page by private memory, to which its loops write from then on.
  private static func leave() {
    guard let memory = page.memory else { return }
    _ = mmap(memory, PageLayout.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)
  }
}
