import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

@Suite("Times and places as text", .hangLimit)
struct PlainTextTests {
  @Test("are in UTC, by the calendar")
  func wallTime() {
    for (seconds, text) in [
      (0, "1970-01-01 00:00:00"), (951_782_399, "2000-02-28 23:59:59"), (951_782_400, "2000-02-29 00:00:00"),
      (1_795_271_585, "2026-11-21 14:33:05"), (-1, "1969-12-31 23:59:59"),
    ] as [(Int64, String)] {
      #expect(WallTime.plain(seconds) == text)
      #expect(WallTime.iso(seconds) == text.replacing(" ", with: "T") + "Z")
      #expect(
        WallTime.stamp(seconds)
          == text.replacing("-", with: "").replacing(":", with: "").replacing(" ", with: "-"))
    }
  }

  private func frame(_ name: String, raw: String = "", image: String = "/opt/app/feed") -> CodeFrame {
    var frame = CodeFrame(address: 1, name: name)
    frame.rawName = raw
    frame.image = image
    return frame
  }

  @Test("say whose code a function is")
  func whose() {
    for (path, isSystem) in [
      ("/opt/app/feed", false), ("/lib/x86_64-linux-gnu/libc.so.6", true), ("/usr/lib/libz.so", true),
      ("[vdso]", true),
      ("", true), ("/opt/swift/libswiftCore.so", true), ("/opt/app/libfeed.so", false),
      ("/opt/x/libdispatch.so", true),
      ("/home/lib/x.so", false),
    ] { #expect(frame("f", image: path).isSystem == isSystem, "\(path)") }
    #expect(
      frame("Swift.Array.append(A) -> ()").isSystem && frame("swift_retain", raw: "swift_retain").isSystem)
    #expect(frame("generic specialization <Swift.Int> of Swift.Array.map()").isSystem)
    #expect(
      !frame("generic specialization <Swift.Int> of Feed.Store.map()").isSystem
        && !frame("Swiftly.run()").isSystem)
    #expect(
      frame("RunLoopCore.RunLoop.run() -> ()").isLoop
        && frame("closure #1 in RunLoopCore.RunLoop.post()").isLoop)
    #expect(!frame("RunLoopCoreTests.f()").isLoop && frame("RunLoopCore.callOutToTimer()").isCallout)
    #expect(
      !frame("RunLoopCore.RunLoop.run()").isCallout && frame("reabstraction thunk helper from A").isThunk)
    #expect(frame("clone3", raw: "clone3").isStart && !frame("main", raw: "main").isStart)
  }

  @Test("of a place are the file's name and the line, as far as they are known")
  func place() {
    var one = frame("f")
    #expect(one.place == "")
    one.file = "/src/App/Feed.swift"
    #expect(one.place == "Feed.swift")
    one.line = 41
    #expect(one.place == "Feed.swift:41" && one.imageName == "feed")
    #expect(CodeFrame(heading: "loop main").isHeading && !one.isHeading)
  }

  @Test("of shares are rounded percents, the largest first, and nothing for none")
  func shares() {
    func text(_ processor: Double, _ queue: Double, _ blocked: Double) -> String {
      var record = StallRecord()
      record.diagnosis.shares.processor = processor
      record.diagnosis.shares.queue = queue
      record.diagnosis.shares.blocked = blocked
      let run = StallRun(
        name: "x", path: "x", process: 1, executable: "", begun: 0, ending: .closed, records: [], dropped: 0,
        torn: 0,
        lastCallouts: [], remarks: [], identity: .current, modules: [], moduleCounts: [:], wasExamined: false)
      return StallReport(record, of: run).sharesText
    }
    #expect(text(0.05, 0.02, 0.93) == "93 % blocked, 5 % on a processor, 2 % waiting for one")
    #expect(text(0.996, 0.004, 0) == "100 % on a processor" && text(0, 0, 0) == "not known")
    #expect(text(0, 2, -1) == "100 % waiting for one")
  }

  @Test("of files come and go whole, and the signals that were blocked stay so")
  func files() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/file"
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    try FileBytes.replace(path, with: bytes)
    #expect(try FileBytes.read(path, limit: 1 << 20) == bytes)
    for limit in [1, 4_095, 4_096, 4_097, 99_999, 100_000] {
      #expect(try FileBytes.read(path, limit: limit) == Array(bytes.prefix(limit)), "\(limit)")
    }
    try FileBytes.replace(path, with: [])
    #expect(try FileBytes.read(path, limit: 10).isEmpty && FileBytes.names(in: folder.path) == ["file"])
    onFreshThread {
      func isBlocked(_ signal: Int32) -> Bool {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        return sigismember(&mask, signal) == 1
      }
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      var calls = 0
      let result = FileBytes.withoutSizeSignal {
        #expect(isBlocked(SIGXFSZ) && !isBlocked(SIGTERM))
        calls += 1
        // Interrupted twice.
        return calls < 3 ? EINTR : ENOSPC
      }
      #expect(result == ENOSPC && calls == 3 && !isBlocked(SIGXFSZ))
    }
  }

  @Test("of files leave a pending signal to a program that blocked it")
  func sizeSignal() {
    onFreshThread {
      var (held, pending, none) = (sigset_t(), sigset_t(), timespec())
      sigemptyset(&held)
      sigaddset(&held, SIGXFSZ)
      pthread_sigmask(SIG_BLOCK, &held, nil)
      pthread_kill(pthread_self(), SIGXFSZ)
      #expect(FileBytes.withoutSizeSignal { EFBIG } == EFBIG)
      sigpending(&pending)
      #expect(sigismember(&pending, SIGXFSZ) == 1)
      sigtimedwait(&held, nil, &none)
    }
  }

  @Test("of files that can not be made have the system's reason")
  func refusals() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/none/file"
    #expect(throws: StallMonitorError.unwritable(path: path, reason: "No such file or directory")) {
      try FileBytes.replace(path, with: [1])
    }
  }
}
