import RunLoopCore
import TestHarness
import Testing

@testable import StallMonitoring

/// Findings about the process as a whole: its processor use and its memory.
@Suite(.hangLimit) struct ProcessRuleTests {
  private static let second: UInt64 = 1_000_000_000

  @Test func memoryIsTooMuchAboveTheLimitAndNotAtIt() {
    var settings = StallMonitor.Settings()
    settings.memoryLimit = 100 << 20
    var watch = MemoryWatch(settings)
    #expect(!watch.note(100 << 20, now: 1) && watch.note(100 << 20 + 1, now: 2) && !watch.note(0, now: 3))
    #expect(!watch.isDue(3 + MemoryWatch.period - 1) && watch.isDue(3 + MemoryWatch.period))
  }

  @Test func theShareIsOfAllProcessors() {
    func findings(_ usage: Double, _ processors: Int) -> [ProcessorWatch.Finding] {
      var settings = StallMonitor.Settings()
      settings.processorShare = 0.5
      settings.longProcessorShare = 1_000
      var watch = ProcessorWatch(settings)
      _ = watch.note(0, now: 0, processors: processors)
      let found = watch.note(UInt64(usage * 1e9), now: Self.second, processors: processors)
      #expect(watch.isHigh == !found.isEmpty)
      return found
    }
    #expect(findings(0.5, 1) == [] && findings(0.6, 1) == [.now(0.6)])
    #expect(findings(2, 4) == [] && findings(2.1, 4) == [.now(2.1)])
  }

  @Test func aReadingAfterALongGapSaysNothing() {
    var settings = StallMonitor.Settings()
    settings.processorShare = 0.5
    var watch = ProcessorWatch(settings)
    _ = watch.note(0, now: 0, processors: 1)
    #expect(watch.note(Self.second, now: Self.second, processors: 1) == [.now(1)])
    // Five seconds are no gap, more are.
    #expect(watch.note(6 * Self.second, now: 6 * Self.second, processors: 1) == [.now(1)])
    #expect(watch.note(20 * Self.second, now: 12 * Self.second, processors: 1) == [] && !watch.isHigh)
    #expect(watch.note(21 * Self.second, now: 13 * Self.second, processors: 1) == [.now(1)])
  }

  @Test func thePauseBeforeTheWindowsEndMakesTheLongRuleBeginAnew() {
    // High use for ten seconds, then next to nothing until the average is below half of the limit, then high again.
    func long(_ pause: ClosedRange<Int>) -> [Int] {
      var settings = StallMonitor.Settings()
      settings.processorShare = 1
      settings.longProcessorWindow = .seconds(60)
      settings.longProcessorShare = 0.8
      var watch = ProcessorWatch(settings)
      var used = 0.0
      var found: [Int] = []
      for second in 0...150 {
        used += pause.contains(second) ? 0.01 : 0.99
        for finding in watch.note(UInt64(used * 1e9), now: UInt64(second) * Self.second, processors: 64) {
          if case .long = finding { found.append(second) }
        }
      }
      return found
    }
    // A short pause is part of the average.
    #expect(long(20...24).first.map { (59...62).contains($0) } == true)
    // After a long one the window begins with the use after it.
    #expect(long(10...29).first.map { (88...92).contains($0) } == true)
  }

  /// A process whose thread 11 uses a whole processor, and whose thread 12 next to nothing.
  private func busy(_ seconds: Double, window: Duration) -> Simulation {
    let simulation = Simulation {
      $0.processorShare = 0.4
      $0.longProcessorWindow = window
      $0.recordsProcessorUse = true
    }
    for tick in 0..<Int(seconds * 10) {
      simulation.at(Double(tick) * 0.1) {
        let time = UInt64(tick) * 100_000_000
        simulation.world.processTime = time
        simulation.world.busyThreads = [(11, "hot", time), (12, "idle", time / 21)]
      }
    }
    var scenario = LoopScenario.waiting
    for tick in 0..<Int(seconds * 10) { scenario.callout("tick", at: 0.05 + Double(tick) * 0.1, for: 0.01) }
    simulation.play(scenario)
    simulation.run(to: seconds)
    return simulation
  }

  @Test func theStacksOfHighUseAreTheLastHundred() throws {
    let simulation = busy(200, window: .seconds(60))
    let records = simulation.reported.ended.filter { $0.kind == .processorHigh }
    #expect(records.count == 2)
    #expect(records.first.map { (50...70).contains($0.samples.count) } == true)
    // Two minutes lie between the two.
    let second = try #require(records.last)
    #expect(second.samples.count == 100)
    let times = second.samples.map(\.time)
    #expect(times == times.sorted() && second.found - (times.last ?? 0) < 2 * Self.second)
    #expect(second.found - (times.first ?? 0) > 90 * Self.second)
  }

  @Test func aStackOfHighUseIsInOneRecord() throws {
    let records = busy(90, window: .seconds(5)).reported.ended.filter { $0.kind == .processorHigh }
    #expect(records.count == 2)
    let told = Set(try #require(records.first).samples.map(\.time))
    #expect(!told.isEmpty)
    #expect(try #require(records.last).samples.allSatisfy { !told.contains($0.time) })
  }

  @Test func threadsThatUseLessThanATwentiethAreNotLookedInto() {
    #expect(Set(busy(10, window: .seconds(60)).world.sampled) == [11])
  }
}
