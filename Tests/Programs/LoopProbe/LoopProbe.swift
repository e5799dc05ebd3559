import LinuxSystem
import RunLoopCore

/// A program for tests that need a process's main thread, or to count a process's system calls: it does the one
/// thing that it is asked for and prints what happened, in order.
@main
enum LoopProbe {
  static func main() {
    // Whatever goes wrong, the test goes on; also when who starts the program blocks signals.
    var alarms = sigset_t()
    sigemptyset(&alarms)
    sigaddset(&alarms, SIGALRM)
    pthread_sigmask(SIG_UNBLOCK, &alarms, nil)
    alarm(280)
    let probes = MainLoopProbes.all.merging(SystemCallProbes.all) { $1 }.merging(ForkProbes.all) { $1 }
      .merging(RecordProbes.all) { $1 }.merging(CostProbes.all) { $1 }.merging(SignalProbes.all) { $1 }
      .merging(StormProbes.all) { $1 }.merging(RebuildProbes.all) { $1 }
    guard CommandLine.arguments.count == 2, let probe = probes[CommandLine.arguments[1]] else {
      say("probes: \(probes.keys.sorted().joined(separator: " "))")
      exit(2)
    }
    probe()
  }

  /// Runs `body` on another thread, which is not waited for.
  static func onAnotherThread(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    do throws(Errno) { return try SystemThread.start(body) } catch {
      preconditionFailure("no thread could be made: \(error)")
    }
  }

  /// Gives way until the loop sleeps.
  static func waitUntilAsleep(_ loop: RunLoop) {
    while !loop.isWaiting { sched_yield() }
  }
}

/// Prints a line at once.
func say(_ line: String) {
  let line = line + "\n"
  _ = line.withCString { write(1, $0, strlen($0)) }
}
