import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

/// Which of several names, files and places is taken.
@Suite(.hangLimit) struct SymbolChoiceTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/app" }

  init() throws { folder = try TemporaryFolder() }

  private func put(_ functions: [TinyElf.Function], build: [UInt8] = [], segment: UInt64? = nil) throws
    -> ElfFile
  {
    try FileBytes.replace(path, with: TinyElf.program(functions, build: build, segment: segment))
    return try #require(ElfFile(path: path))
  }

  @Test func indirectFunctionsHaveNames() throws {
    let file = try put([.init(name: "copy", address: 0x1000, size: 0x10, kind: 10)])
    #expect(SymbolTable(path: path)?.function(at: 0x1008)?.name == "copy")
    #expect(FunctionScan.find([0x1008], in: file)[0x1008]?.name == "copy")
  }

  @Test(arguments: [false, true])
  func aRecordAndATableHaveTheSameOneOfAFunctionsNames(isReversed: Bool) throws {
    var functions: [TinyElf.Function] = [
      .init(name: "whole", address: 0x1000, size: 0x40), .init(name: "part", address: 0x1000, size: 0x20),
    ]
    if isReversed { functions.reverse() }
    let file = try put(functions)
    let scanned = FunctionScan.find([0x1010, 0x1030], in: file).mapValues(\.name)
    #expect(scanned == [0x1010: "part", 0x1030: "whole"])
    let table = try #require(SymbolTable(path: path))
    #expect(table.function(at: 0x1010)?.name == "part" && table.function(at: 0x1030)?.name == "whole")
  }

  @Test func aTableWithoutFunctionsIsNoReasonNotToLookFurther() throws {
    let build = Array(1...20) as [UInt8]
    _ = try put([], build: build)
    try FileBytes.replace(
      path + ".debug",
      with: TinyElf.program([.init(name: "load", address: 0x1000, size: 0x10)], build: build))
    let image = LoadedImage(path: path, start: 0x41_0000, end: 0x42_0000, bias: 0x41_0000, buildID: build)
    let names = SymbolNames(images: [image])
    #expect(names.frame(0x41_1008, isReturnAddress: false).rawName == "load")
  }

  @Test func aProgramForAFixedAddressIsNamedInAnotherProcess() throws {
    _ = try put([.init(name: "load", address: 0x40_1000, size: 0x10)], segment: 0x40_0000)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let memory = try #require(mmap(nil, 8_192, PROT_READ | PROT_EXEC, MAP_PRIVATE, descriptor, 0))
    try #require(memory != MAP_FAILED)
    defer { munmap(memory, 8_192) }
    let base = UInt(bitPattern: memory)
    // By its number this process is read as any other one.
    let image = try #require(LoadedImage.list(of: getpid()).first { $0.path == path })
    #expect(image.start == base && image.bias == base &- 0x40_0000)
    let names = SymbolNames(process: getpid())
    #expect(names.frame(base + 0x1008, isReturnAddress: false).rawName == "load")
  }

  @Test func codeIsReadUpToItsSectionsEnd() throws {
    try FileBytes.replace(path, with: TinyElf.program([], code: Array(1...16)))
    let file = try #require(ElfFile(path: path))
    #expect(file.code(at: 0x100C, count: 4) == [13, 14, 15, 16] && file.code(at: 0x100C, count: 5) == nil)
    #expect(file.code(at: 0x1000, count: 16)?.count == 16 && file.code(at: 0x1010, count: 1) == nil)
  }

  @Test func anImageReachesToItsLastByte() {
    let images = [(0x1000, 0x2000), (0x3000, 0x4000)].map { (start: UInt, end: UInt) in
      LoadedImage(path: "/\(start)", start: start, end: end, bias: 0, buildID: [])
    }
    for (address, start) in [
      (0xFFF, nil), (0x1000, 0x1000), (0x1FFF, 0x1000), (0x2000, nil), (0x3000, 0x3000), (0x4000, nil),
    ] as [(UInt, UInt?)] {
      #expect(images.image(at: address)?.start == start, "\(address)")
    }
  }

  @Test(arguments: [[0x108, 0x102], [0x102, 0x108]] as [[UInt]])
  func aRecordedNameReachesToTheLastPlaceThatWasSeen(_ places: [UInt]) {
    let names = RecordedNames(places.map { ($0, 0x100, "f", 1) }, room: 100)
    #expect(names.function(at: 0x108)?.offset == 8 && names.function(at: 0x109) == nil)
  }
}
