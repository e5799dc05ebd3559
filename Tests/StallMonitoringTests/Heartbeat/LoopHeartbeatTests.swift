import LinuxSystem
import RunLoopCore
import Synchronization
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// What a loop publishes of itself, read as a watcher reads it.
@Suite(.hangLimit) struct LoopHeartbeatTests {
  /// What a line says, in words.
  struct Beat: Equatable, Sendable {
    var isInside: Bool
    var kind: UInt64
    var label: String
    var site: String
    var code: UInt64
    var activity: HeartbeatLine.Condition?
    var depth: UInt64
    var mode: String

    init(_ loop: RunLoop) {
      let line = loop.heartbeat
      let callout = line.load(HeartbeatLine.Word.callout)
      let state = line.load(HeartbeatLine.Word.state)
      isInside = line.load(HeartbeatLine.Word.sequence) & 1 == 1
      kind = callout & 0xFF
      let words = CalloutWords(callout: callout, code: line.load(HeartbeatLine.Word.code))
      let name = CalloutNames.names(from: words.number).first
      label = name?.label ?? "?"
      site =
        UnsafePointer<CChar>(bitPattern: words.file).map { "\(String(cString: $0)):\(words.line)" }
        ?? name?.site ?? "?"
      code = UInt64(words.code)
      activity = HeartbeatLine.Condition(rawValue: UInt8(state & 0xFF))
      depth = state >> 8 & 0xFF
      mode = CalloutNames.modes(from: Int(state >> 16 & 0xFFFF)).first ?? "?"
    }
  }

  /// What the line says inside the one callout that `add` brings about.
  private func beat(_ add: @escaping @Sendable (RunLoop, @escaping @Sendable () -> Void) -> Void) -> Beat? {
    onFreshThread {
      let loop = RunLoop.current
      let seen = Locked<Beat?>(nil)
      loop.add(RunLoop.Source {})
      add(loop) { seen.value = Beat(.current) }
      loop.run(for: .milliseconds(1))
      return seen.value
    }
  }

  @Test func calloutReportsItsKindItsLabelAndItsPlace() throws {
    let line = #line + 2
    let timer = beat { loop, look in
      loop.add(RunLoop.Timer(after: .zero, label: "blink") { _ in look() })
    }
    let seen = try #require(timer)
    #expect(seen.isInside && seen.kind == 4 && seen.label == "blink")
    #expect(seen.site == "StallMonitoringTests/LoopHeartbeatTests.swift:\(line)")
    #expect(seen.activity == .running && seen.depth == 1 && seen.mode == "default")

    let source = beat { loop, look in
      let source = RunLoop.Source(label: "hid", perform: look)
      loop.add(source)
      source.signal()
    }
    #expect(source?.kind == 5 && source?.label == "hid")
    let observer = beat { loop, look in
      loop.add(RunLoop.Observer(activities: .beforeTimers, label: "first") { _ in look() })
    }
    #expect(observer?.kind == 1 && observer?.label == "first")
    let port = beat { loop, look in
      guard let port = try? RunLoop.WakePort() else { return }
      _ = try? loop.add(RunLoop.PortSource(port, label: "port", perform: look))
      port.ring()
    }
    #expect(port?.kind == 6 && port?.label == "port")
  }

  @Test func aBlockReportsWhereItWasQueued() throws {
    let line = #line + 2
    let beats = [
      beat { loop, look in loop.post { look() } },
      beat { loop, look in loop.post(inModes: [.default]) { look() } },
      beat { loop, look in loop.perform { look() } },
    ]
    for (index, seen) in beats.enumerated() {
      #expect(seen?.site == "StallMonitoringTests/LoopHeartbeatTests.swift:\(line + index)")
    }
    #expect(beats.map { $0?.kind } == [2, 2, 2] && beats.allSatisfy { $0?.code != 0 })
    let other = beat { loop, look in loop.post(file: "App/Store.swift", line: 88) { look() } }
    #expect(other?.site == "App/Store.swift:88")
  }

  @Test func calloutsWithoutLabelAreNamedByTheirCode() throws {
    let first = beat { loop, look in loop.perform { look() } }
    let second = beat { loop, look in loop.perform { withExtendedLifetime(loop) { look() } } }
    let again = beat { loop, look in loop.perform { look() } }
    #expect(first?.kind == 2 && first?.label == "" && first?.code != 0)
    #expect(first?.code != second?.code)
    // Another closure of the same text is other code; the same one is the same.
    #expect(again?.code != first?.code)
    let same = (0..<2).map { _ in beat { loop, look in loop.perform { look() } }?.code }
    #expect(same[0] == same[1])
  }

  @Test func oneBeatBeginsAndOneEndsEachCallout() {
    let (before, after, isInside) = onFreshThread {
      let loop = RunLoop.current
      let before = loop.heartbeat.load(HeartbeatLine.Word.sequence)
      for _ in 0..<1_000 { loop.perform {} }
      loop.run(for: .zero)
      return (before, loop.heartbeat.load(HeartbeatLine.Word.sequence), Beat(loop).isInside)
    }
    #expect(after - before == 2_000)
    #expect(!isInside)
  }

