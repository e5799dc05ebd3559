import LinuxSystem

/// Reads the counters of the thread that made it, and of its processor.
final class CounterReader {
  let processor: Int
  private let schedule: KernelFile?
  private let quota: QuotaFile?
  private let statistics: KernelFile?
  private let migrations: Int32
  private let processorName: String
  /// Nanoseconds of one of the ticks that /proc/stat counts in.
  private let tick: UInt64
  let ring: SwitchRing?
  /// What each source costs, and which are missing and why.
  private(set) var notes: [String] = []

  /// - Parameter isPinned: whether the calling thread stays on its processor.
  init(isPinned: Bool, recordsSwitches: Bool) {
    processor = Int(sched_getcpu())
    processorName = "cpu\(processor)"
    tick = 1_000_000_000 / UInt64(Swift.max(1, sysconf(Int32(_SC_CLK_TCK))))
    ring = recordsSwitches ? SwitchRing(processor: isPinned ? processor : nil) : nil
    let ringError = recordsSwitches ? Errno.last.description : nil
    schedule = KernelFile.readable("/proc/thread-self/schedstat", capacity: 128)
    quota = QuotaFile()
    statistics = KernelFile.readable("/proc/stat", capacity: 65_536)
    migrations = isPinned ? -1 : linux_perf_open_migrations()
    describe(ringError)
  }

  deinit { if migrations >= 0 { close(migrations) } }

  /// The cheap ones, after every callout.
  func threadCounters() -> ThreadCounters {
    var counters = ThreadCounters(time: MonotonicTime.now)
    counters.processorTime = ProcessorTime.ofThread
    var usage = rusage()
    if linux_thread_usage(&usage) == 0 {
      counters.minorFaults = UInt64(usage.ru_minflt)
      counters.majorFaults = UInt64(usage.ru_majflt)
      counters.voluntarySwitches = UInt64(usage.ru_nvcsw)
      counters.involuntarySwitches = UInt64(usage.ru_nivcsw)
    }
    if let numbers = schedule?.bytes.numbers(from: 0), numbers.count > 1 { counters.runDelay = numbers[1] }
    if migrations >= 0 { read(migrations, &counters.migrations, 8) }
    if let quota { counters.throttled = quota.throttled }
    counters.processor = Int(sched_getcpu())
    return counters
  }

  /// The others, beside late callouts.
  func processorCounters() -> ProcessorCounters {
    let numbers = statistics?.bytes.numbers(inLineOf: processorName) ?? []
    return ProcessorCounters(time: MonotonicTime.now, stolen: numbers.count > 7 ? numbers[7] * tick : 0)
  }

  private func describe(_ ringError: String?) {
    func cost(_ body: () -> Void) -> String {
      let times = (0..<16).map { _ in Double(MonotonicTime.elapsed(body)) }
      return Quantity.text(Statistics.median(times), unit: "ns")
    }
    notes.append("after every callout: the thread's counters, \(cost { _ = threadCounters() })")
    notes.append(
      "beside late ones: the processor's steal, \(cost { _ = processorCounters() }), in steps of \(Quantity.text(Double(tick), unit: "ns"))"
    )
    if let ring {
      notes.append(
        ring.seesOthers
          ? "recorded: all context switches of processor \(processor), about half a microsecond for each"
          : "recorded: the thread's own context switches; not other threads' (root or CAP_PERFMON may):"
            + " a halted processor's exit may be counted as preemption")
      if !ring.seesInterrupts {
        notes.append(
          "not recorded: interrupts, which count as the loop's own turn or as halt exit"
            + " (root may: mount -t tracefs none /sys/kernel/tracing)")
      }
    } else if let ringError {
      notes.append(
        "not recorded: context switches (perf_event_open: \(ringError)); parts are estimates from counters")
    } else {
      notes.append(
        "not recorded: context switches, which would make short latencies longer (--break-at records them);"
          + " parts are estimates from counters, and a halted processor's exit may be counted as preemption")
    }
    if schedule == nil { notes.append("not read: run delay (/proc/thread-self/schedstat is missing)") }
    if statistics == nil { notes.append("not read: steal (/proc/stat is missing)") }
    notes.append(
      quota.map { "read: throttling, by the quota \($0.quota) of a control group" }
        ?? "nothing to throttle: no control group of the process has a quota")
  }
}

extension OutlierDiagnosis.FaultCosts {
  /// The cost of a minor fault on this machine, measured once on new pages.
  static func measured() -> Self {
    let size = 64 * sysconf(Int32(_SC_PAGESIZE))
    guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      memory != MAP_FAILED
    else { return .init() }
    defer { munmap(memory, size) }
    var costs: [Double] = []
    for place in stride(from: 0, to: size, by: size / 64) {
      let time = MonotonicTime.elapsed { memory.storeBytes(of: 1, toByteOffset: place, as: UInt8.self) }
      costs.append(Double(time))
    }
    let minor = UInt64(Statistics.median(costs))
    return .init(minor: Swift.max(100, minor), major: Swift.max(100_000, minor))
  }
}
