import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// The way of an event: port, source, queue, application, window, view.
@Suite(.hangLimit) struct RouteTests {
  final class LoggingApplication: UIApplication {
    var log: Log?
    override func sendEvent(_ event: UIEvent) {
      log?("sendEvent \(event.type)")
      super.sendEvent(event)
    }
  }

  final class LoggingWindow: UIWindow {
    var log: Log?
    override func sendEvent(_ event: UIEvent) {
      log?("window sendEvent")
      super.sendEvent(event)
    }

    override func hitTest(_ point: Point, with event: UIEvent?) -> UIView? {
      log?("hitTest \(event.map { "\($0.type) \($0.allTouches?.count ?? -1)" } ?? "nil")")
      return super.hitTest(point, with: event)
    }
  }

  final class LoggingView: UIView {
    var log: Log?
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      log?("touchesBegan \(touches.count) of \(event?.allTouches?.count ?? -1)")
    }
  }

  /// An application with a log at each station, on the thread's loop.
  private static func make() -> (LoggingApplication, LoggingWindow, Log) {
    let log = Log()
    let application = LoggingApplication()
    application.log = log
    let window = LoggingWindow()
    let view = LoggingView(frame: window.bounds)
    view.log = log
    window.addSubview(view)
    window.makeKeyAndVisible()
    application.run(for: .milliseconds(1))
    window.log = log
    return (application, window, log)
  }

  private static func packet(_ clock: SimulatedClock, _ contacts: HIDEvent.Contact...) -> [UInt8] {
    HIDEvent(timestamp: UInt64(clock.now.nanoseconds), .digitizer(contacts)).packet()
  }

  @Test("S000-3, S000-10, S001-6, S002-4, S004-1") func aPortWakesTheLoopAndTheNextTurnsSourceSendsTheEvent()
    throws
  {
    let clock = SimulatedClock()
    let lines = try onFreshThread(clock) {
      let (application, window, log) = Self.make()
      defer { application.terminate() }
      let (ours, theirs) = try RunLoop.MessagePort.pair()
      try application.connect(to: ours)
      let packet = Self.packet(clock, .init(1, .began, x: 10, y: 10))
      clock.schedule(at: clock.now.advanced(by: .milliseconds(5))) { try? theirs.send(packet) }
      log.watch(application.loop)
      application.run(for: .milliseconds(20))
      withExtendedLifetime(window) {}
      return log.lines
    }
    #expect(
      lines == [
        // The port wakes the sleeping loop. Its callout, between AW and BT, notifies no view yet.
        "En", "BT", "BS", "BW", "AW",
        // In the next turn the source is performed, which does not sleep.
        "BT", "BS", "hitTest touches 0", "hitTest touches 0", "sendEvent touches", "window sendEvent",
        "touchesBegan 1 of 1",
        // Then the loop sleeps again: S001-9.
        "BT", "BS", "BW", "AW", "Ex",
      ])
  }

  @Test("S002-2, S002-3") func theEventIsThereBeforeItsTouchesWhileTheViewIsLookedForTwice() {
    onFreshThread(SimulatedClock()) {
      let (application, window, log) = Self.make()
      defer { application.terminate() }
      application.post(HIDEvent(timestamp: 1, .digitizer([.init(1, .began, x: 10, y: 10)])))
      application.run(for: .milliseconds(1))
      #expect(log.lines.prefix(2) == ["hitTest touches 0", "hitTest touches 0"])
      withExtendedLifetime(window) {}
    }
  }

  @Test("S002-2: printed") func anEventWithoutTouchesIsPrintedSo() {
    final class Asking: UIWindow {
      var printed: [String] = []
      override func hitTest(_ point: Point, with event: UIEvent?) -> UIView? {
        printed.append("\(event.map(\.description) ?? "nil")")
        return super.hitTest(point, with: event)
      }
    }
    onStage { stage in
      let window = Asking()
      window.makeKeyAndVisible()
      stage.wait(1500)
      stage.application.post(HIDEvent(timestamp: 1_500_000_000, .digitizer([.init(1, .began, x: 10, y: 10)])))
      stage.wait(1)
      #expect(window.printed == Array(repeating: "<touches> timestamp: 1.5 touches: {()}", count: 2))
    }
  }

  @Test func aMessageWithoutAResponderIsNotPerformed() {
    onStage { _ in
      var asked = 0
      let message = Selector("message") { (target: UIControl) in asked += 1 }
      #expect(!message.perform(on: UIView(), from: nil, for: nil) && asked == 0)
      #expect(message.perform(on: UIButton(), from: nil, for: nil) && asked == 1)
    }
  }

  /// The whole way with the real clock and a thread that reads the port: the main loop has the queue's source only.
  @Test("the second wiring") func aFetchThreadGivesTheSameOrder() throws {
    let (direct, fetched) = try (Self.realRun(withThread: false), Self.realRun(withThread: true))
    #expect(direct == fetched)
    #expect(
      direct == [
        "hitTest touches 0", "hitTest touches 0", "sendEvent touches", "window sendEvent",
        "touchesBegan 1 of 1",
        "sendEvent touches", "window sendEvent",
      ])
  }

  private static func realRun(withThread: Bool) throws -> [String] {
    try onFreshThread {
      let (application, window, log) = make()
      defer { application.terminate() }
      let (ours, theirs) = try RunLoop.MessagePort.pair()
      if withThread {
        application.connectWithFetchThread(to: ours)
      } else {
        try application.connect(to: ours)
      }
      try theirs.send(HIDEvent(timestamp: 1, .digitizer([.init(1, .began, x: 10, y: 10)])).packet())
      try theirs.send(HIDEvent(timestamp: 2, .digitizer([.init(1, .ended, x: 10, y: 10)])).packet())
      for _ in 0..<1000 where log.lines.count < 7 { application.run(for: .milliseconds(20)) }
      withExtendedLifetime(window) {}
      return log.lines
    }
  }

  @Test("S001-8") func theQueueIsFirstInFirstOut() {
    onStage { stage in
      let view = stage.show(TouchTests.Recorder(frame: UIScreen.main.bounds))
      view.isMultipleTouchEnabled = true
      let time = stage.now
      for finger in 1...5 {
        stage.application.post(
          HIDEvent(
            timestamp: time + UInt64(finger),
            .digitizer([.init(UInt32(finger), .began, x: Double(finger), y: 0)])))
      }
      for finger in 1...5 {
        stage.application.post(
          HIDEvent(
            timestamp: time + 10 + UInt64(finger),
            .digitizer([.init(UInt32(finger), .ended, x: Double(finger), y: 0)])))
      }
      stage.wait(1)
      #expect(view.take() == (1...5).map { "began \($0)" } + (1...5).map { "ended \($0)" })
    }
  }

  @Test func aFullQueueDropsMovesAndNothingElse() {
    onStage { stage in
      let view = stage.show(TouchTests.Recorder(frame: UIScreen.main.bounds))
      view.isMultipleTouchEnabled = true
      let post = { (contact: HIDEvent.Contact) in
        stage.application.post(HIDEvent(timestamp: stage.now, .digitizer([contact])))
      }
      post(.init(1, .began, x: 1, y: 1))
      post(.init(2, .began, x: 2, y: 2))
      // By turns, so that they are not summed up.
      for step in 0..<3000 { post(.init(UInt32(1 + step % 2), .moved, x: 3 + Double(step) / 3000, y: 1)) }
      post(.init(1, .ended, x: 5, y: 1))
      post(.init(2, .ended, x: 6, y: 1))
      stage.wait(1)
      let lines = view.take()
      #expect(lines.filter { $0.hasPrefix("began") } == ["began 1", "began 2"])
      #expect(lines.suffix(2) == ["ended 5", "ended 6"])
      let moved = lines.count { $0.hasPrefix("moved") }
      #expect(moved < 1024)
      #expect(stage.application.losses.count(of: .queueFull) == 3000 - moved)
    }
  }

  @Test("S003-1, S002-1, S000-11") func allKindsOfEventsComeThroughTheQueue() {
    onFreshThread(SimulatedClock()) {
      let (application, window, log) = Self.make()
      defer { application.terminate() }
      application.beginReceivingRemoteControlEvents()
      let time = UInt64(application.loop.now.nanoseconds)
      application.post(HIDEvent(timestamp: time, .key(.init(usage: 4, .down, characters: "a"))))
      application.post(HIDEvent(timestamp: time, .remoteControl(.togglePlayPause)))
      application.post(HIDEvent(timestamp: time, .pointer(.init(.entered, x: 1, y: 1))))
      application.post(HIDEvent(timestamp: time, .pointer(.init(.scrolled, x: 1, y: 1, scrollY: 3))))
      application.post(HIDEvent(timestamp: time, .digitizer([.init(1, .began, x: 1, y: 1)])))
      for step in 0..<10 {
        application.post(
          HIDEvent(
            timestamp: time + UInt64(step) * 50_000_000,
            .acceleration(.init(x: step % 2 == 0 ? 3 : -3, y: 0, z: 0))))
      }
      application.run(for: .milliseconds(1))
      #expect(
        log.lines.filter { $0.hasPrefix("sendEvent") } == [
          "sendEvent presses", "sendEvent remoteControl", "sendEvent hover", "sendEvent scroll",
          "sendEvent touches", "sendEvent motion",
        ])
      withExtendedLifetime(window) {}
    }
  }

  @Test func aChannelThatEndsIsCountedAndTheApplicationGoesOn() throws {
    try onFreshThread(SimulatedClock()) {
      let (application, window, _) = Self.make()
      defer { application.terminate() }
      do {
        let (ours, theirs) = try RunLoop.MessagePort.pair()
        try application.connect(to: ours)
        withExtendedLifetime(theirs) {}
      }
      // A program that another test starts at this moment has the other end until it is loaded.
      let isCounted = waitUntil {
        application.run(for: .milliseconds(5))
        return application.losses.count(of: .channelClosed) == 1
      }
      #expect(isCounted)
      withExtendedLifetime(window) {}
    }
  }
}
