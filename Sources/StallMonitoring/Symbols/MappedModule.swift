import LinuxSystem

/// Executable memory that belongs to a file, as `/proc/…/maps` has it.
struct MappedModule: Hashable {
  var path: String
  /// The executable range.
  var start: UInt
  var end: UInt
  /// Where the file's first byte is mapped.
  var base: UInt
  var device: UInt64
  var inode: UInt64

  /// The modules in order of their addresses; nil when the file can not be read.
  static func list(of process: Int32? = nil) -> [MappedModule]? {
    guard let text = KernelFile.contents("/proc/\(process.map { "\($0)" } ?? "self")/maps") else {
      return nil
    }
    return text.withUnsafeBytes { list(in: $0) }
  }

  static func list(in text: UnsafeRawBufferPointer) -> [MappedModule] {
    var modules: [MappedModule] = []
    var first: (device: UInt64, inode: UInt64, base: UInt) = (0, 0, 0)
    var previous: (device: UInt64, inode: UInt64, end: UInt) = (0, 0, 0)
    for line in text.split(separator: UInt8(ascii: "\n")) {
      var scanner = NumberScanner(UnsafeRawBufferPointer(rebasing: line))
      guard let start = scanner.hexadecimal(), let end = scanner.hexadecimal(), start < end else { continue }
      let rights = scanner.word()
      defer { previous.end = end }
      guard let offset = scanner.hexadecimal() else { continue }
      guard let major = scanner.hexadecimal(), let minor = scanner.hexadecimal() else { continue }
      guard let inode = scanner.decimal() else { continue }
      let path = scanner.rest()
      let device = UInt64(major) << 32 | UInt64(minor)
      let isContinued = previous.device == device && previous.inode == UInt64(inode) && previous.end == start
      (previous.device, previous.inode) = (device, UInt64(inode))
      guard inode != 0 || path.elementsEqual("[vdso]".utf8) else { continue }
      // Small segments of one file may share its first page: only the first of them is where the file begins.
      if offset == 0, !isContinued || first.inode != UInt64(inode) { first = (device, UInt64(inode), start) }
      guard rights.count >= 3, rights[rights.startIndex + 2] == UInt8(ascii: "x") else { continue }
      guard first.device == device, first.inode == UInt64(inode) else { continue }
      modules.append(
        MappedModule(
          path: String(decoding: path, as: UTF8.self), start: start, end: end, base: first.base,
          device: device,
          inode: UInt64(inode)))
    }
    return modules
  }
}
