import LinuxSystem
import RunLoopCore
import StallMonitoring

/// `runloop stalls inject`
enum InjectCommand {
  static var usage: String {
    """
    usage: runloop stalls inject CAUSE MS [--threshold MS] [--times N] [--kill MS [--recorded] [--by HOW]]
             [--folder PATH] [--json]

    Stalls a loop of this process, for real, and shows the monitor's report.

      --threshold MS   what counts as a stall (50)
      --times N        number of times (1)
      --kill MS        end the process this long after the cause began: 'list' shows what is left
      --recorded       count that time from when the monitor has the stall on file, for which it waits up to 30 s
      --by HOW         how to end it: \(EndOfProcess.allCases.map(\.rawValue).joined(separator: ", ")) (kill)

    Causes:

    \(causes(Injector.stalls + Injector.sentences))

    No stalls, which the monitor must distinguish from them:

    \(causes(Injector.others))
    """
  }

  private static func causes(_ list: [Injector]) -> String {
    list.map { "  \($0.name)\(String(repeating: " ", count: max(1, 15 - $0.name.count)))\($0.summary)" }
      .joined(separator: "\n")
  }

  static func run(_ arguments: StallArguments) throws -> Int32 {
    var arguments = arguments
    try arguments.parse(
      options: ["--threshold", "--times", "--kill", "--by"], flags: ["--json", "--recorded"], usage: usage)
    let words = try arguments.words(2...2, "a cause and a number of milliseconds")
    let injector = try Injector.named(words[0])
    let time = try StallArguments.number(words[1], in: 1...600_000, for: "the time")
    let threshold = try arguments.number("--threshold", in: 4...600_000, default: 50)
    let times = try arguments.number("--times", in: 1...10_000, default: 1)
    let kill =
      arguments.value("--kill") == nil ? nil : try arguments.number("--kill", in: 0...600_000, default: 0)

    let how = try EndOfProcess.named(arguments.value("--by") ?? "kill")
    if kill != nil { how.prepare() }
    let place = try InjectionPlace()
    defer { place.removeFiles() }
    if injector.name == "major-faults" { try place.makeBigFile() }
    let monitored = try MonitoredLoop(threshold: threshold, folder: arguments.value("--folder"))
    for (what, why) in monitored.monitor.degradations.sorted(by: { $0.key < $1.key }) {
      Tool.write("runloop: stalls: without \(what): \(why)\n", to: 2)
    }
    let recorded = arguments.has("--recorded") ? monitored.path : nil
    InjectionLoop(place).run { loop in
      for _ in 0..<10 { loop.ordinary(microseconds: 500) }
      if let kill {
        ThreadStart.detached {
          if let recorded { waitUntilRecorded(in: recorded) }
          usleep(UInt32(clamping: kill) * 1000)
          how.happen()
        }
      }
      for _ in 0..<times {
        loop.inject(injector, for: UInt64(time) * 1_000_000)
        for _ in 0..<20 { loop.ordinary(microseconds: 500) }
      }
    }
    let run = try monitored.finish()
    if run.records.isEmpty {
      Tool.write("no stall was found\n", to: 1)
      if case .stall = injector.expectation { return time > threshold ? 1 : 0 }
      return 0
    }
    for record in run.records {
      let report = StallReport(record, of: run, lines: true)
      Tool.write(arguments.has("--json") ? report.json + "\n" : StallText.full(report) + "\n", to: 1)
    }
    return 0
  }

  /// Waits until the report file has an injected stall with a stack, for half a minute at most.
  private static func waitUntilRecorded(in path: String) {
    for _ in 0..<3_000 {
      let records = (try? StallRun(path: path))?.records ?? []
      if records.contains(where: { $0.callout.label.hasPrefix("inject ") && !$0.samples.isEmpty }) { return }
      usleep(10_000)
    }
  }
}
