import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Was wrong: a host that waited inside a timer's callout was not woken for the loop's other timers.
@Suite(.hangLimit) struct HostInATimersCalloutTests {
  /// Adds two timers that are due at once, the first of which calls `wait`, and serves the loop until both have fired.
  private static func fire(
    _ loop: RunLoop, _ descriptor: Int32, _ log: Log, _ wait: @escaping @Sendable () -> Void
  ) {
    let now = loop.now
    loop.add(
      RunLoop.Timer(at: now) { _ in
        wait()
        log("first")
      })
    loop.add(RunLoop.Timer(at: now.advanced(by: .microseconds(1))) { _ in log("second") })
    #expect(HostTests.isReadable(descriptor, within: 10_000))
    loop.dispatch()
  }

  @Test("A host that waits inside a timer's callout serves a timer that is due, and is woken for a later one")
  func timers() throws {
    let log = Log()
    try HostTests.hosted { loop, descriptor in
      Self.fire(loop, descriptor, log) {
        #expect(loop.prepare(), "the second is due")
        loop.dispatch()
        log("served")
        loop.add(RunLoop.Timer(after: .milliseconds(20)) { _ in log("later") })
        if !loop.prepare() { #expect(HostTests.isReadable(descriptor, within: 10_000)) }
        while log.count < 3 { loop.dispatch() }
      }
    }
    #expect(log.lines == ["second", "served", "later", "first"])
  }

  @Test(
    "A host that waits in the callouts of two batches, and does not serve the loop, is woken and leaves the others to their turns"
  )
  func turns() throws {
    let log = Log()
    try HostTests.hosted { loop, descriptor in
      @Sendable func add(_ label: String, _ body: @escaping @Sendable () -> Void = {}) {
        loop.add(
          RunLoop.Timer(at: loop.now) { _ in
            body()
            log(label)
          })
      }
      @Sendable func wait() {
        #expect(loop.prepare() && HostTests.isReadable(descriptor, within: 10_000), "another one is due")
      }
      let source = RunLoop.Source {}
      loop.add(source)
      add("first") {
        wait()
        // The next turn performs this, and so does not sleep: the loop still counts as asleep.
        source.signal()
        add("third") { wait() }
        add("fourth") { loop.stop() }
      }
      add("second")
      #expect(loop.run(for: patience) == .stopped)
    }
    #expect(log.lines == ["first", "second", "third", "fourth"])
  }

  @Test("A later timer wakes a host that waits inside the callout of a timer that has set its own date")
  func moved() throws {
    let log = Log()
    try HostTests.hosted { loop, descriptor in
      let now = loop.now
      loop.add(RunLoop.Timer(at: now.advanced(by: .milliseconds(40))) { _ in log("later") })
      let timer = RunLoop.Timer(at: now, repeating: .seconds(3600)) { timer in
        timer.fireDate = .distantFuture
        if !loop.prepare() { #expect(HostTests.isReadable(descriptor, within: 10_000)) }
        loop.dispatch()
        log("first")
      }
      loop.add(timer)
      #expect(HostTests.isReadable(descriptor, within: 10_000))
      loop.dispatch()
    }
    #expect(log.lines == ["later", "first"])
  }

  @Test("A host that waits inside a timer's callout is woken for a repeating timer of the same batch")
  func repeating() throws {
    let log = Log()
    let port = try RunLoop.WakePort()
    try HostTests.hosted { loop, descriptor in
      let source = RunLoop.Source {
        let due = loop.now.advanced(by: .milliseconds(5))
        let first = RunLoop.Timer(at: due, repeating: .milliseconds(20)) { _ in log("first") }
        loop.add(first)
        loop.add(
          RunLoop.Timer(at: due.advanced(by: .microseconds(1))) { _ in
            log(HostTests.isReadable(descriptor, within: 5_000) ? "woken" : "not woken")
            first.invalidate()
          })
        // From here on the loop counts as asleep, also in the callouts that follow.
        _ = loop.prepare()
        while loop.now < due.advanced(by: .milliseconds(1)) {}
      }
      loop.add(source)
      // With a watched port, a turn after one of timers asks the kernel, and so takes the ring for the first date.
      try loop.add(RunLoop.PortSource(port) {})
      loop.add(RunLoop.Timer(after: .zero) { _ in source.signal() })
      loop.dispatch()
      while log.count < 2 { loop.dispatch() }
    }
    #expect(log.lines == ["first", "woken"])
  }
}
