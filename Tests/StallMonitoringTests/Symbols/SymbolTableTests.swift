import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

/// Which function an address is in.
@Suite(.hangLimit) struct SymbolTableTests {
  private func find(_ address: UInt64, _ entries: [(address: UInt64, size: UInt64)]) -> Int? {
    SymbolTable.find(address, count: entries.count) { entries[$0] }
  }

  @Test func aFunctionReachesFromItsStartToItsEnd() {
    let entries: [(address: UInt64, size: UInt64)] = [(100, 10), (110, 5), (200, 1)]
    for (address, index) in [
      (99, nil), (100, 0), (109, 0), (110, 1), (114, 1), (115, nil), (199, nil), (200, 2), (201, nil),
      (.max, nil),
    ] as [(UInt64, Int?)] { #expect(find(address, entries) == index, "\(address)") }
    #expect(find(5, []) == nil)
  }

  @Test func ofNamesAtOneAddressTheOneThatReachesTheAddressIsTaken() {
    // Sorted by address, then by size: one of the aliases may have none, and reaches anywhere.
    let entries: [(address: UInt64, size: UInt64)] = [(50, 4), (100, 0), (100, 4), (100, 10)]
    #expect(find(109, entries) == 3 && find(103, entries) == 3 && find(150, entries) == 1)
    #expect(find(60, entries) == nil && find(53, entries) == 0)
    #expect(find(150, [(100, 4), (100, 10)]) == nil && find(1 << 40, [(100, 0)]) == 0)
  }

  /// Functions of the C library that begin where another one ends.
  private func neighbours() throws -> (image: LoadedImage, starts: [UInt64]) {
    let image = try #require(LoadedImage.list().first { $0.path.contains("/libc.so") })
    let file = try #require(ElfFile(path: image.path))
    let entries = SymbolTable.functions(of: file).filter { $0.size > 0 }
    let ends = Set(entries.map { $0.address + $0.size })
    let starts = entries.map(\.address).filter { ends.contains($0) }
    try #require(!starts.isEmpty)
    return (image, starts)
  }

  @Test func aCallAtAFunctionsEndIsThatFunctionsAndALeafThereIsTheNextOnes() throws {
    let (image, starts) = try neighbours()
    let names = SymbolNames()
    let table = try #require(SymbolTable(path: image.path))
    for start in starts.prefix(50) {
      let address = UInt(start) &+ image.bias
      let before = try #require(table.function(at: start - 1))
      let at = try #require(table.function(at: start))
      #expect(before.name != at.name || before.offset > 0)
      let call = names.frame(address, isReturnAddress: true)
      #expect(call.rawName == before.name && call.address == address && call.offset == UInt(before.offset))
      let leaf = names.frame(address, isReturnAddress: false)
      #expect(leaf.rawName == at.name && leaf.offset == 0)
      #expect(names.frames([address, address]).map(\.rawName) == [at.name, before.name])
    }
    #expect(names.frame(0, isReturnAddress: true).address == 0)
  }

  @Test func functionsAreOfTheirFileAndNoOther() throws {
    let (image, starts) = try neighbours()
    let functions = FunctionStarts(path: image.path)
    for start in starts.prefix(50) {
      #expect(functions.start(of: UInt(start)) == UInt(start))
      let before = try #require(functions.start(of: UInt(start) - 1))
      #expect(before < UInt(start))
    }
    #expect(functions.start(of: 0) == nil && FunctionStarts(path: "/nowhere").start(of: 4_096) == nil)
  }

  @Test func theBuildIsFoundAmongTheNotes() {
    // Each: the name's size, the contents' size, the kind, the name, the contents.
    func note(_ name: [UInt8], _ kind: UInt8, _ content: [UInt8]) -> [UInt8] {
      func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + Array(repeating: 0, count: (4 - bytes.count % 4) % 4)
      }
      return [UInt8(name.count), 0, 0, 0, UInt8(content.count), 0, 0, 0, kind, 0, 0, 0] + padded(name)
        + padded(content)
    }
    func build(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes { ElfFile.buildID(in: $0) } }
    let gnu = Array("GNU\0".utf8)
    #expect(build(note(gnu, 3, [1, 2, 3])) == [1, 2, 3])
    #expect(
      build(note(gnu, 1, [9, 9, 9, 9, 9]) + note(Array("Go\0".utf8), 3, [8]) + note(gnu, 3, [4, 5])) == [
        4, 5,
      ])
    #expect(
      build(note(gnu, 1, [9])) == [] && build([]) == []
        && build(Array(note(gnu, 3, [1, 2]).dropLast(3))) == [])
  }
}
