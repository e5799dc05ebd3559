@testable import StallMonitoring

/// The inputs in Tests/Fuzzing that fuzzing begins with: whole ones, small, and made here.
enum StallFuzzSeeds {
  static var all: [(target: StallFuzzTarget, seeds: [(name: String, bytes: [UInt8])])] {
    let tiny = TinyElf.bytes(note: note(Array(1...20)))
    return [
      (.elf, [("tiny", tiny), ("supplement", withSupplement), ("compressed", compressed)]),
      (.notes, [("build-id", note(Array(1...20))), ("two", note([], type: 1) + note([1, 2, 3]))]),
      (.headers, [("tiny", tiny), ("unwind", withUnwindHeader)]),
      (.unwind, [("two-functions", unwindTables)]),
      (.maps, [("program", Array(maps.utf8))]),
      (.reports, [("stall", report(.plain)), ("escapes", report(.escapes)), ("killed", report(.killed))]),
      (.records, [("full", record(.plain)), ("nameless", record(.nameless))]),
      (.pages, [("two-loops", page)]),
      (.requests, requests.map { ($0, Array($1.utf8)) }),
      (.names, names.map { ($0, Array($1.utf8)) }),
      (.lines, [("two", Array(lines.utf8))]),
      (
        .debug,
        [
          ("version-4", debug(CraftedDwarf())), ("version-5", debug(CraftedDwarf(version: 5))),
          ("shared-4", debug(CraftedDwarf(originForm: [0xa0, 0x3e]))),
          ("shared-5", debug(CraftedDwarf(version: 5, originForm: [0x1c]))),
        ]
      ),
    ]
  }

  private static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  /// Each section behind its size.
  private static func debug(_ crafted: CraftedDwarf) -> [UInt8] {
    let sections = crafted.sections
    return DwarfSections.Name.allCases.flatMap { name in
      let bytes = sections[name] ?? []
      return little(UInt16(bytes.count)) + bytes
    }
  }

  /// A file that names its supplement in both ways.
  private static var withSupplement: [UInt8] {
    let old = Array("common".utf8) + [0, 1, 2, 3, 4]
    return TinyElf.file([(".gnu_debugaltlink", 0, old), (".debug_sup", 0, [5, 0, 1, 0, 2, 7, 8])])
  }