  @Test func innerRunReportsTheCalloutAroundItAndRestoresIt() {
    let beats = Locked<[Beat]>([])
    let outers = Locked<[UInt64]>([])
    let sequences = Locked<[UInt64]>([])
    @Sendable func note() {
      let line = RunLoop.current.heartbeat
      beats.withLock { $0.append(Beat(.current)) }
      sequences.withLock { $0.append(line.load(HeartbeatLine.Word.sequence)) }
      outers.withLock { $0.append(line.load(HeartbeatLine.Word.outer)) }
    }
    onFreshThread {
      let loop = RunLoop.current
      loop.add(RunLoop.Source {}, to: "inner")
      loop.add(RunLoop.Timer(after: .milliseconds(2), label: "in it") { _ in note() }, to: "inner")
      loop.add(
        RunLoop.Timer(after: .zero, label: "around") { _ in
          note()
          RunLoop.current.run(mode: "inner", for: .milliseconds(3))
          note()
        })
      loop.run(for: .milliseconds(1))
    }
    let (before, inner, after) = (beats.value[0], beats.value[1], beats.value[2])
    #expect(inner.label == "in it" && inner.depth == 2 && inner.mode == "inner")
    let outer = outers.value[1]
    #expect(outer & 0xFF == 4)
    #expect(CalloutNames.names(from: Int(outer >> 8 & 0xFFFF_FFFF)).first?.label == "around")
    #expect(before == after)
    // For a watcher the rest of the outer callout is one of its own: its time begins again.
    #expect(sequences.value[2] > sequences.value[0] + 2)
  }

  @Test func sleepingLoopSaysThatItWaitsAndCountsItsWaits() {
    let thread = WorkerThread.asleep()
    let line = thread.loop.heartbeat
    let waiting = UInt64(HeartbeatLine.Condition.waiting.rawValue)
    waitUntil { line.load(HeartbeatLine.Word.state) & 0xFF == waiting }
    let first = line.load(HeartbeatLine.Word.state) >> 32
    thread.loop.post {}
    waitUntil {
      let state = line.load(HeartbeatLine.Word.state)
      return state >> 32 > first && state & 0xFF == waiting
    }
    let loop = thread.loop
    thread.end()
    #expect(
      loop.heartbeat.load(HeartbeatLine.Word.state) & 0xFF == UInt64(HeartbeatLine.Condition.ended.rawValue))
  }

  @Test func lineCanMoveWhileTheLoopIsBusy() {
    let thread = WorkerThread.asleep()
    let loop = thread.loop
    let other = HeartbeatMemory()
    let stop = Locked(false)
    let count = Locked(0)
    withExtendedLifetime(other) {
      loop.post {
        while !stop.value {
          for _ in 0..<100 { RunLoop.current.perform(inModes: ["busy"]) {} }
          RunLoop.current.run(mode: "busy", for: .zero)
          count.withLock { $0 += 1 }
        }
      }
      for _ in 0..<200 {
        loop.moveHeartbeat(to: other.line)
        loop.moveHeartbeatHome()
      }
      loop.moveHeartbeat(to: other.line)
      let seen = count.value
      waitUntil { count.value > seen + 2 }
      stop.value = true
      let line = loop.heartbeat
      // Two things that are said one after the other.
      let waiting = UInt64(HeartbeatLine.Condition.waiting.rawValue)
      waitUntil { loop.isWaiting && line.load(HeartbeatLine.Word.state) & 0xFF == waiting }
      #expect(line.words == other.line.words)
      #expect(line.load(HeartbeatLine.Word.sequence) & 1 == 0)
      thread.end()
    }
  }

  @Test func timersTellTheTimeThatTheLoopHasReadAnyway() {
    let (time, lateness, isRightBefore) = onFreshThread {
      let loop = RunLoop.current
      let seen = Locked<(UInt64, UInt64, Bool)>((0, 0, false))
      loop.add(
        RunLoop.Timer(after: .milliseconds(2)) { _ in
          let line = RunLoop.current.heartbeat
          let isRightBefore =
            line.load(HeartbeatLine.Word.timeSequence) + 1 == line.load(HeartbeatLine.Word.sequence)
          seen.value = (
            line.load(HeartbeatLine.Word.time), line.load(HeartbeatLine.Word.lateness), isRightBefore
          )
        })
      loop.run(for: .seconds(20))
      return seen.value
    }
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let limit = UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
    #expect(time > 0 && time <= limit && lateness < limit)
    #expect(isRightBefore)
  }

  @Test func timerWithoutLabelNeedsOnlyTheMemoryOfItsObject() async {
    // In a process of its own: where much was freed malloc gives pieces that are larger than what was asked for. Now
    // and then it does so anyway, so it is the smallest of many.
    await #expect(processExitsWith: .success) {
      let timers = (0..<100).map { _ in RunLoop.Timer(after: .seconds(60)) { _ in } }
      let sizes = timers.map { malloc_usable_size(Unmanaged.passUnretained($0).toOpaque()) }
      #expect(sizes.min() ?? .max <= 88)
    }
  }

  @Test func loopKnowsItsThread() {
    let (number, told) = onFreshThread { (pthread_self(), RunLoop.current.threadNumber) }
    #expect(told > 0 && told != getpid() && number != 0)
    #expect(RunLoop.main.threadNumber == getpid())
  }

  /// Fills the table for the rest of the process: in one of its own.
  @Test func tableOfNamesDoesNotGrowWithoutEnd() async {
    await #expect(processExitsWith: .success) {
      var last: RunLoop.Source?
      for index in 0..<20_000 { last = RunLoop.Source(label: "connection \(index)") {} }
      let count = CalloutNames.names(from: 0).count
      let name = CalloutNames.names(from: count - 1).first
      withExtendedLifetime(last) {}
      // Beyond the limit there is one name more: the place, without a label.
      exit(
        count <= 4_096 + 64 && name?.label == "" && name?.site.contains("LoopHeartbeatTests") == true ? 0 : 1)
    }
  }
}
