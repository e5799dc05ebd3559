import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

/// What is read of a thread whose name is meant to mislead.
@Suite(.hangLimit) struct ThreadNameTests {
  @Test(
    "A thread's name may look like the rest of the line",
    arguments: ["plain", "a) R 1 2 3", ") T (", "))))", "(x", ") Z 1 1 1 1 1"])
  func name(_ name: String) throws {
    let end = Flag()
    let target = TargetThread {
      nameThisThread(name)
      while !end.isSet { usleep(20_000) }
    }
    let files = ThreadFiles(thread: target.thread)
    // It may not have its name yet, or wake.
    var reading: ThreadReading?
    for _ in 0..<5_000
    where reading?.state != .sleeping || KernelFile.line("/proc/self/task/\(target.thread)/comm") != name {
      usleep(500)
      reading = files.reading(time: 1, isBrief: false)
    }
    #expect(reading?.state == .sleeping)
    // Next to no time in the kernel, and no faults to speak of.
    #expect(try #require(reading?.kernelTime) < 1_000_000_000)
    #expect(try #require(reading).minorFaults < 10_000 && reading?.majorFaults ?? .max < 10_000)
    end.set()
    target.join()
  }

  @Test func faultsAndTimeInTheKernelAreThoseOfTheThread() throws {
    let world = LinuxWorld(signal: 0)
    let (go, isDone, end) = (Flag(), Flag(), Flag())
    let target = TargetThread(world) {
      while !go.isSet { usleep(500) }
      // A thousand pages, each touched for the first time; again and again, for ticks of the kernel's clock.
      let start = MonotonicTime.read(CLOCK_THREAD_CPUTIME_ID)
      while MonotonicTime.read(CLOCK_THREAD_CPUTIME_ID) - start < 200_000_000 {
        let size = 1_000 * 4_096
        guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
          memory != MAP_FAILED
        else { break }
        madvise(memory, size, 15)
        for page in 0..<1_000 { (memory + page * 4_096).storeBytes(of: 1, as: UInt8.self) }
        munmap(memory, size)
      }
      isDone.set()
      while !end.isSet { usleep(500) }
    }
    let before = try #require(world.read(thread: target.thread, isBrief: false))
    go.set()
    while !isDone.isSet { usleep(1_000) }
    let after = try #require(world.read(thread: target.thread, isBrief: false))
    end.set()
    target.join()
    #expect(after.minorFaults - before.minorFaults >= 1_000 && after.majorFaults - before.majorFaults < 1_000)
    let kernel = try #require(after.kernelTime) - (before.kernelTime ?? 0)
    let all = after.processorTime - before.processorTime
    #expect(all >= 190_000_000 && kernel > 20_000_000 && kernel <= all + 30_000_000, "\(kernel) of \(all)")
  }
}

/// What a descriptor that a thread waits for is.
@Suite(.hangLimit) struct DescriptorNameTests {
  private func kind(_ descriptor: Int32) -> WaitKind {
    defer { close(descriptor) }
    return DescriptorName.describe(UInt(descriptor)).kind
  }

  @Test func aWaitForADescriptorIsNamedByItsKind() throws {
    #expect(kind(timerfd_create(CLOCK_MONOTONIC, 0)) == .sleep)
    #expect(kind(eventfd(0, 0)) == .wait)
    #expect(kind(inotify_init1(0)) == .wait)
    var pair: [Int32] = [-1, -1]
    pipe(&pair)
    #expect(kind(pair[0]) == .pipe && kind(pair[1]) == .pipe)
    let sockets = try Socket.pair(.stream, isBlocking: true)
    #expect(kind(sockets.0.number) == .socket && kind(sockets.1.number) == .socket)
    #expect(kind(open("/etc/passwd", O_RDONLY)) == .fileIO && kind(open("/", O_RDONLY)) == .fileIO)
    #expect(kind(open("/dev/null", O_RDONLY)) == .fileIO)
  }

  @Test func aDescriptorIsNamedByItsPathOrByTheKernel() {
    let file = open("/etc/passwd", O_RDONLY)
    #expect(DescriptorName.describe(UInt(file)).name == "/etc/passwd")
    // The register's upper half may hold anything.
    #expect(DescriptorName.describe(0xFFFF_0000_0000_0000 | UInt(file)).name == "/etc/passwd")
    close(file)
    #expect(DescriptorName.describe(1_000_000) == ("descriptor 1000000", .fileIO))
    #expect(DescriptorName.describe(0xFFFF_FFFF) == ("", .fileIO))
  }

  private func call(_ number: Int32, _ arguments: [UInt]) -> ThreadReading.SystemCall {
    ThreadReading.SystemCall(number: Int(number), arguments: arguments, stackPointer: 0, programCounter: 0)
  }

