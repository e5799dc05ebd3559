import LinuxSystem
import RunLoopCore
import TestHarness
import Testing

@testable import StallMonitoring

/// A socket of a test's own in the place of systemd's.
private final class Listener {
  private let socket: Socket
  let place: String

  /// - Parameter place: a path, or a name that begins with @.
  init(_ place: String) throws {
    self.place = place
    socket = try Socket(AF_UNIX, .datagrams)
    try socket.bind(to: place.hasPrefix("@") ? .abstract(String(place.dropFirst())) : .path(place))
  }

  deinit {
    socket.close()
    if place.hasPrefix("/") { unlink(place) }
  }

  /// The next datagram; nil when there is none.
  func next() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 17)
    let count = socket.receive(into: &buffer)
    return count < 0 ? nil : Array(buffer[..<count])
  }

  var nextText: String? { next().map { String(decoding: $0, as: UTF8.self) } }
}

/// The service manager's protocol.
@Suite(.hangLimit) struct ServiceManagerTests {
  @Test("hears what it is notified of, at a path or an abstract name", arguments: [false, true])
  func notices(_ isAbstract: Bool) throws {
    let folder = try TemporaryFolder()
    let listener = try Listener(isAbstract ? "@mainspring-test-\(getpid())" : folder.path + "/notify")
    let manager = try #require(ServiceManager { $0 == "NOTIFY_SOCKET" ? listener.place : nil })
    #expect(manager.watchdog == nil)
    #expect(manager.notify(.ready) && listener.nextText == "READY=1")
    #expect(manager.notify(.stopping) && listener.nextText == "STOPPING=1")
    #expect(manager.notify(.watchdog) && listener.nextText == "WATCHDOG=1")
    // No second variable by a line end.
    #expect(
      manager.notify(.status("12 clients\nMAINPID=1")) && listener.nextText == "STATUS=12 clients MAINPID=1")
    #expect(listener.next() == nil)
  }

  @Test func theEnvironmentSaysWhetherThereIsAWatchdogForThisProcess() throws {
    func watchdog(_ time: String?, _ process: String?) -> Duration? {
      let variables = ["NOTIFY_SOCKET": "/run/notify", "WATCHDOG_USEC": time, "WATCHDOG_PID": process]
      return ServiceManager(process: 4_711) { variables[$0] ?? nil }?.watchdog
    }
    #expect(watchdog("30000000", "4711") == .seconds(30) && watchdog("30000000", nil) == .seconds(30))
    // A child of the service.
    #expect(watchdog("30000000", "4712") == nil && watchdog("30000000", "") == nil)
    for time in [nil, "", "0", "-5", "x", "99999999999999999999", "9223372036854775807"] {
      #expect(watchdog(time, "4711") == nil, "\(time ?? "")")
    }
  }

  @Test func whatIsNoSocketIsNoManager() {
    for place in ["", "@", "/", "relative", "vsock:2:1234", "/" + String(repeating: "x", count: 108)] {
      #expect(ServiceManager { $0 == "NOTIFY_SOCKET" ? place : nil } == nil, "\(place)")
    }
    #expect(ServiceManager { _ in nil } == nil)
  }

  @Test func oneThatIsNotThereOrHasEnoughDoesNotHoldTheCallerUp() throws {
    let folder = try TemporaryFolder()
    let manager = try #require(ServiceManager { $0 == "NOTIFY_SOCKET" ? folder.path + "/none" : nil })
    #expect(!manager.notify(.ready))
    let listener = try Listener(folder.path + "/full")
    let full = try #require(ServiceManager { $0 == "NOTIFY_SOCKET" ? listener.place : nil })
    // The kernel's queue of a datagram socket is short.
    var sent = 0
    while sent < 100_000, full.notify(.watchdog) { sent += 1 }
    #expect(sent > 0 && sent < 100_000)
    #expect(listener.nextText == "WATCHDOG=1" && full.notify(.watchdog))
  }

  @Test func aMonitorNotifiesTheWatchdogThatItIsStartedWith() throws {
    let folder = try TemporaryFolder()
    let listener = try Listener(folder.path + "/notify")
    let variables = ["NOTIFY_SOCKET": listener.place, "WATCHDOG_USEC": "300000"]
    var settings = StallMonitor.Settings()
    settings.reports = nil
    settings.processorShare = nil
    for notifies in [true, false] {
      settings.notifiesWatchdog = notifies
      let monitor = try StallMonitor(
        settings, world: LinuxWorld(signal: 0), manager: ServiceManager { variables[$0] })
      monitor.start()
      if notifies {
        for _ in 0..<3 {
          var heard: String?
          for _ in 0..<10_000 where heard == nil {
            heard = listener.nextText
            if heard == nil { usleep(1_000) }
          }
          #expect(heard == "WATCHDOG=1")
        }
      } else {
        while monitor.passCount < 3 { usleep(1_000) }
      }
      monitor.stop()
      if notifies { while listener.next() != nil {} } else { #expect(listener.next() == nil) }
    }
  }
}

