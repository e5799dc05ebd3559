import LinuxSystem
import RunLoopCore

/// The page that threads of a process write themselves, with `rl_heartbeat_open` of runloop_heartbeat.h: presents its lines
/// as loops of a monitor, in that process or in another one.
///
/// The page is untrusted: it is copied before it is read, and a line counts only for an existing thread of the process.
final class ToldLoops {
  private let process: Int32
  private let folder: String
  private var page: ToldPage?
  private var loops: [Int: (line: ToldLine, loop: WatchedLoop)] = [:]
  private var nextSearch: UInt64 = 0
  /// How often to look for a page that does not exist yet, and for ended threads.
  static let searchInterval: UInt64 = 500_000_000

  /// - Parameter folder: the folder of pages.
  init(process: Int32, folder: String = PageLayout.folder) {
    self.process = process
    self.folder = folder
  }

  /// The threads that report their work themselves.
  var threads: Set<Int32> { Set(loops.values.map(\.loop.thread)) }

  var isEmpty: Bool { loops.isEmpty }

  /// Whether any of them works, as of the last look.
  var isWorking: Bool { loops.values.contains { $0.line.isWorking } }

  /// Updates the core's watched lines: adds lines that were opened, and removes closed ones.
  ///
  /// - Parameter watching: called with a thread before its line is first watched.
  func update(_ core: MonitorCore, watching: (Int32) -> Void = { _ in }) {
    let now = core.world.now
    let isSearch = now >= nextSearch
    if isSearch { nextSearch = now &+ Self.searchInterval }
    if page == nil, isSearch { page = ToldPage(of: process, in: folder) }
    guard let page else { return }
    guard let entries = page.entries() else {
      self.page = nil
      return drop(core) { _ in true }
    }
    drop(core) { index in
      guard let line = loops[index]?.line else { return false }
      return entries[index] != line.entry || isSearch && !hasThread(line.entry.thread)
    }
    var threads = threads
    for (index, entry) in entries.sorted(by: { $0.key < $1.key })
    where loops[index] == nil && hasThread(entry.thread) && threads.insert(entry.thread).inserted {
      watching(entry.thread)
      let line = ToldLine(page, index, entry)
      let loop = WatchedLoop(
        .told(line), label: entry.label, thread: entry.thread, isMain: entry.thread == process)
      loops[index] = (line, loop)
      core.add(loop)
    }
  }

  private func drop(_ core: MonitorCore, _ isMeant: (Int) -> Bool) {
    for index in loops.keys.filter(isMeant) {
      guard let loop = loops.removeValue(forKey: index)?.loop else { continue }
      core.remove { $0 === loop }
    }
  }

  private func hasThread(_ thread: Int32) -> Bool {
    thread > 0 && access("/proc/\(process)/task/\(thread)", F_OK) == 0
  }
}

/// A page of a living process.
final class ToldPage {
  let reader: HeartbeatReader
  /// The most lines that are read.
  static let mostLines = 256

  /// Nil when the process has none, or an untrusted one: of another user, or of an earlier process.
  init?(of process: Int32, in folder: String) {
    var status = stat()
    guard stat("/proc/\(process)", &status) == 0 else { return nil }
    let path = HeartbeatReader.pathOfTold(of: process, user: status.st_uid, in: folder)
    guard let reader = try? HeartbeatReader(path: path, of: status.st_uid), reader.process == process,
      reader.isAlive
    else { return nil }
    self.reader = reader
  }

  /// The lines in use, by index; nil when the file was truncated.
  func entries() -> [Int: ToldEntry]? { reader.entries(most: Self.mostLines) }
}

/// One line of such a page.
final class ToldLine {
  let page: ToldPage
  let entry: ToldEntry
  private let index: Int
  private let memory = HeartbeatMemory()

  init(_ page: ToldPage, _ index: Int, _ entry: ToldEntry) {
    self.page = page
    self.index = index
    self.entry = entry
  }

  /// A copy of the line's present state. For a closed line, the state of an ended thread.
  var line: HeartbeatLine {
    let line = memory.line
    if let (words, entry) = page.reader.words(index), entry == self.entry.word {
      // The watchers' mark belongs to the copy.
      for (word, value) in words.enumerated() where word != HeartbeatLine.Word.watcher {
        line.store(value, word)
      }
    } else {
      if line.load(HeartbeatLine.Word.sequence) & 1 == 1 { line.leave() }
      line.store(UInt64(HeartbeatLine.Condition.ended.rawValue), HeartbeatLine.Word.state)
    }
    return line
  }

  /// Whether a thread worked at the last copy.
  var isWorking: Bool {
    let reading = LineReading(memory.line)
    return reading.isInside || reading.activity == .running
  }
}