  /// A section that zstd has compressed, if four equal bytes can be called that.
  private static var compressed: [UInt8] {
    let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x20, 4, 0x23, 0, 0, 9]
    let lines = little(UInt32(2)) + little(UInt32(0)) + little(UInt64(4)) + little(UInt64(1)) + frame
    return TinyElf.file([(".debug_line", 0x800, lines)])
  }

  private static func note(_ contents: [UInt8], type: UInt32 = 3) -> [UInt8] {
    little(UInt32(4)) + little(UInt32(contents.count)) + little(type) + Array("GNU\0".utf8) + contents
      + Array(repeating: 0, count: (4 - contents.count % 4) % 4)
  }

  // MARK: Unwinding

  /// `.eh_frame_hdr`, filled up to 64 bytes, and `.eh_frame` behind it, for two functions 4 KiB further on.
  private static var unwindTables: [UInt8] {
    /// A number that counts from its own place.
    func relative(_ target: Int, at place: Int) -> [UInt8] { little(Int32(target - place)) }
    func entry(_ body: [UInt8]) -> [UInt8] {
      let padded = body + Array(repeating: 0, count: (4 - body.count % 4) % 4)
      return little(UInt32(padded.count)) + padded
    }
    let common = entry(
      little(UInt32(0)) + [1] + Array("zR\0".utf8) + [1, 0x78, 16, 1, 0x1B, 0x0C, 7, 8, 0x90, 1])
    let first = 64 + common.count
    func function(_ start: Int, at place: Int, _ program: [UInt8]) -> [UInt8] {
      entry(
        little(UInt32(place + 4 - 64)) + relative(start, at: place + 8) + little(UInt32(0x20)) + [0] + program
      )
    }
    // push rbp; mov rsp, rbp. Then a row that is remembered and restored, and one by expressions.
    let one = function(
      0x1000, at: first, [0x41, 0x0E, 16, 0x86, 2, 0x43, 0x0D, 6, 0x0A, 0x48, 0x0C, 7, 8, 0x0B])
    let second = first + one.count
    let two = function(
      0x1020, at: second, [0x41, 0x0F, 3, 0x77, 8, 0x06, 0x10, 6, 2, 0x76, 0x78, 0x42, 0x0C, 7, 16, 0x2E, 0])
    var header: [UInt8] = [1, 0x1B, 0x03, 0x3B]
    header += relative(64, at: 4) + little(UInt32(2))
    header += little(Int32(0x1000)) + little(Int32(first)) + little(Int32(0x1020)) + little(Int32(second))
    return header + Array(repeating: 0, count: 64 - header.count) + common + one + two + [0, 0, 0, 0]
  }

  /// The first page of a module whose second segment says where the tables are.
  private static var withUnwindHeader: [UInt8] {
    func segment(_ type: UInt32, _ address: Int, _ size: Int) -> [UInt8] {
      little(type) + little(UInt32(4)) + little(UInt64(address)) + little(UInt64(address))
        + little(UInt64(address)) + little(UInt64(size)) + little(UInt64(size)) + little(UInt64(8))
    }
    let tables = unwindTables
    let start = 64 + 2 * 56
    return [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0] + [UInt8](repeating: 0, count: 8) + little(UInt16(3))
      + little(UInt16(62)) + little(UInt32(1)) + little(UInt64(0)) + little(UInt64(64)) + little(UInt64(0))
      + little(UInt32(0)) + little(UInt16(64)) + little(UInt16(56)) + little(UInt16(2)) + little(UInt16(64))
      + little(UInt16(0)) + little(UInt16(0)) + segment(1, 0, start + tables.count)
      + segment(0x6474_E550, start, 28) + tables
  }

  private static let maps = """
    00400000-00401000 r--p 00000000 08:01 77                         /opt/feed/bin/feed
    00401000-00402000 r-xp 00001000 08:01 77                         /opt/feed/bin/feed
    00500000-00501000 r-xp 00000000 00:00 0
    7f0000000000-7f0000021000 rw-p 00000000 00:00 0                  [heap]
    7f0000100000-7f0000200000 r-xp 00000000 08:01 78                 /usr/lib/libc.so.6 (deleted)
    7fff00000000-7fff00001000 r-xp 00000000 00:00 0                  [vdso]
    ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0          [vsyscall]

    """

  // MARK: Reports

  enum Kind {
    case plain, nameless, escapes, killed
  }

  /// What a terminal would obey, and what would look like a line of the tool's own.
  static let hostile = "\u{1B}[31mred\u{1B}]0;title\u{7}\nforged  line\r\u{9B}2J\u{202E}\u{2028}\t\u{7F}"

  private static func stall(_ kind: Kind, id: UInt64) -> StallRecord {
    func name(_ text: String) -> String { kind == .escapes ? text + hostile : text }
    var record = StallRecord()
    record.id = id
    record.kind = id == 1 ? .mainThreadStall : .stall
    record.loop = name("main")
    record.thread = 4711
    record.threadName = name("feed")
    record.callout = Callout(
      kind: .timer, label: kind == .nameless ? "" : name("refresh"),
      site: kind == .nameless ? "" : name("Feed/Feed.swift:41"), code: 0x40_1010, loop: name("main"),
      mode: name("default"))
    record.outerCallouts = [
      Callout(kind: .source, label: name("outer"), site: "", code: 0, loop: name("main"), mode: "modal")
    ]
    record.otherLoops = [
      Callout(kind: .block, label: name("other"), site: "", code: 0, loop: name("worker"), mode: "default")
    ]
    (record.started, record.found, record.lastSeen) = (1_000_000_000, 1_050_000_000, 1_400_000_000)
    record.hasEnded = kind != .killed
    record.frozenTime = 2_000_000
    record.startedWall = (1_790_000_000 + Int64(id), 5)
    record.threshold = 50_000_000
    record.diagnosis.cause = .lock
    record.diagnosis.shares.blocked = 0.9
    record.diagnosis.shares.processor = 0.1
    record.diagnosis.minorFaults = 3
    record.diagnosis.systemCall = name("futex")
    record.diagnosis.waitChannel = name("futex_do_wait")
    record.diagnosis.descriptor = name("/data/list")
    var owner = StackSample()
    owner.addresses = [0x40_1100, 0x40_1200]
    record.diagnosis.lockOwner = LockOwner(
      kind: .mutex, thread: 4712, threadName: name("writer"), stack: owner)
    for index in 0..<4 as Range<UInt> {
      var stack = StackSample()
      stack.time = 1_050_000_000 + UInt64(index) * 100_000_000
      stack.addresses = index == 3 ? [] : [0x40_1010 + index % 2, 0x40_1300, 0x40_1400, 0x40_1500]
      stack.reason = index == 3 ? name("no stack") : ""
      stack.means = index % 2 == 0 ? .procfs : .signal
      stack.isComplete = true
      record.samples.append(stack)
      record.repeatCounts.append(Int(index))
    }
    record.pointSample = 1
    record.fingerprint = 99
    record.suppressed = 2
    record.notes = [name("screen"): name("list")]
    record.verdict = .init(rawValue: name(kind == .escapes ? "odd" : "reported"))
    return record
  }

  private static func record(_ kind: Kind) -> [UInt8] {
    RecordCoding.encode(stall(kind, id: 1), moduleCount: 1, limit: 2_000) ?? []
  }

  private static func report(_ kind: Kind) -> [UInt8] {
    func name(_ text: String) -> String { kind == .escapes ? text + hostile : text }
    var report = CraftedReport()
    report.slotSize = 3_072
    report.executable = name("/opt/feed/bin/feed")
    report.state = kind == .killed ? ReportLayout.RunState.open : ReportLayout.RunState.closed
    report.add(
      LoadedImage(
        path: name("/opt/feed/bin/feed"), start: 0x40_1000, end: 0x40_2000, bias: 0, buildID: [1, 2, 3]))
    for id in 1...2 as ClosedRange<UInt64> { report.add(stall(kind, id: id)) }
    if kind != .plain {
      report.lastCallouts = [
        LastCallout(
          callout: Callout(
            kind: .timer, label: name("refresh"), site: "", code: 0, loop: name("main"), mode: "default"),
          wasWaiting: false)
      ]
    }
    if kind == .escapes { report.state = ReportLayout.RunState.open }
    return report.bytes
  }

  // MARK: Pages

  /// A page with room for two loops, three names and two modes.
  private static var page: [UInt8] {
    typealias Header = PageLayout.Header
    let tables: [(place: Int, size: Int, count: Int)] = [
      (Header.lines, 192, 2), (Header.loops, 128, 2), (Header.names, 256, 3), (Header.modes, 64, 2),
    ]
    var bytes = [UInt8](repeating: 0, count: PageLayout.headerSize)
    func put(_ content: [UInt8], _ offset: Int) {
      bytes.replaceSubrange(offset..<offset + content.count, with: content)
    }
    var starts: [Int] = []
    for (place, size, count) in tables {
      starts.append(bytes.count)
      put(little(UInt32(bytes.count)) + little(UInt32(size)) + little(UInt32(count)), place)
      bytes += [UInt8](repeating: 0, count: size * count)
    }
    put(little(PageLayout.magic) + little(PageLayout.version) + little(Int32(4711)) + little(UInt64(1)), 0)
    put(little(UInt64(17)) + little(UInt64(50_000_000)), Header.lookedTime)
    put(Array("/opt/feed/bin/feed".utf8), Header.executable)
    for loop in 0..<2 {
      let line = starts[0] + loop * 192
      // In a callout of kind 4 and name 1, one deep inside another, in mode 1.
      let words: [UInt64] = [7, 4 | 1 << 8, 0x40_1010]
      put(words.flatMap { little($0) }, line)
      put(little(UInt64(1 | 2 << 8 | 1 << 16 | 9 << 32)), line + 24)
      put(little(UInt64(2 | 2 << 8)), line + 56)
      let entry = starts[1] + loop * 128
      let numbers: [UInt32] = [UInt32(1 + loop), 4711, loop == 0 ? 1 : 0]
      put(numbers.flatMap { little($0) }, entry)
      put(Array("loop \(loop)".utf8), entry + PageLayout.Loop.label)
    }
    for name in 1..<3 { put(Array("name \(name)".utf8), starts[2] + name * 256) }
    for mode in 0..<2 { put(Array("mode \(mode)".utf8), starts[3] + mode * 64) }
    return bytes
  }

  // MARK: Text

  /// A run and a stall of it, as `runloop stalls collect --output` writes them.
  private static let lines = """
    {"type":"run","name":"r","host":"h","program":"p","version":"1","buildID":"0102","begun":1790000000000000000,"watched":5,"ending":"closed"}
    {"type":"stall","id":"i","run":"h//r","fingerprint":"0123456789abcdef","kind":"stall","path":["a","\\u00e9"],"started":1790000000000000000,"duration":7,"count":2}

    """

  private static let requests = [
    ("get", "GET /metrics HTTP/1.1\r\nHost: localhost:9090\r\nAccept: text/plain\r\n\r\n"),
    ("old", "HEAD /metrics?x=1 HTTP/1.0\r\n\r\n"),
    (
      "open",
      "GET /metrics HTTP/1.1\nHost: 127.0.0.1\naccept: application/openmetrics-text; version=1.0.0\n\n"
    ),
  ]

  private static let names = [
    ("swift", "$s11RunLoopCore0aB0C3run3forys8DurationV_tF"),
    ("closure", "$s4Feed0A5StoreC7refreshyyFyycfU_"),
    ("generic", "$sSa6appendyyxnFSi_Tg5"),
    ("old", "_TFC4Feed4View4drawfT_T_"),
    ("cxx", "_ZNSt6vectorIiSaIiEE9push_backERKi"),
    ("plain", "closure #1 (Swift.Int) -> () in Feed.Store.(f in _123)<A>(_: Int, to: [A: B]) throws -> C"),
  ]
}
