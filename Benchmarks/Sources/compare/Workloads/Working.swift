import Peers

/// A block of `Post`: one of its own, with a number of its own.
private struct NumberedBlock<Kind: SwiftLoop>: PostedBlock {
  let tally: Tally<Kind.Loop>
  let number: Int

  @inline(__always)
  func run() {
    if tally.count(number), let loop = tally.loop { Kind.stop(loop) }
  }
}

/// Blocks from other threads.
final class Post<Kind: SwiftLoop>: LoopWorkload<Kind>, SwiftWorkload, @unchecked Sendable {
  private let tally = Tally<Kind.Loop>()

  func prepare() {}

  private func produce(_ share: Int) {
    let (loop, tally) = (loop, tally)
    for number in 0..<share { Kind.post(loop, NumberedBlock<Kind>(tally: tally, number: number)) }
  }

  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    let share = count / Int(parameters.active)
    tally.start(share * Int(parameters.active), loop)
    let producer = Producer { [self] in produce($0) }
    peer_producers_start(
      parameters.active, parameters.other_cpu, Int64(share),
      { producer, share in
        guard let producer else { return }
        Unmanaged<Producer>.fromOpaque(producer).takeUnretainedValue().produce(Int(share))
      }, Unmanaged.passUnretained(producer).toOpaque())
    let start = peer_now()
    Kind.run(loop)
    let elapsed = peer_now() - start
    peer_producers_join()
    withExtendedLifetime(producer) {}
    return elapsed
  }

  func finish() {
    end()
    tally.deallocate()
  }
}

/// What a C function pointer can call, since it can not be of a generic type.
private final class Producer: @unchecked Sendable {
  let produce: (Int) -> Void

  init(_ produce: @escaping (Int) -> Void) { self.produce = produce }
}

/// A block that posts the next one, on the loop's own thread.
final class SelfPost<Kind: SwiftLoop>: LoopWorkload<Kind>, SwiftWorkload, @unchecked Sendable {
  private var sum = 0

  private struct Block: PostedBlock {
    let chain: SelfPost<Kind>
    let remaining: Int

    @inline(__always)
    func run() { chain.next(remaining) }
  }

  func prepare() {}

  private func next(_ remaining: Int) {
    sum &+= remaining
    if remaining == 0 { return Kind.stop(loop) }
    Kind.post(loop, Block(chain: self, remaining: remaining - 1))
  }

  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    let start = peer_now()
    Kind.post(loop, Block(chain: self, remaining: count - 1))
    Kind.run(loop)
    return peer_now() - start
  }

  func finish() { end() }
}

/// A callout marks its own source for the next turn, beside sources that stay idle.
final class Sources<Kind: SwiftLoop>: LoopWorkload<Kind>, SwiftWorkload, @unchecked Sendable {
  private var remaining = 0
  private var first: Kind.Source?
  private var idle: [Kind.Source] = []

  func prepare() {
    first = Kind.makeSource(loop) { [self] in fired() }
    for _ in 1..<max(parameters.size, 1) { idle.append(Kind.makeSource(loop) {}) }
  }

  private func fired() {
    remaining -= 1
    if remaining == 0 { Kind.stop(loop) } else { mark() }
  }

  @inline(__always)
  private func mark() {
    if let first { Kind.signal(first) }
  }

  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    remaining = count
    let start = peer_now()
    mark()
    Kind.run(loop)
    return peer_now() - start
  }

  func finish() {
    for source in idle { Kind.end(source) }
    if let first { Kind.end(first) }
    end()
    // What is queued still uses them.
    Kind.perform(loop) { [self] in (first, idle) = (nil, []) }
  }
}

/// Runs of one turn that find nothing to do, beside observers.
final class Turn<Kind: SwiftLoop>: LoopWorkload<Kind>, SwiftWorkload, @unchecked Sendable {
  func prepare() { Kind.observe(loop, Int(parameters.size), areCalled: parameters.active != 0) }

  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    let loop = loop
    let start = peer_now()
    for _ in 0..<count { Kind.turn(loop) }
    return peer_now() - start
  }

  func finish() { end() }
}
