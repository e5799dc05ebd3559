import LinuxSystem
import RunLoopCore

/// A program for tests that need a process's main thread, and for the measuring of hops: it does the one thing that it
/// is asked for and prints what happened, in order.
@main
enum ExecutorProbe {
  static func main() {
    // Whatever goes wrong, the test goes on.
    alarm(280)
    let probes = DispatchProbes.all.merging(MainExecutorProbes.all) { $1 }
      .merging(AfterProbes.all) { $1 }.merging(HopProbes.all) { $1 }.merging(MemoryProbes.all) { $1 }
      .merging(SignalProbes.all) { $1 }.merging(ForkProbes.all) { $1 }.merging(RunMainProbes.all) { $1 }
      .merging(PoolProbes.all) { $1 }.merging(PoolBenchmark.all) { $1 }
    guard CommandLine.arguments.count >= 2, let probe = probes[CommandLine.arguments[1]] else {
      say("probes: \(probes.keys.sorted().joined(separator: " "))")
      exit(2)
    }
    probe()
  }

  /// Gives way until the loop sleeps.
  static func waitUntilAsleep(_ loop: RunLoop) {
    while !loop.isWaiting { sched_yield() }
  }
}

/// Prints a line at once, marked when it is not on the main thread.
func say(_ line: String) {
  let line = (linux_gettid() == getpid() ? "" : "NOT ON THE MAIN THREAD: ") + line + "\n"
  _ = line.withCString { write(1, $0, strlen($0)) }
}
