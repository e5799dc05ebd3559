/// A block of `Post`: one of its own, with a number of its own.
private struct NumberedBlock<Kind: SwiftLoop>: PostedBlock {
  let tally: Tally<Kind.Loop>
  let number: Int

  @inline(__always)
  func run() {
    if tally.count(number), let loop = tally.loop { Kind.stop(loop) }
  }
}

/// The last block of a burst, which its producer waits for.
private struct LastOfBurst<Kind: SwiftLoop>: PostedBlock {
  let block: NumberedBlock<Kind>
  let served: Semaphore

  @inline(__always)
  func run() {
    served.signal()
    block.run()
  }
}

/// Blocks from other threads: on and on, or in bursts that the producer waits for.
final class Post<Kind: SwiftLoop>: LoopWorkload<Kind>, SwiftWorkload, @unchecked Sendable {
  private let tally = Tally<Kind.Loop>()

  func prepare() {}

  private func produce(_ share: Int) {
    let (loop, tally, burst) = (loop, tally, parameters.burst)
    guard burst > 0 else {
      for number in 0..<share { Kind.post(loop, NumberedBlock<Kind>(tally: tally, number: number)) }
      return
    }
    let served = Semaphore()
    var left = burst
    for number in 0..<share {
      let block = NumberedBlock<Kind>(tally: tally, number: number)
      left -= 1
      if left > 0, number < share - 1 {
        Kind.post(loop, block)
      } else {
        Kind.post(loop, LastOfBurst(block: block, served: served))
        left = burst
        served.wait()
      }
    }
  }

  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    let share = count / parameters.active
    tally.start(share * parameters.active, loop)
    let producers = Producers(parameters.active, on: parameters.otherCPU) { [self] in produce(share) }
    let start = now
    Kind.run(loop)
    let elapsed = now - start
    producers.join()
    return elapsed
  }

  func finish() {
    end()
    tally.deallocate()
  }
}

/// A block that posts the next one, on the loop's own thread, beside pipes that are watched and stay empty.
final class SelfPost<Kind: SwiftLoop>: LoopWorkload<Kind>, SwiftWorkload, @unchecked Sendable {
  private var sum = 0
  private var pipes = PipeEnds()
  private var watches: [Kind.Watch] = []

  private struct Block: PostedBlock {
    let chain: SelfPost<Kind>
    let remaining: Int

    @inline(__always)
    func run() { chain.next(remaining) }
  }

  func prepare() throws(Unprepared) {
    pipes = try PipeEnds(parameters.size)
    for input in pipes.inputs { watches.append(try Kind.watch(loop, input) {}) }
  }

  private func next(_ remaining: Int) {
    sum &+= remaining
    if remaining == 0 { return Kind.stop(loop) }
    Kind.post(loop, Block(chain: self, remaining: remaining - 1))
  }

  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    let start = now
    Kind.post(loop, Block(chain: self, remaining: count - 1))
    Kind.run(loop)
    return now - start
  }

  func finish() {
    Kind.end(loop, watches)
    watches = []
    pipes.close()
    end()
  }
}
