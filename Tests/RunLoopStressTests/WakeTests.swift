import LinuxSystem
import TestHarness
import Testing

@testable import RunLoopCore

extension Stress {
  /// Two threads wake each other again and again, with nothing else that would wake them: none of it is lost.
  struct WakeTests {
    private static let rounds = ThreadSanitizer.isOn ? 2_000 : 20_000

    enum Means: CaseIterable {
      case signal, post, ring, message, timer, date
    }

    /// A player's half of the game: when called it calls the other, until the last round.
    private final class Player: @unchecked Sendable {
      let count = Counter()
      let worker: LoopThread
      private let over: Gate
      private let rounds: Int
      private let call = Box<@Sendable () -> Void>()

      init(_ rounds: Int, _ scarcity: RunLoop.Scarcity, _ over: Gate) {
        self.rounds = rounds
        self.over = over
        worker = LoopThread { loop in loop.lock.withLock { loop.scarcity = scarcity } }
      }

      /// Makes this player's item, and returns how to call it.
      func prepare(_ means: Means, _ other: @escaping @Sendable () -> Void) throws -> @Sendable () -> Void {
        let loop = worker.loop
        let called: @Sendable () -> Void = { [self] in
          if count.add() < rounds { other() } else { over.open() }
        }
        switch means {
        case .signal:
          let source = RunLoop.Source(perform: called)
          loop.add(source)
          return {
            source.signal()
            loop.wakeUp()
          }
        case .post:
          return { loop.post(called) }
        case .ring:
          let port = try RunLoop.WakePort()
          try loop.add(RunLoop.PortSource(port, perform: called))
          return { port.ring() }
        case .message:
          let (near, far) = try RunLoop.MessagePort.pair()
          try loop.add(RunLoop.PortSource(receiving: near) { _ in called() })
          return { #expect(throws: Never.self) { try far.send([1]) } }
        case .timer:
          return { loop.add(RunLoop.Timer(at: .distantPast) { _ in called() }) }
        case .date:
          let timer = RunLoop.Timer(at: .distantFuture, repeating: .seconds(3600)) { timer in
            timer.fireDate = .distantFuture
            called()
          }
          loop.add(timer)
          return { timer.fireDate = .distantPast }
        }
      }
    }

    private func play(_ means: Means, rounds: Int, _ scarcity: RunLoop.Scarcity = .none) throws {
      let over = Gate()
      let first = Player(rounds, scarcity, over)
      let second = Player(rounds, scarcity, over)
      let callFirst = Box<@Sendable () -> Void>()
      let callSecond = try second.prepare(means) { callFirst.value?() }
      callFirst.value = try first.prepare(means) { callSecond() }
      callFirst.value?()
      #expect(over.wait(), "stuck after \(first.count.value) and \(second.count.value) calls")
      callFirst.value = nil
      first.worker.end()
      second.worker.end()
    }

    @Test(arguments: Means.allCases)
    func noCallIsLost(by means: Means) throws {
      try play(means, rounds: Self.rounds)
    }

    /// No descriptor at all: the loops sleep on a word in memory.
    @Test(arguments: [Means.signal, .post, .timer, .date])
    func noCallIsLostWithoutDescriptors(by means: Means) throws {
      try play(means, rounds: Self.rounds / 5, .noPorts)
    }

    /// Descriptors but for timers: the wait has a time.
    @Test(arguments: Means.allCases)
    func noCallIsLostWithoutTimerPorts(by means: Means) throws {
      try play(means, rounds: Self.rounds / 10, .noTimerPorts)
    }
  }
}
