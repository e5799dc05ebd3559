import PlainText

/// A stall in a collection of reports of many machines.
public struct CollectedStall: Sendable, Equatable {
  /// The report's id, unique on its machine.
  public var id = ""
  /// `CollectedRun.key` of its run.
  public var run = ""
  /// `StallFingerprint` as 16 hexadecimal digits: the same for similar stalls on every machine.
  public var fingerprint = ""
  /// The name of the record's `RecordKind`.
  public var kind = ""
  /// The raw value of the diagnosis's `Cause`.
  public var cause = ""
  /// The loop's name in reports, at most 512 characters.
  public var loop = ""
  /// The callout in words, at most 512 characters.
  public var callout = ""
  /// The program's functions in which nearly all of the time was spent, outermost first.
  public var path: [String] = []
  /// Nanoseconds since 1970.
  public var started: Int64 = 0
  /// Nanoseconds.
  public var duration: UInt64 = 0
  /// Number of stalls that it represents: itself, and similar ones before it that were not reported.
  public var count: UInt64 = 1

  /// An empty stall, which counts once.
  public init() {}

  /// A key that is unique among all stalls.
  var key: String { "\(run) \(id)" }

  private static let deepest = 24
  private static let longestText = 512

  /// The stall of a report.
  init(_ record: StallRecord, of run: StallRun, _ origin: CollectedRun, named namer: SymbolNames) {
    let (value, path) = StallFingerprint.summary(of: record, named: namer)
    let report = StallReport(briefly: record, of: run, named: namer)
    id = report.id
    self.run = origin.key
    fingerprint = StallReport.text(ofFingerprint: value)
    kind = "\(record.kind)"
    cause = record.diagnosis.cause.rawValue
    loop = String(record.loop.prefix(Self.longestText))
    callout = String(report.calloutText.prefix(Self.longestText))
    self.path = path.suffix(Self.deepest).map { String($0.prefix(Self.longestText)) }
    started = record.startedNanoseconds
    duration = record.duration
    count = UInt64(clamping: 1 + record.suppressed)
  }

  /// Decodes a line that was written by `json`; nil when required members are missing.
  init?(_ line: JSON) {
    func text(_ name: String) -> String { String((line[name]?.textValue ?? "").prefix(Self.longestText)) }
    id = text("id")
    run = text("run")
    fingerprint = text("fingerprint")
    guard !id.isEmpty, !run.isEmpty, fingerprint.utf8.count == 16,
      fingerprint.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
    else { return nil }
    kind = text("kind")
    cause = text("cause")
    loop = text("loop")
    callout = text("callout")
    if case .array(let names)? = line["path"] {
      path = names.prefix(Self.deepest).map { String($0.textValue.prefix(Self.longestText)) }
    }
    started = Int64(clamping: line["started"]?.count ?? 0)
    // Bounded, so that sums do not overflow.
    duration = min(line["duration"]?.count ?? 0, 1 << 57)
    count = min(max(line["count"]?.count ?? 1, 1), 1 << 31)
  }

  var json: JSON {
    .object([
      ("type", .string("stall")), ("id", .string(id)), ("run", .string(run)),
      ("fingerprint", .string(fingerprint)),
      ("kind", .string(kind)), ("cause", .string(cause)), ("loop", .string(loop)),
      ("callout", .string(callout)),
      ("path", .array(path.map { .string($0) })), ("started", .integer(started)),
      ("duration", .natural(duration)),
      ("count", .natural(count)),
    ])
  }
}

/// A run of a program on one of the machines, with or without stalls.
public struct CollectedRun: Sendable, Equatable {
  /// The file's name without its ending.
  public var name = ""
  /// The machine's name; where reports lack it, the name of the file's folder.
  public var host = ""
  /// The container's id; empty outside of a container, or when it is not known.
  public var container = ""
  /// The last part of the executable's path.
  public var program = ""
  /// `StallMonitor.Settings.programVersion`; empty without one.
  public var version = ""
  /// The program's build id, in hexadecimal.
  public var buildID = ""
  /// Nanoseconds since 1970.
  public var begun: Int64 = 0
  /// How long it was watched, as far as its file says, nanoseconds.
  public var watched: UInt64 = 0
  /// The raw value of `StallRun.Ending` when it was collected.
  public var ending = ""

  /// An empty run, watched for no time.
  public init() {}

  /// A key that is unique among all runs: process numbers are reused on other machines and in other containers, which may have one host
  /// name and no id that is known. Reports begin at different nanoseconds.
  var key: String { "\(oldKey)/\(begun)" }
  /// The key in collections of older versions.
  var oldKey: String { "\(host)/\(container.prefix(12))/\(name)" }

  /// The build's name: the version and the build id.
  var build: String {
    let mark = buildID.prefix(12)
    return [version, String(mark)].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static let longestText = 512

  /// - Parameter place: the machine's name where the report lacks it.
  init(_ run: StallRun, place: String, changed: Int64) {
    let origin = run.origin
    name = run.name
    host = origin.host.isEmpty ? place : origin.host
    container = origin.container
    program = run.executable.split(separator: "/").last.map(String.init) ?? ""
    version = origin.version
    buildID = origin.buildID.hexadecimal
    begun = origin.begun > 0 ? origin.begun : StallRecord.nanoseconds(run.begun, 0)
    ending = run.ending.rawValue
    let last = max(run.records.map(\.lastSeenNanoseconds).max() ?? 0, StallRecord.nanoseconds(changed, 0))
    watched = UInt64(max(last.subtractingReportingOverflow(begun).partialValue, 0))
    watched = min(watched, Self.longest)
  }

  /// Ten years.
  private static let longest: UInt64 = 315_360_000_000_000_000

  init?(_ line: JSON) {
    func text(_ name: String) -> String { String((line[name]?.textValue ?? "").prefix(Self.longestText)) }
    name = text("name")
    guard !name.isEmpty else { return nil }
    host = text("host")
    container = text("container")
    program = text("program")
    version = text("version")
    buildID = text("buildID")
    begun = Int64(clamping: line["begun"]?.count ?? 0)
    watched = min(line["watched"]?.count ?? 0, Self.longest)
    ending = text("ending")
  }

  var json: JSON {
    .object([
      ("type", .string("run")), ("name", .string(name)), ("host", .string(host)),
      ("container", .string(container)),
      ("program", .string(program)), ("version", .string(version)), ("buildID", .string(buildID)),
      ("begun", .integer(begun)), ("watched", .natural(watched)), ("ending", .string(ending)),
    ])
  }
}
