import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Was wrong: of functions that the compiler had merged every one was named as the one whose name the body had got.
@Suite(.hangLimit) struct SharedCodeTests {
  /// A file with code at 0x1000 and these functions: names, addresses and sizes.
  private static func file(_ code: [UInt8], _ functions: [(name: String, address: UInt64, size: UInt64)])
    -> [UInt8]
  {
    var names: [UInt8] = [0]
    var symbols = [UInt8](repeating: 0, count: 24)
    for function in functions {
      symbols += TinyElf.little(UInt32(names.count)) + [0x12, 0] + TinyElf.little(UInt16(1))
      symbols += TinyElf.little(function.address) + TinyElf.little(function.size)
      names += Array(function.name.utf8) + [0]
    }
    let codeOffset = 64
    let symbolOffset = codeOffset + code.count
    let nameOffset = symbolOffset + symbols.count
    let sectionOffset = nameOffset + names.count
    let sections =
      TinyElf.section(0, 0, 0) + TinyElf.section(1, codeOffset, code.count, address: 0x1000)
      + TinyElf.section(2, symbolOffset, symbols.count, link: 3) + TinyElf.section(3, nameOffset, names.count)
    return TinyElf.header(segments: 0, sectionOffset: sectionOffset, names: 0) + code + symbols + names
      + sections
  }

  @Test func theFunctionsThatShareTheCodeAreNamed() throws {
    // Three that jump to or call 0x1040, one that jumps elsewhere, one that is no more than a byte.
    var code = [UInt8](repeating: 0x90, count: 0x80)
    func enter(_ place: Int, _ instruction: UInt8, _ target: Int) {
      code[place] = instruction
      let distance = UInt32(bitPattern: Int32(target - place - 5))
      for index in 0..<4 {
        code[place + 1 + index] = UInt8(truncatingIfNeeded: distance >> UInt32(8 * index))
      }
    }
    enter(0x03, 0xE9, 0x40)
    enter(0x12, 0xE8, 0x40)
    enter(0x20, 0xE9, 0x60)
    enter(0x70, 0xE9, 0x40)
    let folder = try TemporaryFolder()
    let path = folder.path + "/program"
    let functions: [(name: String, address: UInt64, size: UInt64)] = [
      ("$s3App4mainyyFyycfU_", 0x1000, 0x10), ("$s3App4mainyyFyycfU0_", 0x1010, 0x10),
      ("$s3App5otheryyF", 0x1020, 0x10), ("tiny", 0x1030, 1), ("$s3App4mainyyFyycfU0_Tm", 0x1040, 0x20),
      ("$s3App4mainyyFyycfU1_", 0x1070, 0x10),
    ]
    try FileBytes.replace(path, with: Self.file(code, functions))
    let file = try #require(ElfFile(path: path))
    #expect(SharedCode.functions(entering: 0x1040, in: file) == [0x1000, 0x1010, 0x1070])
    #expect(SharedCode.functions(entering: 0x1060, in: file) == [0x1020])
    #expect(SharedCode.functions(entering: 0x1050, in: file).isEmpty)

    let image = LoadedImage(path: path, start: 0x401000, end: 0x402000, bias: 0x400000, buildID: [])
    let names = SymbolNames(images: [image])
    let frame = names.frame(0x401050, isReturnAddress: true)
    #expect(frame.shortName == "merged closure #2 in App.main()")
    #expect(
      names.functions(sharing: frame).map(\.shortName) == [
        "closure #1 in App.main()", "closure #2 in App.main()", "closure #3 in App.main()",
      ])
    #expect(names.functions(sharing: names.frame(0x401000, isReturnAddress: false)).isEmpty)

