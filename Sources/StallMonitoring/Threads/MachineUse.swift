import LinuxSystem

/// The use of the processors that a thread may run on, up to a moment, to explain why it was starved.
struct MachineUse: Sendable, Equatable {
  /// CLOCK_MONOTONIC.
  var time: UInt64 = 0
  /// Processors that the thread may run on, and whether these are not all of the machine's.
  var allowed = ProcessorSet()
  var isPinned = false
  /// Their total use since the machine's start, nanoseconds; nil when not readable.
  var busyTime: UInt64?
  /// Their time that the machine's host gave to others (steal time).
  var stolenTime: UInt64?
  var processTime: UInt64 = 0
  /// The use by each thread of this process.
  var threads: [Int32: UInt64] = [:]
  /// Processors that the process's group may use; nil without a limit.
  var quota: Double?
  var throttledTime: UInt64 = 0
  var processors = 1
  var load: Double?
  /// For how long some work has waited for a processor, nanoseconds; nil where the kernel does not report it.
  var pressureTime: UInt64?

  /// The rivalry from one moment to a later one, for a thread of this process.
  /// - Parameters:
  ///   - name: what a thread is called: asked for only when one is to be named.
  ///   - allowed: the processors that a thread may run on: asked for only when the first one may not run on all.
  ///   - nice: the nice value of the thread, and of the busiest one besides; nil when not known, and for a real-time thread.
  static func rivalry(
    from first: MachineUse, to last: MachineUse, besides thread: Int32, name: (Int32) -> String,
    allowed: (Int32) -> ProcessorSet? = { _ in nil }, nice: (Int32) -> Int? = { _ in nil }
  ) -> Rivalry {
    var rivalry = Rivalry()
    rivalry.nice = nice(thread)
    rivalry.processors = max(last.processors, 1)
    rivalry.load = last.load
    rivalry.quota = last.quota
    rivalry.throttledTime = last.throttledTime &- min(first.throttledTime, last.throttledTime)
    if last.isPinned { rivalry.allowed = last.allowed.text }
    guard last.time > first.time else { return rivalry }
    let wall = Double(last.time - first.time)
    if let before = first.pressureTime, let after = last.pressureTime, after >= before {
      rivalry.pressure = min(Double(after - before) / wall, 1)
    }
    // The use of its processors from before it could use them is irrelevant.
    guard first.allowed == last.allowed else { return rivalry }
    if let before = first.stolenTime, let after = last.stolenTime, after >= before {
      rivalry.stolenUse = Double(after - before) / wall
    }
    let itself = (last.threads[thread] ?? 0) &- min(first.threads[thread] ?? 0, last.threads[thread] ?? 0)
    let process = last.processTime &- min(first.processTime, last.processTime)
    let own = OwnUse(
      from: first, to: last, besides: thread, ofProcess: process &- min(itself, process),
      allowed: allowed)
    if let busiest = own.busiest, Double(busiest.used) / wall >= 0.1 {
      rivalry.thread = busiest.thread
      rivalry.threadName = name(busiest.thread)
      rivalry.threadNice = nice(busiest.thread)
    }
    var others: UInt64?
    if let before = first.busyTime, let after = last.busyTime, after >= before,
      last.processTime >= first.processTime
    {
      others = after - before - min(itself, after - before)
    }
    // Threads that may run here and elsewhere: how much of their time was here is not known.
    guard Double(own.anywhere) / wall < 0.1 else {
      rivalry.sharedUse = others.map { Double($0) / wall }
      return rivalry
    }
    rivalry.ownUse = Double(own.inside) / wall
    rivalry.otherUse = others.map { Double($0 - min(own.inside, $0)) / wall }
    return rivalry
  }

  /// The use by the other threads of this process.
  private struct OwnUse {
    /// The use of the processors that are meant.
    var inside: UInt64 = 0
    /// Of those, or of others.
    var anywhere: UInt64 = 0
    /// The busiest of the threads inside.
    var busiest: (thread: Int32, used: UInt64)?

