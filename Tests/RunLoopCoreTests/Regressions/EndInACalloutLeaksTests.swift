import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Was wrong: a thread that ended inside a timer's, an observer's or a source's callout, without returning from it, never
/// released those that were to be called after it.
@Suite(.hangLimit) struct EndInACalloutLeaksTests {
  enum Kind: CaseIterable, Codable {
    case timers
    case observers
    case sources
  }

  @Test(
    "The items that a thread was about to call are released when it ends in another one, in an inner run, too",
    arguments: Kind.allCases)
  func released(_ kind: Kind) async {
    await #expect(processExitsWith: .success) { [kind = kind as Kind] in
      alarm(hangAlarm)
      let log = Log()
      let thread = try SystemThread.start {
        let loop = RunLoop.current
        Self.add(kind, to: loop, .default) {
          Self.add(kind, to: loop, "inner") { pthread_exit(nil) }
          Self.add(kind, to: loop, "inner", keeping: Canary(log, "of the inner run"))
          loop.run(mode: "inner", for: .zero)
        }
        Self.add(kind, to: loop, .default, keeping: Canary(log, "behind"))
        loop.run(for: .zero)
      }
      pthread_join(thread, nil)
      precondition(log.lines.sorted() == ["behind", "of the inner run"], "\(log.lines)")
    }
  }

  /// An item that is due at once.
  private static func add(
    _ kind: Kind, to loop: RunLoop, _ mode: RunLoop.Mode, keeping canary: Canary? = nil,
    _ body: @escaping @Sendable () -> Void = {}
  ) {
    @Sendable func call() {
      body()
      canary?.sing()
    }
    switch kind {
    case .timers: loop.add(RunLoop.Timer(at: .distantPast) { _ in call() }, to: mode)
    case .observers: loop.add(RunLoop.Observer(activities: .beforeTimers) { _ in call() }, to: mode)
    case .sources:
      let source = RunLoop.Source { call() }
      loop.add(source, to: mode)
      source.signal()
    }
    // Observers alone do not make a run.
    loop.add(RunLoop.Timer(at: .distantFuture) { _ in }, to: mode)
  }

  @Test(
    "Timers that were removed while they waited for their turn are released when the thread ends in another one"
  )
  func removed() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let log = Log()
      let thread = try SystemThread.start {
        let loop = RunLoop.current
        Self.addOneThatIsRemoved(to: loop, Canary(log, "removed"))
        loop.run(for: .zero)
      }
      pthread_join(thread, nil)
      precondition(log.lines == ["removed"], "\(log.lines)")
    }
  }

  /// Two timers, of which the first removes the second and ends the thread. A function, so that nothing else keeps the second.
  private static func addOneThatIsRemoved(to loop: RunLoop, _ canary: Canary) {
    let known = Known()
    loop.add(
      RunLoop.Timer(at: .distantPast) { _ in
        if let second = known.timer { loop.remove(second) }
        pthread_exit(nil)
      })
    let second = RunLoop.Timer(at: .distantPast) { _ in canary.sing() }
    known.timer = second
    loop.add(second)
  }

  private final class Known: @unchecked Sendable {
    weak var timer: RunLoop.Timer?
  }
}