  @Test func aPollOfNothingIsASleep() {
    // poll and ppoll have the number second, select and pselect6 first.
    for number in [SYS_poll, SYS_ppoll] {
      #expect(SystemCallTable.isEmptyPoll(call(number, [0x7000, 0, 500])))
      #expect(!SystemCallTable.isEmptyPoll(call(number, [0, 1, 500])))
    }
    for number in [SYS_select, SYS_pselect6] {
      #expect(SystemCallTable.isEmptyPoll(call(number, [0, 0x7000, 0])))
      #expect(!SystemCallTable.isEmptyPoll(call(number, [5, 0, 0])))
    }
    #expect(!SystemCallTable.isEmptyPoll(call(SYS_epoll_wait, [0, 0, 0])))
    #expect(!SystemCallTable.isEmptyPoll(call(SYS_poll, [])))
  }

  @Test func systemCallsHaveNamesAndMeanings() {
    func kind(_ number: Int) -> WaitKind? {
      if case .kind(let kind) = SystemCallTable.meaning(number) { return kind }
      return nil
    }
    #expect(SystemCallTable.name(-1) == "" && kind(-1) == .pageFault)
    #expect(SystemCallTable.name(99_999) == "system call 99999" && kind(99_999) == .other)
    #expect(SystemCallTable.name(Int(SYS_wait4)) == "wait4" && kind(Int(SYS_wait4)) == .childProcess)
    #expect(
      kind(Int(SYS_flock)) == .lock && kind(Int(SYS_mmap)) == .memory && kind(Int(SYS_openat)) == .fileIO)
    #expect(kind(Int(SYS_clock_nanosleep)) == .sleep && kind(Int(SYS_recvmsg)) == .socket)
    #expect(kind(Int(SYS_epoll_wait)) == .poll && kind(Int(SYS_pause)) == .wait)
    #expect(kind(Int(SYS_read)) == nil && kind(Int(SYS_futex)) == nil)
  }
}

/// What a thread was seen waiting for.
@Suite(.hangLimit) struct WatchedThreadTests {
  private func watched(_ times: Range<UInt64>) -> WatchedThread {
    let thread = WatchedThread(visiting: linux_gettid(), sampler: SignalSampler(signal: 0))
    for time in times { thread.add(WaitNote(time: time, call: nil, kind: .running)) }
    return thread
  }

  @Test func theNotesOfAStallAreThoseBetweenItsFirstAndItsLastReading() {
    let thread = watched(0..<100)
    #expect(thread.notes(from: 20, to: 29).map(\.time) == Array(20...29))
    #expect(thread.notes(from: 200, to: 300).isEmpty && thread.notes(from: 99, to: 300).count == 1)
  }

  @Test func onlyTheLastNotesAreKept() {
    let thread = watched(0..<10_000)
    #expect((100...300).contains(thread.notes.count) && thread.notes.last?.time == 9_999)
    #expect(thread.notes.map(\.time) == Array((10_000 - UInt64(thread.notes.count))..<10_000))
  }
}

/// Numbers and words in the text of /proc files.
@Suite(.hangLimit) struct NumberScannerTests {
  private func scan<Result>(_ text: String, _ body: (inout NumberScanner) -> Result) -> Result {
    Array(text.utf8).withUnsafeBytes { bytes in
      var scanner = NumberScanner(bytes)
      return body(&scanner)
    }
  }

  @Test func numbersAreTakenOneAfterTheOther() {
    #expect(scan("12 7\n0") { [$0.decimal(), $0.decimal(), $0.decimal(), $0.decimal()] } == [12, 7, 0, nil])
    #expect(
      scan("-1 5 - x") { [$0.signedDecimal(), $0.signedDecimal(), $0.signedDecimal()] } == [-1, 5, nil])
    #expect(
      scan("7f00-7f10 0xa1 g") { [$0.hexadecimal(), $0.hexadecimal(), $0.hexadecimal(), $0.hexadecimal()] }
        == [0x7f00, 0x7f10, 0xa1, nil])
    #expect(scan("08:01 77 /a b") { [$0.hexadecimal(), $0.hexadecimal(), $0.decimal()] } == [8, 1, 77])
    #expect(
      scan("12\t 3:4\n5") { [$0.decimal(), $0.decimal(), $0.decimal(), $0.decimal()] } == [12, 3, 4, 5])
    #expect(scan("") { $0.decimal() } == nil && scan("x") { $0.hexadecimal() } == nil)
  }

  @Test func wordsAndTheRestKeepTheirBytes() {
    #expect(
      scan("r-xp  0 /a b (deleted)") { scanner in
        [
          String(decoding: scanner.word(), as: UTF8.self), String(decoding: scanner.word(), as: UTF8.self),
          String(decoding: scanner.rest(), as: UTF8.self),
        ]
      } == ["r-xp", "0", "/a b (deleted)"])
  }
}
