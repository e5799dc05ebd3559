import BenchmarkKit
import HIDEvents
import LinuxSystem
import ResponderKit
import RunLoopCore

extension Workload {
  /// Counted: from just before a thread hands in a new touch while the application's loop sleeps, to the first instruction
  /// of the view's `touchesBegan`; each time by itself. On the way lie the wake-up, the queue, two passes of hit testing
  /// through twelve levels, and five recognizers (see TouchStage), which look first.
  ///
  /// `by=post`: the event is put into the application's queue. `by=port`: it is sent as a packet to a port that the
  /// application's loop watches. Where the threads run is as in `wake`.
  static let touchLatency = Workload(
    name: "touch-latency", summary: "an event is handed in, until touchesBegan; latency",
    parameters: [.choice("by", "post", "port"), .choice("cpus", "same", "different")],
    variants: ["post", "port"].flatMap { by in
      ["same", "different"].map { [.init("by", .text(by)), .init("cpus", .text($0))] }
    },
    clock: { _ in .elapsed }
  ) { bench, variant in
    let injector = try bench.second(variant)
    let settles = injector != bench.loopProcessor
    let finger = try Finger(byPort: variant.text("by") == "port", bench.causes)
    let thread = LoopThread(on: bench.loopProcessor) { finger.prepare($0) }
    defer {
      thread.loop.post { finger.end() }
      thread.end()
    }
    return try onThread(injector) {
      try bench.run(
        Contestant("") { repetitions, latencies in
          for _ in 0..<repetitions { latencies.record(finger.touchOnce(thread.loop, settles: settles)) }
        })
    }
  }
}

/// A finger that touches from another thread, and a stage that records when it arrives.
private final class Finger: @unchecked Sendable {
  /// Used on the loop's thread.
  private var stage: TouchStage?
  private let ports: (here: RunLoop.MessagePort, there: RunLoop.MessagePort)?
  /// Written before the loop's thread reports that it is ready.
  private var poster: @Sendable (HIDEvent) -> Void = { _ in }
  private let began = Semaphore()
  private let ended = Semaphore()
  /// When `touchesBegan` was called. Written before `began` is posted, read after.
  private let time = Handed<UInt64>(0)

  /// When the touch was handed in. Written before it is, read after.
  private let sent = Handed<UInt64>(0)
  private let causes: CauseWatch?

  init(byPort: Bool, _ causes: CauseWatch?) throws {
    ports = byPort ? try RunLoop.MessagePort.pair() : nil
    self.causes = causes
  }

  func prepare(_ loop: RunLoop) {
    let stage = TouchStage(withRecognizers: true)
    stage.view.onBegan = { [time, began, sent, causes] in
      time.value = MonotonicTime.now
      causes?.called(time.value, intended: sent.value)
      began.signal()
    }
    stage.view.onEnded = { [ended] in ended.signal() }
    self.stage = stage
    poster = stage.application.poster
    if let ports {
      do { try stage.application.connect(to: ports.here) } catch { Tool.fail("no port for events: \(error)") }
    }
  }

  func end() {
    stage?.end()
    stage = nil
  }

  func touchOnce(_ loop: RunLoop, settles: Bool) -> UInt64 {
    while !loop.isWaiting { sched_yield() }
    if settles {
      let start = MonotonicTime.now
      while MonotonicTime.now < start + 5_000 {}
    }
    let start = MonotonicTime.now
    sent.value = start
    send(.frame(start, .init(1, .began, x: 100, y: 100)))
    began.wait()
    let latency = time.value - start
    send(.frame(MonotonicTime.now, .init(1, .ended, x: 100, y: 100)))
    ended.wait()
    return latency
  }

  private func send(_ event: HIDEvent) {
    guard let ports else { return poster(event) }
    do { try ports.there.send(event.packet()) } catch { Tool.fail("an event could not be sent: \(error)") }
  }
}
