import LinuxSystem

/// `runloop soak`: a loop under random load, with a ledger of begun and completed work.
enum SoakCommand {
  static let usage = """
    usage: runloop soak [--seconds N | --hours N] [--check N] [--seed S] [--break WHAT]

    Drives timers, sockets, child processes, forks, signals, posted blocks and stalls at random rates on two loops, one of
    which a stall monitor watches. At each check no new work starts until all pending work has ended; then the ledger must
    balance: blocks posted and run, timers added and fired or removed, connections opened and closed, children started and
    reaped, signals sent and received, stalls and reports. There must be as many descriptors as at the first check, for which
    the monitor has five seconds to close what it has open for a moment, and memory must not have grown. Prints a line for
    each check.

      --seconds N, --hours N
                      duration of the run (60 seconds)
      --check N       seconds from one check to the next: 60, or a quarter of a short run
      --seed S        the seed of the order of events; the same seed starts the same work (1)
      --break WHAT    makes an error on purpose, to test that the ledger detects it: descriptor, block, timer, memory,
                      child

    Ends by itself, or on Ctrl-C after one more check: with status 0; 1 after the first check that does not balance; 2 when the
    arguments are wrong.
    """

  static func run(_ all: [String]) -> Never {
    do throws(WrongCall) {
      if all.contains("--help") || all.contains("-h") {
        print(usage)
        exit(0)
      }
      let settings = try SoakSettings(all)
      exit(SoakRun.run(settings))
    } catch {
      Tool.fail("soak: \(error.description)")
    }
  }
}
