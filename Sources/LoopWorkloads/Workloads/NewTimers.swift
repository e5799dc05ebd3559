/// A new timer for each request, cancelled when the request ends, before it fires.
///
/// The loop has a turn every thousand requests: some loops give memory back there.
final class NewTimers<Kind: SwiftLoop>: LoopWorkload<Kind>, SwiftWorkload, @unchecked Sendable {
  private static var requestsPerTurn: Int { 1000 }

  /// A callout's capture of two things, as most have.
  private struct Request: TimerCallee {
    let tally: Tally<Kind.Loop>
    let number: Int

    @inline(__always)
    func timerFired() { _ = tally.count(number) }
  }

  private let tally = Tally<Kind.Loop>()
  private var timers: [Kind.Timer] = []
  private var bell: Kind.Bell?
  private var delays = Delays()
  private var remaining = 0

  func prepare() {
    let now = Kind.now(loop)
    timers.reserveCapacity(parameters.size)
    for index in 0..<parameters.size {
      timers.append(Kind.startOneShot(loop, now, delays.long(), Request(tally: tally, number: index)))
    }
    bell = Kind.makeBell(loop) { [self] in
      serveSome()
      if remaining > 0 { ring() } else { Kind.perform(loop) { [self] in Kind.stop(loop) } }
    }
  }

  private func ring() {
    if let bell { Kind.ring(loop, bell) }
  }

  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    remaining = count
    let start = now
    if parameters.isOutside {
      while remaining > 0 {
        serveSome()
        Kind.turn(loop)
      }
    } else {
      ring()
      Kind.run(loop)
    }
    return now - start
  }

  private func serveSome() {
    var (timers, delays) = ([Kind.Timer](), delays)
    swap(&timers, &self.timers)
    let (loop, tally, now) = (loop, tally, Kind.now(loop))
    let count = min(remaining, Self.requestsPerTurn)
    for number in 0..<count {
      let slot = delays.index(below: timers.count)
      Kind.end(timers[slot])
      timers[slot] = Kind.startOneShot(loop, now, delays.long(), Request(tally: tally, number: number))
    }
    swap(&timers, &self.timers)
    self.delays = delays
    remaining -= count
  }

  func finish() {
    Kind.end(timers)
    timers = []
    if let bell { Kind.end(bell) }
    bell = nil
    end()
    Kind.perform(loop) { [self] in tally.deallocate() }
  }
}
