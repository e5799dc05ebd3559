import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

/// All unwind tables of a real library for aarch64, against `readelf`: `MAINSPRING_ARM64_LIBRARY` names it.
@Suite(.hangLimit) struct ARM64LibraryTests {
  private static let path = getenv("MAINSPRING_ARM64_LIBRARY").map { String(cString: $0) }

  @Test(
    .enabled(
      if: path != nil, "MAINSPRING_ARM64_LIBRARY names no library, as libc.so.6 of Debian's libc6:arm64"))
  func eachRowIsReadelfs() throws {
    let path = try #require(Self.path)
    let bytes = try FileBytes.read(path, limit: 1 << 26)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 4096)
    defer { memory.deallocate() }
    memory.copyMemory(from: bytes, byteCount: bytes.count)
    // The first segment is where it is in the file, and the tables are in it.
    let base = UInt(bitPattern: memory)
    let source = ProcessMemory()
    let headers = try #require(ProgramHeaders(base: base, memory: source))
    #expect(headers.architecture == .arm64)
    let place = try #require(headers.unwindHeader)
    let table = try #require(
      UnwindTable(
        headerAddress: place.address, headerSize: place.size, limit: place.limit, memory: source, of: .arm64))

    var columns: [String] = []
    var (rows, wrong, inEntry) = (0, 0, false)
    for line in try Self.readelf(path).split(separator: "\n") {
      let fields = line.split(separator: " ").map(String.init)
      if fields.contains("FDE") || fields.contains("CIE") { inEntry = fields.contains("FDE") }
      if fields.first == "LOC" { columns = Array(fields.dropFirst(2)) }
      guard inEntry, fields.count == columns.count + 2, fields[0].count == 16,
        let location = UInt(fields[0], radix: 16)
      else { continue }
      rows += 1
      let isRight =
        table.row(base + location).map { Self.isSame($0, fields[1], columns, fields.dropFirst(2)) } ?? false
      if !isRight {
        wrong += 1
        if wrong < 10 { Issue.record("row \(line)") }
      }
    }
    print("\(rows) rows of \(path) compared with readelf's, \(wrong) differ")
    #expect(rows > 0 && wrong == 0)
  }

  private static func isSame(
    _ row: UnwindRow, _ base: String, _ columns: [String], _ rules: ArraySlice<String>
  ) -> Bool {
    if base == "exp" {
      if row.baseExpression < 0 { return false }
    } else {
      let parts = base.split(separator: "+", maxSplits: 1)
      let register = parts[0] == "sp" ? 31 : Int(parts[0].dropFirst())
      guard row.baseExpression < 0, register == Int(row.baseRegister), Int(parts[1]) == Int(row.baseOffset)
      else { return false }
    }
    for (column, rule) in zip(columns, rules) {
      guard let register = column == "ra" ? 30 : Int(column.dropFirst()),
        let slot = Architecture.arm64.slot(register)
      else { continue }
      let isSaved = rule.hasPrefix("c-") || rule.hasPrefix("c+")
      if isSaved != (row.rule(slot) == .saved) { return false }
      if isSaved, Int(rule.dropFirst()) != row.offset(slot) { return false }
    }
    return true
  }

  private static func readelf(_ path: String) throws -> String {
    try ChildProgram.run("readelf", ["--debug-dump=frames-interp", path]).output
  }
}
