import LinuxSystem
import RunLoopCore
import Synchronization

/// The file with the lines of watched loops, so that another process, or the next start after a crash, can read what this
/// one was doing. One for the process, made when the first loop is watched, and kept until the process ends.
final class HeartbeatPage: @unchecked Sendable {
  let path: String
  private let memory: UnsafeMutableRawPointer
  private let descriptor: Int32
  /// Guards everything below.
  private let lock = Guarded(())
  private var users = [Int](repeating: 0, count: PageLayout.lines.count)
  private var nameCount = 0
  private var modeCount = 0
  /// The file has memory up to here; the rest is allocated when needed, since a full file system must not kill the process.
  private var backed: Int

  private static let made = Guarded<HeartbeatPage?>(nil)

  /// The process's page, or why there is none; the next monitor retries.
  static var shared: Result<HeartbeatPage, StallMonitorError> {
    made.withLock { made in
      if let made { return .success(made) }
      return Result { () throws(StallMonitorError) in
        let page = try HeartbeatPage(folder: PageLayout.folder, removesAtExit: true)
        made = page
        return page
      }
    }
  }

  init(folder: String, removesAtExit: Bool = false) throws(StallMonitorError) {
    let path = "\(folder)/\(PageLayout.fileName(user: getuid(), process: getpid()))"
    self.path = path
    func failure(_ call: String) -> StallMonitorError {
      .noSharedPage(path: path, reason: "\(call): \(Errno.last)")
    }
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    var made = open(path, flags, 0o600)
    if made < 0, Errno.last == EEXIST {
      // A process of the same number, as in a container, may have been killed: its page is the next start's to read. What
      // another user has put there can be neither renamed nor removed: then there is no page.
      if rename(path, path + ".last") != 0 { unlink(path) }
      made = open(path, flags, 0o600)
    }
    descriptor = made
    guard descriptor >= 0 else { throw failure("open") }
    // For the whole file, so that the process's limits are checked now.
    let refusal = FileBytes.withoutSizeSignal { [descriptor] in
      let refusal = posix_fallocate(descriptor, 0, off_t(PageLayout.modes.end))
      return refusal != 0 || ftruncate(descriptor, off_t(PageLayout.size)) == 0 ? refusal : Errno.last.code
    }
    guard refusal == 0 else {
      let error = StallMonitorError.noSharedPage(
        path: path, reason: "no room: \(Errno(refusal))")
      close(descriptor)
      unlink(path)
      throw error
    }
    backed = PageLayout.modes.end
    let mapped = mmap(nil, PageLayout.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let mapped, mapped != MAP_FAILED else {
      let error = failure("mmap")
      close(descriptor)
      unlink(path)
      throw error
    }
    memory = mapped
    writeHeader()
    if removesAtExit {
      PageEnd.prepare(path, memory)
      PageEnd.removeOld(in: folder, now: MonotonicTime.now)
    }
  }

  /// Keeps the memory: a loop may be about to write its line.
  deinit {
    close(descriptor)
  }

  /// For tests, which make many pages.
  func unmap() { munmap(memory, PageLayout.size) }

  private func writeHeader() {
    typealias Header = PageLayout.Header
    store(PageLayout.version, Header.version)
    store(getpid(), Header.process)
    store(ProcessStart.ticks(of: getpid()) ?? 0, Header.startTicks)
    store(Int64(MonotonicTime.read(CLOCK_REALTIME) / 1_000_000_000), Header.madeSeconds)
    store(MonotonicTime.now, Header.madeTime)
    for (table, place) in [
      (PageLayout.lines, Header.lines), (PageLayout.loops, Header.loops), (PageLayout.names, Header.names),
      (PageLayout.modes, Header.modes),
    ] {
      store(UInt32(table.offset), place)
      store(UInt32(table.size), place + 4)
      store(UInt32(table.count), place + 8)
    }
    let length = readlink(
      "/proc/self/exe", (memory + Header.executable).assumingMemoryBound(to: CChar.self),
      Header.executableSize - 1)
    memory.storeBytes(of: 0, toByteOffset: Header.executable + max(length, 0), as: UInt8.self)
    // Stored last: a page without it is not valid yet.
    word(Header.magic).pointee.store(PageLayout.magic, ordering: .releasing)
  }

  private func store<Value>(_ value: Value, _ offset: Int) {
    memory.storeBytes(of: value, toByteOffset: offset, as: Value.self)
  }

  private func word(_ offset: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    (memory + offset).assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  /// Stores a text, cut at a character if it does not fit.
  private func store(_ text: String, _ offset: Int, size: Int) {
    var end =
      text.utf8.count < size ? text.utf8.endIndex : text.utf8.index(text.utf8.startIndex, offsetBy: size - 1)
    while end > text.startIndex, end.samePosition(in: text.unicodeScalars) == nil {
      text.utf8.formIndex(before: &end)
    }
    var place = offset
    for byte in text.utf8[..<end] {
      store(byte, place)
      place += 1
    }
    store(UInt8(0), place)
  }

  // MARK: Lines

  /// A free line for a loop; nil when all are taken.
  func takeLine(label: String, thread: Int32, isMain: Bool, isForeign: Bool) -> (
    index: Int, line: HeartbeatLine
  )? {
    lock.withLock { _ in
      guard let index = users.firstIndex(of: 0) else { return nil }
      users[index] = 1
      let line = HeartbeatLine(at: memory + PageLayout.lines.offset + index * PageLayout.lines.size)
      for word in 0..<HeartbeatLine.wordCount { line.store(0, word) }
      let entry = PageLayout.loops.offset + index * PageLayout.loops.size
      store(thread, entry + PageLayout.Loop.thread)
      store(UInt32(isMain ? 1 : 0), entry + PageLayout.Loop.isMain)
      store(label, entry + PageLayout.Loop.label, size: PageLayout.Loop.labelSize)
      word(entry).pointee.store(
        UInt64(isForeign ? 2 : 1) | UInt64(UInt32(bitPattern: thread)) << 32, ordering: .releasing)
      return (index, line)
    }
  }

  func giveBack(line index: Int) {
    lock.withLock { _ in
      users[index] = 0
      word(PageLayout.loops.offset + index * PageLayout.loops.size).pointee.store(0, ordering: .releasing)
    }
  }

  // MARK: Updates from the monitor

  /// Records the monitor's look, and names that are new since its last look.
  func tell(now: UInt64, threshold: UInt64) {
    word(PageLayout.Header.lookedTime).pointee.store(now, ordering: .relaxed)
    word(PageLayout.Header.threshold).pointee.store(threshold, ordering: .relaxed)
    lock.withLock { _ in publishNames() }
  }

  private func publishNames() {
    let modes = CalloutNames.modes(from: modeCount).prefix(PageLayout.modes.count - modeCount)
    if !modes.isEmpty {
      for (index, mode) in zip(modes.indices, modes) {
        store(mode, PageLayout.modes.offset + index * PageLayout.modes.size, size: PageLayout.modes.size)
      }
      modeCount = modes.endIndex
      store(UInt32(modeCount), PageLayout.Header.modeCount)
    }
    let names = CalloutNames.names(from: nameCount).prefix(PageLayout.names.count - nameCount)
    for (index, name) in zip(names.indices, names) {
      let entry = PageLayout.names.offset + index * PageLayout.names.size
      guard back(upTo: entry + PageLayout.names.size) else { return }
      store(name.label, entry, size: PageLayout.labelSize)
      store(name.site, entry + PageLayout.labelSize, size: PageLayout.siteSize)
      nameCount = index + 1
      store(UInt32(nameCount), PageLayout.Header.nameCount)
    }
  }

  private func back(upTo end: Int) -> Bool {
    guard end > backed else { return true }
    let wanted = min(max(end, backed + 65_536), PageLayout.size)
    let from = backed
    let refusal = FileBytes.withoutSizeSignal { [descriptor] in
      posix_fallocate(descriptor, off_t(from), off_t(wanted - from))
    }
    guard refusal == 0 else { return false }
    backed = wanted
    return true
  }
}
