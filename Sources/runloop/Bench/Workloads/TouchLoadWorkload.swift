import BenchmarkKit
import HIDEvents
import LinuxSystem
import ResponderKit
import RunLoopCore

extension Workload {
  /// Counted: which part of a processor the application's thread takes while another thread hands in 100,000 events of
  /// touches a second, all of which are delivered one by one to a view twelve levels down and to five recognizers (see
  /// TouchStage): its own processor time, by the time that went by.
  ///
  /// The events are gestures of two fingers: both come down, move in turn, nine times each, so that no two events are
  /// summed up, and go up. `pacing=batch`: 100 events every millisecond, as a driver hands them in. `pacing=each`: an
  /// event every 10 µs, for each of which the loop has begun to fall asleep; as it looks out for the next one first, what
  /// is counted then is mostly that.
  static let touchLoad = Workload(
    name: "touch-load", summary: "100,000 touch events a second are delivered; part of a processor",
    parameters: [.choice("pacing", "batch", "each")],
    variants: ["batch", "each"].map { [.init("pacing", .text($0))] },
    measure: { bench, variant in
      let batch = variant.text("pacing") == "each" ? 1 : 100
      let count = bench.isQuick ? 2_000 : 20_000
      let sender = try bench.other()
      let load = TouchLoad(count)
      let thread = LoopThread(on: bench.loopProcessor) { _ in load.prepare() }
      defer {
        thread.loop.post { load.end() }
        thread.end()
      }
      // The machine does something else now and then: the events come late, or are dropped.
      let values = try Rounds.undisturbed(min(7, bench.rounds.count), attempts: 20) {
        try onThread(sender) { try load.run(thread.loop, batch: batch, mayBeLate: bench.isQuick) }
      }
      return Contestant.Outcome(name: "", values: values)
    }, unit: "%")
}

private final class TouchLoad: @unchecked Sendable {
  /// Nanoseconds from one event to the next.
  static let interval: UInt64 = 10_000
  static let eventsOfGesture = 20
  /// One in this number of events may be dropped; delivered ones count.
  static let mayMiss = 100
  private let count: Int
  /// Used on the loop's thread.
  private var stage: TouchStage?
  private var poster: @Sendable (HIDEvent) -> Void = { _ in }

  init(_ count: Int) { self.count = count / Self.eventsOfGesture * Self.eventsOfGesture }

  func prepare() {
    let stage = TouchStage(withRecognizers: true)
    poster = stage.application.poster
    self.stage = stage
  }

  func end() {
    stage?.end()
    stage = nil
  }

  /// Hands the events in, each at its time, and waits until the last was delivered. The part in percent.
  ///
  /// - Parameter mayBeLate: it is not minded that the machine does something else.
  func run(_ loop: RunLoop, batch: Int, mayBeLate: Bool) throws -> Double {
    let before = state(loop)
    let start = MonotonicTime.now + 1_000_000
    var index = 0
    while index < count {
      let time = start + UInt64(index) * Self.interval
      while MonotonicTime.now < time {}
      for _ in 0..<min(batch, count - index) {
        poster(Self.event(index, start + UInt64(index) * Self.interval))
        index += 1
      }
    }
    let after = state(loop)
    let elapsed = MonotonicTime.now - start
    let wanted = UInt64(count) * Self.interval
    // Gestures begin with one call and end with one.
    let heard = after.heard - before.heard
    guard heard >= count - count / Self.mayMiss || mayBeLate else {
      throw Disturbed(
        "the view got \(heard) of \(count) events: the queue was full while the machine was busy with other work"
      )
    }
    guard elapsed < wanted + wanted / 10 || mayBeLate else {
      throw Disturbed("\(count) events took \(elapsed / 1_000_000) ms, and not \(wanted / 1_000_000)")
    }
    guard after.actions > before.actions else {
      precondition(mayBeLate, "the recognizers recognized nothing")
      throw Disturbed("the recognizers recognized nothing: too few events arrived")
    }
    return Double(after.time - before.time) / Double(wanted) * 100 * Double(count) / Double(max(heard, 1))
  }

  private typealias State = (heard: Int, actions: Int, time: UInt64)

  /// What was delivered until now, and what the loop's thread took for it; when the queue is empty.
  private func state(_ loop: RunLoop) -> State {
    let done = Semaphore()
    let state = Handed<State>((0, 0, 0))
    // The block comes after what the queue's source does in this turn.
    loop.post { [unowned(unsafe) self] in
      loop.post { [unowned(unsafe) self] in
        guard let stage else { return done.signal() }
        let view = stage.view
        state.value = (view.begans + view.moves + view.ends, stage.actions, ProcessorTime.ofThread)
        done.signal()
      }
    }
    done.wait()
    return state.value
  }

  private static func event(_ index: Int, _ time: UInt64) -> HIDEvent {
    let step = index % eventsOfGesture
    func contact(_ finger: Int, _ phase: HIDEvent.Contact.Phase, _ way: Int) -> HIDEvent.Contact {
      .init(UInt32(finger + 1), phase, x: 100 + Double(finger * 100 + way * (finger * 8 - 4)), y: 200)
    }
    switch step {
    case 0: return .frame(time, contact(0, .began, 0), contact(1, .began, 0))
    case eventsOfGesture - 1: return .frame(time, contact(0, .ended, 9), contact(1, .ended, 9))
    default: return .frame(time, contact(step % 2, .moved, (step + 1) / 2))
    }
  }
}
