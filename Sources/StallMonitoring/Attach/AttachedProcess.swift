import LinuxSystem

/// Another process that is watched from outside, unchanged and without support built into it.
///
/// For one thread, which must be the same for all calls: the kernel releases a stopped thread of the process when that
/// thread ends.
package final class AttachedProcess {
  package let process: Int32
  /// The program's path, or its name where the path is hidden.
  package let program: String
  package let access: ProcessAccess
  /// The file of the reports; nil when there are none.
  package var path: String? { reports?.path }

  private let image: UInt64
  private let core: MonitorCore
  private let watch: ForeignWatch
  private let reports: ReportStore?
  private let delegate: Findings

  package typealias Report = @Sendable (StallRecord, _ path: String?) -> Void

  /// Throws when the process can not be watched at all, a setting is invalid, or the folder can not be used.
  ///
  /// - Parameters:
  ///   - thread: the only thread to watch, whether it serves events or not.
  ///   - recordsWaits: whether the kernel records when waits begin and end, which costs some tens of nanoseconds for each
  ///     system call of the machine.
  ///   - began: called with each new record and the path of the reports.
  ///   - deadlocked: called likewise when the record's thread has been in a deadlock for some seconds.
  ///   - ended: called likewise when the stall has ended.
  package init(
    _ process: Int32, thread: Int32? = nil, settings: StallMonitor.Settings, recordsWaits: Bool = false,
    began: @escaping Report = { _, _ in }, deadlocked: @escaping Report = { _, _ in },
    ended: @escaping Report = { _, _ in }
  ) throws(StallMonitorError) {
    var settings = settings
    // Of a process that is not this one.
    (settings.processorShare, settings.recordsProcessorUse, settings.memoryLimit) = (nil, false, nil)
    settings.sensitiveRange = nil
    try settings.check()
    self.process = process
    access = try ProcessAccess.of(process)
    guard let subject = ReportSubject(process: process) else {
      throw .unwatchable(process: process, reason: "it has ended")
    }
    if let thread, LinuxSystem.access("/proc/\(process)/task/\(thread)", F_OK) != 0 {
      throw .unwatchable(process: process, reason: "it has no thread \(thread)")
    }
    program = subject.executable
    image = subject.image
    reports = try Self.store(settings, subject)
    delegate = Findings(
      path: reports?.path, began: began, deadlocked: deadlocked, ended: ended)
    let world = LinuxWorld(of: process)
    let source = LinuxForeignSource(process, recordsWaits: recordsWaits) { [sampler = world.sampler] in
      sampler.stops[$0] ?? 0
    }
    core = MonitorCore(world: world, settings: settings)
    core.delegate = delegate
    core.degradations = Self.notes(access, settings, recordsWaits: recordsWaits)
    if let reports { core.reportSinks.append(reports) }
    // A named thread is judged by its system calls.
    let told = thread == nil ? ToldLoops(process: process) : nil
    watch = ForeignWatch(
      source, core: core, process: process, thread: thread, told: told, watchesAll: access.loops.isEmpty)
    world.afterLook = { [weak watch] thread in watch?.lookAgain(at: thread) }
  }

  private static func store(
    _ settings: StallMonitor.Settings, _ subject: ReportSubject
  ) throws(StallMonitorError) -> ReportStore? {
    var limits = ReportSettings()
    switch settings.reports {
    case nil: return nil
    case .standard: break
    case .folder(let path): limits.folder = path
    case .limited(let limited): limits = limited
    }
    if !settings.programVersion.isEmpty { limits.programVersion = settings.programVersion }
    return try ReportStore(limits, of: subject)
  }

  /// Notes for every report: how its facts were obtained, and how exact they are.
  private static func notes(
    _ access: ProcessAccess, _ settings: StallMonitor.Settings, recordsWaits: Bool
  ) -> [String: String] {
    let threshold = settings.threshold.inNanoseconds
    let idle = StallReport.time(ForeignWatch.idleInterval(threshold))
    let work = StallReport.time(ForeignWatch.workInterval(threshold))
    var notes = ["watched": "from outside, by process \(getpid())"]
    notes["times"] = "begin known to \(idle), end to \(work)"
    if recordsWaits, access.passes.isEmpty {
      notes["times"] =
        "recorded by the kernel's tracepoints of waits; of a wait that is not recorded, \(notes["times"]!)"
    }
    if !access.passes.isEmpty {
      notes["times"]! += "; may have waited meanwhile without blocking: \(access.passes)"
    }
    if !access.calls.isEmpty { notes["calls"] = "not known: \(access.calls)" }
    if !access.stacks.isEmpty { notes["stacks"] = access.stacks }
    return notes
  }

  /// The threads that are known to serve events.
  package var loops: [Int32] { watch.loops }

  /// The activity, in a word, of a main thread that has not waited for events yet; nil once it has.
  package var unknownMain: String? {
    guard !loops.contains(process), let doing = watch.doing(process) else { return nil }
    switch doing {
    case .running: return "runs"
    case .stopped: return "is stopped"
    case .waiting: return nil
    case .blocked(let block):
      let name = block.call.map(SystemCallTable.name) ?? ""
      return name.isEmpty ? "is blocked" : "is blocked in \(name)"
    }
  }

  /// Looks at the process once, and returns when to look again, CLOCK_MONOTONIC; nil when it has ended: a stall that was open
  /// then stays open in the reports.
  package func look() -> UInt64? {
    guard let next = watch.look() else {
      reports?.close()
      return nil
    }
    let pass = core.pass()
    if pass == nil { core.unmark() }
    return min(next, pass ?? .max)
  }

  /// Whether the process now runs another program (`exec`) than the watched one.
  package var isReplaced: Bool {
    guard image != 0, let now = ImageMark.of(process: process) else { return false }
    return now != image
  }

  /// Ends the watch. A stall in progress is written with its current data.
  package func end() {
    for index in core.watches.indices where core.watches[index].stall != nil {
      core.watches[index].stall?.record.notes["its end"] = "not seen: the watch ended first"
    }
    core.stopAll()
    reports?.close()
  }

  /// Why reports are not kept; nil when they are.
  package var failure: StallMonitorError? { reports?.failure }

  private final class Findings: StallMonitorDelegate {
    private let path: String?
    private let began: Report
    private let deadlocked: Report
    private let ended: Report

    init(
      path: String?, began: @escaping Report, deadlocked: @escaping Report, ended: @escaping Report
    ) {
      self.path = path
      self.began = began
      self.deadlocked = deadlocked
      self.ended = ended
    }

    func shouldReport(_ record: inout StallRecord) -> Bool {
      // The other loops' callouts have no names from outside.
      record.otherLoops = []
      return true
    }
    func stallBegan(_ record: StallRecord) { began(record, path) }
    func deadlockFound(_ record: StallRecord) { deadlocked(record, path) }
    func stallEnded(_ record: StallRecord) { ended(record, path) }
  }
}
