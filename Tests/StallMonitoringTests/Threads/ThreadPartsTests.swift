import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

/// Single facts about a thread.
@Suite(.hangLimit) struct ThreadPartsTests {
  @Test func aWaitForMemoryIsTheKernelsWork() {
    let notes = (0..<3).map { WaitNote(time: $0, call: 9, kind: .memory) }
    #expect(Diagnosing.diagnosis(readings: [], notes: notes).cause == .kernel)
  }

  @Test func faultsAreThoseOfTheThreadNotOfItsChildren() {
    // Behind the name and the state: six numbers, the faults in pairs, ticks of the program and of the kernel.
    let text = Array("7 (a) b) D 1 2 3 4 5 6 100 200 300 400 10 20 30\n".utf8)
    var reading = ThreadReading()
    #expect(text.withUnsafeBytes { ThreadFiles.readStatus($0, into: &reading) })
    #expect(reading.state == .uninterruptible && reading.minorFaults == 100 && reading.majorFaults == 300)
    #expect(reading.kernelTime == 20 * 1_000_000_000 / UInt64(sysconf(Int32(_SC_CLK_TCK))))
    #expect(!Array("7 (a) ".utf8).withUnsafeBytes { ThreadFiles.readStatus($0, into: &reading) })
  }

  @Test func eachLetterOfTheKernelIsAState() {
    let states: [(String, ThreadReading.State)] = [
      ("R", .running), ("S", .sleeping), ("I", .sleeping), ("D", .uninterruptible), ("T", .stopped),
      ("t", .traced), ("X", .ended), ("Z", .ended), ("?", .unknown),
    ]
    for (letter, state) in states {
      var reading = ThreadReading()
      _ = Array("7 (a) \(letter) 1 2 3".utf8).withUnsafeBytes { ThreadFiles.readStatus($0, into: &reading) }
      #expect(reading.state == state, "\(letter)")
    }
  }

  @Test func aTerminalIsNoFile() {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // unlockpt(3) and ptsname(3), which Glibc's module does not have: TIOCSPTLCK and TIOCGPTN.
    var (isLocked, number): (CInt, CUnsignedInt) = (0, 0)
    guard terminal >= 0, ioctl(terminal, 0x4004_5431, &isLocked) == 0,
      ioctl(terminal, 0x8004_5430, &number) == 0
    else {
      print("not tried: there are no terminals here")
      return
    }
    let other = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { for descriptor in [terminal, other, null] { close(descriptor) } }
    let found = DescriptorName.describe(UInt(other))
    #expect(found.name.hasPrefix("/dev/pts/") && found.kind == .poll)
    #expect(DescriptorName.describe(UInt(null)) == ("/dev/null", .fileIO))
    // The kernel reads the lower half of the argument only.
    #expect(DescriptorName.describe(UInt(null) | 0xffff_ffff << 32) == ("/dev/null", .fileIO))
  }

  @Test func aThreadThatRunsHasNoWaitChannelAndTheQueueTimeOfTheKernel() throws {
    let thread = linux_gettid()
    func queueTime() -> UInt64? {
      KernelFile.line("/proc/self/task/\(thread)/schedstat")?.split(separator: " ").dropFirst().first
        .flatMap { UInt64($0) }
    }
    guard let before = queueTime() else { return print("not tried: the kernel counts no time in the queue") }
    let reading = try #require(ThreadFiles(thread: thread).reading(time: 1, isBrief: false))
    let after = try #require(queueTime())
    #expect(reading.queueTime >= before && reading.queueTime <= after)
    #expect(reading.waitChannel == "")
  }

  @Test func otherProcessesAreSearchedForWaitsThatTheyCanEndOnceThoseLast() {
    let world = LinuxWorld(signal: 0)
    world.wideAge = 100
    let call = ThreadReading.SystemCall(number: 0, arguments: [], stackPointer: 1, programCounter: 2)
    var standing = StandingWait(call: call, processorTime: 5, since: 1_000)
    func isDue(_ kind: WaitKind, _ time: UInt64) -> Bool { world.isWideLookDue(kind, standing, at: time) }
    for kind in [.lock, .join, .pipe, .socket, .childProcess] as [WaitKind] {
      #expect(isDue(kind, 1_100) && !isDue(kind, 1_099), "\(kind)")
    }
    #expect(!isDue(.sleep, 2_000))
    standing.nextWideLook = 1_500
    #expect(isDue(.join, 1_500) && !isDue(.join, 1_499))
  }

  @Test func onlyAStackThatWasReadToItsEndIsKeptForAWait() {
    let thread = WatchedThread(visiting: linux_gettid(), sampler: SignalSampler(signal: 0))
    let call = ThreadReading.SystemCall(number: 0, arguments: [], stackPointer: 1, programCounter: 2)
    var stack = StackSample()
    stack.addresses = [1]
    thread.stands(in: call, 5, with: stack)
    #expect(thread.standing?.isSame(call, 5) == true && thread.standing?.stack == nil)
    stack.isComplete = true
    thread.stands(in: call, 5, with: stack)
    #expect(thread.standing?.stack == stack)
  }
}
