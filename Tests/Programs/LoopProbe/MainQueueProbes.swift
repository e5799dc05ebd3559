import LinuxSystem
import RunLoopCore
import Synchronization

/// The main queue beside what else the main loop does.
enum MainQueueProbes {
  static let all: [String: @Sendable () -> Void] = [
    "queue-fair": fair, "queue-second-look": secondLook, "queue-deaf": deaf, "queue-stale-ring": staleRing,
    "queue-order": order, "queue-hosted": hosted,
  ]

  /// Blocks for a main loop that a host serves: of the last callout of a turn, and of another thread.
  private static func hosted() {
    let loop = RunLoop.main
    guard let descriptor = try? loop.fileDescriptor() else { return }
    func isReadable() -> Bool {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&entry, 1, 0) == 1
    }
    while isReadable() { loop.dispatch() }
    loop.add(RunLoop.Timer(after: .zero) { _ in RunLoop.mainQueue.async { say("of a callout") } })
    say(isReadable() ? "readable" : "quiet")
    while isReadable() { loop.dispatch() }
    pthread_join(LoopProbe.onAnotherThread { RunLoop.mainQueue.async { say("of another thread") } }, nil)
    say(isReadable() ? "readable" : "quiet")
    while isReadable() { loop.dispatch() }
    say(isReadable() ? "readable" : "quiet")
  }

  /// A queue that is never empty leaves ports and timers their turns.
  private static func fair() {
    let loop = RunLoop.main
    let served = Atomic<Int>(0)
    let isOver = Atomic<Bool>(false)
    @Sendable func again() {
      if !isOver.load(ordering: .relaxed) { RunLoop.mainQueue.async { again() } }
    }
    @Sendable func done(_ name: String) {
      say(name)
      if served.wrappingAdd(1, ordering: .relaxed).newValue == 2 { loop.stop() }
    }
    again()
    guard let port = try? RunLoop.WakePort() else { return }
    let source = RunLoop.PortSource(port) {
      done("port")
      loop.add(RunLoop.Timer(after: .milliseconds(1)) { _ in done("timer") })
    }
    _ = try? loop.add(source)
    port.ring()
    say("\(loop.run(for: .seconds(10)))")
    isOver.store(true, ordering: .relaxed)
  }

  /// A block comes after the loop has looked whether there is one, and before others see that it sleeps.
  private static func secondLook() {
    #if DEBUG
      let loop = RunLoop.main
      loop.add(RunLoop.Source {})
      for round in 0..<3 {
        loop.beforeSleepIsAnnounced = {
          loop.beforeSleepIsAnnounced = nil
          let other = LoopProbe.onAnotherThread { RunLoop.mainQueue.async { say("block \(round)") } }
          pthread_join(other, nil)
        }
        say("\(loop.run(mode: .default, for: .seconds(5), returnAfterSourceHandled: true))")
      }
    #endif
  }

  private static func watch(_ loop: RunLoop) {
    loop.add(
      RunLoop.Observer(activities: [.beforeWaiting, .afterWaiting]) {
        say($0 == .beforeWaiting ? "sleeps" : "wakes")
      })
  }

  /// A wake-up by a block of the queue comes while the loop serves: it is dropped.
  private static func deaf() {
    let loop = RunLoop.main
    watch(loop)
    @Sendable func wake(_ name: String, _ next: @escaping @Sendable () -> Void) {
      RunLoop.mainQueue.async {
        say(name)
        loop.wakeUp()
        loop.add(RunLoop.Timer(after: .milliseconds(20)) { _ in next() })
      }
    }
    // The second is found before the sleep, in the turn after a timer's.
    wake("first") {
      say("timer")
      wake("second") {
        say("timer")
        loop.stop()
      }
    }
    say("\(loop.run(for: .seconds(10)))")
  }

  /// The queue rings together with something else, and is served before that ring is looked at. A block's inner run then
  /// finds the ring, and must not serve the queue.
  private static func staleRing() {
    let loop = RunLoop.main
    loop.add(RunLoop.Source {})
    let isFirst = Atomic<Bool>(true)
    let listener = loop.addTraceListener { event in
      guard event.phase == .sleepBegan, isFirst.exchange(false, ordering: .relaxed) else { return }
      let other = LoopProbe.onAnotherThread {
        loop.post { say("posted") }
        RunLoop.mainQueue.async {
          say("block begins")
          RunLoop.mainQueue.async {
            say("its block")
            loop.stop()
          }
          say("inner \(loop.run(for: .zero))")
          say("block ends")
        }
      }
      pthread_join(other, nil)
    }
    say("\(loop.run(for: .seconds(10)))")
    loop.removeTraceListener(listener)
  }

  /// Blocks of several threads, each thread's in its order, none twice and none lost.
  private static func order() {
    let count = 2_000
    let loop = RunLoop.main
    let wrong = Atomic<Int>(0)
    let ran = Atomic<Int>(0)
    let threads = (0..<3).map { _ in
      LoopProbe.onAnotherThread {
        let next = Next()
        for number in 0..<count {
          RunLoop.mainQueue.async {
            if next.number != number { wrong.wrappingAdd(1, ordering: .relaxed) }
            next.number = number + 1
            if ran.wrappingAdd(1, ordering: .relaxed).newValue == 3 * count { loop.stop() }
          }
          // Now and then the loop is asleep.
          if number % 100 == 0 { usleep(500) }
        }
      }
    }
    say("\(loop.run(for: .seconds(30)))")
    for thread in threads { pthread_join(thread, nil) }
    say("\(ran.load(ordering: .relaxed)) ran, \(wrong.load(ordering: .relaxed)) out of order")
  }

  /// Used on the main thread only.
  private final class Next: @unchecked Sendable {
    var number = 0
  }
}
