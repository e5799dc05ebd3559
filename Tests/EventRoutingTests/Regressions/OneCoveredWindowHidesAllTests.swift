import HIDEvents
import TestHarness
import Testing

@testable import EventRouting

/// An application is in the foreground unless all its windows are covered, each by a single one in front of it.
@Suite("Who is seen", .hangLimit)
struct OneCoveredWindowHidesAllTests {
  private typealias Window = ClientDescription.Window
  private static let left = RoutingTableTests.left
  private static let right = RoutingTableTests.right

  private static func isSeen(_ windows: [Window], behind front: [Window]...) -> Bool {
    let table = Board()
    _ = table.add(1, .init(name: "behind", windows: windows), at: 1)
    for (index, windows) in front.enumerated() {
      _ = table.add(UInt32(index) + 2, .init(name: "front", windows: windows), at: 1)
    }
    return table.client(1)?.isInForeground ?? false
  }

  @Test("with two windows, one of which is covered: it is")
  func half() {
    #expect(Self.isSeen(Self.left + Self.right, behind: Self.left))
    #expect(Self.isSeen(Self.left + Self.right, behind: Self.right))
  }

  @Test("with two windows, each covered by another application's: it is not")
  func both() {
    #expect(!Self.isSeen(Self.left + Self.right, behind: Self.left, Self.right))
    #expect(!Self.isSeen(Self.left + Self.right, behind: Self.left + Self.right))
  }

  @Test("with a window that two together cover, none alone: it is")
  func together() {
    #expect(Self.isSeen(RoutingTableTests.full, behind: Self.left + Self.right))
  }

  @Test("without a window: it is, for nothing covers it")
  func windowless() {
    #expect(Self.isSeen([], behind: RoutingTableTests.full))
  }

  @Test("behind an application that is not seen itself, or wants not to be, is seen")
  func unseen() {
    let table = Board()
    _ = table.add(1, .init(name: "back", windows: Self.left), at: 1)
    _ = table.add(2, .init(name: "middle", windows: Self.left), at: 1)
    _ = table.add(3, .init(name: "front", windows: Self.left), at: 1)
    #expect([1, 2, 3].map { table.client($0)?.isInForeground } == [false, false, true])
    _ = table.change(3, .init(name: "front", wantsForeground: false, windows: Self.left), at: 1)
    #expect([1, 2, 3].map { table.client($0)?.isInForeground } == [false, true, false])
    _ = table.change(2, .init(name: "middle", wantsForeground: false, windows: Self.left), at: 1)
    #expect([1, 2, 3].map { table.client($0)?.isInForeground } == [true, false, false])
  }
}
