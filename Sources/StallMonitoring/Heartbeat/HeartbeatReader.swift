import LinuxSystem
import RunLoopCore

/// Reads the page of any process that uses the library, also of one that has ended.
///
/// Data is copied before it is read: a page that changes or is truncated does no harm.
package struct HeartbeatReader: ~Copyable {
  /// What one loop was doing at one moment.
  package struct Loop: Sendable, Equatable {
    /// The index of its line.
    package var index: Int
    package var label: String
    package var thread: Int32
    package var isMain: Bool
    package var isForeign: Bool
    package var activity: HeartbeatLine.Condition
    package var depth: Int
    package var mode: String
    /// Twice the number of callouts that began; odd inside one.
    package var sequence: UInt64
    /// Number of its waits.
    package var waits: UInt64
    /// The present callout, or `none`.
    package var callout: Callout
    /// The callouts around it, outermost first.
    package var outerCallouts: [Callout]
    /// The last time that the loop read, CLOCK_MONOTONIC; 0 for none.
    package var lastTime: UInt64
    package var lateness: UInt64
  }

  package let path: String
  package let process: Int32
  package let startTicks: UInt64
  package let executable: String
  package let madeSeconds: Int64
  package let madeTime: UInt64
  private let file: ForeignFile
  private let tables:
    (lines: PageLayout.Table, loops: PageLayout.Table, names: PageLayout.Table, modes: PageLayout.Table)

  /// Limit of the tables' end in a valid page: this version's end at 2.2 MiB.
  private static let largest = 1 << 24

  /// The pages in the folder, of the calling user's processes, alive or not.
  package static func pages(in folder: String = PageLayout.folder) -> [String] {
    let names = (try? Folder.names(in: folder)) ?? []
    return names.filter { $0.hasPrefix("mainspring.\(getuid()).") }.map { "\(folder)/\($0)" }.sorted()
  }

  package static func path(of process: Int32, in folder: String = PageLayout.folder) -> String {
    "\(folder)/\(PageLayout.fileName(user: getuid(), process: process))"
  }

  /// The page that threads of a process write themselves.
  package static func pathOfTold(
    of process: Int32, user: UInt32 = getuid(), in folder: String = PageLayout.folder
  ) -> String {
    "\(folder)/\(PageLayout.toldFileName(user: user, process: process))"
  }

  /// - Parameter user: the user whose file is trusted; the calling one when nil.
  package init(path: String, of user: UInt32? = nil) throws(StallMonitorError) {
    func unreadable(_ reason: String) -> StallMonitorError { .unreadable(path: path, reason: reason) }
    self.path = path
    // The folder is world-writable: only the user's own files are trusted.
    let file = try ForeignFile(path, owner: user.map { .user($0) } ?? .caller)
    guard let header = file.bytes(at: 0, count: UInt64(PageLayout.headerSize)) else {
      throw unreadable("it is too short")
    }
    typealias Header = PageLayout.Header
    guard header.number(Header.magic, UInt64.self) == PageLayout.magic else {
      throw unreadable("it is no page of a run loop, or not one yet")
    }
    let version = header.number(Header.version, UInt32.self)
    guard version == PageLayout.version else {
      throw unreadable("its version is \(version), and \(PageLayout.version) is what can be read")
    }
    func table(_ place: Int, least: Int) throws(StallMonitorError) -> PageLayout.Table {
      let table = PageLayout.Table(
        offset: Int(header.number(place, UInt32.self)), size: Int(header.number(place + 4, UInt32.self)),
        count: Int(header.number(place + 8, UInt32.self)))
      guard table.size >= least, table.size <= 4_096, table.count <= 1 << 16, table.end <= Self.largest else {
        throw unreadable("its tables make no sense")
      }
      return table
    }
    tables = (
      try table(Header.lines, least: HeartbeatLine.wordCount * 8), try table(Header.loops, least: 128),
      try table(Header.names, least: PageLayout.labelSize + PageLayout.siteSize),
      try table(Header.modes, least: 64)
    )
    process = header.number(Header.process, Int32.self)
    startTicks = header.number(Header.startTicks, UInt64.self)
    madeSeconds = header.number(Header.madeSeconds, Int64.self)
    madeTime = header.number(Header.madeTime, UInt64.self)
    executable = header.text(Header.executable, Header.executableSize)
    self.file = file
  }

  /// Whether the process that made the page still runs.
  package var isAlive: Bool { ProcessStart.ticks(of: process) == startTicks }

  /// When the monitor last looked at the loops, CLOCK_MONOTONIC, and its threshold.
  package var monitor: (lookedTime: UInt64, threshold: UInt64) {
    guard let bytes = bytes(PageLayout.Header.lookedTime, 16) else { return (0, 0) }
    return (bytes.number(0, UInt64.self), bytes.number(8, UInt64.self))
  }

  package var loops: [Loop] {
    guard let lines = bytes(tables.lines.offset, tables.lines.end - tables.lines.offset),
      let loops = bytes(tables.loops.offset, tables.loops.end - tables.loops.offset)
    else { return [] }
    return (0..<lineCount).compactMap { index in
      let entry = index * tables.loops.size
      let kind = loops.number(entry + PageLayout.Loop.kind, UInt32.self)
      guard kind != 0 else { return nil }
      let label = loops.text(entry + PageLayout.Loop.label, PageLayout.Loop.labelSize)
      let line = LineReading { lines.number(index * tables.lines.size + $0 * 8, UInt64.self) }
      let mode = mode(line.mode)
      func describe(_ callout: UInt64, _ code: UInt64) -> Callout {
        let words = CalloutWords(callout: callout, code: code)
        // A block's place is in the process's memory.
        let name = name(words.number)
        return Callout(
          kind: CalloutKind(rawValue: words.kind) ?? .none, label: name.label, site: name.site,
          code: words.code, loop: label, mode: mode)
      }
      return Loop(
        index: index, label: label, thread: loops.number(entry + PageLayout.Loop.thread, Int32.self),
        isMain: loops.number(entry + PageLayout.Loop.isMain, UInt32.self) != 0, isForeign: kind == 2,
        activity: line.activity, depth: line.depth, mode: mode, sequence: line.sequence, waits: line.waits,
        callout: line.isInside ? describe(line.callout, line.code) : describe(0, 0),
        outerCallouts: line.outer.map(describe), lastTime: line.time, lateness: line.lateness)
    }
  }

  /// The name of a piece of work or a mode, by its number; empty for an invalid one.
  func name(_ number: Int) -> (label: String, site: String) {
    guard number > 0, number < tables.names.count,
      let bytes = bytes(tables.names.offset + number * tables.names.size, tables.names.size)
    else { return ("", "") }
    return (bytes.text(0, PageLayout.labelSize), bytes.text(PageLayout.labelSize, PageLayout.siteSize))
  }

  func mode(_ number: Int) -> String { text(tables.modes, number, PageLayout.modes.size) }

  /// The words of a line, and its entry in the table of loops: 0 for a free line. Nil when the file was truncated.
  func words(_ index: Int) -> (words: [UInt64], entry: UInt64)? {
    guard index >= 0, index < lineCount,
      let entry = bytes(tables.loops.offset + index * tables.loops.size, 8),
      let line = bytes(tables.lines.offset + index * tables.lines.size, HeartbeatLine.wordCount * 8)
    else { return nil }
    return (
      (0..<HeartbeatLine.wordCount).map { line.number($0 * 8, UInt64.self) }, entry.number(0, UInt64.self)
    )
  }

  /// The entries of lines in use, by index; nil when the file was truncated.
  func entries(most: Int) -> [Int: ToldEntry]? {
    let count = min(lineCount, most)
    guard let loops = bytes(tables.loops.offset, count * tables.loops.size) else { return nil }
    var entries: [Int: ToldEntry] = [:]
    for index in 0..<count {
      let entry = index * tables.loops.size
      let word = loops.number(entry, UInt64.self)
      guard word & 0xFFFF_FFFF != 0 else { continue }
      entries[index] = ToldEntry(
        word: word, label: loops.text(entry + PageLayout.Loop.label, PageLayout.Loop.labelSize))
    }
    return entries
  }

  private var lineCount: Int { min(tables.lines.count, tables.loops.count) }

  private func text(_ table: PageLayout.Table, _ number: Int, _ size: Int) -> String {
    guard number < table.count, let bytes = bytes(table.offset + number * table.size, size)
    else {
      return ""
    }
    return bytes.text(0, size)
  }

  private func bytes(_ offset: Int, _ count: Int) -> [UInt8]? {
    file.bytes(at: UInt64(offset), count: UInt64(count))
  }
}

extension [UInt8] {
  fileprivate func number<Value: FixedWidthInteger>(_ offset: Int, _: Value.Type) -> Value {
    withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Value.self) }
  }

  fileprivate func text(_ offset: Int, _ size: Int) -> String {
    String(decoding: self[offset..<Swift.min(offset + size, count)].prefix { $0 != 0 }, as: UTF8.self)
  }
}
