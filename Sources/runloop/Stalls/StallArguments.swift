import LinuxSystem
import PlainText
import StallMonitoring

/// The words after a command of `runloop stalls`, taken apart as the command asks for them.
struct StallArguments {
  let command: String
  private(set) var words: [String] = []
  private var values: [String: String] = [:]
  private var flags: Set<String> = []

  private var all: [String]

  init(_ command: String, _ all: [String]) {
    self.command = command
    self.all = all
  }

  /// Cuts off all words behind an option, which are another program's; nil when it is not there.
  mutating func takeCommand(behind option: String) -> [String]? {
    guard let place = all.firstIndex(of: option) else { return nil }
    defer { all.removeSubrange(place...) }
    return Array(all[(place + 1)...])
  }

  /// Takes the words apart. `options` take a value, after an equals sign or as the next word; `flags` take none.
  mutating func parse(options: [String] = [], flags known: [String] = [], usage: String) throws(WrongCall) {
    let options = options + ["--folder", "--symbols"]
    let known = known + ["--help"]
    var rest = CallWords(all)
    while let word = rest.next() {
      if !word.hasPrefix("-") || word.count == 1 || Int(word) != nil {
        words.append(word)
      } else if known.contains(word) {
        if let excess = rest.excess { throw WrongCall(excess) }
        flags.insert(word)
      } else if options.contains(word) {
        guard let value = rest.value() else { throw WrongCall("\(word) needs a value\n\(usage)") }
        values[word] = value
      } else {
        throw WrongCall(rest.unknown(known + options))
      }
    }
    if let folder = values["--symbols"] {
      var status = stat()
      guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        throw WrongCall("--symbols takes a folder, and '\(folder)' is none")
      }
    }
    if flags.contains("--help") {
      print(usage)
      exit(0)
    }
  }

  func has(_ flag: String) -> Bool { flags.contains(flag) }
  func value(_ option: String) -> String? { values[option] }

  /// A whole number, or the default when the option is not there.
  func number(_ option: String, in range: ClosedRange<Int>, default standard: Int) throws(WrongCall) -> Int {
    guard let text = values[option] else { return standard }
    return try Self.number(text, in: range, for: option)
  }

  static func number(_ text: String, in range: ClosedRange<Int>, for what: String) throws(WrongCall) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw WrongCall(
        "\(what) is a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
    }
    return number
  }

  /// Requires exactly this number of words.
  func words(_ count: ClosedRange<Int>, _ wanted: String) throws(WrongCall) -> [String] {
    guard count.contains(words.count) else {
      throw WrongCall(
        words.isEmpty
          ? "what is missing is \(wanted)"
          : "it takes \(wanted), not \(words.count) word\(words.count == 1 ? "" : "s")")
    }
    return words
  }

  var folder: ReportFolder { ReportFolder(values["--folder"]) }

  /// Where files with names and lines are looked for.
  private(set) lazy var symbols = SymbolSearch(
    folders: values["--symbols"].map { [$0] } ?? [], asksServers: true)

  // MARK: Reports

  /// The folder's contents. A missing folder is empty; unreadable files are reported.
  func contents() throws -> [StallRun] {
    let path = folder.path
    if values["--folder"] == nil, access(path, F_OK) != 0 { return [] }
    let (runs, failures) = try folder.contents()
    // On one line each: names of files may have line ends.
    for failure in failures { Tool.write("runloop: stalls: \(failure)".plainLine + "\n", to: 2) }
    return runs
  }

  typealias Stall = (record: StallRecord, run: StallRun)

  /// All stalls, in no order; throws `NoStalls` when there are none.
  func all(in runs: [StallRun]) throws(NoStalls) -> [Stall] {
    let all = runs.flatMap { run in run.records.map { (record: $0, run: run) } }
    guard !all.isEmpty else { throw NoStalls(folder: folder.path) }
    return all
  }

  /// The stalls of the words, each once however often and in whatever form its ID is given; without words all, oldest first.
  func chosen(in runs: [StallRun]) throws -> [Stall] {
    guard !words.isEmpty else { return try all(in: runs).sorted { Self.order($0) < Self.order($1) } }
    var seen: Set<String> = []
    return try words.map { try find($0, in: runs) }.filter {
      seen.insert("\($0.run.path)\0\($0.record.id)").inserted
    }
  }

  /// The stall of an ID: `4711.3`, `20261121-143305-4711.3` or `last`.
  func find(_ id: String, in runs: [StallRun]) throws -> Stall {
    let all = try all(in: runs)
    if id == "last", let last = all.max(by: { Self.order($0) < Self.order($1) }) { return last }
    let found = all.filter {
      id == "\($0.run.name).\($0.record.id)" || id == "\($0.run.process).\($0.record.id)"
    }
    switch found.count {
    case 1: return found[0]
    case 0:
      let ids = all.map { "\($0.run.process).\($0.record.id)" }
      throw WrongCall(
        "no stall '\(id)' in \(folder.path)\(Likeness.question(id, ids)); 'runloop stalls list' prints them")
    default:
      let names = found.map { "\($0.run.name).\($0.record.id)" }.joined(separator: ", ")
      throw WrongCall("'\(id)' can be \(names.plainLine): say which")
    }
  }

  static func order(_ stall: (record: StallRecord, run: StallRun)) -> (Int64, UInt64) {
    // Of one second, too: runs of several machines have monotonic clocks of their own.
    (stall.record.startedNanoseconds, stall.record.started)
  }
}

/// There is no stall on record: status 1, since the call is not wrong.
struct NoStalls: Error, CustomStringConvertible {
  let folder: String

  var description: String { "no stalls on record in \(folder)" }
}
