import LinuxSystem

// Control groups that the process is put into.
extension HelperProcess {
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

  /// A group that may use 256 MiB of memory.
  static func memoryGroup(_ process: Int32) -> OwnGroup? {
    ownGroup(
      "runloop-memory-\(process)", of: process,
      [
        ("/sys/fs/cgroup/memory", "memory", "memory.limit_in_bytes", ["268435456"]),
        ("/sys/fs/cgroup", "", "memory.max", ["268435456"]),
      ])
  }

  /// Tries to make the group, and removes it again; nil when none can be made.
  private static func ownGroup(
    _ name: String, of process: Int32,
    _ kinds: [(top: String, controller: String, file: String, words: [String])]
  ) -> OwnGroup? {
    for kind in kinds {
      let folder = "\(kind.top)/\(name)"
      guard mkdir(folder, 0o755) == 0 || Errno.last == EEXIST else { continue }
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
    for line in (KernelFile.text("/proc/\(process)/cgroup") ?? "").split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let isMeant =
        controller.isEmpty
        ? parts[1].isEmpty : parts[1].split(separator: ",").contains { $0 == controller }
      if isMeant { return parts[2] == "/" ? "" : String(parts[2]) }
    }
    return ""
  }

  static func freeze(_ process: Int32, _ time: UInt32) {
    guard let group = freezerGroup(process), mkdir(group.folder, 0o755) == 0 else { exit(3) }
    put("\(process)", "\(group.folder)/cgroup.procs")
    put(group.words[0], group.file)
    usleep(time * 1000)
    put(group.words[1], group.file)
    leave(group, process)
  }

  static func limit(_ process: Int32, _ time: UInt32) {
    guard let group = quotaGroup(process), mkdir(group.folder, 0o755) == 0 else { exit(3) }
    put(group.words[0], group.file)
    put("\(process)", "\(group.folder)/cgroup.procs")
    usleep(time * 1000)
    leave(group, process)
  }

  /// Puts the process into a group that may use little memory. The group stays: it knows how the process ended.
  static func limitMemory(_ process: Int32) {
    guard let group = memoryGroup(process), mkdir(group.folder, 0o755) == 0 else { exit(3) }
    put(group.words[0], group.file)
    put("\(process)", "\(group.folder)/cgroup.procs")
    // Without the limit it would be the machine's memory.
    guard KernelFile.line(group.file) == group.words[0],
      KernelFile.line("\(group.folder)/cgroup.procs") == "\(process)"
    else {
      put("\(process)", group.before)
      rmdir(group.folder)
      exit(3)
    }
  }

  /// Removes the group of a process that has ended.
  static func removeMemoryGroup(_ process: Int32) {
    for top in ["/sys/fs/cgroup/memory", "/sys/fs/cgroup"] { rmdir("\(top)/runloop-memory-\(process)") }
  }

  /// Uses memory until there is none: at most four times the group's limit, should it not hold.
  static func useMemory() {
    let size = 16 << 20
    for _ in 0..<64 {
      // Not malloc: what is never read is never written, either, in a release build.
      guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
        memory != MAP_FAILED
      else { continue }
      memset(memory, 1, size)
    }
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
}
