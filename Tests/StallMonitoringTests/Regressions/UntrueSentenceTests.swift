import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

/// Was wrong: a thread that a debugger had stopped "waited for pages from the disk, 0 of them", and a stopped process "runs"; what was closed
/// was a file, and perhaps the name of another one; of a process that waited for its own lock of a file no holder was named; the lazy
/// initialization of a global variable was a Mutex; of two that used the processors one was named.
@Suite(.hangLimit) struct UntrueSentenceTests {
  private func sentence(
    _ cause: Cause, _ call: String = "", _ functions: [String] = [],
    _ change: (inout Diagnosis) -> Void = { _ in }
  ) -> String {
    StallReport.sample(waiting: cause, call, functions) { change(&$0.diagnosis) }.sentence
  }

  // MARK: Stopped threads

  private func call(_ number: Int) -> ThreadReading.SystemCall {
    ThreadReading.SystemCall(
      number: number, arguments: [0, 0, 0, 0, 0, 0], stackPointer: 0, programCounter: 0)
  }

  @Test func aStoppedThreadIsNotOneThatWaitsForAPage() {
    #expect(WaitNote.mayBeStopped(call(-1), in: "") && WaitNote.mayBeStopped(call(0), in: "ptrace_stop"))
    #expect(WaitNote.mayBeStopped(call(0), in: "do_signal_stop.part.0"))
    #expect(!WaitNote.mayBeStopped(call(0), in: "pipe_read"))
    #expect(ThreadReading.State.stopped.isStopped && ThreadReading.State.traced.isStopped)
    #expect(!ThreadReading.State.sleeping.isStopped && !ThreadReading.State.uninterruptible.isStopped)
    let by = sentence(.stopped) { $0.descriptor = "process 4711 'gdb'" }
    #expect(by.hasSuffix("it was stopped by process 4711 'gdb', which traces it, in feed+0x4000."), "\(by)")
    #expect(sentence(.stopped).hasSuffix("it was stopped, in feed+0x4000."))
  }

  @Test func workBesideAStopIsSaid() {
    func note(_ kind: WaitKind, _ time: UInt64) -> WaitNote {
      WaitNote(time: 5_000_000_000 + time * 1_000_000, call: kind == .running ? nil : -1, kind: kind)
    }
    var first = ThreadReading()
    (first.time, first.kernelTime) = (5_000_000_000, 0)
    var last = first
    last.time += 1_000_000_000
    last.processorTime = 400_000_000
    let notes = [100, 200, 300].map { note(.running, $0) } + [500, 600, 700, 800].map { note(.stopped, $0) }
    let found = Diagnosing.diagnosis(readings: [first, last], notes: notes)
    #expect(found.cause == .stopped && found.rest?.cause == .processor && found.rest?.share == 0.4)
  }

  /// A process that SIGSTOP has stopped: the look at it, and what it is at the end of a chain.
  @Test func aProcessThatASignalHasStoppedIsStopped() throws {
    let program = try ChildProgram("/bin/sleep", ["100"])
    defer { program.kill() }
    let (process, world) = (program.process, LinuxWorld(of: program.process))
    let reader = WaitReader(of: process)
    let place = ThreadPlace(process: process, thread: process)
    #expect(waitUntil { world.sample(thread: process).found == .sleep })
    #expect(reader.activity(of: place) == "clock_nanosleep")
    kill(process, SIGSTOP)
    #expect(waitUntil { reader.activity(of: place) == WaitChain.Link.stopped })
    #expect(world.sample(thread: process).found == .stopped)
    #expect(ProcessStatus.tracer(of: process) == "")
  }

