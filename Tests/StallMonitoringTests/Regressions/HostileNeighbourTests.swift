import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// What another user can put into the folders that a process reads: a FIFO blocked it forever, a page of another user's was
/// believed, links were followed.
@Suite("Files that a hostile neighbour has put there", .hangLimit)
struct HostileNeighbourTests {
  private static let nobody: uid_t = 65_534
  private static var isRoot: Bool { geteuid() == 0 }

  private func refusal(
    _ path: String, owner: ForeignFile.Owner = .anyone, links: ForeignFile.Links = .refused,
    largest: Int? = nil
  ) -> String? {
    do throws(StallMonitorError) {
      _ = try ForeignFile(path, owner: owner, links: links, largest: largest)
      return nil
    } catch {
      guard case .unreadable(path, let reason) = error else { return "\(error)" }
      return reason
    }
  }

  @Test("FIFOs, devices, folders and links are refused, with the reason, and not opened")
  func kinds() throws {
    let folder = try TemporaryFolder()
    let fifo = folder.path + "/fifo"
    #expect(mkfifo(fifo, 0o666) == 0)
    let file = folder.path + "/file"
    try FileBytes.replace(file, with: [1, 2, 3])
    let link = folder.path + "/link"
    #expect(symlink(file, link) == 0 && symlink(fifo, folder.path + "/trap") == 0)
    // Opening a device can have an effect: that it was opened would be seen at the FIFO.
    let watch = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    defer { close(watch) }
    #expect(inotify_add_watch(watch, fifo, UInt32(IN_OPEN)) >= 0)
    for path in [fifo, "/dev/null", "/dev/tty", "/", folder.path] {
      #expect(refusal(path) == "it is no file" || refusal(path) == "No such file or directory", "\(path)")
    }
    #expect(refusal(folder.path + "/trap", links: .followed) == "it is no file")
    var buffer = [UInt8](repeating: 0, count: 1_024)
    #expect(read(watch, &buffer, buffer.count) < 0 && errno == EAGAIN, "the FIFO was opened")

    #expect(refusal(link) == "it is a symbolic link, which is not followed here")
    #expect(refusal(link, links: .followed) == nil && refusal(file) == nil)
    #expect(refusal(file, largest: 3) == nil)
    #expect(refusal(file, largest: 2) == "it has 3 bytes, and 2 are allowed")
    #expect(refusal(file, owner: .caller) == nil)
    let other = geteuid() + 1
    #expect(
      refusal(file, owner: .user(other)) == "it belongs to user \(geteuid()), not to user \(other)")
    #expect(refusal(folder.path + "/none") == "No such file or directory")
    #expect(ElfFile(path: fifo) == nil && ElfFile(path: folder.path + "/trap") == nil)
  }

  @Test("give the bytes that they have, also when they are cut after they were opened")
  func contents() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/file"
    try FileBytes.replace(path, with: Array(0..<100))
    let file = try ForeignFile(path, owner: .caller)
    #expect(file.contents == Array(0..<100) && file.size == 100)
    #expect(file.bytes(at: 90, count: 10) == Array(90..<100) && file.bytes(at: 100, count: 0) == [])
    for (offset, count) in [(91, 10), (101, 0), (0, 101), (.max, 1), (1, .max), (.max, .max)]
      as [(UInt64, UInt64)]
    { #expect(file.bytes(at: offset, count: count) == nil) }
    #expect(truncate(path, 50) == 0)
    #expect(file.contents == Array(0..<50) && file.bytes(at: 40, count: 20) == nil)
    #expect(fcntl(file.descriptor, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test("among the heartbeat pages do not block, and are not trusted")
  func pages() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      // Where it blocks, this ends it.
      alarm(hangAlarm)
      let page = try HeartbeatPage(folder: path)
      let name = "\(path)/mainspring.\(getuid())"
      precondition(mkfifo("\(name).1", 0o666) == 0)
      precondition(symlink(page.path, "\(name).2") == 0)
      precondition(mkdir("\(name).3", 0o700) == 0)
      for pretender in 1...3 {
        var isRefused = false
        do { _ = try HeartbeatReader(path: "\(name).\(pretender)") } catch { isRefused = true }
        precondition(isRefused)
      }
      precondition(HeartbeatReader.pages(in: path).count == 4)
      // In the places of two pages, one by its other name.
      var process = ProcessIdentity.current
      process.pid = 1
      precondition(LastWords.find(of: process, in: path).isEmpty)
      precondition(rename(page.path, page.path + ".last") == 0 && mkfifo(page.path, 0o666) == 0)
      LastWords.forget(.current, in: path)
      precondition(HeartbeatReader.pages(in: path).count == 4)
      unlink(page.path)
      unlink("\(name).1")
      unlink("\(name).2")
      rmdir("\(name).3")
    }
  }

  @Test("as a page of another user are not believed", .enabled(if: isRoot))
  func forgedPage() throws {
    let folder = try TemporaryFolder()
    let page = try HeartbeatPage(folder: folder.path)
    #expect(chown(page.path, Self.nobody, Self.nobody) == 0)
    #expect(
      throws: StallMonitorError.unreadable(
        path: page.path, reason: "it belongs to user \(Self.nobody), not to user \(geteuid())")
    ) { _ = try HeartbeatReader(path: page.path) }
    // Of a process of that user it is the right one.
    _ = try HeartbeatReader(path: page.path, of: Self.nobody)
  }

  @Test("as a page of the caller's are not believed of another user's process")
  func ownPage() throws {
    let folder = try TemporaryFolder()
    let page = try HeartbeatPage(folder: folder.path)
    let other = geteuid() + 1
    #expect(
      throws: StallMonitorError.unreadable(
        path: page.path, reason: "it belongs to user \(geteuid()), not to user \(other)")
    ) { _ = try HeartbeatReader(path: page.path, of: other) }
    _ = try HeartbeatReader(path: page.path, of: geteuid())
  }

  @Test("in the place of a page make it fail, with the reason, and nothing is written through them")
  func squattedPage() throws {
    let folder = try TemporaryFolder()
    let victim = folder.path + "/victim"
    try FileBytes.replace(victim, with: [7])
    let path = HeartbeatReader.path(of: getpid(), in: folder.path)
    // Neither name can be had by renaming: a folder that is not empty, and a link to somewhere.
    #expect(mkdir(path + ".last", 0o700) == 0 && mkdir(path + ".last/x", 0o700) == 0)
    #expect(symlink(victim, path) == 0)
    let page = try HeartbeatPage(folder: folder.path)
    #expect(try FileBytes.read(victim, limit: 10) == [7])
    _ = try HeartbeatReader(path: page.path)
    rmdir(path + ".last/x")
    rmdir(path + ".last")
  }

  @Test("are not read, looked into or removed by a program's start", .enabled(if: isRoot))
  func reports() throws {
    let folder = try TemporaryFolder()
    // Of this very program, and of just now.
    var report = CraftedReport()
    report.executable = KernelFile.link("/proc/self/exe") ?? ""
    var record = StallRecord()
    record.startedWall.seconds = Int64(time(nil)) - 60
    report.add(record)
    let path = folder.path + "/old.stalls"
    try FileBytes.replace(path, with: report.bytes)
    #expect(chown(path, Self.nobody, Self.nobody) == 0)
    #expect(mkfifo(folder.path + "/fifo.stalls", 0o666) == 0)
    #expect(symlink(path, folder.path + "/link.stalls") == 0)
    var settings = ReportSettings()
    settings.folder = folder.path
    settings.maximumBytes = 0
    let store = try ReportStore(settings)
    #expect(store.endedRuns.isEmpty && store.earlierReports.isEmpty)
    #expect(access(path, F_OK) == 0)
    // Somebody who asks for them may see them.
    let (runs, failures) = try ReportFolder(folder.path).contents()
    #expect(runs.map(\.name).contains("old") && failures.count == 2)
    // Its own user's would have been.
    #expect(chown(path, geteuid(), getegid()) == 0)
    let next = try ReportStore(settings)
    #expect(next.endedRuns.map(\.name) == ["old"] && next.earlierReports.count == 1)
    #expect(access(path, F_OK) != 0)
  }

  @Test("do not get what is written to the path of the metrics")
  func metrics() throws {
    let folder = try TemporaryFolder()
    let victim = folder.path + "/victim"
    try FileBytes.replace(victim, with: Array("precious".utf8))
    let path = folder.path + "/app.prom"
    // The name that it had for the time of writing, and the path itself.
    #expect(symlink(victim, "\(path).\(getpid()).new") == 0 && symlink(victim, path) == 0)
    try StallMetrics().write(to: path)
    #expect(try FileBytes.read(victim, limit: 100) == Array("precious".utf8))
    #expect(try FileBytes.read(path, limit: 10).starts(with: "# TYPE".utf8))
    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG)
    #expect(try FileBytes.names(in: folder.path) == ["app.prom", "app.prom.\(getpid()).new", "victim"])
    #expect(throws: StallMonitorError.unwritable(path: "/proc/x", reason: "No such file or directory")) {
      try StallMetrics().write(to: "/proc/x")
    }
  }
}

