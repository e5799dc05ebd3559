import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Was wrong: a FIFO was a pipe; a blocked `connect` had no address; of several descriptors that were closed, or addresses that were connected
/// to, in turn one was the cause.
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
      // The path may not be readable.
      #expect(
        wait(call, "").hasSuffix("it waited for the other end of a FIFO to be opened (\(call)), \(place)"))
    }
  }

  /// Without readable wait channels a FIFO that is opened can not be distinguished from a slow file.
  @Test func aFIFOIsAwaitedWhereItIsOpened() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/feed"
    try #require(mkfifo(path, 0o600) == 0)
    let world = LinuxWorld()
    let waiter = TargetThread(world) { close(open(path, O_RDONLY | O_CLOEXEC)) }
    defer {
      // The reader waits, or has ended.
      var writer: Int32 = -1
      _ = waitUntil(10) {
        writer = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        return writer >= 0 || !world.known(waiter.thread).files.isAlive
      }
      close(writer)
      waiter.join()
    }
    var look = world.sampler.sample(world.known(waiter.thread))
    let isBlocked = waitUntil(10) {
      look = world.sampler.sample(world.known(waiter.thread))
      return look.stands && look.call.flatMap { SystemCallTable.path(of: $0) } != nil
    }
    #expect(isBlocked)
    guard world.known(waiter.thread).files.waitChannel?.isEmpty == false else {
      return print("skipped, wait channels are hidden here")
    }
    _ = world.sample(thread: waiter.thread)
    let note = world.known(waiter.thread).notes.last
    #expect(note?.kind == .pipe && note?.descriptor == path, "\(note?.waitChannel ?? "no note")")
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
    #expect(text(.loopback(port: 443)) == "127.0.0.1:443")
    #expect(
      text(.six([0x20, 1, 0xd, 0xb8] + [UInt8](repeating: 0, count: 11) + [1], scope: 0, port: 80))
        == "[2001:db8::1]:80")
    #expect(text(.path("/run/app.sock")) == "/run/app.sock" && text(.abstract("app")) == "@app")
    #expect(
      text(.six([0xfe, 0x80] + [UInt8](repeating: 0, count: 13) + [1], scope: 2, port: 80))
        == "[fe80::1%2]:80")
    // A zero is a byte of an abstract name like any other.
    #expect(text(.abstract("a\0b\0")) == "@a\\0b\\0")
    // Another call's second argument is something else.
    #expect(
      text(.loopback(port: 443), Int32(SYS_sendto)) == ""
        && text(.loopback(port: 443), Int32(SYS_accept4)) == "")
  }

  @Test func anAddressThatIsNoneIsLeftOut() {
    // The rest of the register does not count.
    #expect(text(.loopback(port: 443), length: 1 << 32 | 16) == "127.0.0.1:443")
    #expect(
      text(.loopback(port: 443), length: .max) == "127.0.0.1:443", "as much as an address has at most")
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
      return note?.kind == .socket && note?.address == "\(folder.path)/s"
    }
    let note = world.known(waiter.thread).notes.last
    #expect(
      found && note?.descriptor.hasPrefix("socket:[") == true && note?.descriptor.hasSuffix("]") == true,
      "\(note?.descriptor ?? "none")")
    // Its end takes the waiting one with it.
    server.close()
    waiter.join()
    first.close()
    second.close()
  }

  @Test func theAddressIsInTheSentence() {
    func text(_ descriptor: String, _ others: Int = 0) -> String {
      sentence(.socket, "connect") {
        ($0.descriptor, $0.address, $0.otherDescriptors) = (descriptor, "192.0.2.1:443", others)
      }
    }
    let place = "(connect), called from feed+0x4000."
    #expect(
      text("socket:[17]").hasSuffix("it waited for a socket socket:[17] to 192.0.2.1:443 \(place)"))
    #expect(text("").hasSuffix("it waited for a socket to 192.0.2.1:443 \(place)"))
    #expect(text("socket:[17]", 1).hasSuffix(" to 192.0.2.1:443 and at least one other \(place)"))
    #expect(text("socket:[17]", 2).hasSuffix(" to 192.0.2.1:443 and at least 2 others \(place)"))
    // Beside work, too.
    let rest = sentence(.processor) {
      var rest = Diagnosis.Part(cause: .socket, share: 0.3)
      (rest.systemCall, rest.descriptor, rest.address) = ("connect", "socket:[17]", "192.0.2.1:443")
      rest.otherDescriptors = 1
      $0.rest = rest
    }
    #expect(
      rest.contains("it waited for a socket socket:[17] to 192.0.2.1:443 and at least one other (connect)"))
    // In an older report the address is a part of the descriptor.
    let older = sentence(.socket, "connect") { $0.descriptor = "socket:[17] to 192.0.2.1:443" }
    #expect(older.hasSuffix("it waited for a socket socket:[17] to 192.0.2.1:443 \(place)"), "\(older)")
  }

  @Test func theReportAsDataHasDescriptorAndAddressApart() throws {
    let report = StallReport.sample(waiting: .socket, "connect") {
      ($0.diagnosis.descriptor, $0.diagnosis.address) = ("socket:[17]", "192.0.2.1:443")
      var rest = Diagnosis.Part(cause: .fileIO, share: 0.3)
      (rest.systemCall, rest.descriptor, rest.otherDescriptors) = ("close", "descriptor 3", 2)
      $0.diagnosis.rest = rest
    }
    let json = report.json
    #expect(json.contains(#""descriptor":"socket:[17]","address":"192.0.2.1:443","otherDescriptors":0"#))
    #expect(json.contains(#""descriptor":"descriptor 3","address":null,"otherDescriptors":2"#), "\(json)")
    #expect(report.objectText == "socket:[17] to 192.0.2.1:443")
  }

  // MARK: Several in turn

  /// Each note stands for the time up to its end, in milliseconds; the last one for the rest of a second.
  private func diagnosis(
    _ call: Int32, _ kind: WaitKind, _ found: [(end: UInt64, descriptor: String, address: String)]
  ) -> Diagnosis {
    var first = ThreadReading()
    (first.time, first.kernelTime) = (5_000_000_000, 0)
    var last = first
    last.time += 1_000_000_000
    // The end of a note's time is half way to the next note.
    var time = (found.first?.end ?? 0) / 2
    let notes = found.map { end, descriptor, address in
      var note = WaitNote(time: first.time + time * 1_000_000, call: Int(call), kind: kind)
      (note.descriptor, note.address) = (descriptor, address)
      time = 2 * end - time
      return note
    }
    return Diagnosing.diagnosis(readings: [first, last], notes: notes)
  }

  private func closes(_ descriptors: [String], _ call: Int32 = Int32(SYS_close)) -> Diagnosis {
    let length = UInt64(1000 / descriptors.count)
    return diagnosis(
      call, .fileIO, descriptors.enumerated().map { (UInt64($0 + 1) * length, $1, "") })
  }

  private func isSame(_ diagnosis: Diagnosis, _ descriptor: String, _ others: Int) -> Bool {
    diagnosis.descriptor == descriptor && diagnosis.otherDescriptors == others
  }

  @Test func severalClosesInTurnAreSeveral() {
    #expect(isSame(closes(["descriptor 3", "descriptor 3"]), "descriptor 3", 0))
    #expect(isSame(closes(["descriptor 3", "descriptor 4", "descriptor 4"]), "descriptor 4", 1))
    let three = closes(["descriptor 3", "descriptor 4", "", "descriptor 5", "descriptor 5"])
    #expect(three.cause == .fileIO && isSame(three, "descriptor 5", 2))
    let text = sentence(.fileIO, "close") { ($0.descriptor, $0.otherDescriptors) = ("descriptor 5", 2) }
    #expect(
      text.hasSuffix(
        "it waited for descriptor 5 and at least 2 others to be closed (close), called from feed+0x4000."),
      "\(text)")
    // Files have names, of which one counts.
    #expect(isSame(closes(["/a", "/b", "/b"], Int32(SYS_fsync)), "/b", 0))
  }

  @Test func theLongestWaitIsNamedAndNotTheMostFrequentOne() {
    let (one, two) = ("192.0.2.1:443", "192.0.2.2:443")
    let call = Int32(SYS_connect)
    let found = diagnosis(
      call, .socket, [(100, "socket:[1]", one), (200, "socket:[1]", one), (1000, "socket:[2]", two)])
    #expect(isSame(found, "socket:[2]", 1) && found.address == two && found.systemCall == "connect")
    // One address by two sockets, together longer than another one.
    let again = diagnosis(
      call, .socket, [(250, "socket:[1]", one), (600, "socket:[2]", one), (1000, "socket:[3]", two)])
    #expect(isSame(again, "socket:[2]", 2) && again.address == one)
    let same = diagnosis(call, .socket, [(500, "socket:[1]", one), (1000, "socket:[1]", one)])
    #expect(isSame(same, "socket:[1]", 0) && same.address == one)
    // Another call of sockets has no others.
    let reads = diagnosis(Int32(SYS_recvfrom), .socket, [(500, "socket:[1]", ""), (1000, "socket:[2]", "")])
    #expect(reads.otherDescriptors == 0)
  }

  /// A stopped thread's note has its tracer.
  @Test func aTracerIsNoDescriptorToBeClosed() {
    let found = diagnosis(
      Int32(SYS_close), .stopped, [(500, "process 7 'gdb'", ""), (1000, "process 8 'strace'", "")])
    #expect(found.cause == .stopped && found.systemCall == "close" && found.otherDescriptors == 0)
  }
}
