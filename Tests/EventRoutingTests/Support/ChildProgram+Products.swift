import TestHarness

extension ChildProgram {
  /// Starts a program that is built with the tests, its errors merged into its output.
  convenience init(product: String, _ arguments: [String]) throws {
    try self.init(ChildProgram.product(product), arguments, mergesErrors: true)
  }

  convenience init(product: String, _ arguments: String...) throws {
    try self.init(product: product, arguments)
  }
}
