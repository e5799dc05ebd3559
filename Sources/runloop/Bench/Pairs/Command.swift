import LinuxSystem

/// A program that is run to its end, with its output.
struct Command {
  let status: Int32
  let output: String
  let errors: String

  /// Why it could not be run.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The last line that it wrote about itself.
  var lastError: String { errors.split(separator: "\n").last.map(String.init) ?? "it says nothing" }

  /// - Parameters:
  ///   - arguments: the first is the program, looked for where the shell does, and its own name.
  ///   - descriptor: the program itself, if it is open; `arguments` has its name only.
  ///   - showsOutput: whether its output is copied to standard error instead of being kept.
  init(_ arguments: [String], descriptor: Int32? = nil, showsOutput: Bool = false) throws(Failure) {
    guard let output = tmpfile() else { throw Self.failure("a temporary file") }
    defer { fclose(output) }
    guard let errors = tmpfile() else { throw Self.failure("a temporary file") }
    defer { fclose(errors) }
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard nothing >= 0 else { throw Self.failure("/dev/null") }
    defer { close(nothing) }
    var descriptors: [Int32: Int32] = [0: nothing, 1: showsOutput ? 2 : fileno(output)]
    if !showsOutput { descriptors[2] = fileno(errors) }
    // Both programs have the same path: where a process's memory lies depends on its length.
    descriptors[Self.place] = descriptor
    let program = descriptor == nil ? arguments[0] : "/proc/self/fd/\(Self.place)"
    do throws(Descriptors.Failure) {
      status = ToolProcess.wait(for: try ToolProcess.start(program, arguments, descriptors))
    } catch {
      throw Self.failure(arguments[0], error.error)
    }
    self.output = Self.text(output)
    self.errors = Self.text(errors)
  }

  /// The descriptor of the program in the new process, beyond the standard ones.
  private static let place: Int32 = 9

  private static func failure(_ what: String, _ error: Errno = .last) -> Failure {
    Failure(description: "\(what) can not be run: \(error)")
  }

  private static func text(_ file: UnsafeMutablePointer<FILE>) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    rewind(file)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}
