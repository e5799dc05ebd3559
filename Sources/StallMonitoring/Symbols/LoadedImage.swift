/// A program or library in a process's memory: enough to name its addresses later, also in another process.
public struct LoadedImage: Sendable, Equatable {
  public var path: String
  /// The executable range.
  public var start: UInt
  public var end: UInt
  /// What to subtract from an address to get the file's.
  public var bias: UInt
  /// The linker's mark of this very build; empty when the file has none or is not to be read.
  public var buildID: [UInt8]

  public init(path: String, start: UInt, end: UInt, bias: UInt, buildID: [UInt8]) {
    self.path = path
    self.start = start
    self.end = end
    self.bias = bias
    self.buildID = buildID
  }

  /// The images of a process by `/proc`, this one when nil. Empty when they are not to be seen.
  public static func list(of process: Int32? = nil) -> [LoadedImage] {
    (MappedModule.list(of: process) ?? []).map { module in
      let file = openable(module.path, process).flatMap { ElfFile(path: $0) }
      return LoadedImage(
        path: module.path, start: module.start, end: module.end, bias: module.base &- (file?.firstPage ?? 0),
        buildID: file?.buildID ?? [])
    }
  }

  /// The path under which this process can open another one's file.
  static func openable(_ path: String, _ process: Int32?) -> String? {
    guard path.hasPrefix("/") else { return nil }
    // The other process may have another root.
    return process.map { "/proc/\($0)/root\(path)" } ?? path
  }
}