/// journald's native protocol.
@Suite(.hangLimit) struct JournalTests {
  /// The fields of an entry, as journald reads them.
  private func fields(_ entry: [UInt8]) throws -> [(name: String, value: String)] {
    var found: [(String, String)] = []
    var rest = entry[...]
    while !rest.isEmpty {
      let end = try #require(rest.firstIndex { $0 == 0x0A || $0 == UInt8(ascii: "=") })
      let name = String(decoding: rest[..<end], as: UTF8.self)
      if rest[end] == 0x0A {
        let length = rest[(end + 1)...].prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
        let value = rest[(end + 9)...].prefix(length)
        try #require(value.count == length && rest[value.endIndex] == 0x0A)
        found.append((name, String(decoding: value, as: UTF8.self)))
        rest = rest[(value.endIndex + 1)...]
      } else {
        let line = try #require(rest[end...].firstIndex(of: 0x0A))
        found.append((name, String(decoding: rest[(end + 1)..<line], as: UTF8.self)))
        rest = rest[(line + 1)...]
      }
    }
    return found
  }

  private var record: StallRecord {
    var record = StallRecord()
    (record.id, record.loop, record.thread, record.hasEnded) = (3, "main", 4_711, true)
    (record.started, record.found, record.lastSeen) = (1_000_000_000, 1_300_000_000, 1_583_000_000)
    record.callout = Callout(
      kind: .timer, label: "refresh", site: "App/Feed.swift:41", code: 0, loop: "main", mode: "default")
    record.diagnosis.cause = .sleep
    record.diagnosis.systemCall = "clock_nanosleep"
    record.fingerprint = 0xBEEF
    record.notes = ["screen": "list\nMAINPID=1"]
    var sample = StackSample()
    sample.addresses = [0x1000, 0x2000]
    record.samples = [sample]
    return record
  }