  @Test func theEndOfAChainRunsOnlyWhereItIsKnownTo() {
    #expect(WaitReader.activity(ThreadReading.State.running) == "")
    #expect(WaitReader.activity(ThreadReading.State.traced) == WaitChain.Link.stopped)
    #expect(WaitReader.activity(ThreadReading.State.ended) == WaitChain.Link.ended)
    #expect(WaitReader.activity(ThreadReading.State.sleeping) == WaitChain.Link.waiting)
    func end(_ call: String) -> String {
      sentence(.childProcess, "wait4") { diagnosis in
        var links = [WaitChain.Link(thread: 1), WaitChain.Link(thread: 77)]
        links[0].object = .childProcess
        (links[1].process, links[1].threadName, links[1].call) = (77, "cc", call)
        diagnosis.chain = WaitChain(links: links)
      }
    }
    #expect(end("").hasSuffix("; that is process 77 'cc', which runs."))
    #expect(
      end(WaitChain.Link.stopped).hasSuffix(
        "; that is process 77 'cc', which is stopped, by a signal or a debugger."))
    #expect(end(WaitChain.Link.ended).hasSuffix("; that is process 77 'cc', which has ended."))
    #expect(end(WaitChain.Link.waiting).hasSuffix("; that is process 77 'cc', which is in a wait."))
  }

  // MARK: Files

  @Test func whatIsClosedHasNoName() {
    let text = sentence(.fileIO, "close") { $0.descriptor = DescriptorName.bare(3) }
    #expect(
      text.hasSuffix("it waited for descriptor 3 to be closed (close), called from feed+0x4000."), "\(text)")
    #expect(
      sentence(.fileIO, "fsync") { $0.descriptor = "/log" }.contains("it waited for a file /log (fsync)"))
    #expect(DescriptorName.bare(0xffff_ffff) == "descriptor -1")
  }

  /// By `flock`, which knows open files, not processes.
  @Test func aProcessWaitsForItsOwnLockOfAFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/lock"
    let first = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    let second = open(path, O_RDWR | O_CLOEXEC)
    defer {
      close(first)
      close(second)
    }
    try #require(flock(first, LOCK_EX) == 0)
    let world = LinuxWorld()
    world.wideAge = 0
    let waiter = TargetThread(world) { flock(second, LOCK_EX) }
    var note: WaitNote?
    let isThere = waitUntil(10) {
      _ = world.sample(thread: waiter.thread)
      note = (world.watchedThread(waiter.thread) ?? world.visitor(waiter.thread)).notes.last
      return note?.owner != nil
    }
    let locks = String(decoding: KernelFile.contents("/proc/locks") ?? [], as: UTF8.self)
    // In some sandboxes nothing is known of locks.
    if isThere || locks.contains(" \(getpid()) ") {
      #expect(note?.owner?.kind == .file && note?.owner?.thread == 0 && note?.owner?.process == 0)
      let reader = WaitReader(of: nil)
      reader.begin(isWide: true)
      #expect(reader.wait(of: ThreadPlace(process: getpid(), thread: waiter.thread)) == nil)
      var unknown = call(Int(SYS_flock))
      unknown.arguments[0] = 0xffff_ffff
      #expect(ForeignHolder.ofFileLock(waiter: getpid(), unknown) { true } == nil)
    }
    flock(first, LOCK_UN)
    waiter.join()
    let text = sentence(.lock, "flock") {
      $0.lockOwner = note?.owner ?? LockOwner(kind: .file, thread: 0, threadName: "", stack: StackSample())
      $0.descriptor = "/run/lock"
    }
    #expect(
      text.hasSuffix(
        "for the lock of the file /run/lock, which this process itself has locked by another descriptor."),
      "\(text)")
  }

  @Test func aLockWithoutAKnownThreadAddsNoneToSentrysEvent() {
    func event(_ thread: Int32) -> String {
      let report = StallReport.sample { record in
        record.diagnosis.cause = .lock
        record.diagnosis.lockOwner = LockOwner(
          kind: .file, thread: thread, threadName: "holder-\(thread)", stack: StackSample())
      }
      return String(decoding: StallExport.sentry.data(of: [report]), as: UTF8.self)
    }
    #expect(event(9).contains("\"holder-9\"") && !event(0).contains("\"holder-0\""))
  }

  // MARK: Memory

  @Test func memoryThatIsWaitedForIsNeitherWorkNorFromTheDisk() {
    let page = sentence(.majorFaults)
    #expect(
      page.hasSuffix("it waited for pages of memory, mostly in feed+0x4000."), "\(page)")
    #expect(sentence(.majorFaults) { $0.majorFaults = 9 }.contains("pages from the disk, 9 of them"))
    let wait = sentence(.kernel, "munmap")
    #expect(
      wait.hasSuffix("it waited in the kernel for memory (munmap), called from feed+0x4000."), "\(wait)")
    let work = sentence(.kernel, "munmap") { ($0.shares.blocked, $0.shares.processor) = (0.2, 0.8) }
    #expect(work.hasSuffix("it worked in the kernel, called from feed+0x4000."), "\(work)")
    #expect(sentence(.kernel, "read").contains("it worked in the kernel"))
    guard case .kind(.fileIO) = SystemCallTable.meaning(Int(SYS_msync)) else {
      Issue.record("msync writes a file")
      return
    }
  }

  // MARK: Locks of libraries

  @Test func theInitializationOfAGlobalVariableIsNoMutex() {
    let once = "_ZN5swift14threading_impl9once_slowERNS0_6once_tEPFvPvES3_"
    func text(_ thread: Int32, _ functions: [String]) -> String {
      sentence(.lock, "futex", functions) {
        $0.lockOwner = LockOwner(kind: .mutex, thread: thread, threadName: "io", stack: StackSample())
      }
    }
    let other = text(9, ["syscall", once])
    #expect(
      other.hasSuffix(
        "it waited in feed+0x4000 for a one-time initialization (swift_once) by thread 9 'io'."),
      "\(other)")
    #expect(text(9, ["syscall", "swift_once"]) == other)
    let itself = text(1, ["syscall", "swift_once"])
    #expect(
      itself.hasSuffix("a one-time initialization (swift_once) that it is in itself: a deadlock."),
      "\(itself)")
    #expect(text(9, ["syscall", "lock"]).contains("for a Mutex that was held by thread 9 'io'"))
  }

  @Test(arguments: [
    ("_IO_fwrite", "the lock of a stream, which is in use (fwrite)"),
    ("__libc_malloc", "a lock of the heap, which is in use (malloc)"),
    ("freeaddrinfo", "another thread or for an event (freeaddrinfo)"),
  ])
  func locksOfTheCLibraryAreCalledByWhatTheyGuard(_ function: String, _ text: String) {
    let sentence = sentence(.wait, "futex", ["__lll_lock_wait_private", function])
    #expect(sentence.contains("it waited for \(text), called from"), "\(sentence)")
  }

  @Test func aFunctionHasTheNameThatAProgramCalls() {
    #expect(StallReport.plainName("do_system") == "system")
    guard case .descriptor = SystemCallTable.meaning(Int(SYS_tee)),
      case .descriptor = SystemCallTable.meaning(Int(SYS_vmsplice))
    else {
      Issue.record("tee and vmsplice wait for a pipe")
      return
    }
  }

  // MARK: Processors

  @Test func bothThatUsedTheProcessorsAreNamed() {
    func text(own: Double, other: Double) -> String {
      StallReport.sample { record in
        record.kind = .starved
        record.diagnosis.cause = .starved
        record.diagnosis.shares.queue = 1
        var rivalry = Rivalry()
        (rivalry.processors, rivalry.thread, rivalry.threadName) = (2, 12, "worker")
        (rivalry.ownUse, rivalry.otherUse) = (own, other)
        record.diagnosis.rivalry = rivalry
      }.sentence
    }
    #expect(
      text(own: 0.9, other: 1).hasSuffix(
        "other processes used 100 % of one, and there are 2; other threads of its process used 90 %, most of all thread 12 'worker'."
      ))
    #expect(
      text(own: 1, other: 0.5).hasSuffix(
        "other threads of its process used 100 % of one, most of all thread 12 'worker', and there are 2; other processes used 50 %."
      ))
    #expect(text(own: 0.4, other: 1).hasSuffix("other processes used 100 % of one, and there are 2."))
    #expect(!text(own: 1, other: 0.4).contains("other processes"))
  }
}
