import Glibc

/// This program again, as a process that does something to the first one from outside.
enum HelperProcess {
  static let argument = "--helper"

  /// Starts it; with `waits`, comes back when it has ended.
  @inline(never)
  static func run(_ arguments: [String], waits: Bool) {
    start("/proc/self/exe", ["runloop", "stalls", argument] + arguments, waits: waits)
  }

  /// A command of `runloop stalls`, and comes back when it has ended, or was killed.
  static func runTool(_ arguments: [String]) {
    start("/proc/self/exe", ["runloop", "stalls"] + arguments, waits: true)
  }

  private static func start(_ program: String, _ words: [String], waits: Bool) {
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    pointers.append(nil)
    defer { pointers.forEach { free($0) } }
    var child: pid_t = 0
    guard posix_spawn(&child, program, nil, nil, pointers, environ) == 0 else { return }
    if waits {
      wait(for: child)
    } else {
      // Whoever asks for children later has this one among them: nobody here does.
      ThreadStart.detached { [child] in wait(for: child) }
    }
  }

  private static func wait(for child: pid_t) {
    while waitpid(child, nil, 0) < 0, errno == EINTR {}
  }

  /// The process itself.
  static func run(_ words: [String]) -> Never {
    let number = words.count > 1 ? Int32(words[1]) ?? 0 : 0
    let time = UInt32(words.count > 2 ? words[2] : "") ?? 0
    switch words.first {
    case "sleep": usleep(UInt32(clamping: number) * 1000)
    case "stop":
      kill(number, SIGSTOP)
      usleep(time * 1000)
      kill(number, SIGCONT)
    case "debug": command("gdb -p \(number) -batch -ex 'shell sleep \(Double(time) / 1000)' >/dev/null 2>&1")
    case "freeze": freeze(number, time)
    case "clock": stepClock(time)
    case "starve": starve(number, time)
    default: exit(2)
    }
    exit(0)
  }

  private static func command(_ text: String) { start("/bin/sh", ["sh", "-c", text], waits: true) }

  /// By whichever kind of control groups there is.
  private static func freeze(_ process: Int32, _ time: UInt32) {
    let old = "/sys/fs/cgroup/freezer"
    if access(old, W_OK) == 0 {
      let group = "\(old)/runloop-\(process)"
      mkdir(group, 0o755)
      put("\(process)", "\(group)/cgroup.procs")
      put("FROZEN", "\(group)/freezer.state")
      usleep(time * 1000)
      put("THAWED", "\(group)/freezer.state")
      put("\(process)", "\(old)/cgroup.procs")
      rmdir(group)
    } else {
      let group = "/sys/fs/cgroup/runloop-\(process)"
      guard mkdir(group, 0o755) == 0 else { exit(3) }
      put("\(process)", "\(group)/cgroup.procs")
      put("1", "\(group)/cgroup.freeze")
      usleep(time * 1000)
      put("0", "\(group)/cgroup.freeze")
      put("\(process)", "/sys/fs/cgroup/cgroup.procs")
      rmdir(group)
    }
  }

  private static func put(_ text: String, _ path: String) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    write(descriptor, text, text.utf8.count)
    close(descriptor)
  }

  /// An hour forward, and back after the time, by what the monotonic clock says has passed.
  private static func stepClock(_ time: UInt32) {
    var wall = timespec()
    clock_gettime(CLOCK_REALTIME, &wall)
    let start = monotonicNow()
    wall.tv_sec += 3600
    guard clock_settime(CLOCK_REALTIME, &wall) == 0 else { exit(3) }
    usleep(time * 1000)
    let passed = Int(monotonicNow() - start) + wall.tv_nsec
    wall.tv_sec += passed / 1_000_000_000 - 3600
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
