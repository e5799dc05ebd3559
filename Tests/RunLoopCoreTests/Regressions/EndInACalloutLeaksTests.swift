import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Was wrong: a thread that ended inside a timer's, an observer's or a source's callout, without returning from it, never
/// released those that were to be called after it. The timer or observer itself stayed valid without a closure: another loop took it, and
/// never called it.
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

  @Test(
    "A timer or observer in whose callout the thread ended is invalid, also one that had left its loop or fires once",
    arguments: [true, false], [true, false])
  func invalid(isRemoved: Bool, repeats: Bool) async {
    await #expect(processExitsWith: .success) { [isRemoved = isRemoved as Bool, repeats = repeats as Bool] in
      alarm(hangAlarm)
      let timer = RunLoop.Timer(at: .distantPast, repeating: repeats ? .seconds(1) : nil) { timer in
        if isRemoved { RunLoop.current.remove(timer) }
        pthread_exit(nil)
      }
      let known = Known()
      let observer = RunLoop.Observer(activities: .beforeTimers, repeats: repeats) { _ in
        if isRemoved, let observer = known.observer { RunLoop.current.remove(observer) }
        pthread_exit(nil)
      }
      known.observer = observer
      let (later, bystander) = (
        RunLoop.Timer(at: .distantPast) { _ in },
        RunLoop.Observer(activities: .beforeTimers, order: 1) { _ in }
      )
      for isObserver in [true, false] {
        let thread = try SystemThread.start {
          let loop = RunLoop.current
          if isObserver { loop.add(observer) } else { loop.add(timer) }
          loop.add(bystander)
          loop.add(later)
          loop.run(for: .zero)
        }
        pthread_join(thread, nil)
      }
      precondition(!timer.isValid && !observer.isValid)
      precondition(RunLoop.current.add(later) && RunLoop.current.add(bystander), "usable as after any end")
    }
  }

  private final class Known: @unchecked Sendable {
    weak var timer: RunLoop.Timer?
    weak var observer: RunLoop.Observer?
  }
}