/// Folders in which others could exchange a process's files were used without a word.
@Suite("A folder that others can write to", .hangLimit)
struct FolderTrustTests {
  @Test("is refused for reports, unless it has the sticky bit, and so are those above it")
  func rights() throws {
    let folder = try TemporaryFolder()
    #expect(FolderTrust.weakness(of: folder.path) == nil && FolderTrust.weakness(of: "/tmp") == nil)
    #expect(FolderTrust.weakness(of: "/") == nil)
    for (rights, isWeak) in [(0o777, true), (0o702, true), (0o1777, false), (0o770, false), (0o755, false)]
      as [(mode_t, Bool)]
    {
      #expect(chmod(folder.path, rights) == 0)
      #expect((FolderTrust.weakness(of: folder.path) != nil) == isWeak, "\(String(rights, radix: 8))")
    }
    #expect(chmod(folder.path, 0o777) == 0)
    var settings = ReportSettings()
    settings.folder = folder.path + "/stalls"
    #expect(
      throws: StallMonitorError.unusableFolder(
        path: folder.path + "/stalls",
        reason:
          "every user can write to \(folder.path): take that right away, as with 'chmod o-w'")
    ) { try ReportStore(settings) }
    rmdir(folder.path + "/stalls")
  }

  @Test("or that another user owns is refused, as is a link that another user has made")
  func owners() throws {
    let folder = try TemporaryFolder()
    // As the user after this one sees it; root's folders are everybody's.
    if geteuid() != 0 {
      #expect(FolderTrust.weakness(of: folder.path, user: geteuid() + 1)?.contains("belongs to") == true)
      return
    }
    let inner = folder.path + "/inner"
    let link = folder.path + "/link"
    #expect(mkdir(inner, 0o700) == 0 && symlink(inner, link) == 0)
    defer {
      rmdir(inner)
      unlink(link)
    }
    // Root can exchange anything anyway.
    #expect(FolderTrust.weakness(of: link) == nil && FolderTrust.weakness(of: link, user: 65_534) == nil)
    #expect(lchown(link, 65_534, 65_534) == 0)
    #expect(FolderTrust.weakness(of: link)?.contains("symbolic link of user 65534") == true)
    #expect(FolderTrust.weakness(of: link, user: 65_534) == nil)
    #expect(chown(folder.path, 65_534, 65_534) == 0)
    #expect(FolderTrust.weakness(of: inner)?.contains("belongs to user 65534") == true)
    #expect(FolderTrust.weakness(of: folder.path + "/nothing")?.contains("No such file") == true)
  }
}
