import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Was wrong: a FIFO was a pipe; a blocked `connect` had no address; of several descriptors that were closed in turn one was the cause; the lock of
/// another thread was named where the own one had been granted; and a thread that others outranked by its nice value "got no processor".
@Suite(.hangLimit) struct UnnamedObjectTests {
  private func sentence(
    _ cause: Cause, _ call: String = "", _ change: (inout Diagnosis) -> Void = { _ in }
  ) -> String {
    StallReport.sample(waiting: cause, call) { change(&$0.diagnosis) }.sentence
  }

  // MARK: FIFOs

  @Test func aFIFOHasItsPath() {
    func wait(_ call: String, _ descriptor: String) -> String {
      sentence(.pipe, call) { $0.descriptor = descriptor }
    }
    let place = "called from feed+0x4000."
    #expect(wait("read", "/run/feed").hasSuffix("it waited for the FIFO /run/feed (read), \(place)"))
    #expect(wait("write", "pipe:[17]").hasSuffix("it waited for a pipe pipe:[17] (write), \(place)"))
    #expect(wait("read", "descriptor 4").hasSuffix("it waited for a pipe descriptor 4 (read), \(place)"))
    #expect(wait("read", "").hasSuffix("it waited for a pipe (read), \(place)"))
    // The path is as the program gave it.
    for call in ["open", "openat", "openat2", "creat"] {
      let text = wait(call, "feed")
      #expect(
        text.hasSuffix("it waited for the other end of the FIFO feed to be opened (\(call)), \(place)"),
        "\(text)")
    }
  }

  @Test func aDescriptorOfAFIFOIsAPipeWithAPath() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/feed"
    try #require(mkfifo(path, 0o600) == 0)
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    let found = DescriptorName.describe(UInt(descriptor))
    #expect(found.kind == .pipe && found.name.hasSuffix("/feed") && found.name.hasPrefix("/"), "\(found)")
  }

  // MARK: Addresses

  private func text(_ address: SocketAddress, _ number: Int32 = Int32(SYS_connect), length: UInt? = nil)
    -> String
  {
    address.withPointer { pointer, count in
      ConnectedAddress.text(
        of: ThreadReading.SystemCall(
          number: Int(number), arguments: [9, UInt(bitPattern: pointer), length ?? UInt(count), 0, 0, 0],
          stackPointer: 0, programCounter: 0),
        memory: ProcessMemory())
    }
  }

  @Test func theAddressOfAConnectIsInMemory() {
    #expect(text(.loopback(port: 443)) == " to 127.0.0.1:443")
    #expect(
      text(.six([0x20, 1, 0xd, 0xb8] + [UInt8](repeating: 0, count: 11) + [1], scope: 0, port: 80))
        == " to [2001:db8::1]:80")
    #expect(text(.path("/run/app.sock")) == " to /run/app.sock" && text(.abstract("app")) == " to @app")
    // Another call's second argument is something else.
    #expect(
      text(.loopback(port: 443), Int32(SYS_sendto)) == ""
        && text(.loopback(port: 443), Int32(SYS_accept4)) == "")
  }

  @Test func anAddressThatIsNoneIsLeftOut() {
    // The rest of the register does not count.
    #expect(text(.loopback(port: 443), length: 1 << 32 | 16) == " to 127.0.0.1:443")
    #expect(
      text(.loopback(port: 443), length: .max) == " to 127.0.0.1:443", "as much as an address has at most")
    for length in [0, 1, 2, 15] as [UInt] { #expect(text(.loopback(port: 443), length: length) == "") }
    #expect(text(.local([])) == "")
    for arguments in [[], [9, 16], [9, 0, 16], [9, 1 << 40, 16, 0, 0, 0]] as [[UInt]] {
      let call = ThreadReading.SystemCall(
        number: Int(SYS_connect), arguments: arguments, stackPointer: 0, programCounter: 0)
      #expect(ConnectedAddress.text(of: call, memory: ProcessMemory()) == "")
    }
  }

  /// The queue of a local server is full, so that a connect waits.
  @Test func aBlockedConnectHasItsAddress() throws {
    let folder = try TemporaryFolder()
    let address = SocketAddress.path(folder.path + "/s")
    let server = try Socket(AF_UNIX, .stream)
    try server.bind(to: address)
    try server.listen(backlog: 0)
    let first = try Socket(AF_UNIX, .stream)
    try first.connect(to: address)
    let second = try Socket(AF_UNIX, .stream, isBlocking: true)
    let world = LinuxWorld()
    let waiter = TargetThread(world) { try? second.connect(to: address) }
    let found = waitUntil(10) {
      _ = world.sample(thread: waiter.thread)
      let note = world.known(waiter.thread).notes.last
      return note?.kind == .socket && note?.descriptor.hasSuffix(" to \(folder.path)/s") == true
    }
    let note = world.known(waiter.thread).notes.last
    #expect(found && note?.descriptor.hasPrefix("socket:[") == true, "\(note?.descriptor ?? "none")")
    // Its end takes the waiting one with it.
    server.close()
    waiter.join()
    first.close()
    second.close()
  }

  @Test func theAddressIsInTheSentence() {
    let text = sentence(.socket, "connect") { $0.descriptor = "socket:[17] to 192.0.2.1:443" }
    #expect(
      text.hasSuffix(
        "it waited for a socket socket:[17] to 192.0.2.1:443 (connect), called from feed+0x4000."), "\(text)")
  }

  // MARK: Closes

  private func closes(_ descriptors: [String], _ call: Int32 = Int32(SYS_close)) -> Diagnosis {
    var first = ThreadReading()
    (first.time, first.kernelTime) = (5_000_000_000, 0)
    var last = first
    last.time += 1_000_000_000
    let notes = descriptors.enumerated().map { place, descriptor in
      var note = WaitNote(
        time: first.time + UInt64(place + 1) * 100_000_000, call: Int(call), kind: .fileIO)
      note.descriptor = descriptor
      return note
    }
    return Diagnosing.diagnosis(readings: [first, last], notes: notes)
  }

  @Test func severalClosesInTurnAreSeveral() {
    #expect(closes(["descriptor 3", "descriptor 3"]).descriptor == "descriptor 3")
    #expect(
      closes(["descriptor 3", "descriptor 4", "descriptor 4"]).descriptor
        == "descriptor 4 and at least one other")
    let three = closes(["descriptor 3", "descriptor 4", "", "descriptor 5", "descriptor 5"])
    #expect(three.cause == .fileIO && three.descriptor == "descriptor 5 and at least 2 others")
    let text = sentence(.fileIO, "close") { $0.descriptor = three.descriptor }
    #expect(
      text.hasSuffix(
        "it waited for descriptor 5 and at least 2 others to be closed (close), called from feed+0x4000."),
      "\(text)")
    // Files have names, of which the most frequent one counts, as before.
    #expect(closes(["/a", "/b", "/b"], Int32(SYS_fsync)).descriptor == "/b")
  }

  // MARK: Locks of files

  /// On a file system that shows other numbers than the list of locks has.
  @Test func theLockOfAnotherThreadIsNotThatOfAGrantedWait() {
    let locks = """
      1: FLOCK  ADVISORY  WRITE 4711 00:1a:131 0 EOF
      1: -> FLOCK  ADVISORY  WRITE 77 00:1a:131 0 EOF
      """
    func holder(_ file: String, isWaiting: Bool) -> Int32? {
      ForeignHolder.fileLockHolder(of: 77, file: file, isWaiting: isWaiting, kind: "FLOCK", locks: locks)
    }
    #expect(holder("fe:01:900", isWaiting: true) == 4711, "the process's only wait is this one")
    #expect(holder("fe:01:900", isWaiting: false) == nil)
    #expect(holder("00:1a:131", isWaiting: false) == 4711, "a wait for the file itself")
  }

  @Test func aWaitLastsUntilItsThreadIsReady() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let (reader, writer) = (ends[0], ends[1])
    let world = LinuxWorld()
    let waiter = TargetThread(world) {
      var byte: UInt8 = 0
      _ = read(reader, &byte, 1)
      _ = read(reader, &byte, 1)
    }
    let watched = world.known(waiter.thread)
    var look = world.sampler.sample(watched)
    #expect(
      waitUntil(10) {
        look = world.sampler.sample(watched)
        return look.stands
      })
    let call = try #require(look.call)
    #expect(world.stillWaits(watched, look, in: call))
    var other = call
    other.stackPointer &+= 16
    #expect(!world.stillWaits(watched, look, in: other), "another call")
    var earlier = look
    earlier.stands = false
    #expect(!world.stillWaits(watched, earlier, in: call), "a look that met it on its way")
    // The same call again is another wait: it has run in between.
    #expect(write(writer, [1], 1) == 1)
    #expect(waitUntil(10) { !world.stillWaits(watched, look, in: call) && isBlocked(watched) })
    #expect(!world.stillWaits(watched, look, in: call))
    #expect(write(writer, [1], 1) == 1)
    waiter.join()
    close(reader)
    close(writer)
  }

  private func isBlocked(_ watched: WatchedThread) -> Bool {
    if case .blocked = watched.files.callState { true } else { false }
  }

  // MARK: Nice values

  private func starved(_ change: (inout Rivalry) -> Void) -> String {
    StallReport.sample { record in
      record.kind = .starved
      record.diagnosis.cause = .starved
      record.diagnosis.shares.queue = 0.9
      var rivalry = Rivalry()
      rivalry.nice = 10
      change(&rivalry)
      record.diagnosis.rivalry = rivalry
    }.sentence
  }

  @Test func aNiceValueIsInTheSentenceWhereItExplains() {
    let general = "; its nice value is 10: work with a lower one gets more."
    #expect(
      starved { $0.otherUse = 0.9 }.hasSuffix("other processes used 90 % of one, and there is 1\(general)"))
    #expect(starved { $0.sharedUse = 0.9 }.hasSuffix(general))
    #expect(starved { $0.otherUse = 0.1 }.hasSuffix("which other work had them is not known\(general)"))
    #expect(starved { $0.ownUse = 0.9 }.hasSuffix(general), "of many threads none is the busiest")
    let thread = starved { ($0.ownUse, $0.thread, $0.threadNice) = (0.9, 12, -5) }
    #expect(thread.hasSuffix("; its nice value is 10, that thread's -5."), "\(thread)")
    // A thread that is as nice has no advantage.
    #expect(!starved { ($0.ownUse, $0.thread, $0.threadNice) = (0.9, 12, 10) }.contains("nice"))
    #expect(!starved { ($0.otherUse, $0.nice) = (0.9, 0) }.contains("nice"))
    #expect(!starved { ($0.otherUse, $0.nice) = (0.9, -5) }.contains("nice"))
    #expect(
      !starved { ($0.stolenUse, $0.otherUse) = (0.9, 0) }.contains("nice"), "the host knows no nice values")
    #expect(
      !starved { ($0.throttledTime, $0.quota) = (900_000_000, 0.1) }.contains("nice"), "and quotas neither")
  }

  @Test func niceValuesAreReadBehindAnyName() throws {
    func nice(_ name: String, _ value: Int = 7) -> Int? {
      Array("41 (\(name)) S 1 41 41 0 -1 4194368 101 0 2 0 5 6 0 0 27 \(value) 3 0 99 0\n".utf8)
        .withUnsafeBytes(ThreadFiles.nice)
    }
    #expect(nice("worker") == 7 && nice("a) R 1 2 (b") == 7 && nice("x", -20) == -20)
    #expect(Array("41 (x) S 1 41".utf8).withUnsafeBytes(ThreadFiles.nice) == nil)
    #expect(Array("41 (x".utf8).withUnsafeBytes(ThreadFiles.nice) == nil)
    let world = LinuxWorld()
    let found = Locked<[Int]>([])
    onFreshThread {
      let before = world.nice(of: linux_gettid())
      linux_set_thread_priority(19)
      found.withLock { $0 = [before, world.nice(of: linux_gettid())] }
    }
    #expect(found.withLock(\.last) == 19 && found.withLock(\.first) != 19)
    #expect(world.nice(of: .max) == 0, "an ended thread")
  }

  /// What the monitor asks for, in a simulated world.
  @Test func aStarvedLoopsReportHasBothNiceValues() throws {
    let simulation = Simulation()
    simulation.world.diagnosis.cause = .starved
    simulation.world.diagnosis.shares.queue = 0.9
    simulation.world.machineUse.allowed = ProcessorSet([3])
    simulation.world.niceValues = [1: 15, 7: 4, 8: 9]
    var scenario = LoopScenario.waiting
    scenario.callout("starved", at: 1, for: 0.8)
    simulation.play(scenario)
    for step in 0..<100 {
      simulation.at(1 + Double(step) / 100) {
        let time = UInt64(step) * 10_000_000
        simulation.world.machineUse.time = simulation.world.now
        simulation.world.machineUse.busyTime = time
        simulation.world.machineUse.threads = [1: 0, 7: time, 8: time / 2]
        simulation.world.machineUse.processTime = time + time / 2
      }
    }
    simulation.run(to: 3)
    let record = try #require(simulation.reported.ended.first)
    let rivalry = try #require(record.diagnosis.rivalry)
    #expect((rivalry.thread, rivalry.nice, rivalry.threadNice) == (7, 15, 4), "\(rivalry)")
  }
}
