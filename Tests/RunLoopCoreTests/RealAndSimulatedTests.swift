import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// The real clock's wait and the simulated one are two functions: on random programs whose order does not hang on
/// time they must call the same things in the same order.
///
/// Which of several ready ports of different kinds comes first may differ, since an awake loop does not tell the
/// kernel of its timers and wake-ups. So each program has one kind of port.
@Suite(.hangLimit) struct RealAndSimulatedTests {
  private enum Kind: UInt64 {
    case wakeUps, timers, ports
  }

  /// What a random program does. All its dates are past, and each of its sleeps is ended by itself.
  private final class Program: Sendable {
    private let seed: UInt64
    private let kind: Kind
    private let log = Log()
    private let loop = RunLoop.current
    private let calls = Counter()
    private let actions = Box<[@Sendable () -> Void]>([])

    init(_ seed: UInt64) {
      self.seed = seed
      kind = Kind(rawValue: seed % 3)!
    }

    func run() -> [String] {
      var random = SplitMix(seed)
      let modes: [RunLoop.Mode] = [.default, "inner"]
      let ports = kind == .ports ? (0..<3).compactMap { _ in try? RunLoop.WakePort() } : []
      for mode in modes {
        loop.add(RunLoop.Observer(activities: .all) { self.log("\(mode) \($0.shortName)") }, to: mode)
        loop.add(
          RunLoop.Observer(activities: .beforeWaiting, order: 1) { _ in self.endSleep(ports, mode) }, to: mode
        )
        let turns = Counter()
        loop.add(
          RunLoop.Observer(activities: .afterWaiting) { _ in
            if turns.add() % 5 == 0 { self.loop.stop() }
          }, to: mode)
      }
      let sources = (0..<3).map { index in
        RunLoop.Source(order: index % 2) { self.called("source \(index)", index) }
      }
      for (index, source) in sources.enumerated() { loop.add(source, to: modes[index % 2]) }
      for (index, port) in ports.enumerated() {
        let source = RunLoop.PortSource(port) { self.called("port \(index)", index + 3) }
        for mode in index == 0 ? modes : [modes[index % 2]] { _ = try? loop.add(source, to: mode) }
      }
      actions.value = (0..<12).map { action($0, Int.random(in: 0..<6, using: &random), sources, ports) }
      for index in 0..<6 { act(index) }
      for round in 0..<4 {
        let handled = Bool.random(using: &random)
        log("run \(round) \(loop.run(mode: .default, for: nil, returnAfterSourceHandled: handled))")
      }
      actions.value = nil
      return log.lines
    }

    private func endSleep(_ ports: [RunLoop.WakePort], _ mode: RunLoop.Mode) {
      switch kind {
      case .wakeUps: loop.wakeUp()
      case .timers: loop.add(RunLoop.Timer(at: .distantPast) { _ in self.log("timer") }, to: mode)
      case .ports: ports[0].ring()
      }
    }

    private func called(_ name: String, _ index: Int) {
      log(name)
      act(index)
    }

    private func act(_ index: Int) {
      let call = calls.add()
      guard call < 40, let actions = actions.value, !actions.isEmpty else { return }
      actions[(index * 7 + call * 3) % actions.count]()
    }

    private func action(
      _ index: Int, _ what: Int, _ sources: [RunLoop.Source], _ ports: [RunLoop.WakePort]
    ) -> @Sendable () -> Void {
      let mode: RunLoop.Mode = [.default, "inner", .common][index % 3]
      let body: @Sendable () -> Void = { self.called("call \(index)", index) }
      switch (what, kind) {
      case (0, _): return { sources[index % 3].signal() }
      case (1, _): return { self.log("inner \(self.loop.run(mode: "inner", for: .zero))") }
      case (2, _): return { self.loop.perform(inModes: [mode], body) }
      case (_, .wakeUps): return { self.loop.post(inModes: [mode], body) }
      case (_, .timers): return { self.loop.add(RunLoop.Timer(at: .distantPast) { _ in body() }, to: mode) }
      case (_, .ports): return { ports[index % 3].ring() }
      }
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func randomProgramsRunTheSame(part: UInt64) {
    for seed in (part * 30)..<(part * 30 + 30) {
      let real = onFreshThread { Program(seed).run() }
      let simulated = onFreshThread(SimulatedClock()) { Program(seed).run() }
      #expect(real.count > 20)
      if real == simulated { continue }
      let first = zip(real, simulated).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? 0
      Issue.record(
        """
        seed \(seed) differs at \(first):
        real      \(real[max(first - 8, 0)..<min(first + 3, real.count)])
        simulated \(simulated[max(first - 8, 0)..<min(first + 3, simulated.count)])
        """)
      return
    }
  }
}
