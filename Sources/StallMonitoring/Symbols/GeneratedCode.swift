import LinuxSystem

/// Names of generated code, from the file that virtual machines write for profilers: `/tmp/perf-PID.map`.
///
/// For one thread. The file belongs to the watched process, and is not trusted.
struct GeneratedCode {
  struct Function: Equatable {
    var start: UInt
    var end: UInt
    var name: String
  }

  /// By their starts; among equals the newest is last.
  private var functions: [Function] = []
  /// The file's size when it was read.
  private var size = 0
  private static let largestFile = 64 << 20
  private static let mostFunctions = 1 << 20
  private static let longestName = 512

  init() {}

  /// The function around an address; nil when the file has none.
  mutating func function(at place: UInt, of process: Int32) -> Function? {
    read(of: process)
    return function(at: place)
  }

  func function(at place: UInt) -> Function? {
    guard let function = functions.last(ofThoseFirst: { $0.start <= place }), place < function.end else {
      return nil
    }
    return function
  }

  /// Reads the file again when it has grown.
  private mutating func read(of process: Int32) {
    // In a container the process has another number, and another /tmp: a file with the outer number is another process's there.
    let path = "/proc/\(process)/root/tmp/perf-\(ProcessNumber.inner(of: process)).map"
    guard let file = try? ForeignFile(path, largest: Self.largestFile), file.size != size else { return }
    size = file.size
    self = GeneratedCode(file.contents, size: size)
  }

  /// - Parameter text: lines of the start, the size and the name: "7f31c40a8000 1c4 LazyCompile:~handle /app/server.js:12".
  init(_ text: [UInt8], size: Int = 0) {
    self.size = size
    text.withUnsafeBytes { bytes in
      // A list of all lines would take many times the memory of the file.
      var rest = bytes[...]
      while !rest.isEmpty, functions.count < Self.mostFunctions {
        let line = rest.prefix { $0 != UInt8(ascii: "\n") }
        rest = rest[line.endIndex...].dropFirst()
        var scanner = NumberScanner(UnsafeRawBufferPointer(rebasing: line))
        guard let start = scanner.hexadecimal(), let count = scanner.hexadecimal(), count > 0,
          start <= .max - count
        else { continue }
        let name = String(decoding: scanner.rest().prefix(Self.longestName), as: UTF8.self)
        if !name.isEmpty { functions.append(Function(start: start, end: start + count, name: name)) }
      }
    }
    // Code may be discarded and replaced by other code.
    functions = functions.enumerated()
      .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
  }
}
