import LinuxSystem

/// Running a program to its end.
extension ChildProgram {
  /// What a program wrote, and how it ended.
  package struct Outcome: Sendable {
    package var output: String
    package var errors: String
    /// The exit status; negative: the number of the signal that ended it.
    package var status: Int32

    /// The lines of standard output, without empty ones.
    package var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// Runs a program to its end. Throws when it can not be started or is killed at its deadline.
  package static func run(
    _ program: String, _ arguments: [String] = [], input: String? = nil, environment: [String: String] = [:],
    in folder: String? = nil, mergesErrors: Bool = false, seconds: Double = Double(hangAlarm)
  ) throws -> Outcome {
    let child = try ChildProgram(
      program, arguments, environment: environment, in: folder, mergesErrors: mergesErrors,
      hasInput: input != nil, seconds: seconds)
    if let input {
      // A program may end without having read its input.
      _ = try? child.write(input)
      child.endInput()
    }
    return try child.outcome()
  }

  /// The lines that a program prints. Throws unless it succeeds.
  package static func lines(
    of program: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> [String] {
    let outcome = try run(program, arguments, environment: environment)
    guard outcome.status == 0 else {
      throw Failure("\(program) \(arguments) ended with status \(outcome.status): \(outcome)")
    }
    return outcome.lines
  }

  /// Runs a command of the shell, its errors merged into its output.
  package static func shell(
    _ command: String, environment: [String: String] = [:], in folder: String? = nil
  ) throws -> Outcome {
    try run("/bin/sh", ["-c", command], environment: environment, in: folder, mergesErrors: true)
  }

  /// Waits for its end. Throws at its deadline.
  package func outcome() throws -> Outcome {
    guard hasEnded(by: deadline) else { throw endLate() }
    return Outcome(output: output, errors: errors, status: status ?? -SIGKILL)
  }

  /// The path of a program or library that is built with the tests.
  package static func product(_ name: String) throws -> String {
    // Where a helper of the toolchain runs the bundle, the bundle is an argument.
    let bundles = CommandLine.arguments.filter { $0.hasSuffix(".xctest") }
    for folder in [productFolder] + bundles.map(folder(of:)) {
      let path = "\(folder)/\(name)"
      if access(path, X_OK) == 0 { return path }
    }
    throw Failure("no '\(name)' in \(productFolder): run 'swift build' first")
  }

  /// The folder of the program that runs the tests.
  package static var productFolder: String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    return folder(
      of: String(decoding: buffer.prefix(max(count, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self))
  }

  private static func folder(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }
}
