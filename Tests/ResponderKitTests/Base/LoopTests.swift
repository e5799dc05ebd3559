import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// What the articles say of the loop under the event system.
@Suite(.hangLimit) struct LoopTests {
  @Test("S000-1, S000-3") func aTouchHandlerIsCalledByASourceAndNotByAPortSource() throws {
    // The names of the calling functions on the handler's stack; the event came through a port.
    let stack = try Probe.run("stack")
    #expect(stack.contains("callOutToSource"))
    #expect(!stack.contains("callOutToPortSource"))
  }

  /// The functions of the loop on the stack of what they call, on a real main thread. The articles take a delayed `dispatch_after`
  /// for a timer's: it comes by the main queue, as with CFRunLoop.
  @Test("S000-1, S000-2, S000-12, S001-3: six kinds of calls")
  func eachKindOfCallHasAFunctionOfItsOwn() throws {
    let calls = try Probe.run("callouts")
    let expected = [
      "observer: callOutToObserver", "block: callOutToBlock", "main queue: callOutToMainQueue",
      "Dispatch's main queue: callOutToMainQueue", "Dispatch, delayed: callOutToMainQueue",
      "timer: callOutToTimer", "source: callOutToSource", "port: callOutToPortSource",
      // All of the interface's input by the one source of events.
      "button: callOutToSource", "gesture: callOutToSource", "rotation: callOutToSource",
    ]
    #expect(calls.sorted() == expected.sorted())
  }

  @Test("S000-6: three ports") func aSleepIsEndedByATimerThePortOfASourceOrTheMainQueue() throws {
    #expect(try Probe.run("wakers") == ["timer", "port", "main queue", "Dispatch, delayed"])
  }

