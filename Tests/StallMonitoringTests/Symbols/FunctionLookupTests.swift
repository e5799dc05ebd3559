import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Functions of a file, and modules in memory.
@Suite(.hangLimit) struct FunctionLookupTests {
  private typealias Function = (name: String, address: UInt64, size: UInt64)

  /// A program of a build with code at 0x1000, and these functions.
  private func program(_ functions: [Function], code: [UInt8] = [0x90], build: [UInt8] = []) -> [UInt8] {
    TinyElf.program(
      functions.map { TinyElf.Function(name: $0.name, address: $0.address, size: $0.size) }, code: code,
      build: build)
  }

  @Test func onlyAddressesInsideAFunctionHaveItsName() throws {
    let folder = try TemporaryFolder()
    let long = String(repeating: "longName", count: 75)
    try FileBytes.replace(
      folder.path + "/a", with: program([("short", 0x1000, 0x20), (long, 0x1100, 0x10), ("last", 0x1200, 8)]))
    let file = try #require(ElfFile(path: folder.path + "/a"))
    let found = FunctionScan.find([0xFFF, 0x1000, 0x101F, 0x1020, 0x1108, 0x1200, 0x1208], in: file)
    #expect(found.mapValues(\.name) == [0x1000: "short", 0x101F: "short", 0x1108: long, 0x1200: "last"])
    #expect(found[0x101F]?.start == 0x1000)
  }

  /// Calls the body with the place of a library in memory that has two functions, at 0x1000 and 0x1010.
  private func withLibrary(_ body: (UInt) throws -> Void) throws {
    let folder = try TemporaryFolder()
    try FileBytes.replace(
      folder.path + "/library", with: program([("first", 0x1000, 0x10), ("second", 0x1010, 0x10)]))
    let descriptor = open(folder.path + "/library", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    // Mapped as code, as a library is.
    let memory = try #require(mmap(nil, 8_192, PROT_READ | PROT_EXEC, MAP_PRIVATE, descriptor, 0))
    try #require(memory != MAP_FAILED)
    defer { withExtendedLifetime(folder) { _ = munmap(memory, 8_192) } }
    try body(UInt(bitPattern: memory))
  }

  @Test func aReturnAddressAtAFunctionsEndIsRecordedUnderThatFunction() throws {
    try withLibrary { base in
      var record = StallRecord()
      var stack = StackSample()
      // The thread is at the second one's start; its caller's call is the last thing in the first one.
      stack.addresses = [base + 0x1010, base + 0x1010]
      record.samples = [stack]
      let names = RecordNamer().names(of: record)
      #expect(names.functions.map(\.name) == ["first", "second"])
      #expect(
        names.function(at: base + 0x100F)?.offset == 0xF && names.function(at: base + 0x1010)?.offset == 0)
    }
  }

  @Test func theClosureThatWasCalledIsRecordedWithoutAStackThatHasIt() throws {
    try withLibrary { base in
      var record = StallRecord()
      record.callout.code = base + 0x1010
      #expect(RecordNamer().names(of: record).functions.map(\.name) == ["second"])
    }
  }

  @Test func functionsOfTheThreadsThatAreWaitedForAreRecorded() throws {
    try withLibrary { base in
      var record = StallRecord()
      var links = [WaitChain.Link(thread: 1), WaitChain.Link(thread: 2)]
      links[1].stack.addresses = [base + 0x1004]
      record.diagnosis.chain = WaitChain(links: links)
      #expect(RecordNamer().names(of: record).functions.map(\.name) == ["first"])
    }
  }

  @Test func functionsThatShareCodeAreNotTakenFromAnotherBuild() throws {
    // A function that jumps to the next one.
    let code = [0xE9, 0x0B, 0, 0, 0] + [UInt8](repeating: 0x90, count: 0x1B)
    let functions: [Function] = [("$s3App3oneyyF", 0x1000, 0x10), ("$s3App3oneyyFTm", 0x1010, 0x10)]
    let folder = try TemporaryFolder()
    let path = folder.path + "/app"
    try FileBytes.replace(path, with: program(functions, code: code, build: [1, 2, 3, 4]))
    func names(_ build: [UInt8]) -> [String] {
      let image = LoadedImage(path: path, start: 0x401000, end: 0x402000, bias: 0x400000, buildID: build)
      var frame = CodeFrame(address: 0x401015, name: "merged App.one() -> ()")
      (frame.rawName, frame.image, frame.offset) = ("$s3App3oneyyFTm", path, 5)
      return SymbolNames(images: [image]).functions(sharing: frame).map(\.rawName)
    }
    #expect(names([1, 2, 3, 4]) == ["$s3App3oneyyF"] && names([]) == ["$s3App3oneyyF"])
    #expect(names([4, 3, 2, 1]).isEmpty)
  }

  @Test func aFileBeginsAtTheFirstOfSeveralSegmentsThatShareItsFirstPage() {
    let text = """
      00600000-00601000 r--p 00000000 08:01 78 /opt/small
      00601000-00602000 r-xp 00000000 08:01 78 /opt/small
      00700000-00701000 r-xp 00000000 08:01 78 /opt/small
      00800000-00801000 r--p 00000000 08:01 79 /opt/other
      00801000-00802000 r-xp 00001000 08:02 79 /mnt/other
      00802000-00803000 r-xp 00000000 08:03 79 /srv/other
      """
    let modules = Array(text.utf8).withUnsafeBytes { MappedModule.list(in: $0) }
    // Files of two devices may have one number.
    #expect(modules.map(\.start) == [0x60_1000, 0x70_0000, 0x80_2000])
    #expect(modules.map(\.base) == [0x60_0000, 0x70_0000, 0x80_2000])
  }

  @Test func memoryThatIsThereInPartIsNotGivenAsAWhole() throws {
    let folder = try TemporaryFolder()
    let descriptor = open(folder.path + "/page", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    try #require(ftruncate(descriptor, 4_096) == 0)
    // Behind the file's end there is nothing.
    let page = try #require(mmap(nil, 8_192, PROT_READ, MAP_SHARED, descriptor, 0))
    try #require(page != MAP_FAILED)
    defer { munmap(page, 8_192) }
    let (memory, end) = (ProcessMemory(), UInt(bitPattern: page) + 4_096)
    #expect(memory.bytes(end - 8, count: 8)?.count == 8 && memory.bytes(end - 8, count: 9) == nil)
    #expect(memory.word(end - 8, as: UInt64.self) == 0 && memory.word(end - 4, as: UInt64.self) == nil)
    #expect(memory.text(end - 8, limit: 64) == "" && memory.bytes(end, count: 1) == nil)
  }
}
