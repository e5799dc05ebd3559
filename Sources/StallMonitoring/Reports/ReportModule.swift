import Glibc

/// A program or library as it lies in a process: what it takes to name the addresses in it later, elsewhere.
public struct ReportModule: Sendable, Equatable {
  public var start: UInt
  public var end: UInt
  /// What to take off an address to get the one in the file.
  public var bias: UInt
  public var path: String
  /// The linker's mark of this build; empty when there is none.
  public var buildID: [UInt8]

  /// The path's last part.
  public var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  func write(to writer: inout RecordWriter) {
    writer.number(UInt64(start))
    writer.number(UInt64(end - start))
    writer.number(UInt64(bias))
    writer.text(path, limit: 1024)
    writer.raw(buildID)
  }

  init(start: UInt, end: UInt, bias: UInt, path: String, buildID: [UInt8]) {
    self.start = start
    self.end = end
    self.bias = bias
    self.path = path
    self.buildID = buildID
  }

  init(from reader: inout RecordReader) throws(RecordReader.Malformed) {
    start = UInt(try reader.number())
    let (end, isTooFar) = start.addingReportingOverflow(UInt(try reader.number()))
    guard !isTooFar else { throw .init(reason: "a module goes beyond the end") }
    self.end = end
    bias = UInt(try reader.number())
    path = try reader.text()
    buildID = Array(try reader.raw())
  }

  // MARK: Those of this process

  /// The modules with code in this process, read from /proc/self/maps: takes none of the loader's locks.
  static func current(known: [ReportModule] = []) -> [ReportModule] {
    guard let bytes = try? FileBytes.read("/proc/self/maps", limit: 8 << 20) else { return [] }
    var modules: [ReportModule] = []
    // The first mapping of a file is its ELF header's, where its start and build mark are.
    var first: (path: String, start: UInt) = ("", 0)
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      // 7f0c…-7f0d… r-xp 00028000 fe:00 5277 /usr/lib/x86_64-linux-gnu/libc.so.6
      let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 5, omittingEmptySubsequences: true)
      guard parts.count == 6, let slash = parts[5].firstIndex(of: UInt8(ascii: "/")) else { continue }
      let range = String(decoding: parts[0], as: UTF8.self).split(separator: "-")
      let path = String(decoding: parts[5][slash...], as: UTF8.self)
      guard range.count == 2, let start = UInt(range[0], radix: 16), let end = UInt(range[1], radix: 16),
        let offset = UInt(String(decoding: parts[2], as: UTF8.self), radix: 16)
      else { continue }
      if path != first.path || offset == 0 { first = (path, start) }
      guard parts[1].contains(UInt8(ascii: "x")) else { continue }
      if let old = known.last(where: { $0.start == start && $0.end == end && $0.path == path }) {
        modules.append(old)
        continue
      }
      guard let file = ModuleFile(path) else { continue }
      modules.append(
        ReportModule(
          start: start, end: end, bias: start &- file.address(ofOffset: offset), path: path,
          buildID: file.buildID))
    }
    return modules
  }
}
