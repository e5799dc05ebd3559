import TestHarness
import Testing

@testable import BenchmarkKit

/// Names from elsewhere reached the terminal as they were, with escape sequences and line ends in them.
@Suite("Text from elsewhere in a table", .hangLimit)
struct TerminalCellTests {
  @Test("stays in its line and column")
  func table() {
    var table = TextTable([("name", .left), ("value", .right)])
    table.add(["a\nforged", "\u{1B}[2J1"])
    #expect(table.text == "name      value\na\u{FFFD}forged  \u{FFFD}[2J1\n")
  }
}
