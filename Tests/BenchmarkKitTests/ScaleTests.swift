import TestHarness
import Testing

@testable import BenchmarkKit

@Suite("A scale", .hangLimit)
struct ScaleTests {
  private func isNear(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 1e-6 }

  @Test("puts values evenly between its ends, and what lies outside at an end")
  func even() {
    let scale = Scale(10...30, to: 100...500)
    #expect(isNear(scale.place(10), 100) && isNear(scale.place(15), 200) && isNear(scale.place(30), 500))
    #expect(isNear(scale.place(-5), 100) && isNear(scale.place(99), 500))
    let up = Scale(0...4, to: 20...100, upward: true)
    #expect(isNear(up.place(0), 100) && isNear(up.place(1), 80) && isNear(up.place(4), 20))
  }

  @Test("by the logarithm gives each power of ten as much room, wherever it begins")
  func logarithmic() {
    let scale = Scale(100...100_000, to: 0...300, logarithmic: true)
    #expect(isNear(scale.place(100), 0) && isNear(scale.place(1000), 100) && isNear(scale.place(10_000), 200))
    #expect(isNear(scale.place(100_000), 300) && isNear(scale.place(1), 0))
    // What is nearly one value is in the middle.
    let narrow = Scale(50...50, to: 0...100, logarithmic: true)
    #expect(isNear(narrow.place(50), 50))
  }

  @Test("has round ticks from its first to its last value, and not more than are wanted")
  func ticks() {
    #expect(Scale(0...10, to: 0...1).ticks(5) == [0, 2, 4, 6, 8, 10])
    #expect(Scale(0...1, to: 0...1).ticks(2) == [0, 0.5, 1])
    #expect(Scale(3...17, to: 0...1).ticks(3) == [5, 10, 15])
    #expect(Scale(1...1000, to: 0...1, logarithmic: true).ticks(4) == [1, 10, 100, 1000])
    #expect(Scale(1...10, to: 0...1, logarithmic: true).ticks(4) == [1, 2, 5, 10])
    for last in [3.0, 40, 777, 12_345] {
      for count in 2...9 {
        let ticks = Scale(1...last, to: 0...1, logarithmic: true).ticks(count)
        #expect(ticks.count <= count && ticks.allSatisfy { $0 >= 1 && $0 <= last })
        #expect(ticks == ticks.sorted())
      }
    }
  }
}
