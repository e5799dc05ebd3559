import LinuxSystem

/// What becomes of the process's page when the process ends by itself, and in children that are forked.
enum PageEnd {
  /// Set once, before the handlers are there.
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

  /// Removes pages of killed processes that no start of theirs came for. Those of a day are kept: they may still be wanted.
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
    // Not in a child that was forked and ends.
    if process == getpid(), let path = page.path { unlink(path) }
  }

  /// In a forked child: its loops write to memory of its own from here on, where the page was.
  private static func leave() {
    guard let memory = page.memory else { return }
    _ = mmap(memory, PageLayout.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)
  }
}
