import TestHarness
import Testing

@testable import BenchmarkKit

@Suite("A note in a table", .hangLimit)
struct NoteTests {
  @Test("stands behind the cells of its row, and makes no column wider")
  func note() {
    var table = TextTable([("name", .left), ("value", .right), ("unit", .left)])
    table.add(["a", "1", "ns"])
    table.add(["longer"], note: "not measured: the machine\nis too busy")
    table.add([], note: "alone")
    #expect(
      table.text
        == """
        name    value  unit
        a           1  ns
        longer  not measured: the machine\u{FFFD}is too busy
        alone

        """)
  }
}
