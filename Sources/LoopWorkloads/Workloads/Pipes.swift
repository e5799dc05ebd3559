import LinuxSystem

/// Each byte that is read is written into the next pipe.
final class Pipes<Kind: SwiftLoop>: LoopWorkload<Kind>, SwiftWorkload, @unchecked Sendable {
  private var pipes = PipeEnds()
  private var watches: [Kind.Watch] = []
  private var remaining = 0
  private var unwritten = 0

  func prepare() throws(Unprepared) {
    pipes = try PipeEnds(parameters.size)
    for (index, input) in pipes.inputs.enumerated() {
      let next = pipes.outputs[(index + 1) % pipes.outputs.count]
      watches.append(try Kind.watch(loop, input) { [self] in readable(input, next) })
    }
  }

  private func readable(_ descriptor: Int32, _ next: Int32) {
    var byte: UInt8 = 0
    guard read(descriptor, &byte, 1) == 1 else { return }
    if unwritten > 0 {
      unwritten -= 1
      guard write(next, &byte, 1) == 1 else { fatalError("a pipe does not take a byte") }
    }
    remaining -= 1
    if remaining == 0 { Kind.stop(loop) }
  }

  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    let active = parameters.active
    remaining = max(count, active)
    unwritten = remaining - active
    let start = now
    Kind.perform(loop) { [self] in begin(active) }
    Kind.run(loop)
    return now - start
  }

  private func begin(_ active: Int) {
    let step = pipes.outputs.count / active
    for index in 0..<active where write(pipes.outputs[index * step], "e", 1) != 1 {
      fatalError("a pipe does not take a byte")
    }
  }

  func finish() {
    Kind.end(loop, watches)
    watches = []
    pipes.close()
    end()
  }
}