  /// One call of each kind, told apart by what the loop says of its turn: blocks come before sources, timers and ports after
  /// the sleep.
  @Test("S000-2, S000-4, S000-5, S000-6") func eachKindOfCallHasItsPlaceInTheTurn() throws {
    let lines = try onFreshThread(SimulatedClock()) {
      let log = Log()
      let loop = RunLoop.current
      log.watch(loop)
      loop.perform {
        log("block")
        loop.perform { log("block of a block") }
      }
      let source = RunLoop.Source { log("source0") }
      loop.add(source)
      source.signal()
      loop.add(
        RunLoop.Timer(after: .milliseconds(10)) { _ in
          log("timer")
          loop.perform { log("block of a timer") }
        })
      let port = try RunLoop.WakePort()
      try loop.add(
        RunLoop.PortSource(port) {
          log("source1")
          source.signal()
          loop.perform { log("block of a port") }
        })
      loop.add(RunLoop.Timer(after: .milliseconds(20)) { _ in port.ring() })
      loop.run(for: .milliseconds(30))
      return log.lines
    }
    #expect(
      lines == [
        // 3 blocks, 4 sources, 4b blocks again; the turn that ran a source does not sleep.
        "En", "BT", "BS", "block", "source0", "block of a block",
        // The timer's port ends the sleep; what it queued is run in the same turn.
        "BT", "BS", "BW", "AW", "timer", "block of a timer",
        "BT", "BS", "BW", "AW",
        // A port source is served, and its block, in the same turn; the source it signalled, in the next one.
        "BT", "BS", "BW", "AW", "source1", "block of a port", "BT", "BS", "source0",
        "BT", "BS", "BW", "AW", "Ex",
      ])
  }

  @Test("S000-7, S001-3") func layoutAndDisplayHappenBeforeTheLoopSleepsAndThePoolAfterThem() {
    final class View: UIView {
      var log: Log?
      override func layoutSubviews() { log?("layout") }
      override func draw(_ rect: Rect) { log?("draw") }
    }
    final class Canary {
      let log: Log
      init(_ log: Log) { self.log = log }
      deinit { log("pool drained") }
    }
    onStage { stage in
      let view = stage.show(View(frame: UIScreen.main.bounds))
      stage.wait(1)
      view.log = stage.log
      let (log, loop) = (stage.log, stage.loop)
      log.watch(loop)
      let application = ThreadBox(stage.application)
      let box = ThreadBox(view)
      loop.perform {
        log("block")
        // Asked for twice, done once.
        for _ in 0..<2 {
          box.object.setNeedsLayout()
          box.object.setNeedsDisplay()
        }
        application.object.addToTurnPool(Canary(log))
      }
      stage.wait(1)
      #expect(log.take() == ["En", "BT", "BS", "block", "BW", "layout", "draw", "pool drained", "AW", "Ex"])
    }
  }

  /// The article explains it wrongly: it says the nested block runs before the redraw of the same turn. It runs in the next
  /// service of the main queue, and the sleep with its layout lies between, since after a turn that served the main queue
  /// the early look at it is left out.
  @Test("S000-8") func aNestedBlockOfTheMainQueueRunsAfterTheLayoutOfTheFirst() throws {
    // On a real main thread.
    let lines = try Probe.run("reload")
    #expect(
      lines.drop { $0 != "start" } == [
        "start", "entry", "beforeTimers", "beforeSources", "beforeWaiting", "afterWaiting", "first block",
        // The main queue is not looked at before this sleep: so the layout comes first.
        "beforeTimers", "beforeSources", "beforeWaiting", "layout", "afterWaiting",
        "nested block, laid out: true",
        "exit",
      ])
  }

  @Test("S001-1") func eachThreadHasOneLoopAndOneApplication() {
    weak let ended = onStage { stage in
      #expect(UIApplication.shared === stage.application)
      #expect(UIApplication.shared.loop === RunLoop.current)
      #expect(RunLoop.current !== RunLoop.main)
      // Both are alive, and two.
      let (here, other) = (RunLoop.current, onFreshThread { RunLoop.current })
      #expect(here === RunLoop.current && other !== here)
      return here
    }
    #expect(ended == nil, "the loop of a thread that has ended is still there")
    // The application is made on first use, and gone with its thread.
    onFreshThread {
      #expect(UIApplication.current == nil)
      #expect(UIApplication.shared === UIApplication.current)
      UIApplication.shared.terminate()
      #expect(UIApplication.current == nil)
    }
  }

  @Test("S001-2") func itemsOfAnotherModeAreLeftAloneAndAnEmptyModeReturnsAtOnce() throws {
    try onFreshThread(SimulatedClock()) {
      let log = Log()
      let loop = RunLoop.current
      let start = RunLoop.Instant.now
      #expect(loop.run(mode: .tracking, for: .seconds(1)) == .finished)
      #expect(RunLoop.Instant.now == start)
      for mode in [RunLoop.Mode.default, .tracking] {
        let name = "\(mode.rawValue)'s"
        loop.add(RunLoop.Observer(activities: .entry) { _ in log("\(name) observer") }, to: mode)
        let source = RunLoop.Source { log("\(name) source") }
        loop.add(source, to: mode)
        source.signal()
        let port = try RunLoop.WakePort()
        try loop.add(RunLoop.PortSource(port) { log("\(name) port") }, to: mode)
        port.ring()
        loop.add(
          RunLoop.Timer(after: .milliseconds(1)) { _ in
            log("\(name) timer, in \(RunLoop.current.currentMode?.rawValue ?? "none")")
          }, to: mode)
      }
      for mode in [RunLoop.Mode.tracking, .default] {
        loop.run(mode: mode, for: .milliseconds(5))
        let name = mode.rawValue
        #expect(
          Set(log.take()) == [
            "\(name)'s observer", "\(name)'s source", "\(name)'s port", "\(name)'s timer, in \(name)",
          ])
      }
      #expect(loop.currentMode == nil)
    }
  }

  @Test("S001-4") func aTimerOfTheDefaultModeStopsInTheTrackingModeAndACommonOneGoesOn() {
    onStage { stage in
      final class Counts: @unchecked Sendable { var (common, plain) = (0, 0) }
      let counts = Counts()
      let interval = Duration.milliseconds(10)
      stage.loop.add(RunLoop.Timer(after: interval, repeating: interval) { _ in counts.plain += 1 })
      stage.loop.add(
        RunLoop.Timer(after: interval, repeating: interval) { _ in counts.common += 1 }, to: .common)
      stage.application.pushRunLoopMode(.tracking)
      stage.wait(205)
      #expect(counts.plain == 0)
      #expect(counts.common == 20)
      // Back in the default mode it is due once, and goes on from there: nothing is made up for.
      stage.application.popRunLoopMode(.tracking)
      stage.wait(1)
      #expect(counts.plain == 1)
      stage.wait(99)
      #expect(counts.plain == 11)
      #expect(counts.common == 30)
    }
  }

  @Test("S001-4: while it runs") func theModeChangesInTheMiddleOfARunAndEventsGoOn() {
    onStage { stage in
      let view = stage.show(TouchTests.Recorder(frame: UIScreen.main.bounds))
      let application = stage.application
      var modes: [String] = []
      view.onTouches = { phase, _, _ in
        modes.append("\(phase) in \(application.loop.currentMode?.rawValue ?? "none")")
        if phase == .began { application.pushRunLoopMode(.tracking) }
        if phase == .ended { application.popRunLoopMode(.tracking) }
      }
      let post = application.poster
      let start = stage.clock.now
      for (time, phase) in [(1, HIDEvent.Contact.Phase.began), (2, .moved), (3, .ended), (4, .began)] {
        stage.clock.schedule(at: start.advanced(by: .milliseconds(time))) {
          post(
            HIDEvent(
              timestamp: UInt64(start.nanoseconds) + UInt64(time),
              .digitizer([.init(1, phase, x: Double(time), y: 1)])))
        }
      }
      stage.wait(10)
      #expect(modes == ["began in default", "moved in tracking", "ended in tracking", "began in default"])
      #expect(stage.clock.now == start.advanced(by: .milliseconds(10)))
    }
  }
}

/// For closures of the loop that need what belongs to its thread.
final class ThreadBox<Object>: @unchecked Sendable {
  let object: Object
  init(_ object: Object) { self.object = object }
}
