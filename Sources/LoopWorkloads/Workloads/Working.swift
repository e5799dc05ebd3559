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
    let start = now
    mark()
    Kind.run(loop)
    return now - start
  }

  func finish() {
    for source in idle { Kind.end(source) }
    if let first { Kind.end(first) }
    end()
    // Queued blocks still use them.
    Kind.perform(loop) { [self] in (first, idle) = (nil, []) }
  }
}

/// Runs of one turn that find nothing to do, beside observers.
final class Turn<Kind: SwiftLoop>: LoopWorkload<Kind>, SwiftWorkload, @unchecked Sendable {
  func prepare() { Kind.observe(loop, parameters.size, areCalled: parameters.active != 0) }

  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    let loop = loop
    let start = now
    for _ in 0..<count { Kind.turn(loop) }
    return now - start
  }

  func finish() { end() }
}
