import LinuxSystem
import RunLoopCore
import Synchronization

/// A callout as it really was.
struct Truth: Sendable {
  var label: String
  /// The injector's name; empty for ordinary work.
  var cause: String
  var started: UInt64
  var ended: UInt64
  /// The thread that held the lock.
  var owner: Int32 = 0
  /// When another thread requested it, and when that thread saw its end: the loop's own work is in between.
  var asked: UInt64 = 0
  var known: UInt64 = 0
  /// How long the loop's thread could have run meanwhile, and had no processor: by the kernel's count.
  var queued: UInt64 = 0
  /// The longest time in which the thread that drives the loop did not come by, though it wanted to; and how far the wall
  /// clock was away from where it should have been. Of what goes on beside the loop: whether it went on at all.
  var longestGap: UInt64 = 0
  var clockStep: UInt64 = 0

  var time: UInt64 { ended - started }

  /// Whether what was to be no stall took place at all, by what the process itself noticed.
  var happened: Bool {
    switch cause {
    case "stop", "debugger", "freezer": longestGap >= 300_000_000
    case "clock": clockStep >= 1_000_000_000
    case "starve": queued >= 100_000_000
    default: true
    }
  }
}

/// The main thread's loop with work in it, driven by another thread.
final class InjectionLoop: @unchecked Sendable {
  let place: InjectionPlace
  private let loop = RunLoop.main
  private let done = Semaphore()
  private let truth = Mutex<[Truth]>([])
  /// The main thread's work after the loop was stopped: nil to end.
  private let outside = Mutex<(@Sendable () -> Void)?>(nil)
  private let keeper = RunLoop.Source(label: "keeper") {}
  private var number = 0

  init(_ place: InjectionPlace) { self.place = place }

  var log: [Truth] { truth.withLock { $0 } }

  /// On the main thread: runs the loop until `drive`, on a thread of its own, has returned.
  func run(_ drive: @escaping @Sendable (InjectionLoop) -> Void) {
    loop.add(keeper)
    let hasEnded = Atomic<Bool>(false)
    withExtendedLifetime(hasEnded) {
      let ended = EndFlag()
      ThreadStart.detached { [self] in
        drive(self)
        ended.isSet.store(true, ordering: .releasing)
        loop.post { [self] in loop.stop() }
      }
      while !ended.isSet.load(ordering: .acquiring) {
        loop.run()
        let body = outside.withLock { body in
          defer { body = nil }
          return body
        }
        body?()
      }
    }
    loop.remove(keeper)
  }

  private final class EndFlag: Sendable {
    let isSet = Atomic<Bool>(false)
  }

  /// A short callout of ordinary work, and a moment of rest.
  func ordinary(microseconds: UInt64) {
    callout("ordinary", cause: "", asTimer: microseconds % 2 == 0) { injectBusy(microseconds * 1000) }
    usleep(500)
  }

  /// A known cause, for a time, in a callout of its own.
  func inject(_ injector: Injector, for time: UInt64) {
    number += 1
    let label = "inject \(injector.name) #\(number)"
    if injector.isOutside {
      let started = monotonicNow()
      outside.withLock { [self] in
        $0 = { [self] in
          injector.inject(place, time)
          done.signal()
        }
      }
      loop.post { [self] in loop.stop() }
      done.wait()
      note(Truth(label: label, cause: injector.name, started: started, ended: monotonicNow()))
      return
    }
    let started = monotonicNow()
    callout(label, cause: injector.name, asTimer: number % 2 == 0) { [place] in injector.inject(place, time) }
    if case .stall = injector.expectation { return }
    // Beside the loop, which works as usual meanwhile.
    let offset = wallOffset
    var (last, gap, step) = (monotonicNow(), UInt64(0), UInt64(0))
    while monotonicNow() < started + time + 60_000_000 {
      ordinary(microseconds: 1500)
      let now = monotonicNow()
      gap = max(gap, now - last)
      step = max(step, (wallOffset - offset).magnitude)
      last = now
    }
    truth.withLock { [gap, step] log in
      guard let place = log.lastIndex(where: { $0.label == label }) else { return }
      log[place].ended = monotonicNow()
      log[place].longestGap = gap
      log[place].clockStep = step
    }
  }

  /// The wall clock minus the monotonic one.
  private var wallOffset: Int64 {
    Int64(linux_time(CLOCK_REALTIME)) - Int64(monotonicNow())
  }

  private func callout(
    _ label: String, cause: String, asTimer: Bool, _ work: @escaping @Sendable () -> Void
  ) {
    let body: @Sendable () -> Void = { [self] in
      let started = monotonicNow()
      work()
      note(
        Truth(
          label: label, cause: cause, started: started, ended: monotonicNow(),
          owner: place.holder.thread.load(ordering: .relaxed)))
      done.signal()
    }
    let asked = monotonicNow()
    let queued = queueTime
    defer { note(label, asked: asked, queued: Self.growth(from: queued, to: queueTime)) }
    if asTimer {
      let timer = RunLoop.Timer(after: .zero, label: label) { _ in body() }
      loop.add(timer, to: .common)
      done.wait()
    } else {
      let source = RunLoop.Source(label: label, perform: body)
      loop.add(source, to: .common)
      source.signal()
      loop.wakeUp()
      done.wait()
      source.invalidate()
    }
  }

  /// What only the driving thread knows of its last callout.
  private func note(_ label: String, asked: UInt64, queued: UInt64) {
    truth.withLock { log in
      guard let place = log.lastIndex(where: { $0.label == label }) else { return }
      log[place].asked = asked
      log[place].known = monotonicNow()
      log[place].queued = queued
    }
  }

  /// 0 when the second count could not be read, as without descriptors.
  static func growth(from first: UInt64, to second: UInt64) -> UInt64 { second - min(first, second) }

  /// How long the main thread has waited for a processor, in all.
  private var queueTime: UInt64 {
    let words = KernelFile.line("/proc/self/schedstat")?.split(separator: " ") ?? []
    return words.count > 1 ? UInt64(words[1]) ?? 0 : 0
  }

  private func note(_ entry: Truth) { truth.withLock { $0.append(entry) } }
}
