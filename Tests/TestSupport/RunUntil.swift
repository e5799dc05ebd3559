package import RunLoopCore
package import Testing

extension RunLoop {
  /// Runs for a few milliseconds, and again until `isSo`; fails after half a minute.
  ///
  /// For what takes several turns: a run whose time is over ends after one, and a busy machine may take away all of
  /// a short run's time.
  package func runUntil(_ isSo: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    let end = Instant.now.advanced(by: .seconds(30))
    repeat {
      run(for: .milliseconds(5))
      if isSo() { return }
    } while Instant.now < end
    Issue.record("it has not come in 30 seconds", sourceLocation: sourceLocation)
  }

  /// Runs for a while, and counts the turns: few, when nothing keeps the loop awake. Processor time would tell less on
  /// a busy machine.
  package func turns(in duration: Duration) -> Int {
    final class Count: @unchecked Sendable { var turns = 0 }
    let count = Count()
    let observer = Observer(activities: .beforeTimers) { _ in count.turns += 1 }
    add(observer)
    run(for: duration)
    observer.invalidate()
    return count.turns
  }

  /// Lets everything happen that can by now, however long a busy machine takes for it; fails when that has no end.
  package func settle(sourceLocation: SourceLocation = #_sourceLocation) {
    var quiet = 0
    for _ in 0..<100_000 where quiet < 3 {
      let result = run(mode: .default, for: .milliseconds(1), returnAfterSourceHandled: true)
      quiet = result == .handledSource ? 0 : quiet + 1
    }
    if quiet < 3 { Issue.record("the loop never rests", sourceLocation: sourceLocation) }
  }
}
