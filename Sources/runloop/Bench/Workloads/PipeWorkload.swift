import BenchmarkKit
import Glibc
import RunLoopCore

extension Workload {
  /// As many pipes as the process may open: some descriptors are left for everything else.
  private static let mostPipes = min(10_000, max(1, (Descriptors.raiseLimit() - 200) / 2))

  private static let pipeVariants: [Workload.Variant] =
    [(100, 1), (1000, 1), (1000, 100), (max(mostPipes, 1000), 100)].map {
      [.init("pipes", $0.0), .init("active", $0.1), .init("writes", 1000)]
    }

  /// libevent's classic. Counted: `active` bytes are written into as many pipes; each callout reads a byte from its
  /// pipe and writes one into the next pipe, `writes` times in all; until every byte was read. Divided by the number
  /// of bytes. The other pipes are watched, and nothing happens to them.
  static let pipes = Workload(
    name: "pipes", summary: "bytes go from pipe to pipe; time per event",
    parameters: [
      .integer("pipes", 1...10_000), .integer("active", 1...10_000), .integer("writes", 0...10_000_000),
    ], variants: pipeVariants,
    refusal: { variant in
      variant.integer("active") > variant.integer("pipes")
        ? "active=\(variant.integer("active")) of pipes=\(variant.integer("pipes")): no more can be active than there are"
        : nil
    },
    measure: { bench, variant in
      let active = variant.integer("active")
      let writes = variant.integer("writes")
      guard variant.integer("pipes") <= mostPipes else {
        throw Skipped(
          "the process may open \(Descriptors.raiseLimit()) descriptors, enough for \(mostPipes) pipes")
      }
      return try bench.onNewLoop { loop in
        let ring = try PipeRing(loop, count: variant.integer("pipes"))
        defer { ring.close() }
        return try bench.run(
          Contestant("", operations: active + writes) { repetitions in
            ProcessorTime.elapsed {
              for _ in 0..<repetitions { ring.run(active: active, writes: writes) }
            }
          })
      }
    })
}

/// Pipes in a ring, each watched by a source.
private final class PipeRing: @unchecked Sendable {
  private let loop: RunLoop
  private var inputs: [Int32] = []
  private var outputs: [Int32] = []
  private var sources: [RunLoop.PortSource] = []
  private var writesLeft = 0
  private var eventsLeft = 0

  init(_ loop: RunLoop, count: Int) throws {
    self.loop = loop
    for place in 0..<count {
      let (input, output) = try Descriptors.pipe()
      inputs.append(input)
      outputs.append(output)
      let next = (place + 1) % count
      let source = RunLoop.PortSource(try RunLoop.Port(borrowing: input)) { [unowned(unsafe) self] in
        received(from: input, next: next)
      }
      sources.append(source)
      try loop.add(source)
    }
  }

  private func received(from input: Int32, next: Int) {
    var byte: UInt8 = 0
    guard read(input, &byte, 1) == 1 else { return }
    if writesLeft > 0 {
      writesLeft -= 1
      write(outputs[next], &byte, 1)
    }
    eventsLeft -= 1
    if eventsLeft == 0 { loop.stop() }
  }

  func run(active: Int, writes: Int) {
    writesLeft = writes
    eventsLeft = active + writes
    var byte: UInt8 = 1
    for index in 0..<active { write(outputs[index * outputs.count / active], &byte, 1) }
    loop.run()
  }

  func close() {
    for source in sources { source.invalidate() }
    for descriptor in inputs + outputs { Glibc.close(descriptor) }
  }
}
