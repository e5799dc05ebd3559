package import RunLoopCore

extension RunLoop {
  /// Runs for a few milliseconds, and again until `isSo`, for half a minute at most.
  ///
  /// For what takes several turns: a run whose time is over ends after one, and a busy machine may take away all of
  /// a short run's time.
  package func runUntil(_ isSo: () -> Bool) {
    let end = Instant.now.advanced(by: .seconds(30))
    repeat { run(for: .milliseconds(5)) } while !isSo() && Instant.now < end
  }
}
