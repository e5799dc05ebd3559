/// Runs that end with a condition: for tests, and for programs that wait for one thing.
extension RunLoop {
  /// Runs in a mode until a condition holds, but no longer than a time. Only on the loop's own thread, also inside its
  /// callouts.
  ///
  ///     #expect(loop.run(until: { received == 3 }, timeout: .seconds(10)))
  ///
  /// The condition is evaluated on the loop's thread: before the run, which does not begin when it holds, before each sleep,
  /// and at the end of each turn. The loop sleeps in between, so a change is noticed when something wakes it:
  ///
  /// - A callout of this loop needs nothing else: its turn ends with a check of the condition.
  /// - Another thread makes the change in a block that it posts to the loop, or calls `wakeUp()` after it.
  ///
  /// A mode with nothing to wait for does not finish the run: work from other threads may still make the condition
  /// true. So while it runs, a timer labelled `run(until:)`, which never fires, is in the mode. Under simulated time the
  /// clock moves to the next appointment, or to the end of the timeout when there is none.
  ///
  /// - Parameters:
  ///   - mode: `common` is a set of modes; a run in it ends at once.
  ///   - condition: it must be cheap, since it is evaluated often. Once true, it counts as true for this run.
  ///   - timeout: on the loop's clock; zero or less for one turn that does not sleep, more than `longestRun` without an end.
  /// - Returns: whether the condition held. False when the time passed or `stop()` ended the run before.
  public func run(mode: Mode = .default, until condition: () -> Bool, timeout: Duration) -> Bool {
    precondition(isOwnThread, "run loop '\(label)' can be run by its own thread only")
    if condition() { return true }
    let keeper = Timer(at: .distantFuture, label: "run(until:)") { _ in }
    add(keeper, to: mode)
    defer { keeper.invalidate() }
    return withoutActuallyEscaping(condition) { body in
      let condition = RunCondition(body)
      return withExtendedLifetime(condition) {
        _ = run(
          mode, for: timeout > Self.longestRun ? nil : timeout, false, until: .passUnretained(condition))
        return condition.check()
      }
    }
  }
}

/// The condition of a run. The loop's thread only.
final class RunCondition {
  private let body: () -> Bool
  private var held = false

  init(_ body: @escaping () -> Bool) {
    self.body = body
  }

  /// Whether it holds, or has held.
  func check() -> Bool {
    if !held { held = body() }
    return held
  }
}

extension Run {
  /// Whether the run's condition holds. False for a run without one.
  @inline(__always)
  var isSatisfied: Bool {
    guard let condition else { return false }
    return condition._withUnsafeGuaranteedRef { $0.check() }
  }
}
