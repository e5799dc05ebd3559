import LinuxSystem

@testable import StallMonitoring

/// What the monitor and the tool read and others may have written: each takes any bytes, and gives what was made of them. Used
/// by the suites and by libFuzzer (`.ci/fuzz`).
enum StallFuzzTarget: String, CaseIterable {
  case elf, notes, headers, unwind, maps, reports, records, pages, requests, names, lines, debug

  func read(_ bytes: [UInt8]) -> [Int] {
    switch self {
    case .elf: Self.elf(bytes)
    case .notes: [bytes.withUnsafeBytes { ElfFile.buildID(in: $0) }.count]
    case .headers: Self.headers(bytes)
    case .unwind: Self.unwind(bytes)
    case .maps: Self.maps(bytes)
    case .reports: Self.report(bytes)
    case .records: Self.record(bytes)
    case .pages: Self.page(bytes)
    case .requests: Self.request(bytes)
    case .names: Self.name(bytes)
    case .lines: Self.lines(bytes)
    case .debug: Self.debug(bytes)
    }
  }

  /// What must be right for a reader to look any further.
  func sealed(_ bytes: [UInt8]) -> [UInt8] { self == .reports ? CraftedReport.sealed(bytes) : bytes }

  /// Runs the body with a file of those bytes.
  private static func withFile(_ bytes: [UInt8], _ body: (String) -> [Int]) -> [Int] {
    var template = Array("/dev/shm/mainspring-fuzz-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return [] }
    defer {
      close(descriptor)
      unlink(template)
    }
    guard bytes.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == bytes.count else {
      return []
    }
    return body(template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" })
  }

  private static func elf(_ bytes: [UInt8]) -> [Int] {
    withFile(bytes) { path in
      guard let file = ElfFile(path: path) else { return [-1] }
      var answer = [
        file.sections.count, file.buildID.count, file.symbolSections.count, file.firstPage == 0 ? 0 : 1,
      ]
      if let table = SymbolTable(path: path) {
        answer.append(min(table.count, 8))
        for address in [0, 0x1000, 0x1010, .max] as [UInt64] {
          answer.append(table.function(at: address)?.name.utf8.count ?? -1)
        }
      }
      answer += [file.debugLink?.utf8.count ?? -1, file.hasLines ? 1 : 0, file.hasAllSymbols ? 1 : 0]
      answer += [file.supplementLink?.path.utf8.count ?? -1, file.supplementID.count]
      if let lines = file.section(named: ".debug_line"), lines.isCompressed {
        answer.append(file.unpacked(lines, most: 1 << 16)?.count ?? -1)
      }
      answer.append(min(FunctionScan.find([0x1000, 0x1010, .max], in: file).count, 4))
      let starts = FunctionStarts(path: path)
      return answer + [0, 0x1010, .max].map { starts.start(of: $0) == nil ? 0 : 1 }
    }
  }

  private static func headers(_ bytes: [UInt8]) -> [Int] {
    let memory = ProcessMemory()
    return bytes.withUnsafeBytes { buffer in
      let base = UInt(bitPattern: buffer.baseAddress)
      guard let headers = ProgramHeaders(base: base, memory: memory) else { return [-1] }
      guard let place = headers.unwindHeader else { return [headers.bias == base ? 1 : 0] }
      let table = UnwindTable(
        headerAddress: place.address, headerSize: place.size, limit: place.limit, memory: memory)
      return [2, table == nil ? 0 : 1, place.size < 0 ? 1 : 0]
    }
  }

  private static func unwind(_ bytes: [UInt8]) -> [Int] {
    let memory = ProcessMemory()
    return bytes.withUnsafeBytes { buffer in
      let base = UInt(bitPattern: buffer.baseAddress)
      guard
        let table = UnwindTable(
          headerAddress: base, headerSize: min(buffer.count, 64), limit: base &+ UInt(buffer.count),
          memory: memory)
      else { return [-1] }
      var answer: [Int] = []
      let registers = MachineRegisters(programCounter: base, stackPointer: base)
      for offset in [0x1000, 0x1001, 0x1008, 0x1020, 0x1028, 0x1100, 0x9000] as [UInt] {
        guard let row = table.row(base &+ offset) else {
          answer.append(-1)
          continue
        }
        answer += [Int(row.baseRegister), Int(row.baseOffset), row.isSignalFrame ? 1 : 0]
        for slot in 0..<8 where row.rule(slot) == .expression { answer.append(evaluate(row.offset(slot))) }
        if row.baseExpression >= 0 { answer.append(evaluate(Int(row.baseExpression))) }
      }
      func evaluate(_ place: Int) -> Int {
        table.withExpression(place) {
          StackExpression.value($0, start: base, registers: registers) { $0 & 7 == 0 ? $0 : nil } == nil
            ? 0 : 1
        }
      }
      return answer
    }
  }

  private static func maps(_ bytes: [UInt8]) -> [Int] {
    let modules = bytes.withUnsafeBytes { MappedModule.list(in: $0) }
    let memory = ProcessMemory()
    for module in modules {
      var writer = RecordWriter()
      LoadedImage(path: module.path, start: module.start, end: module.end, bias: module.base, buildID: [])
        .write(to: &writer)
      // Its memory is not this process's: nothing of it may be read for certain.
      if module.end < 1 << 16 { _ = LoadedModule(module, memory: memory).code(module.start, count: 16) }
    }
    return [modules.count, modules.count { $0.path.isEmpty }, modules.count { $0.base == 0 }]
  }

  private static func report(_ bytes: [UInt8]) -> [Int] {
    guard var run = try? ReportReader.run(in: bytes, path: "/x/fuzz.stalls") else { return [-1] }
    // Files that the modules name are another target's.
    run.modules = run.modules.map { image in
      var image = image
      image.path = "[\(image.path)]"
      return image
    }
    var answer = [run.records.count, run.torn, run.remarks.count, run.modules.count, run.lastCallouts.count]
    for record in run.records.prefix(4) { answer += describe(record, of: run) }
    let stalls = run.records.map { (record: $0, run: run) }
    answer.append(StallReport.tree(of: stalls).folded.isEmpty ? 0 : 1)
    answer.append(StallReport.flamePage(of: stalls, title: "fuzz").isEmpty ? 0 : 1)
    answer.append(ReportFolder.reports(of: run.executable, in: [run], now: 1_790_000_000).isEmpty ? 0 : 1)
    return answer
  }

  private static func record(_ bytes: [UInt8]) -> [Int] {
    guard let decoded = try? RecordCoding.decode(bytes[...]) else { return [-1] }
    let run = StallRun(
      name: "x", path: "x", process: 1, executable: "/x", begun: 0, ending: .closed, records: [], dropped: 0,
      torn: 0,
      lastCallouts: [], remarks: [], identity: .init(pid: 1, startTicks: 0, pidNamespace: 0, boot: []),
      modules: [],
      moduleCounts: [:], wasExamined: false)
    // What was read can be written again.
    let again = RecordCoding.encode(decoded.record, moduleCount: 1, limit: 1 << 20)
    return describe(decoded.record, of: run) + [again == nil ? 0 : 1]
  }

  private static func describe(_ record: StallRecord, of run: StallRun) -> [Int] {
    let report = StallReport(record, of: run)
    let brief = StallReport(briefly: record, of: run, named: SymbolNames(images: []))
    return [
      Int(record.kind.rawValue), record.samples.count, record.outerCallouts.count, record.notes.count,
      report.json.isEmpty ? 0 : 1, report.flamePage.isEmpty ? 0 : 1, report.tree.folded.isEmpty ? 0 : 1,
      report.tree.heaviestPath.count, brief.calloutText.isEmpty ? 0 : 1, record.duration == 0 ? 0 : 1,
      report.time.utf8.count, report.begun.isEmpty ? 0 : 1,
    ]
  }

  private static func page(_ bytes: [UInt8]) -> [Int] {
    withFile(bytes) { path in
      guard let reader = try? HeartbeatReader(path: path) else { return [-1] }
      let loops = reader.loops
      _ = reader.isAlive
      let (time, threshold) = reader.monitor
      return [loops.count, time == 0 ? 0 : 1, StallReport.time(threshold).utf8.count]
        + loops.prefix(3).flatMap {
          [
            $0.depth, $0.outerCallouts.count, $0.callout.label.utf8.count, $0.mode.utf8.count,
            Int($0.callout.kind.rawValue),
          ]
        }
    }
  }

  private static func request(_ bytes: [UInt8]) -> [Int] {
    guard let head = RequestHead(bytes) else { return [-1] }
    return [head.fields.count, head.minorVersion, head.namesThisMachine ? 1 : 0, head.method.utf8.count]
  }

  private static func lines(_ bytes: [UInt8]) -> [Int] {
    var collection = StallCollection()
    collection.addLines(bytes, of: "fuzz")
    let rates = StallRates(collection)
    let page = RatesPage.html(of: rates, title: "fuzz")
    var again = StallCollection()
    again.addLines(Array(collection.lines.utf8), of: "again")
    // What was read can be written and read again.
    precondition(again.lines == collection.lines && !page.contains("<script"))
    if collection.runs.isEmpty, collection.stalls.isEmpty { return [-1, collection.unreadable] }
    return [
      collection.runs.count, collection.stalls.count, collection.unreadable, rates.days.count,
      rates.json.utf8.count / 64,
    ]
  }

  /// Sections of debug information, each behind its size in two bytes.
  private static func debug(_ bytes: [UInt8]) -> [Int] {
    var rest = bytes[...]
    var contents: [DwarfSections.Name: [UInt8]] = [:]
    for name in DwarfSections.Name.allCases where rest.count >= 2 {
      let size = Int(rest.removeFirst()) | Int(rest.removeFirst()) << 8
      contents[name] = Array(rest.prefix(size))
      rest = rest.dropFirst(size)
    }
    // They are their own supplement.
    guard let file = DwarfFile(DwarfSections(contents: contents, supplement: contents)) else { return [-1] }
    return [0x1000, 0x1010, 0x1018, 0x1020, 0x1030, 0x2000, 0x2007, .max].flatMap { (address: UInt64) in
      let places = file.places(at: address)
      let names = places.reduce(0) { $0 + $1.rawName.utf8.count }
      return [places.count, names, places.first?.line ?? -1, places.first?.file.utf8.count ?? -1]
    }
  }

  private static func name(_ bytes: [UInt8]) -> [Int] {
    let name = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    let readable = Demangling.readable(name)
    return [readable == name ? 0 : readable.utf8.count / 4, ShortName.of(readable).utf8.count / 4]
  }
}
