/// Rates of similar stalls, by build and by machine, and the change by the newest build.
public struct StallRates: Sendable {
  /// Exposure of a group of runs: how long they were watched, and their stalls.
  public struct Exposure: Sendable, Equatable {
    /// Number of runs.
    public var runs = 0
    /// Nanoseconds.
    public var watched: UInt64 = 0
    /// Stalls of these runs, including suppressed ones.
    public var stalls: UInt64 = 0

    /// The time watched, in hours.
    public var hours: Double { Double(watched) / 3_600e9 }
    /// Nil for runs of which no time is known.
    public var perHour: Double? { watched > 0 ? Double(stalls) / hours : nil }
    /// Stalls for each run; 0 without runs.
    public var perRun: Double { runs > 0 ? Double(stalls) / Double(runs) : 0 }
  }

  /// How the newest build compares with all builds before it, by stalls per hour, or per run where no time is
  /// known. A difference is significant beyond three times the scatter of chance, and by a factor of two at
  /// least.
  public enum Change: String, Sendable {
    /// Only the newest build has it.
    case new
    /// Earlier builds had it, and the newest one does not, though it was watched for long enough to show it.
    case gone
    /// The newest build has it at least twice as often.
    case worse
    /// The newest build has it at most half as often.
    case better
    /// As often as before, or too rare to compare.
    case same
    /// There is one build only.
    case unknown
  }

  /// Similar stalls of one program.
  public struct Row: Sendable {
    /// The last part of the executable's path.
    public var program = ""
    /// As in `CollectedStall`.
    public var fingerprint = ""
    /// The change by the newest build of the program.
    public var change = Change.unknown
    /// The longest of them.
    public var example = CollectedStall()
    /// These stalls, over all runs of the program.
    public var total = Exposure()
    /// The total duration of these stalls in nanoseconds, without suppressed ones.
    public var time: UInt64 = 0
    /// Oldest first, including builds without it.
    public var builds: [(name: String, exposure: Exposure)] = []
    /// The busiest first.
    public var hosts: [(name: String, exposure: Exposure)] = []
  }

  /// The worst first.
  public private(set) var rows: [Row] = []
  /// By program: its builds, oldest first, with all their stalls.
  public private(set) var builds: [(program: String, builds: [(name: String, exposure: Exposure)])] = []
  /// By day, "2026-11-21": all stalls.
  public private(set) var days: [(day: String, stalls: UInt64)] = []
  /// Number of machines with runs in the collection.
  public private(set) var hostCount = 0

  /// Computes all rates at once.
  public init(_ collection: StallCollection) {
    var days: [String: UInt64] = [:]
    for stall in collection.stalls.values {
      days[String(WallTime.exact(stall.started).prefix { $0 != "T" }), default: 0].addSaturating(stall.count)
    }
    self.days = days.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    hostCount = Set(collection.runs.values.map(\.host)).count
    let groups = Dictionary(grouping: collection.stalls.values) { collection.runs[$0.run]?.program ?? "" }
    let runs = Dictionary(grouping: collection.runs.values, by: \.program)
    for program in Set(groups.keys).union(runs.keys).sorted() {
      addProgram(program, runs[program] ?? [], groups[program] ?? [], collection)
    }
    rows.sort {
      (Self.rank($0.change), $1.time, $0.fingerprint) < (Self.rank($1.change), $0.time, $1.fingerprint)
    }
  }

  private static func rank(_ change: Change) -> Int {
    switch change {
    case .new: 0
    case .worse: 1
    case .same, .unknown: 2
    case .better: 3
    case .gone: 4
    }
  }

  private mutating func addProgram(
    _ program: String, _ runs: [CollectedRun], _ stalls: [CollectedStall], _ collection: StallCollection
  ) {
    var firsts: [String: Int64] = [:]
    var byBuild: [String: Exposure] = [:]
    var byHost: [String: Exposure] = [:]
    for run in runs {
      firsts[run.build] = min(firsts[run.build] ?? .max, run.begun)
      byBuild[run.build, default: Exposure()].add(run)
      byHost[run.host, default: Exposure()].add(run)
    }
    let order = firsts.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
    for (fingerprint, like) in Dictionary(grouping: stalls, by: \.fingerprint) {
      var row = Row()
      row.program = program
      row.fingerprint = fingerprint
      var builds = byBuild
      var hosts = byHost
      for stall in like {
        let run = collection.runs[stall.run]
        builds[run?.build ?? "", default: Exposure()].stalls.addSaturating(stall.count)
        hosts[run?.host ?? "", default: Exposure()].stalls.addSaturating(stall.count)
        row.total.stalls.addSaturating(stall.count)
        row.time.addSaturating(stall.duration)
        if stall.duration >= row.example.duration { row.example = stall }
      }
      for exposure in byBuild.values {
        row.total.runs += exposure.runs
        row.total.watched.addSaturating(exposure.watched)
      }
      row.builds = (order + builds.keys.filter { firsts[$0] == nil }.sorted()).compactMap { name in
        builds[name].map { (name, $0) }
      }
      row.hosts = hosts.filter { $0.value.stalls > 0 }.sorted {
        ($1.value.stalls, $0.key) < ($0.value.stalls, $1.key)
      }.map { ($0.key, $0.value) }
      row.change = Self.change(row.builds.map(\.exposure))
      rows.append(row)
    }
    var all = byBuild
    for stall in stalls {
      if let build = collection.runs[stall.run]?.build { all[build]?.stalls.addSaturating(stall.count) }
    }
    builds.append((program, order.compactMap { name in all[name].map { (name, $0) } }))
  }

  /// Compares the newest build with all before it, by the time that each was watched, or by runs where that is not known.
  /// Counts of rare events scatter by their square root: a difference is reported when it is three times that.
  static func change(_ builds: [Exposure]) -> Change {
    guard let newest = builds.last, builds.count > 1 else { return .unknown }
    let before = builds.dropLast()
    let stalls = before.reduce(0.0) { $0 + Double($1.stalls) }
    let count = Double(newest.stalls)
    if stalls == 0 { return count > 0 ? .new : .same }
    let isTimed = builds.allSatisfy { $0.watched > 0 }
    func weight(_ exposure: Exposure) -> Double { isTimed ? exposure.hours : Double(exposure.runs) }
    let weightBefore = before.reduce(0.0) { $0 + weight($1) }
    guard weightBefore > 0, weight(newest) > 0 else { return .same }
    let expected = stalls * weight(newest) / weightBefore
    let scatter = 3 * max(expected, 1).squareRoot()
    // By chance, one build in twenty would have none.
    if count == 0 { return expected >= 3 ? .gone : .same }
    if count > expected + scatter, count >= 2 * expected { return .worse }
    if count < expected - scatter, count <= expected / 2 { return .better }
    return .same
  }
}

extension StallRates.Exposure {
  fileprivate mutating func add(_ run: CollectedRun) {
    runs += 1
    watched.addSaturating(run.watched)
  }
}

extension UInt64 {
  fileprivate mutating func addSaturating(_ other: UInt64) { self = saturatingAdding(other) }
}
