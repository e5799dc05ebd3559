import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

/// Was wrong: a wait for a semaphore, a condition variable or a signal was one for "another thread or for an event", and of `select`, and of
/// `poll` but for its first descriptor, nothing was said.
@Suite(.hangLimit) struct AwaitedThingsTests {
  @Test(arguments: [
    ("pthread_cond_timedwait", "a condition variable"), ("sem_wait", "a semaphore"),
    ("dispatch_semaphore_wait", "a semaphore"), ("DispatchSemaphore.wait(timeout:)", "a semaphore"),
    ("dispatch_group_wait", "a dispatch group"), ("DispatchQueue.sync(execute:)", "a dispatch queue"),
    ("dispatch_sync_f", "a dispatch queue"), ("pthread_barrier_wait", "a barrier"),
    ("pthread_once", "a one-time initialization by another thread"), ("rt_sigtimedwait", "a signal"),
    ("RunLoop.performAndWait(inModes:_:)", "another loop"), ("futex", nil), ("", nil), ("load", nil),
  ])
  func whatAFunctionWaitsForIsCalledByItsName(_ function: String, _ object: String?) {
    #expect(StallReport.object(ofWaitIn: function) == object)
  }

  @Test func plainNamesAreThoseThatAProgramCalls() {
    for (name, plain) in [
      ("_IO_new_fclose@@GLIBC_2.2.5", "fclose"), ("__GI___poll", "poll"), ("__libc_pause", "pause"),
      ("__select64", "select"),
      ("___pthread_cond_timedwait64", "pthread_cond_timedwait"),
    ] { #expect(StallReport.plainName(name) == plain) }
  }

  /// A wait for so long: its call, and the functions above the program's own.
  private func sentence(
    _ cause: Cause, _ call: String, _ functions: [String], descriptor: String = ""
  ) -> String {
    let library = LoadedImage(
      path: "/usr/lib/libc.so.6", start: 0x10_0000, end: 0x20_0000, bias: 0x10_0000, buildID: [])
    return StallReport.sample(modules: StallReport.sampleModules + [library]) { record in
      record.names = RecordedNames(
        functions.enumerated().map {
          let start = 0x10_0000 + UInt($0.offset + 1) * 0x1000
          return (place: start + 0x100, start: start, name: $0.element, count: 1)
        }, room: 4_096)
      var stack = StackSample()
      stack.time = record.started + 100_000_000
      stack.addresses =
        functions.indices.map { 0x10_0000 + UInt($0 + 1) * 0x1000 + 0x10 } + [
          functions.isEmpty ? 0x4000 : 0x4001
        ]
      stack.means = .procfs
      stack.found = cause
      record.samples = [stack]
      record.diagnosis.cause = cause
      record.diagnosis.shares.blocked = 1
      (record.diagnosis.systemCall, record.diagnosis.descriptor) = (call, descriptor)
    }.sentence
  }

  @Test func theSentenceNamesWhatItWaitedFor() {
    #expect(
      sentence(.wait, "futex", ["__futex_abstimed_wait_common64", "sem_wait@@GLIBC_2.34"]).hasSuffix(
        "it waited for a semaphore (sem_wait), called from feed+0x4000."))
    #expect(
      sentence(.wait, "futex", ["__futex_abstimed_wait_common64", "__pthread_cond_wait"]).hasSuffix(
        "it waited for a condition variable (pthread_cond_wait), called from feed+0x4000."))
    #expect(
      sentence(.wait, "futex", ["syscall", "unknown_wait"]).hasSuffix(
        "it waited for another thread or for an event (unknown_wait), called from feed+0x4000."))
    #expect(
      sentence(.wait, "rt_sigtimedwait", []).hasSuffix(
        "it waited for a signal (rt_sigtimedwait), called from feed+0x4000."))
    #expect(
      sentence(.wait, "read", ["read"], descriptor: "anon_inode:[eventfd]").hasSuffix(
        "it waited for an eventfd (read), called from feed+0x4000."))
    #expect(
      sentence(.poll, "ppoll", ["ppoll", "$s10Foundation7ProcessC13waitUntilExityyF"]).hasSuffix(
        "it waited for descriptors outside of the loop (Process.waitUntilExit()), called from feed+0x4000."))
    #expect(
      sentence(.poll, "pselect6", ["__select64"], descriptor: "pipe:[7]").hasSuffix(
        "it waited for pipe:[7] outside of the loop (select), called from feed+0x4000."))
    #expect(
      sentence(.childProcess, "wait4", ["wait4", "pclose"]).hasSuffix(
        "it waited for a child process (pclose), called from feed+0x4000."))
    // In glibc one function with two names, of which the symbols have the other one first.
    #expect(
      sentence(.childProcess, "wait4", ["wait4", "fclose@@GLIBC_2.2.5"]).hasSuffix(
        "it waited for a child process (pclose or fclose), called from feed+0x4000."))
  }

  // MARK: Descriptors

  private func descriptors(_ number: Int32, _ arguments: [UInt]) -> (read: [Int32], count: Int) {
    let call = ThreadReading.SystemCall(
      number: Int(number), arguments: arguments + [0, 0, 0, 0, 0, 0], stackPointer: 0, programCounter: 0)
    return PolledDescriptors.descriptors(of: call, memory: ProcessMemory())
  }

  @Test func theDescriptorsOfAPollAreReadFromItsList() {
    let entries = [4, -1, 9, 70_000].map { pollfd(fd: $0, events: 1, revents: 0) }
    entries.withUnsafeBufferPointer { buffer in
      let address = UInt(bitPattern: buffer.baseAddress)
      let found = descriptors(SYS_ppoll, [address, 4])
      #expect(found.read == [4, 9, 70_000] && found.count == 3)
      #expect(descriptors(SYS_ppoll, [address, 1]).read == [4])
    }
    // Of a long list only the first ones are read.
    let many = (0..<1_100).map { pollfd(fd: Int32($0), events: 1, revents: 0) }
    many.withUnsafeBufferPointer { buffer in
      let found = descriptors(SYS_ppoll, [UInt(bitPattern: buffer.baseAddress), 1_100])
      #expect(found.read.count == 1_024 && found.read.last == 1_023 && found.count == 1_100)
    }
    // Not to be read, and no list.
    #expect(descriptors(SYS_ppoll, [8, 4]).read.isEmpty && descriptors(SYS_ppoll, [0, 0]).read.isEmpty)
    #expect(descriptors(SYS_ppoll, [8, .max]).read.isEmpty && descriptors(SYS_read, [4, 4]).read.isEmpty)
  }

  @Test func theDescriptorsOfASelectAreReadFromItsSets() {
    let (reads, writes): ([UInt64], [UInt64]) = ([1 << 3 | 1 << 40, 1], [1 << 4, 1 << 1])
    reads.withUnsafeBufferPointer { reads in
      writes.withUnsafeBufferPointer { writes in
        let sets = [UInt(bitPattern: reads.baseAddress), UInt(bitPattern: writes.baseAddress), 0]
        let found = descriptors(SYS_pselect6, [66] + sets)
        #expect(found.read == [3, 4, 40, 64, 65] && found.count == 5)
        #expect(descriptors(SYS_pselect6, [41] + sets).read == [3, 4, 40])
        #expect(descriptors(SYS_pselect6, [4] + sets).read == [3])
      }
    }
    #expect(descriptors(SYS_pselect6, [8, 8, 0, 0]).read.isEmpty)
  }

  @Test func theFirstOfThemAreNamed() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let event = eventfd(0, CInt(EFD_CLOEXEC))
    defer { close(event) }
    let name = try #require(KernelFile.link("/proc/self/fd/\(ends[0])"))
    func text(_ numbers: [Int32]) -> String {
      numbers.map { pollfd(fd: $0, events: 1, revents: 0) }.withUnsafeBufferPointer { buffer in
        let call = ThreadReading.SystemCall(
          number: Int(SYS_ppoll),
          arguments: [UInt(bitPattern: buffer.baseAddress), UInt(numbers.count), 0, 0, 0, 0],
          stackPointer: 0, programCounter: 0)
        return PolledDescriptors.text(of: call, memory: ProcessMemory())
      }
    }
    #expect(text([ends[0]]) == name && text([ends[0], ends[1]]) == "\(name), \(name)")
    #expect(text([ends[0], event]) == "\(name) and 1 more" && text([event]) == "" && text([]) == "")
    #expect(text([ends[0], ends[0], ends[0], ends[1]]) == "\(name), \(name), \(name) and 1 more")
  }
}
