import BenchmarkKit
import LinuxSystem
import StallMonitoring

/// `runloop stalls verify`
enum VerifyCommand {
  static let usage = """
    usage: runloop stalls verify [--quick] [--rounds N] [--kills N] [--causes NAME,…] [--special] [--json]

    Injects known causes among ordinary work of a loop, and measures the monitor's reports of them: missed
    stalls, wrong statements (including a sentence that names a wrong function, thread or cause), their delay,
    accuracy and cost. Every cause is real; no measurement is repeated after a failure.

      --quick         two rounds and ten kills, to see that it works: a minute
      --rounds N      number of rounds of every cause (15)
      --kills N       number of processes killed in the middle of a stall (100); from ten on, one is
                      ended in each other way, too, and records are read after restarts, forks, quiet
                      starts, and of programs that were moved, stripped or rebuilt
      --causes LIST   only these, by the names that 'runloop stalls inject --help' lists
      --special       also causes that need root, gdb or the whole machine: debugger, freezer, clock, starve,
                      quota, an end for lack of memory. The wall clock is set forward for a second each time, and busy processes take all processors.
      --json          the figures, and each stall with its report, as JSON

    Measure a release build, on an otherwise idle machine: work that is delayed by other programs is
    a stall as well, and is counted separately. Delay, accuracy and cost can not be measured on a busy
    machine, nor the reports on one that has more work than processors: such a bar is inconclusive, with
    the load, and not missed. Ends with status 0, and 1 when a bar was missed,
    or none of the causes can be tried here.
    """

  static func run(_ arguments: StallArguments) throws -> Int32 {
    var arguments = arguments
    try arguments.parse(
      options: ["--rounds", "--kills", "--causes"], flags: ["--quick", "--special", "--json"], usage: usage)
    _ = try arguments.words(0...0, "no words")
    let isQuick = arguments.has("--quick")
    let rounds = try arguments.number("--rounds", in: 1...1000, default: isQuick ? 2 : 15)
    let kills = try arguments.number("--kills", in: 0...10_000, default: isQuick ? 10 : 100)
    var injectors = Injector.all.filter { !$0.isSpecial || arguments.has("--special") }
    if let names = arguments.value("--causes") {
      injectors = try names.split(separator: ",", omittingEmptySubsequences: false).map {
        try Injector.named(String($0))
      }
    }
    let isJSON = arguments.has("--json")
    var skipped: [String: String] = [:]
    for injector in injectors { skipped[injector.name] = injector.obstacle() }
    let wanted = injectors
    injectors.removeAll { skipped[$0.name] != nil }
    for (name, why) in skipped.sorted(by: { $0.key < $1.key }) where !isJSON {
      Tool.write("without \(name): \(why)\n", to: 1)
    }
    guard !injectors.isEmpty else {
      Tool.write("runloop: stalls verify: none of the causes can be tried here\n", to: 2)
      return 1
    }
    let plan = Trial.Plan(
      rounds: rounds, threshold: 50_000_000, injectors: injectors, longRounds: isQuick ? 1 : 5)

    let progress = Progress()
    var load = MachineLoad()
    let folder = try TemporaryFolder.make("runloop-verify")
    progress.show("cost of callouts")
    let cost = try CalloutCost.measure(rounds: isQuick ? 5 : 20)
    let trial = try Trial(plan, folder: folder) { progress.show($0) }
    for (what, why) in trial.degradations.sorted(by: { $0.key < $1.key }) where !isJSON {
      Tool.write("without \(what): \(why)\n", to: 1)
    }
    try trial.go()
    var killed = KillTrial()
    try killed.go(kills, threshold: plan.threshold) { progress.show($0) }
    var ended = EndTrial()
    var kept = KeepTrial()
    if kills >= 10 {
      try ended.go(special: arguments.has("--special")) { progress.show($0) }
      try kept.go { progress.show($0) }
    }
    load.finish()
    progress.clear()
    removeReports(folder)
    for (what, why) in ended.skipped.merging(kept.skipped, uniquingKeysWith: { first, _ in first }).sorted(
      by: { $0.key < $1.key }) where !isJSON
    {
      Tool.write("without \(what): \(why)\n", to: 1)
    }

    var result = trial.judge()
    let short = result.judgements.filter { !trial.longLabels.contains($0.truth.label) }
    let long = result.judgements.filter { trial.longLabels.contains($0.truth.label) }
    let bars = VerifyReport.bars(
      short, long, trial, result, cost: cost, killed: killed, ended: ended, kept: kept, load: load)
    // Results of B13 and B14 are reported with the others.
    result.faults += ended.faults + kept.faults
    if isJSON {
      Tool.write(VerifyReport.json(short, wanted, trial, result, skipped: skipped, bars: bars) + "\n", to: 1)
    } else {
      Tool.write(VerifyReport.table(short, injectors) + "\n", to: 1)
      Tool.write(VerifyReport.windows(trial, result, injectors), to: 1)
      Tool.write(VerifyReport.remarks(short, trial, result), to: 1)
      Tool.write("\n" + bars.text, to: 1)
    }
    return bars.isAnyMissed ? 1 : 0
  }

  private static func removeReports(_ folder: String) {
    for run in (try? ReportFolder(folder).contents().runs) ?? [] { unlink(run.path) }
    rmdir(folder)
  }
}
