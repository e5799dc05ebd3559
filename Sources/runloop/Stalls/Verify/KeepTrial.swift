import LinuxSystem
import StallMonitoring

/// Does what a program's life is made of between a stall and the reading of its record, and reads it then.
struct KeepTrial {
  private(set) var tried = 0
  private(set) var faults: [String] = []
  var right: Int { tried - faults.count }
  private(set) var skipped: [String: String] = [:]
  private var folder = ""

  mutating func go(progress: (String) -> Void) throws {
    folder = try TemporaryFolder.make("runloop-kept")
    let cases: [(name: String, body: (String) throws -> String?)] = [
      ("restart", restart), ("fork", fork), ("quiet starts", quietStarts), ("move", move),
      ("redeploy", redeploy), ("strip", strip),
    ]
    for (name, body) in cases {
      if name == "strip", SearchPath.place(of: "strip") == nil {
        skipped[name] = "there is no strip on the PATH"
        continue
      }
      progress("records after: \(name)")
      let reports = "\(folder)/\(name.split(separator: " ")[0])"
      mkdir(reports, 0o700)
      tried += 1
      if let fault = try body(reports) { faults.append("\(name): \(fault)") }
      for run in try ReportFolder(reports).contents().runs {
        unlink("/dev/shm/mainspring.\(getuid()).\(run.process)")
        unlink(run.path)
      }
      rmdir(reports)
    }
    for name in ["app", "app.full", "moved"] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  private func records(_ reports: String) throws -> [(record: StallRecord, run: StallRun)] {
    try ReportFolder(reports).contents().runs.flatMap { run in
      run.records.filter { $0.callout.label.hasPrefix("inject ") }.map { ($0, run) }
    }
  }

  private func restart(_ reports: String) throws -> String? {
    HelperProcess.run(["restart", reports], waits: true)
    let found = try records(reports)
    guard found.count == 2, found.allSatisfy({ $0.record.hasEnded && $0.run.end == nil }) else {
      return "\(found.count) records of 2"
    }
    return nil
  }

  private func fork(_ reports: String) throws -> String? {
    HelperProcess.run(["fork", reports], waits: true)
    let found = try records(reports)
    guard let first = found.first, found.count == 1 else { return "\(found.count) records of 1" }
    return first.run.end == .unseen ? nil : StallReport(first.record, of: first.run).sentence
  }

  private func quietStarts(_ reports: String) throws -> String? {
    HelperProcess.runTool(["inject", "sleep", "3000", "--kill", "200", "--folder", reports])
    for _ in 0..<30 { HelperProcess.run(["quiet", reports], waits: true) }
    let found = try records(reports)
    return found.count == 1 ? nil : "\(found.count) records of 1"
  }

  // MARK: The program's file

  private var program: String { "\(folder)/app" }

  private func copy(_ from: String, to path: String) -> Bool {
    unlink(path)
    return HelperProcess.runProgram("/bin/cp", [from, path]) == 0
  }

  /// The report of a stall in a copy of this program, of which `change` makes something else after it ran.
  private func report(
    _ reports: String, search: SymbolSearch = SymbolSearch(), before: () -> Bool = { true },
    change: () -> Bool
  ) throws -> String? {
    guard copy("/proc/\(getpid())/exe", to: program), before() else { return "the program can not be copied" }
    let status = HelperProcess.runProgram(program, ["stalls", "inject", "sleep", "300", "--folder", reports])
    guard status == 0, change() else { return "the copy ended with status \(status)" }
    let found = try records(reports)
    guard let first = found.first, found.count == 1 else { return "\(found.count) records of 1" }
    let sentence = StallReport(first.record, of: first.run, lines: true, search: search).sentence
    return sentence.contains("injectSleep(_:_:)") ? nil : sentence
  }

  private func move(_ reports: String) throws -> String? {
    try report(reports) { rename(program, "\(folder)/moved") == 0 }
  }

  /// Another program lies where the one that ran did.
  private func redeploy(_ reports: String) throws -> String? {
    try report(reports) { copy("/bin/cp", to: program) }
  }

  /// A program without symbols, and the one that it was made of somewhere else.
  private func strip(_ reports: String) throws -> String? {
    try report(reports, search: SymbolSearch(folders: [folder])) {
      rename(program, "\(folder)/app.full") == 0 && copy("\(folder)/app.full", to: program)
        && HelperProcess.runProgram(SearchPath.place(of: "strip") ?? "", [program]) == 0
    } change: {
      unlink(program) == 0
    }
  }
}
