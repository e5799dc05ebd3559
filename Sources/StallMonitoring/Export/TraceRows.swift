/// The process and thread numbers of runs in one trace, where equal numbers are one row.
///
/// Containers, machines and later starts use the same process numbers. The newest run keeps its own, which a recording of that
/// process has, too; the other runs get numbers that no process has.
struct TraceRows {
  /// The kernel's largest process number.
  private static let largest = 4_194_304

  private var processes: [String: Int] = [:]
  private var threads: [String: Int] = [:]
  private var taken: Set<Int> = []
  /// Process numbers of several runs.
  private var shared: Set<Int32> = []
  private var last = Self.largest

  init(of runs: [StallRun]) {
    taken.formUnion(runs.map { Int($0.process) })
    var owners: Set<Int32> = []
    for run in runs.enumerated().sorted(by: { ($1.element.begun, $0.offset) < ($0.element.begun, $1.offset) })
    {
      let key = Self.key(run.element)
      guard processes[key] == nil else { continue }
      let isOwner = owners.insert(run.element.process).inserted
      if !isOwner { shared.insert(run.element.process) }
      processes[key] = isOwner ? Int(run.element.process) : next()
    }
  }

  private static func key(_ run: StallRun) -> String {
    [run.path, run.name, run.origin.host, run.origin.container].joined(separator: "\0")
  }

  private mutating func next() -> Int {
    repeat { last += 1 } while !taken.insert(last).inserted
    return last
  }

  func process(of run: StallRun) -> Int { processes[Self.key(run)] ?? Int(run.process) }

  mutating func thread(_ number: Int32, of run: StallRun) -> Int {
    let process = process(of: run)
    if number == run.process { return process }
    let key = "\(number)\0\(Self.key(run))"
    if let known = threads[key] { return known }
    let row = taken.insert(Int(number)).inserted ? Int(number) : next()
    threads[key] = row
    return row
  }

  /// The program, and where other runs have its process number, which run of it.
  func name(of report: StallReport) -> String {
    let run = report.run
    guard shared.contains(run.process) else { return report.program }
    let host = run.origin.host.isEmpty ? "" : " on \(run.origin.host)"
    let container = run.origin.container.isEmpty ? "" : " in container \(run.origin.container.prefix(12))"
    return "\(report.program), run \(run.name)\(host)\(container)"
  }
}
