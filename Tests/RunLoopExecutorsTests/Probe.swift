import TestHarness

/// Programs that are built with the tests.
enum Probe {
  /// The lines that a program prints. Throws unless it succeeds.
  static func lines(of name: String, _ arguments: String...) throws -> [String] {
    try ChildProgram.lines(of: ChildProgram.product(name), arguments, environment: quiet)
  }

  static func run(_ name: String, _ arguments: [String]) throws -> ChildProgram.Outcome {
    try ChildProgram.run(ChildProgram.product(name), arguments, environment: quiet)
  }

  /// A program that ends with a signal does not print the stacks of its threads, which takes seconds.
  private static let quiet = ["SWIFT_BACKTRACE": "enable=no"]
}