    var record = Self.record(at: 0x401050)
    let run = Self.run(path, image)
    #expect(
      StallReport(record, of: run).sentence
        == "The loop 'main' was held up for 400 ms: it computed, mostly in merged closure #2 in App.main() (code shared by"
        + " closure #1 in App.main(), closure #2 in App.main(), closure #3 in App.main())."
    )
    // Which of them the loop called is known.
    record.callout = Callout(
      kind: .block, label: "", site: "App.swift:9", code: 0x401070, loop: "main", mode: "")
    #expect(
      StallReport(record, of: run).sentence
        == "The loop 'main' was held up for 400 ms by a block posted at App.swift:9 (closure #3 in App.main()): it computed, mostly in closure #3 in App.main()."
    )
  }

  /// Was wrong: of functions beside the body, which enter it by a jump of two bytes, none was named.
  @Test func functionsNearTheirSharedCodeAreNamed() throws {
    var code = [UInt8](repeating: 0x90, count: 0x60)
    // The last instruction of each: forwards, backwards, to another place; and the same bytes inside of a function.
    (code[0x0E], code[0x0F]) = (0xEB, 0x10)
    (code[0x4E], code[0x4F]) = (0xEB, 0xD0)
    (code[0x5E], code[0x5F]) = (0xEB, 0xD0)
    (code[0x12], code[0x13]) = (0xEB, 0x0C)
    let functions: [(name: String, address: UInt64, size: UInt64)] = [
      ("near", 0x1000, 0x10), ("within", 0x1010, 0x10), ("body", 0x1020, 0x20), ("behind", 0x1040, 0x10),
      ("elsewhere", 0x1050, 0x10),
    ]
    let folder = try TemporaryFolder()
    let path = folder.path + "/program"
    try FileBytes.replace(path, with: Self.file(code, functions))
    let file = try #require(ElfFile(path: path))
    #expect(SharedCode.functions(entering: 0x1020, in: file) == [0x1000, 0x1040])
    #expect(SharedCode.functions(entering: 0x1030, in: file) == [0x1050])
  }

  /// Two functions of one name, made from overloads, of which the loop called a third; and code that no known function enters.
  @Test func whatTheLoopCalledIsNamedOnlyWhereAFunctionOfItsNameSharesTheCode() throws {
    let folder = try TemporaryFolder()
    func sentence(_ entered: Bool, _ called: String) throws -> String {
      var code = [UInt8](repeating: 0x90, count: 0x80)
      for place in entered ? [0x00, 0x10] : [] {
        (code[place], code[place + 1]) = (0xE9, UInt8(0x40 - place - 5))
        for index in 2..<5 { code[place + index] = 0 }
      }
      let path = "\(folder.path)/\(called)-\(entered)"
      let functions: [(name: String, address: UInt64, size: UInt64)] = [
        ("$s3App4mainyySiF", 0x1000, 0x10), ("$s3App4mainyySdF", 0x1010, 0x10), (called, 0x1020, 0x10),
        ("$s3App4mainyySiFTm", 0x1040, 0x20),
      ]
      try FileBytes.replace(path, with: Self.file(code, functions))
      let image = LoadedImage(path: path, start: 0x401000, end: 0x402000, bias: 0x400000, buildID: [])
      var record = Self.record(at: 0x401050)
      record.callout = Callout(
        kind: .block, label: "", site: "App.swift:9", code: 0x401020, loop: "main", mode: "")
      return StallReport(record, of: Self.run(path, image)).sentence
    }
    let alike = try sentence(true, "$s3App4mainyySSF")
    #expect(alike.hasSuffix("mostly in App.main(_:)."), "\(alike)")
    let other = try sentence(true, "$s3App5otheryyF")
    #expect(other.hasSuffix("mostly in App.main(_:), or another of 2 of this name."), "\(other)")
    let none = try sentence(false, "$s3App5otheryyF")
    #expect(none.hasSuffix("mostly in merged App.main(_:) (code that several functions share)."), "\(none)")
  }

  private static func record(at address: UInt) -> StallRecord {
    var record = StallRecord()
    record.started = 1
    record.lastSeen = 400_000_001
    record.hasEnded = true
    record.kind = .mainThreadStall
    record.loop = "main"
    record.diagnosis.cause = .processor
    var stack = StackSample()
    (stack.time, stack.addresses, stack.means, stack.found) = (5, [address], .signal, .processor)
    record.samples = [stack]
    return record
  }

  private static func run(_ path: String, _ image: LoadedImage) -> StallRun {
    StallRun(
      name: "x", path: "x", process: 77, executable: path, begun: 0, ending: .closed, records: [], dropped: 0,
      torn: 0, lastCallouts: [], remarks: [], identity: .current, modules: [image], moduleCounts: [:],
      wasExamined: false)
  }

  /// Was wrong: of more than 32 functions the number 32 was reported, and the one that the loop had called was not found among them.
  @Test func ofVeryManyFunctionsThatShareTheirCodeNoNumberIsReported() throws {
    var code = [UInt8](repeating: 0x90, count: 0x400)
    let entry = 40 * 0x10
    for place in stride(from: 0, to: entry, by: 0x10) {
      code[place] = 0xE9
      let distance = UInt32(entry - place - 5)
      for index in 0..<4 {
        code[place + 1 + index] = UInt8(truncatingIfNeeded: distance >> UInt32(8 * index))
      }
    }
    var functions = (0..<40).map {
      (name: "$s3App4mainyyFyycfU_", address: 0x1000 + UInt64($0) * 0x10, size: UInt64(0x10))
    }
    functions.append(("$s3App4mainyyFyycfU_Tm", 0x1000 + UInt64(entry), 0x20))
    let folder = try TemporaryFolder()
    let file = folder.path + "/program"
    try FileBytes.replace(file, with: Self.file(code, functions))
    let image = LoadedImage(path: file, start: 0x401000, end: 0x402000, bias: 0x400000, buildID: [])
    var record = Self.record(at: 0x401000 + UInt(entry) + 0x10)
    func sentence() -> String { StallReport(record, of: Self.run(file, image)).sentence }
    #expect(
      sentence().hasSuffix("mostly in closure #1 in App.main(), or another of many of this name."),
      "\(sentence())")
    record.callout = Callout(
      kind: .block, label: "", site: "App.swift:9", code: 0x401000 + 39 * 0x10, loop: "main", mode: "")
    #expect(sentence().hasSuffix("mostly in closure #1 in App.main()."), "\(sentence())")
  }
}
