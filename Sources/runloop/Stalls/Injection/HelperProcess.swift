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

  /// A command of `runloop stalls`, without its output; to be waited for.
  static func startTool(_ arguments: [String]) -> pid_t {
    spawn("/proc/self/exe", ["runloop", "stalls"] + arguments, isSilent: true) ?? 0
  }

  private static func spawn(_ program: String, _ words: [String], isSilent: Bool = false) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for output in isSilent ? [1, 2] : [] as [Int32] {
      posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
    }
    let pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    var child: pid_t = 0
    return posix_spawn(&child, program, &actions, nil, pointers, environ) == 0 ? child : nil
  }

  private static func start(_ program: String, _ words: [String], waits: Bool) {
    guard let child = spawn(program, words) else { return }
    if waits {
      wait(for: child)
    } else {
      // Whoever asks for children later has this one among them: nobody here does.
      ThreadStart.detached { wait(for: child) }
    }
  }

  static func wait(for child: pid_t) {
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
    case "quota": limit(number, time)
    case "clock": stepClock(time)
    case "starve": starve(number, time)
    default: exit(2)
    }
    exit(0)
  }

  private static func command(_ text: String) { start("/bin/sh", ["sh", "-c", text], waits: true) }

  /// A control group for a process alone.
  struct OwnGroup {
    let folder: String
    /// The file that controls it, and the words that it takes.
    let file: String
    let words: [String]
    /// Where the process was before.
    let before: String
  }

  /// A group that can be frozen, of whichever kind there is; its words freeze and thaw it.
  static func freezerGroup(_ process: Int32) -> OwnGroup? {
    ownGroup(
      "runloop-\(process)", of: process,
      [
        ("/sys/fs/cgroup/freezer", "freezer", "freezer.state", ["FROZEN", "THAWED"]),
        ("/sys/fs/cgroup/unified", "", "cgroup.freeze", ["1", "0"]),
        ("/sys/fs/cgroup", "", "cgroup.freeze", ["1", "0"]),
      ])
  }

  /// A group that may use a tenth of a processor; its word is the quota.
  static func quotaGroup(_ process: Int32) -> OwnGroup? {
    ownGroup(
      "runloop-quota-\(process)", of: process,
      [
        ("/sys/fs/cgroup/cpu", "cpu", "cpu.cfs_quota_us", ["10000"]),
        ("/sys/fs/cgroup/cpu,cpuacct", "cpu", "cpu.cfs_quota_us", ["10000"]),
        ("/sys/fs/cgroup", "", "cpu.max", ["10000 100000"]),
      ])
  }

  /// Nil when none can be made; made, and taken away again.
  private static func ownGroup(
    _ name: String, of process: Int32,
    _ kinds: [(top: String, controller: String, file: String, words: [String])]
  ) -> OwnGroup? {
    for kind in kinds {
      let folder = "\(kind.top)/\(name)"
      guard mkdir(folder, 0o755) == 0 || errno == EEXIST else { continue }
      defer { rmdir(folder) }
      guard access("\(folder)/\(kind.file)", W_OK) == 0 else { continue }
      let before = group(of: process, controller: kind.controller)
      return OwnGroup(
        folder: folder, file: "\(folder)/\(kind.file)", words: kind.words,
        before: "\(kind.top)\(before)/cgroup.procs")
    }
    return nil
  }

  /// The control group that the process is in, as the kernel names it: "/" and more.
  private static func group(of process: Int32, controller: String) -> String {
    guard let file = fopen("/proc/\(process)/cgroup", "re") else { return "" }
    defer { fclose(file) }
    var line = [UInt8](repeating: 0, count: 4096)
    while line.withUnsafeMutableBytes({ fgets($0.baseAddress, 4096, file) }) != nil {
      let parts = String(decoding: line.prefix { $0 != 0 && $0 != 10 }, as: UTF8.self)
        .split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let isMeant =
        controller.isEmpty
        ? parts[1].isEmpty : parts[1].split(separator: ",").contains { $0 == controller }
      if isMeant { return parts[2] == "/" ? "" : String(parts[2]) }
    }
    return ""
  }

  private static func freeze(_ process: Int32, _ time: UInt32) {
    guard let group = freezerGroup(process), mkdir(group.folder, 0o755) == 0 else { exit(3) }
    put("\(process)", "\(group.folder)/cgroup.procs")
    put(group.words[0], group.file)
    usleep(time * 1000)
    put(group.words[1], group.file)
    leave(group, process)
  }

  private static func limit(_ process: Int32, _ time: UInt32) {
    guard let group = quotaGroup(process), mkdir(group.folder, 0o755) == 0 else { exit(3) }
    put(group.words[0], group.file)
    put("\(process)", "\(group.folder)/cgroup.procs")
    usleep(time * 1000)
    leave(group, process)
  }

  private static func leave(_ group: OwnGroup, _ process: Int32) {
    put("\(process)", group.before)
    // It can be removed when the process is in another one.
    for _ in 0..<100 where rmdir(group.folder) != 0 { usleep(10_000) }
  }

  private static func put(_ text: String, _ path: String) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    write(descriptor, text, text.utf8.count)
    close(descriptor)
  }

  /// So many seconds forward: far more than any threshold, and little for others on the machine.
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
