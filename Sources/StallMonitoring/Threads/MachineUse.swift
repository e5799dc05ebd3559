import Glibc

/// Who used the machine's processors up to a moment: what a starved thread lost them to.
struct MachineUse: Sendable, Equatable {
  /// CLOCK_MONOTONIC.
  var time: UInt64 = 0
  /// Processors in use by anybody since the machine began, nanoseconds; nil when not to be read.
  var busyTime: UInt64?
  var processTime: UInt64 = 0
  /// Of the threads of this process.
  var threads: [Int32: UInt64] = [:]
  /// Processors that the process's group may use; nil without a limit.
  var quota: Double?
  var throttledTime: UInt64 = 0
  var processors = 1
  var load: Double?
  /// For how long some work has waited for a processor, nanoseconds; nil where the kernel does not say.
  var pressureTime: UInt64?

  /// What happened from one moment to a later one, as seen by a thread of this process.
  /// - Parameter name: what a thread is called: asked for only when one is to be named.
  static func rivalry(
    from first: MachineUse, to last: MachineUse, besides thread: Int32, name: (Int32) -> String
  ) -> Rivalry {
    var rivalry = Rivalry()
    rivalry.processors = max(last.processors, 1)
    rivalry.load = last.load
    rivalry.quota = last.quota
    rivalry.throttledTime = last.throttledTime &- min(first.throttledTime, last.throttledTime)
    guard last.time > first.time else { return rivalry }
    let wall = Double(last.time - first.time)
    var own: [(thread: Int32, used: UInt64)] = []
    for (number, used) in last.threads where number != thread {
      let before = first.threads[number] ?? 0
      if used > before { own.append((number, used - before)) }
    }
    // Threads that have ended meanwhile are in the process's time alone.
    let itself = (last.threads[thread] ?? 0) &- min(first.threads[thread] ?? 0, last.threads[thread] ?? 0)
    let process = last.processTime &- min(first.processTime, last.processTime)
    let ownTime = max(own.reduce(UInt64(0)) { $0 + $1.used }, process &- min(itself, process))
    rivalry.ownUse = Double(ownTime) / wall
    if let busiest = own.max(by: { ($0.used, $1.thread) < ($1.used, $0.thread) }),
      Double(busiest.used) / wall >= 0.1
    {
      rivalry.thread = busiest.thread
      rivalry.threadName = name(busiest.thread)
    }
    if let before = first.busyTime, let after = last.busyTime, after >= before,
      last.processTime >= first.processTime
    {
      rivalry.otherUse = Double(after - before - min(process, after - before)) / wall
    }
    if let before = first.pressureTime, let after = last.pressureTime, after >= before {
      rivalry.pressure = min(Double(after - before) / wall, 1)
    }
    return rivalry
  }
}

extension LinuxWorld {
  var machineUse: MachineUse {
    var use = MachineUse()
    use.time = now
    use.throttledTime = throttledTime
    use.quota = quota.processors
    use.processTime = processTime
    use.processors = processorCount
    // Not their names: most are never asked for.
    for (thread, time) in threadTimes { use.threads[thread] = time }
    use.busyTime = Self.busyTime
    use.load = ProcFile.firstLine("/proc/loadavg").flatMap {
      $0.split(separator: " ").first.flatMap { Double($0) }
    }
    use.pressureTime = Pressure.waited
    return use
  }

  /// Each has a folder, and each folder is a link.
  var threadCount: Int {
    var status = stat()
    return stat("/proc/self/task", &status) == 0 ? max(Int(status.st_nlink) - 2, 1) : 1
  }

  var throttledTime: UInt64 { quota.throttledTime(now: now) }

  /// User, nice, system, interrupts and what the host took, of all processors: ticks, in nanoseconds.
  private static var busyTime: UInt64? {
    guard let line = ProcFile.firstLine("/proc/stat"), line.hasPrefix("cpu ") else { return nil }
    let fields = line.split(separator: " ").dropFirst().compactMap { UInt64($0) }
    guard fields.count >= 8 else { return nil }
    let ticks = fields[0] &+ fields[1] &+ fields[2] &+ fields[5] &+ fields[6] &+ fields[7]
    return ticks &* (1_000_000_000 / UInt64(max(sysconf(Int32(_SC_CLK_TCK)), 1)))
  }
}

extension LinuxWorld {
  var crashingThread: Int32 { EndMark.crashingThread }
  func forgetCrash() { EndMark.forgetCrash() }
}

/// The kernel's pressure stall information about the processors.
enum Pressure {
  /// Nanoseconds in which some work waited for one: of the machine, or of this process's control group where that is all there is to
  /// read. Nil without either.
  static var waited: UInt64? { path.flatMap { ProcFile.firstLine($0) }.flatMap(waited) }

  /// Looked for once: which group it is matters only where the machine's is hidden.
  private static let path: String? = {
    let group = ControlGroup.folders(of: "").first.map { "\($0)/cpu.pressure" }
    return (["/proc/pressure/cpu"] + [group].compactMap(\.self)).first {
      ProcFile.firstLine($0).flatMap(waited) != nil
    }
  }()

  /// "some avg10=0.00 avg60=0.12 avg300=0.05 total=21894690082": microseconds.
  static func waited(_ line: String) -> UInt64? {
    guard line.hasPrefix("some "), let total = line.split(separator: " ").last, total.hasPrefix("total=")
    else { return nil }
    return UInt64(total.dropFirst(6)).flatMap { $0 <= .max / 1_000 ? $0 * 1_000 : nil }
  }
}
