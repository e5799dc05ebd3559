/// A program or library in a process's memory: enough to name its addresses later, also in another process.
public struct LoadedImage: Sendable, Equatable {
  /// The path of the file, as the process mapped it.
  public var path: String
  /// The first address of the executable range.
  public var start: UInt
  /// The first address after the executable range.
  public var end: UInt
  /// The offset to subtract from an address to get the file's.
  public var bias: UInt
  /// The build id; empty when the file has none or can not be read.
  public var buildID: [UInt8]

  /// An image whose executable range is from `start` to before `end`.
  public init(path: String, start: UInt, end: UInt, bias: UInt, buildID: [UInt8]) {
    self.path = path
    self.start = start
    self.end = end
    self.bias = bias
    self.buildID = buildID
  }

  /// The images of a process by `/proc`, this one when nil. Empty when they can not be read.
  public static func list(of process: Int32? = nil) -> [LoadedImage] {
    let memory = process == nil ? ProcessMemory() : nil
    return (MappedModule.list(of: process) ?? []).map { module in
      // The builds of its own modules are read from memory: their files may have been replaced since.
      if let memory, let headers = ProgramHeaders(base: module.base, memory: memory) {
        return LoadedImage(
          path: module.path, start: module.start, end: module.end, bias: headers.bias,
          buildID: buildID(headers.notes, memory))
      }
      let file = openable(module.path, process).flatMap { ElfFile(path: $0) }
      return LoadedImage(
        path: module.path, start: module.start, end: module.end, bias: module.base &- (file?.firstPage ?? 0),
        buildID: file?.buildID ?? [])
    }
  }

  private static func buildID(_ notes: [(address: UInt, size: UInt)], _ memory: ProcessMemory) -> [UInt8] {
    for place in notes where place.size > 0 && place.size < 4096 {
      guard let bytes = memory.bytes(place.address, count: Int(place.size)) else { continue }
      let found = bytes.withUnsafeBytes { ElfFile.buildID(in: $0) }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// The path under which this process can open another one's file.
  static func openable(_ path: String, _ process: Int32?) -> String? {
    guard path.hasPrefix("/") else { return nil }
    // The other process may have another root.
    return process.map { "/proc/\($0)/root\(path)" } ?? path
  }
}
