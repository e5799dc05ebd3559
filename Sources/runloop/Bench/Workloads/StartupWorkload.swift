import BenchmarkKit
import LinuxSystem
import RunLoopCore

extension Workload {
  /// Counted: from just before `posix_spawn` of this program to the first instruction of a callout in the new process:
  /// the dynamic linker, the libraries' start, and a loop with a timer that is due. Each process by itself.
  static let startup = Workload(
    name: "tool-startup", summary: "from posix_spawn of this program to its first callout; latency",
    clock: { _ in .elapsed }
  ) { bench, _ in
    try bench.run(
      Contestant("", limit: 1000) { repetitions, latencies in
        for _ in 0..<repetitions { latencies.record(try Startup.measureOnce()) }
      }, on: bench.loopProcessor)
  }
}

/// A process that starts, calls back once, and reports the time.
enum Startup {
  /// Makes the program do only this: not for people.
  static let argument = "--first-callout"

  /// The new process's part: writes the time of its first callout to standard output, as the eight bytes it is.
  static func runChild() -> Never {
    let loop = RunLoop.current
    loop.add(
      RunLoop.Timer(after: .zero) { _ in
        var time = MonotonicTime.now
        write(1, &time, MemoryLayout<UInt64>.size)
        loop.stop()
      })
    loop.run()
    exit(0)
  }

  static func measureOnce() throws(Descriptors.Failure) -> UInt64 {
    var ends: [Int32] = [-1, -1]
    guard linux_pipe(&ends) == 0 else { throw .init("pipe") }
    defer { close(ends[0]) }
    let start = MonotonicTime.now
    let child: pid_t
    do {
      defer { close(ends[1]) }
      child = try ToolProcess.startAgain(["bench", argument], [1: ends[1]])
    }
    var time: UInt64 = 0
    let count = read(ends[0], &time, MemoryLayout<UInt64>.size)
    ToolProcess.wait(for: child)
    guard count == MemoryLayout<UInt64>.size else { throw .init("the new process's answer") }
    return time - start
  }
}