  @Test func aStallIsAnEntryOfFields() throws {
    let folder = try TemporaryFolder()
    let listener = try Listener(folder.path + "/journal")
    let journal = try #require(Journal(listener.place) { "/reports/run" })
    journal.stallBegan(record)
    #expect(listener.next() == nil)
    journal.stallEnded(record)
    let fields = try fields(try #require(listener.next()))
    func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }
    #expect(
      value("MESSAGE")
        == "the loop 'main' was held up for 583 ms by timer 'refresh' (App/Feed.swift:41): sleep")
    #expect(
      value("PRIORITY") == "4" && value("MESSAGE_ID") == Journal.messageID
        && Journal.messageID.utf8.count == 32)
    #expect(value("MAINSPRING_LOOP") == "main" && value("MAINSPRING_CAUSE") == "sleep")
    #expect(value("MAINSPRING_CALL") == "clock_nanosleep" && value("MAINSPRING_DURATION_USEC") == "583000")
    #expect(value("MAINSPRING_THREAD") == "4711" && value("MAINSPRING_RECORD") == "\(getpid()).3")
    #expect(
      value("MAINSPRING_REPORTS") == "/reports/run" && value("MAINSPRING_FINGERPRINT") == "000000000000beef")
    #expect(value("CODE_FILE") == "App/Feed.swift" && value("CODE_LINE") == "41")
    #expect(value("MAINSPRING_STACK")?.split(separator: "\n").count == 2)
    // A value with a line end is no further field.
    #expect(value("MAINSPRING_NOTE") == "screen: list\nMAINPID=1" && value("MAINPID") == nil)
    let names = fields.map(\.name)
    #expect(names.allSatisfy { $0.utf8.allSatisfy { $0 == 0x5F || (0x41...0x5A).contains($0) } })
    journal.log(record, "it lasts")
    let logged = try self.fields(try #require(listener.next()))
    #expect(logged.contains { $0 == ("MESSAGE", "it lasts") } && logged.contains { $0 == ("PRIORITY", "2") })
  }

  /// Was wrong: many short callouts were one that held the loop up, and Swift's task pool was a loop.
  @Test(
    arguments: [
      (
        .stall, "main", "the loop 'main' was held up for 583 ms by timer 'refresh' (App/Feed.swift:41): sleep"
      ),
      (
        .busyBurst, "main",
        "the loop 'main' worked for 583 ms without a wait, by callouts of which each was short; seen last: "
          + "timer 'refresh' (App/Feed.swift:41)"
      ), (.processorHigh, "", "the process used much processor time for 583 ms"),
      (.memoryHigh, "", "the process used more memory than is allowed for it"),
      (
        .stall, TaskPool.label(2),
        "Swift's task pool (all 2 threads) was held up for 583 ms by timer 'refresh' (App/Feed.swift:41): sleep"
      ),
    ] as [(RecordKind, String, String)])
  func theMessageSaysWhatHappened(_ kind: RecordKind, _ loop: String, _ message: String) throws {
    let folder = try TemporaryFolder()
    let listener = try Listener(folder.path + "/journal")
    let journal = try #require(Journal(listener.place))
    var record = record
    (record.kind, record.loop) = (kind, loop)
    journal.stallEnded(record)
    #expect(try fields(#require(listener.next())).first { $0.name == "MESSAGE" }?.value == message)
  }

  @Test func theStackIsTheOneThatSaysMost() throws {
    var record = record
    var other = StackSample()
    other.addresses = [0x3000]
    record.samples.append(other)
    func stack(_ point: Int?) throws -> String? {
      record.pointSample = point
      return try fields(Journal.entry(record, "x", priority: 4, reports: "")).first {
        $0.name == "MAINSPRING_STACK"
      }?.value
    }
    #expect(try stack(1) == "0x3000" && stack(nil) == "0x1000\n0x2000" && stack(9) == nil)
  }

  @Test func aMonitorWritesItsStallsThere() throws {
    let folder = try TemporaryFolder()
    let listener = try Listener(folder.path + "/journal")
    let simulation = Simulation()
    simulation.core.reportSinks = [try #require(Journal(listener.place))]
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: 1, for: 1)
    simulation.play(scenario)
    simulation.run(to: 3)
    #expect(
      try fields(try #require(listener.next())).contains {
        $0.name == "MAINSPRING_LOOP" && $0.value == "main"
      })
    #expect(listener.next() == nil)
    var settings = StallMonitor.Settings()
    #expect(StallMonitor.journal(settings, nil) == nil)
    settings.journal = .socket(listener.place)
    #expect(StallMonitor.journal(settings, nil) != nil)
    settings.journal = .socket("relative")
    #expect(throws: StallMonitorError.self) { try settings.check() }
    settings.journal = nil
    settings.actions = [.log(after: .milliseconds(1))]
    #expect(throws: StallMonitorError.self) { try settings.check() }
    settings.actions = []
    settings.patience = .milliseconds(1)
    #expect(throws: StallMonitorError.self) { try settings.check() }
  }
}
