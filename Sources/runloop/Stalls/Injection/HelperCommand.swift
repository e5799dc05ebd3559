import LinuxSystem
import RunLoopCore

/// The program of a `HelperProcess`: `runloop stalls --helper`.
enum HelperCommand {
  /// Executes the words, and ends the process.
  static func run(_ words: [String]) -> Never {
    if words.count > 1, let keeping = KeptRecords(rawValue: words[0]) { keeping.run(words[1]) }
    let number = words.count > 1 ? Int32(words[1]) ?? 0 : 0
    let time = UInt32(words.count > 2 ? words[2] : "") ?? 0
    switch words.first {
    case "sleep": usleep(UInt32(clamping: number) * 1000)
    case "stop":
      kill(number, SIGSTOP)
      usleep(time * 1000)
      kill(number, SIGCONT)
    case "debug": command("gdb -p \(number) -batch -ex 'shell sleep \(Double(time) / 1000)' >/dev/null 2>&1")
    case "freeze": HelperProcess.freeze(number, time)
    case "quota": HelperProcess.limit(number, time)
    case "crash": CrashingProcess.crash(words.count > 1 ? words[1] : "")
    case "clock": stepClock(time)
    case "starve": starve(number, time)
    default: exit(2)
    }
    exit(0)
  }

  private static func command(_ text: String) {
    HelperProcess.start("/bin/sh", ["sh", "-c", text], waits: true)
  }

  /// Seconds forward: far more than any threshold, and little for other programs on the machine.
  static let clockStep = 10

  /// Forward, and back after the time, by what the monotonic clock says has passed.
  private static func stepClock(_ time: UInt32) {
    var wall = timespec()
    clock_gettime(CLOCK_REALTIME, &wall)
    let start = monotonicNow()
    wall.tv_sec += clockStep
    guard clock_settime(CLOCK_REALTIME, &wall) == 0 else { exit(3) }
    usleep(time * 1000)
    let passed = Int(monotonicNow() - start) + wall.tv_nsec
    wall.tv_sec += passed / 1_000_000_000 - clockStep
    wall.tv_nsec = passed % 1_000_000_000
    clock_settime(CLOCK_REALTIME, &wall)
  }

  /// Two busy processes for each processor at the highest priority, and the loop's thread at the lowest.
  private static func starve(_ process: Int32, _ time: UInt32) {
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(process), 19)
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, -20)
    let end = monotonicNow() + UInt64(time) * 1_000_000
    for _ in 1..<2 * max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) {
      ThreadStart.detached { injectBusy(end - min(end, monotonicNow())) }
    }
    injectBusy(end - min(end, monotonicNow()))
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(process), 0)
  }
}
