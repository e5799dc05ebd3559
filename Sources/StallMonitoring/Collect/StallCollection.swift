import LinuxSystem
import PlainText

/// Reports of many machines and builds, without duplicates.
///
/// Read from folders of reports and from files written earlier: a line of JSON for each run, and for each stall.
public struct StallCollection: Sendable {
  /// The runs by machine, container, name and beginning: `CollectedStall.run` is such a key.
  public private(set) var runs: [String: CollectedRun] = [:]
  /// The stalls by run and id.
  public private(set) var stalls: [String: CollectedStall] = [:]
  /// Files and lines that could not be read.
  public private(set) var failures: [String] = []
  private static let mostFailures = 100
  private var failureCount = 0

  private let search: SymbolSearch

  /// An empty collection. `search` is where it looks for the symbols of programs that are named in reports.
  public init(search: SymbolSearch = SymbolSearch()) { self.search = search }

  /// Files with these endings are read from folders.
  private static let lineSuffix = ".jsonl"
  /// The longest line, and the longest file.
  private static let longestLine = 1 << 20
  private static let largestFile = 1 << 30
  /// Levels of folders below a path, and of values in a line.
  private static let deepest = 6
  private static let deepestLine = 8

  // MARK: Reading

  /// Adds the contents of a file, or of a folder and its subfolders.
  public mutating func add(_ path: String) throws(StallMonitorError) {
    var status = stat()
    // A path that was given may be a link to a folder; links in folders are not followed.
    guard stat(path, &status) == 0 else { throw .unreadable(path: path, reason: Errno.last.description) }
    if status.st_mode & S_IFMT == S_IFDIR {
      try addFolder(path, depth: 0)
    } else {
      addFile(path)
    }
  }

  private mutating func addFolder(_ path: String, depth: Int) throws(StallMonitorError) {
    for name in try FileBytes.names(in: path) {
      let entry = "\(path)/\(name)"
      if name.hasSuffix(ReportReader.suffix) || name.hasSuffix(Self.lineSuffix) {
        addFile(entry)
        continue
      }
      var status = stat()
      guard depth < Self.deepest, lstat(entry, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        continue
      }
      do throws(StallMonitorError) { try addFolder(entry, depth: depth + 1) } catch {
        note(error.description)
      }
    }
  }

  private mutating func addFile(_ path: String) {
    do throws(StallMonitorError) {
      if path.hasSuffix(Self.lineSuffix) {
        let file = try ForeignFile(path, largest: Self.largestFile)
        addLines(file.contents, of: path)
      } else {
        let file = try ForeignFile(path, largest: ReportLayout.largestFile)
        let changed = file.changed
        add(try ReportReader.read(file), place: Self.folderName(of: path), changed: changed)
      }
    } catch { note(error.description) }
  }

  private static func folderName(of path: String) -> String {
    let parts = path.split(separator: "/")
    return parts.count > 1 ? String(parts[parts.count - 2]) : ""
  }

  mutating func add(_ run: StallRun, place: String, changed: Int64) {
    let collected = CollectedRun(run, place: place, changed: changed)
    add(collected)
    let namer = SymbolNames(images: run.modules, search: search)
    for record in run.records { add(CollectedStall(record, of: run, collected, named: namer)) }
  }

  mutating func addLines(_ bytes: [UInt8], of path: String) {
    var number = 0
    var found: [CollectedStall] = []
    var keys: [String: String] = [:]
    for line in Self.lines(of: bytes) {
      number += 1
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
      guard line.count <= Self.longestLine,
        let value = try? JSON(parsing: Array(line), deepest: Self.deepestLine),
        let entry = Self.entry(value)
      else {
        note("\(path), line \(number), is no run and no stall")
        continue
      }
      switch entry {
      case .run(let run):
        keys[run.oldKey] = run.key
        add(run)
      case .stall(let stall): found.append(stall)
      }
    }
    // Their runs may be on later lines.
    for var stall in found {
      if runs[stall.run] == nil, let key = keys[stall.run] { stall.run = key }
      add(stall)
    }
  }

  /// One line after the other: a list of them all would take more memory than the file.
  private static func lines(of bytes: [UInt8]) -> some Sequence<ArraySlice<UInt8>> {
    sequence(state: bytes[...] as ArraySlice<UInt8>?) { rest in
      guard let left = rest else { return nil }
      let end = left.firstIndex(of: UInt8(ascii: "\n"))
      rest = end.map { left[($0 + 1)...] }
      return left[..<(end ?? left.endIndex)]
    }
  }

  private enum Entry {
    case run(CollectedRun)
    case stall(CollectedStall)
  }

  private static func entry(_ line: JSON) -> Entry? {
    switch line["type"]?.textValue {
    case "run": CollectedRun(line).map(Entry.run)
    case "stall": CollectedStall(line).map(Entry.stall)
    default: nil
    }
  }

  /// Adds a run; the later of two states replaces the earlier.
  private mutating func add(_ run: CollectedRun) {
    if let known = runs[run.key], known.watched > run.watched { return }
    runs[run.key] = run
  }

  private mutating func add(_ stall: CollectedStall) {
    if let known = stalls[stall.key], known.duration > stall.duration { return }
    stalls[stall.key] = stall
  }

  private mutating func note(_ failure: String) {
    failureCount += 1
    if failures.count < Self.mostFailures { failures.append(failure) }
  }

  /// Number of files and lines that could not be read.
  public var unreadable: Int { failureCount }

  // MARK: Writing

  /// A line for each run and each stall, in the order of time.
  public var lines: String {
    let runs = runs.values.sorted { ($0.begun, $0.key) < ($1.begun, $1.key) }.map(\.json)
    let stalls = stalls.values.sorted { ($0.started, $0.key) < ($1.started, $1.key) }.map(\.json)
    var text = ""
    for value in runs + stalls {
      text += value.text
      text += "\n"
    }
    return text
  }
}
