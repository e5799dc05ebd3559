import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// What is read comes from files and memory that anybody may have spoilt: nothing of it may crash the program.
@Suite(.hangLimit) struct BadInputTests {
  @Test func spoiltUnwindTablesGiveNoRowsOrWrongOnesButNoCrash() throws {
    let memory = ProcessMemory()
    let module = try #require(MappedModule.list()?.first { $0.path.contains("libswift_Concurrency") })
    let place = try #require(ProgramHeaders(base: module.base, memory: memory)?.unwindHeader)
    // The table's two parts lie in the first segment, in either order.
    let original = try #require(memory.bytes(module.base, count: Int(place.limit - module.base)))
    let header = Int(place.address - module.base)
    var dice = SplitMix(7)
    var rows: [Int] = []
    for round in 0..<60 {
      var bytes = original
      if round > 0 {
        for _ in 0..<(1 << dice.below(14)) { bytes[dice.below(bytes.count)] = UInt8(dice.below(256)) }
      }
      if round % 4 == 1 { for _ in 0..<4 { bytes[header + dice.below(12)] = UInt8(dice.below(256)) } }
      rows.append(0)
      bytes.withUnsafeBytes { buffer in
        let base = UInt(bitPattern: buffer.baseAddress)
        guard
          let table = UnwindTable(
            headerAddress: base &+ UInt(header), headerSize: place.size, limit: base &+ UInt(buffer.count),
            memory: memory)
        else { return }
        for _ in 0..<500 {
          let offset = module.start - module.base + UInt(dice.below(Int(module.end - module.start)))
          if table.row(base &+ offset) != nil { rows[round] += 1 }
        }
      }
    }
    #expect(rows[0] > 50, "the table as it is")
    #expect(rows.contains { $0 < rows[0] / 2 }, "no damage was done: \(rows)")
  }

  @Test func spoiltStacksGiveShortStacksButNoCrash() {
    let memory = ProcessMemory()
    let modules = ModuleMap(memory: memory)
    modules.refresh(time: 0)
    let unwinder = Unwinder(modules: modules)
    let addresses = UnsafeMutablePointer<UInt>.allocate(capacity: 64)
    defer { addresses.deallocate() }
    var dice = SplitMix(11)
    let places = modules.modules.map { ($0.mapping.start, Int($0.mapping.end - $0.mapping.start)) }
    for _ in 0..<3000 {
      var words = [UInt](repeating: 0, count: 256)
      let low: UInt = 0x7fff_0000_0000
      for index in words.indices {
        let (start, size) = places[dice.below(places.count)]
        words[index] =
          dice.below(3) == 0 ? low &+ UInt(dice.below(2048)) : start &+ UInt(dice.below(size))
      }
      let (start, size) = places[dice.below(places.count)]
      var registers = MachineRegisters(
        programCounter: start &+ UInt(dice.below(size)), stackPointer: low &+ UInt(dice.below(256) * 8))
      if dice.below(2) == 0 { registers[6] = low &+ UInt(dice.below(2048)) }
      words.withUnsafeBytes { bytes in
        let result = unwinder.unwind(
          StackCopy(registers: registers, low: low, bytes: bytes), into: addresses, limit: 64)
        #expect((1...64).contains(result.count))
      }
    }
  }

  @Test func spoiltFilesGiveNoNamesButNoCrash() throws {
    let image = try #require(LoadedImage.list().first { $0.path.contains("libswift_Concurrency") })
    let original = try #require(KernelFile.contents(image.path))
    var dice = SplitMix(13)
    var name = Array("/tmp/mainspring-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    defer {
      close(descriptor)
      unlink(name)
    }
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for round in 0..<24 {
      var bytes = original
      // The headers, where it hurts most, or anywhere; and cut short.
      for _ in 0..<(1 << dice.below(10)) {
        bytes[dice.below(round % 2 == 0 ? 64 : bytes.count)] = UInt8(dice.below(256))
      }
      if round % 3 == 0 { bytes.removeLast(dice.below(bytes.count)) }
      ftruncate(descriptor, 0)
      _ = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
      let table = SymbolTable(path: path)
      for _ in 0..<50 { _ = table?.function(at: UInt64(dice.below(1 << 21))) }
      _ = table?.buildID
      _ = FunctionStarts(path: path).start(of: 4096)
    }
    #expect(SymbolTable(path: "/nowhere") == nil)
    #expect(SymbolTable(path: "/dev/null") == nil)
    #expect(SymbolTable(path: "/proc/self/maps") == nil)
  }

  @Test func linesOfTheMemoryMapAreTakenAsTheyCome() {
    let text = """
      00400000-00401000 r--p 00000000 08:01 77 /opt/a b (deleted)
      00401000-00402000 r-xp 00001000 08:01 77 /opt/a b (deleted)
      00500000-00501000 r-xp 00000000 00:00 0
      00600000-00601000 r-xp 00000000 08:01 78 /opt/small
      00601000-00602000 rw-p 00000000 08:01 78 /opt/small
      7fff0000-7fff1000 r-xp 00000000 00:00 0 [vdso]
      nonsense
      9-
      """
    let modules = Array(text.utf8).withUnsafeBytes { MappedModule.list(in: $0) }
    #expect(modules.map(\.path) == ["/opt/a b (deleted)", "/opt/small", "[vdso]"])
    #expect(modules.map(\.base) == [0x40_0000, 0x60_0000, 0x7fff_0000])
    #expect(modules.map(\.start) == [0x40_1000, 0x60_0000, 0x7fff_0000])
  }
}

extension SplitMix {
  fileprivate mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
