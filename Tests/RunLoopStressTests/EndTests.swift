import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

extension Stress {
  /// What other threads may do to a loop that ends or has ended.
  struct EndTests {
    /// Starts a thread that makes a loop and ends, and gives the loop.
    private func endedLoop() -> RunLoop? {
      let made = Box<RunLoop>()
      let thread = FreshThread { made.value = RunLoop.current }
      thread.join()
      return made.value
    }

    @Test func aLoopThatHasEndedAnswersOtherThreads() throws {
      let loop = try #require(endedLoop())
      let done = Gate()
      let thread = FreshThread {
        let source = RunLoop.Source {}
        _ = loop.snapshot()
        loop.add(source)
        loop.remove(source)
        done.open()
      }
      try #require(done.wait())
      thread.join()
      #expect(!loop.add(RunLoop.Timer(after: .zero) { _ in }))
      #expect(!loop.add(RunLoop.Observer(activities: .all) { _ in }))
      #expect(!loop.add(RunLoop.Source {}))
      #expect(!loop.post {})
    }

    @Test func performAndWaitOnAnEndedLoopThrows() throws {
      let loop = try #require(endedLoop())
      let done = Gate()
      let thread = FreshThread {
        do {
          try loop.performAndWait {}
          Issue.record("a loop without a thread ran a block")
        } catch {}
        done.open()
      }
      try #require(done.wait())
      thread.join()
    }

    /// Loops end while other threads do everything to them and to their items.
    @Test func aLoopMayEndAtAnyTime() {
      let census = Census()
      let rounds = ThreadSanitizer.isOn ? 50 : 200
      for round in 0..<rounds {
        let token = census.token()
        let source = RunLoop.Source(
          schedule: { _, _ in token.touch() }, cancel: { _, _ in token.touch() }, perform: { token.touch() })
        let timer = RunLoop.Timer(after: .zero, repeating: .microseconds(100)) { _ in token.touch() }
        let observer = RunLoop.Observer(activities: .all) { _ in token.touch() }
        let port = try? RunLoop.WakePort()
        let portSource = port.map { RunLoop.PortSource($0) { token.touch() } }
        let worker = LoopThread { loop in
          loop.add(source, to: .common)
          loop.add(timer, to: .common)
          loop.add(observer, to: .common)
        }
        let loop = worker.loop
        let ready = Gate()
        let answers = Counter()
        let isGone = Flag()
        let threads = (0..<4).map { number in
          FreshThread {
            var dice = SplitMix(UInt64(round * 4 + number))
            ready.open()
            var left = 20
            var steps = 0
            // Continues for some time after the loop has ended.
            while left > 0 {
              if isGone.isSet { left -= 1 }
              steps += 1
              // So that the loop keeps up with the blocks.
              if steps % 8 == 0 { try? loop.performAndWait { token.touch() } }
              switch dice.roll(16) {
              case 0: loop.post { token.touch() }
              case 1: loop.perform(inModes: ["a", .common]) { token.touch() }
              case 2: loop.wakeUp()
              case 3: loop.add(timer, to: dice.roll(2) == 0 ? .common : "a")
              case 4: loop.remove(timer, from: .common)
              case 5: timer.fireDate = .distantPast
              case 6: loop.add(observer, to: "a")
              case 7: loop.remove(observer, from: "a")
              case 8: loop.add(source, to: "a")
              case 9: loop.remove(source, from: "a")
              case 10:
                source.signal()
                loop.wakeUp()
              case 11:
                do {
                  try loop.performAndWait { token.touch() }
                  answers.add()
                } catch {}
              case 12:
                if let portSource {
                  _ = try? loop.add(portSource)
                  port?.ring()
                }
              case 13: if let portSource { loop.remove(portSource) }
              case 14:
                switch dice.roll(40) {
                case 0: timer.invalidate()
                case 1: observer.invalidate()
                case 2: source.invalidate()
                case 3: portSource?.invalidate()
                default: _ = timer.fireDate
                }
              default: _ = loop.snapshot()
              }
            }
          }
        }
        for _ in threads { #expect(ready.wait()) }
        worker.end()
        isGone.set()
        for thread in threads { thread.join() }
        #expect(throws: RunLoop.Ended.self) { try loop.performAndWait {} }
        #expect(!loop.contains(timer, in: .common) && !loop.contains(source, in: .common))
      }
      #expect(census.count == 0)
    }

    /// A source that another thread invalidates leaves its loop first, which may end and be released before the closure for leaving is called.
    @Test func aSourceMayBeInvalidatedAsItsLoopEnds() {
      let census = Census()
      // Kept once the closure was called with them, so that no later loop has the place of an earlier one.
      let loops = Locked<[RunLoop]>([])
      let rounds = ThreadSanitizer.isOn ? 100 : 500
      for round in 0..<rounds {
        let token = census.token()
        let source = RunLoop.Source(
          schedule: nil,
          cancel: { loop, mode in
            token.touch()
            if !loop.contains(RunLoop.Source {}, in: mode) { loops.withLock { $0.append(loop) } }
          }, perform: { token.touch() })
        let plain = (0..<2).map { _ in RunLoop.Source { token.touch() } }
        let isReady = Gate()
        let ends = Flag()
        let thread = FreshThread {
          for item in plain + [source] { RunLoop.current.add(item) }
          isReady.open()
          while !ends.isSet { sched_yield() }
          // Ends at another moment of the other's work each time.
          for _ in 0..<(round % 50) * 20 { _ = ends.isSet }
        }
        #expect(isReady.wait())
        let other = FreshThread {
          plain[0].invalidate()
          ends.set()
          source.invalidate()
          plain[1].invalidate()
        }
        thread.join()
        other.join()
        #expect(!source.isValid)
      }
      let (calls, different) = loops.withLock { ($0.count, Set($0.map { ObjectIdentifier($0) }).count) }
      #expect(calls == rounds && different == rounds && census.count == 0, "\(calls), \(different)")
    }
  }
}
