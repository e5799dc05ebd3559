import TestHarness

/// The program that is built with the tests: see ResponderProbe.
enum Probe {
  /// Runs it, or another program of the package; the lines that it printed.
  static func run(_ arguments: String..., program: String = "responderprobe") throws -> [String] {
    try ChildProgram.lines(of: ChildProgram.product(program), arguments)
  }
}