    init(
      from first: MachineUse, to last: MachineUse, besides thread: Int32, ofProcess all: UInt64,
      allowed: (Int32) -> ProcessorSet?
    ) {
      var sum: UInt64 = 0
      for (number, used) in last.threads where number != thread {
        let before = first.threads[number] ?? 0
        guard used > before else { continue }
        sum &+= used - before
        let processors = last.isPinned ? allowed(number) : last.allowed
        if processors?.isDisjoint(with: last.allowed) == true, !last.allowed.isEmpty { continue }
        guard let processors, processors.isSubset(of: last.allowed) else {
          anywhere &+= used - before
          continue
        }
        inside &+= used - before
        if (busiest?.used ?? 0, number) < (used - before, busiest?.thread ?? .max) {
          busiest = (number, used - before)
        }
      }
      // Threads that have ended meanwhile are in the process's time alone.
      let ended = all &- min(sum, all)
      if last.isPinned { anywhere &+= ended } else { inside &+= ended }
    }
  }
}

/// How long processors were in use since the machine began, nanoseconds.
struct ProcessorTimes: Equatable {
  /// User, nice, system and interrupts.
  var busy: UInt64
  /// What the machine's host gave to others.
  var stolen: UInt64
  /// Whether it is the use of some of the machine's processors only.
  var isPart = false

  /// - Parameters:
  ///   - text: that of /proc/stat.
  ///   - allowed: the processors that are meant; all when empty.
  init?(_ text: [UInt8], of allowed: ProcessorSet) {
    var all: ProcessorTimes?
    var part = ProcessorTimes(busy: 0, stolen: 0)
    for line in text.split(separator: UInt8(ascii: "\n")) {
      guard line.starts(with: "cpu".utf8) else { break }
      let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      guard let times = ProcessorTimes(words.dropFirst().compactMap { UInt64($0) }) else { continue }
      guard let number = Int(words[0].dropFirst(3)) else {
        all = times
        continue
      }
      if allowed.contains(number) {
        part.busy &+= times.busy
        part.stolen &+= times.stolen
      } else {
        part.isPart = true
      }
    }
    // The sum of all is the kernel's own, with processors that are off now.
    guard let all else { return nil }
    self = allowed.isEmpty || !part.isPart ? all : part
  }

  private init(busy: UInt64, stolen: UInt64) { (self.busy, self.stolen) = (busy, stolen) }

  /// The fields of a line, in ticks.
  private init?(_ fields: [UInt64]) {
    guard fields.count >= 8 else { return nil }
    let tick = 1_000_000_000 / UInt64(max(sysconf(Int32(_SC_CLK_TCK)), 1))
    busy = (fields[0] &+ fields[1] &+ fields[2] &+ fields[5] &+ fields[6]) &* tick
    stolen = fields[7] &* tick
  }
}

/// The kernel's pressure stall information about the processors.
enum Pressure {
  /// Nanoseconds in which some work waited for one: of the machine, or of this process's control group where that is all there is to
  /// read. Nil without either.
  static var waited: UInt64? { path.flatMap { KernelFile.line($0) }.flatMap(waited) }

  /// Looked for once: which group it is matters only where the machine's is hidden.
  private static let path: String? = {
    let group = ControlGroup.folders(of: "").first.map { "\($0)/cpu.pressure" }
    return (["/proc/pressure/cpu"] + [group].compactMap(\.self)).first {
      KernelFile.line($0).flatMap(waited) != nil
    }
  }()

  /// "some avg10=0.00 avg60=0.12 avg300=0.05 total=21894690082": microseconds.
  static func waited(_ line: String) -> UInt64? {
    guard line.hasPrefix("some "), let total = line.split(separator: " ").last, total.hasPrefix("total=")
    else { return nil }
    return UInt64(total.dropFirst(6)).flatMap { $0 <= .max / 1_000 ? $0 * 1_000 : nil }
  }
}
