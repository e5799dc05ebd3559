import TestHarness
import Testing

@testable import ResponderKit

/// The lines of a flow layout: which items they have, and where these are.
@Suite(.hangLimit) struct FlowSectionTests {
  private func section(
    _ sizes: FlowSizes, breadth: Double = 100, _ change: (inout FlowSection.FlowLengths) -> Void = { _ in }
  )
    -> FlowSection
  {
    var lengths = FlowSection.FlowLengths(lineSpacing: 10, itemSpacing: 5)
    change(&lengths)
    return FlowSection(top: 0, breadth: breadth, lengths, sizes)
  }

  @Test func itemsOfALineAreSpreadOverTheBreadth() {
    let section = section(FlowSizes(5, all: Size(30, 20)))
    #expect(section.lines.map(\.count) == [3, 2])
    #expect(section.frame(of: 0) == Rect(0, 0, 30, 20) && section.frame(of: 2) == Rect(70, 0, 30, 20))
    // The last line keeps to the columns.
    #expect(section.frame(of: 4) == Rect(35, 30, 30, 20) && section.bottom == 50)
    #expect(section.frame(of: 5) == nil && section.frame(of: -1) == nil)
  }

  @Test func theLastLineOfDifferentSizesHasTheLeastSpacing() {
    let section = section(FlowSizes([Size(60, 20), Size(30, 40), Size(20, 10), Size(20, 10)]))
    #expect(section.lines.map(\.count) == [2, 2])
    // Lower items are in the middle of their line.
    #expect(section.frame(of: 0) == Rect(0, 10, 60, 20) && section.frame(of: 1) == Rect(70, 0, 30, 40))
    #expect(section.frame(of: 3) == Rect(25, 50, 20, 10))
  }

  @Test("An item that has a line to itself is in the middle, unless it is the rest of a line")
  func alone() {
    let columns = section(FlowSizes(2, all: Size(60, 20)))
    #expect(columns.frame(of: 0)?.minX == 20 && columns.frame(of: 1)?.minX == 20)
    // Three fit: the last one keeps to the first column.
    #expect(section(FlowSizes(4, all: Size(30, 20))).frame(of: 3)?.minX == 0)
    let mixed = section(FlowSizes([Size(60, 20), Size(90, 20), Size(40, 20)]))
    #expect((0..<3).map { mixed.frame(of: $0)?.minX } == [20, 5, 0])
    #expect(section(FlowSizes(1, all: Size(300, 20))).frame(of: 0)?.minX == 0)
  }

  @Test func aLineHasAsManyItemsAsFitExactly() {
    #expect(section(FlowSizes(6, all: Size(30, 10)), breadth: 100).lines.map(\.count) == [3, 3])
    // Three times a third and two spaces are the breadth, but for a rounding error.
    #expect(section(FlowSizes(4, all: Size((100 - 10) / 3.0, 10))).lines.map(\.count) == [3, 1])
    #expect(section(FlowSizes(2, all: Size(47.6, 10))).lines.map(\.count) == [1, 1])
    // One that is too broad has a line of its own.
    #expect(section(FlowSizes(2, all: Size(300, 10))).lines.map(\.count) == [1, 1])
  }

  @Test func aSectionHasRoomAroundItsItems() {
    let section = section(FlowSizes(3, all: Size(30, 20))) {
      $0.header = 7
      $0.footer = 9
      $0.inset = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    }
    // Two in a line: the room is 94, and three with their spaces need 100.
    #expect(section.frame(of: 0) == Rect(2, 8, 30, 20) && section.frame(of: 1) == Rect(66, 8, 30, 20))
    #expect(section.bottom == 8 + 20 + 10 + 20 + 3 + 9)
  }

  @Test func onlyTheLinesBetweenTwoHeightsAreFound() {
    let section = section(FlowSizes(3000, all: Size(30, 20)))
    #expect(section.items(from: 300, to: 340).map(\.item) == [30, 31, 32, 33, 34, 35])
    // Between two lines is nothing, and an edge belongs to neither side.
    #expect(section.items(from: 320, to: 330).isEmpty)
    #expect(section.items(from: -100, to: 0).isEmpty && section.items(from: 1e6, to: 2e6).isEmpty)
    #expect(section.items(from: -100, to: 1).map(\.item) == [0, 1, 2])
  }

  @Test func lengthsThatAreNoneCountAsNothing() {
    let section = section(FlowSizes([Size(.nan, 10), Size(-5, .infinity), Size(10, 10)]))
    #expect(section.bottom == 10 && section.lines.count == 1 && section.frame(of: 2)?.width == 10)
    #expect(self.section(FlowSizes(-3, all: Size(1, 1))).lines.isEmpty)
  }

  @Test func theFirstNumberIsFoundByHalving() {
    for count in 0...9 {
      for first in 0...count {
        #expect(FlowSection.first(count) { $0 >= first } == first)
      }
    }
  }
}
