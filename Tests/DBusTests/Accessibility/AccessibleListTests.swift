import ResponderKit
import TestHarness
import TestSupport
import Testing

@testable import AccessibilityBus
@testable import DBus

/// Tables, collections, segments and pickers, as a reader sees them and selects in them.
@Suite(.hangLimit) struct AccessibleListTests {
  // MARK: Tables

  @Test func aTableHasAllRowsAndElementsForThoseInSight() throws {
    try onBus { reader, stage in
      let list = ListStage(stage)
      _ = list.table()
      let table = try reader.path("Plants")
      #expect(reader.value(table, "Accessible", "GetRole") == .uint32(55))
      #expect(
        reader.interfaces(table) == ["Accessible", "Component", "Collection", "Action", "Selection", "Table"])
      #expect(reader.property(table, "Table", "NRows") == .int32(46))
      #expect(reader.property(table, "Table", "NColumns") == .int32(1))
      // In the order in which they are seen, with headings between them.
      let names = ["Fruit", "0.0", "0.1", "0.2", "Roots", "1.0", "1.1", "1.2", "2.0", "2.1", "2.2", "2.3"]
      #expect(reader.children(table) == names)
      for (index, row) in [-1, 0, 1, 2, -1, 3, 4, 5, 6].enumerated() {
        #expect(reader.number(table, "Table", "GetRowAtIndex", Int32(index)) == Int32(row))
        #expect(reader.number(table, "Table", "GetColumnAtIndex", Int32(index)) == (row < 0 ? -1 : 0))
        if row >= 0 { #expect(reader.number(table, "Table", "GetIndexAt", Int32(row), 0) == Int32(index)) }
      }
      #expect(reader.named(table, "Table", "GetAccessibleAt", 3, 0) == "1.0")
      for (row, column) in [(3, 1), (45, 0), (46, 0), (-1, 0)] as [(Int32, Int32)] {
        #expect(reader.named(table, "Table", "GetAccessibleAt", row, column) == nil)
        #expect(reader.number(table, "Table", "GetIndexAt", row, column) == -1)
      }
      // A row that is out of sight has its place all the same; one that does not exist has none.
      let extents = [(0, 0), (45, 0), (46, 0), (3, 1)] as [(Int32, Int32)]
      #expect(extents.map { reader.number(table, "Table", "GetRowExtentAt", $0.0, $0.1) } == [1, 1, 0, 0])
      #expect(extents.map { reader.number(table, "Table", "GetColumnExtentAt", $0.0, $0.1) } == [1, 1, 0, 0])
    }
  }

  @Test func aRowIsACellUnderTheHeadingOfItsSection() throws {
    try onBus { reader, stage in
      let list = ListStage(stage)
      let (view, _) = list.table()
      let table = try reader.path("Plants")
      let cell = try reader.path("1.2")
      #expect(reader.value(cell, "Accessible", "GetRole") == .uint32(56))
      #expect(reader.interfaces(cell) == ["Accessible", "Component", "Collection", "Action", "TableCell"])
      #expect(reader.property(cell, "TableCell", "Position") == .structure([.int32(5), .int32(0)]))
      #expect(reader.property(cell, "TableCell", "Table") == .structure([.string(":1.7"), .path(table)]))
      #expect(reader.all(cell, "TableCell", "GetRowColumnSpan", []) == [5, 0, 1, 1].map { .int32($0) })
      #expect(reader.names(reader.value(cell, "TableCell", "GetRowHeaderCells")) == ["Roots"])
      #expect(reader.names(reader.value(cell, "TableCell", "GetColumnHeaderCells")) == [])
      #expect(reader.named(table, "Table", "GetRowHeader", 0) == "Fruit")
      #expect(reader.named(table, "Table", "GetRowHeader", 7) == nil)
      let titles = [0, 2, 3, 7, 99].map { reader.value(table, "Table", "GetRowDescription", .int32($0)) }
      #expect(titles == ["Fruit", "Fruit", "Roots", "", ""].map { .string($0) })
      // Out of sight it still has its title.
      view.contentOffset.y = 800
      stage.application.run(for: .milliseconds(30))
      #expect(reader.named(table, "Table", "GetRowHeader", 0) == nil)
      #expect(reader.value(table, "Table", "GetRowDescription", .int32(0)) == .string("Fruit"))
      let heading = try reader.path("2.20")
      #expect(reader.property(heading, "TableCell", "Position") == .structure([.int32(26), .int32(0)]))
    }
  }

  @Test func rowsAreSelectedAsByAFinger() throws {
    try onBus(listeners: ["object:selection-changed"]) { reader, stage in
      let list = ListStage(stage)
      let (view, rows) = list.table()
      let table = try reader.path("Plants")
      func settle() { stage.application.run(for: .milliseconds(60)) }
      #expect(!reader.states(table).contains(.multiSelectable))
      #expect(reader.property(table, "Selection", "NSelectedChildren") == .int32(0))
      #expect(reader.bool(table, "Selection", "SelectChild", 0) == false, "a heading")
      #expect(reader.bool(table, "Selection", "SelectChild", 2) == true)
      settle()
      #expect(rows.chosen == ["+0.1"])
      #expect(reader.bool(table, "Selection", "IsChildSelected", 2) == true)
      #expect(reader.states(try reader.path("0.1")).isSuperset(of: [.selectable, .selected]))
      #expect(reader.states(try reader.path("0.2")).intersection([.selectable, .selected]) == .selectable)
      #expect(reader.named(table, "Selection", "GetSelectedChild", 0) == "0.1")
      #expect(reader.named(table, "Selection", "GetSelectedChild", 1) == nil)
      // What is selected stays so; where there is one row, it can not be given up.
      #expect(reader.bool(table, "Selection", "SelectChild", 2) == true)
      #expect(reader.bool(table, "Selection", "DeselectChild", 2) == false)
      #expect(reader.bool(table, "Selection", "DeselectChild", 3) == true, "it is not selected")
      #expect(reader.bool(table, "Selection", "ClearSelection") == false)
      #expect(reader.bool(table, "Selection", "SelectAll") == false)
      #expect(reader.bool(table, "Table", "AddRowSelection", 4) == true)
      let told = "Object:SelectionChanged: 0 0"
      #expect(reader.events().count { $0 == told } == 1)
      #expect(rows.chosen == ["+0.1", "-0.1", "+1.1"])
      #expect(reader.value(table, "Table", "GetSelectedRows") == .array(.int32, [.int32(4)]))
      #expect(reader.bool(table, "Table", "IsRowSelected", 4) == true)
      #expect(reader.bool(table, "Table", "IsSelected", 4, 1) == false)
      // By the program, out of sight: only the table knows.
      view.selectRow(at: IndexPath(row: 39, section: 2), animated: false)
      #expect(reader.events().count { $0 == told } == 1)
      #expect(reader.property(table, "Table", "NSelectedRows") == .int32(1))
      #expect(reader.bool(table, "Table", "IsRowSelected", 45) == true)
      #expect(reader.bool(table, "Table", "AddRowSelection", 45) == true)
      #expect(reader.bool(table, "Table", "AddRowSelection", 44) == false, "nobody can tap it")
      #expect(reader.property(table, "Selection", "NSelectedChildren") == .int32(0))
    }
  }

  @Test func severalRowsAreSelectedAndGivenUp() throws {
    try onBus { reader, stage in
      let list = ListStage(stage)
      let (view, rows) = list.table()
      view.allowsMultipleSelection = true
      let table = try reader.path("Plants")
      func settle() { stage.application.run(for: .milliseconds(60)) }
      #expect(reader.states(table).contains(.multiSelectable))
      for index in [1, 3] as [Int32] {
        #expect(reader.bool(table, "Selection", "SelectChild", index) == true)
      }
      settle()
      #expect(rows.chosen == ["+0.0", "+0.2"])
      #expect(reader.named(table, "Selection", "GetSelectedChild", 1) == "0.2")
      #expect(reader.bool(table, "Selection", "DeselectSelectedChild", 1) == true)
      settle()
      #expect(rows.chosen.last == "-0.2")
      #expect(reader.bool(table, "Table", "RemoveRowSelection", 0) == true)
      settle()
      #expect(rows.chosen.last == "-0.0" && view.indexPathsForSelectedRows == nil)
      for row in [-1, 999] as [Int32] {
        #expect(reader.bool(table, "Table", "RemoveRowSelection", row) == false, "there is no row \(row)")
      }
      #expect(reader.bool(table, "Selection", "SelectAll") == true)
      settle()
      #expect(reader.property(table, "Selection", "NSelectedChildren") == .int32(10), "all in sight")
      #expect(reader.bool(table, "Selection", "ClearSelection") == true)
      settle()
      #expect(view.indexPathsForSelectedRows == nil)
      view.allowsMultipleSelection = false
      view.allowsSelection = false
      #expect(!reader.interfaces(table).contains("Selection") && reader.interfaces(table).contains("Table"))
      #expect(!reader.states(try reader.path("0.0")).contains(.selectable))
    }
  }

  @Test func aTableThatIsTakenOutLeavesItsRowsToWhatIsAroundIt() throws {
    try onBus { reader, stage in
      let (view, _) = ListStage(stage).table()
      view.isAccessibilityElement = false
      let window = try reader.path("Panel")
      #expect(reader.children(window).prefix(3) == ["Fruit", "0.0", "0.1"])
      #expect(!reader.interfaces(try reader.path("0.0")).contains("TableCell"))
    }
  }

  // MARK: Others

  @Test func itemsOfACollectionAreSelected() throws {
    try onBus { reader, stage in
      let list = ListStage(stage)
      let view = list.collection()
      let path = try reader.path("Pictures")
      #expect(reader.children(path) == ["item 0", "item 1", "item 2", "item 3"])
      #expect(reader.value(path, "Accessible", "GetRole") == .uint32(31))
      #expect(reader.value(try reader.path("item 2"), "Accessible", "GetRole") == .uint32(32))
      #expect(reader.interfaces(path).contains("Selection") && !reader.interfaces(path).contains("Table"))
      for index in [2, 0] as [Int32] {
        #expect(reader.bool(path, "Selection", "SelectChild", index) == true)
        stage.application.run(for: .milliseconds(60))
      }
      #expect(view.indexPathsForSelectedItems == [IndexPath(item: 0, section: 0)])
      #expect(reader.named(path, "Selection", "GetSelectedChild", 0) == "item 0")
      // A program's own traits say more.
      view.cellForItem(at: IndexPath(item: 3, section: 0))?.accessibilityTraits = .image
      #expect(reader.value(try reader.path("item 3"), "Accessible", "GetRole") == .uint32(27))
    }
  }

  @Test func aSegmentIsAnElementOfItsControl() throws {
    try onBus { reader, stage in
      let list = ListStage(stage)
      let control = list.segments()
      var changes: [Int] = []
      control.onEvent(.valueChanged) { _ in changes.append(control.selectedSegmentIndex) }
      control.selectedSegmentIndex = 0
      control.setEnabled(false, forSegmentAt: 1)
      let path = try reader.path("Span")
      #expect(reader.value(path, "Accessible", "GetRole") == .uint32(99))
      #expect(reader.children(path) == ["Day", "Week", "Month"])
      let (day, week, month) = try (reader.path("Day"), reader.path("Week"), reader.path("Month"))
      #expect(reader.value(week, "Accessible", "GetRole") == .uint32(44))
      #expect(reader.value(week, "Accessible", "GetIndexInParent") == .int32(1))
      #expect(
        reader.value(month, "Component", "GetExtents", .uint32(0))
          == .structure([170, 20, 80, 32].map { .int32($0) }))
      let all: AccessibleStates = [.selectable, .checkable, .visible, .showing]
      #expect(reader.states(day) == all.union([.enabled, .sensitive, .selected, .checked]))
      #expect(reader.states(week) == all)
      #expect(reader.bool(path, "Selection", "SelectChild", 1) == false)
      #expect(reader.bool(path, "Selection", "SelectChild", 2) == true)
      #expect(reader.bool(path, "Selection", "SelectChild", 2) == true)
      #expect(reader.bool(path, "Selection", "DeselectChild", 2) == false)
      #expect(changes == [2] && reader.states(month).contains(.checked))
      #expect(reader.bool(day, "Action", "DoAction", 0) == true && changes == [2, 0])
      #expect(!reader.interfaces(week).contains("Action"))
      // The same elements after a change, as far as they are there.
      control.removeSegment(at: 2, animated: false)
      #expect(reader.children(path) == ["Day", "Week"])
      #expect(reader.ask(month, "org.a11y.atspi.Accessible", "GetRole").kind == .error)
      #expect(try reader.path("Day") == day)
      control.isEnabled = false
      #expect(reader.bool(path, "Selection", "SelectChild", 0) == true, "it is")
      control.selectedSegmentIndex = 1
      #expect(reader.bool(path, "Selection", "SelectChild", 0) == false)
    }
  }

  @Test func aSegmentThatOnlySendsIsNotSelectedAfterwards() throws {
    try onBus { reader, stage in
      let control = ListStage(stage).segments()
      control.isMomentary = true
      var changes: [Int] = []
      control.onEvent(.valueChanged) { _ in changes.append(control.selectedSegmentIndex) }
      let path = try reader.path("Span")
      for _ in 0..<2 { #expect(reader.bool(path, "Selection", "SelectChild", 1) == true) }
      #expect(changes == [1, 1] && reader.property(path, "Selection", "NSelectedChildren") == .int32(0))
    }
  }

  @Test(arguments: [1, 2]) func aPickerIsTurnedToARowInSight(components: Int) throws {
    try onBus { reader, stage in
      let list = ListStage(stage)
      let (picker, wheel) = list.picker(components)
      let path = try reader.path(components == 1 ? "Rows" : "Rows 2")
      let component = components - 1
      #expect(reader.value(path, "Accessible", "GetRole") == .uint32(31))
      #expect(reader.children(path) == ["\(component) row 0", "\(component) row 1", "\(component) row 2"])
      #expect(reader.named(path, "Selection", "GetSelectedChild", 0) == "\(component) row 0")
      #expect(reader.bool(path, "Selection", "SelectChild", 2) == true)
      #expect(wheel.chosen == [2] && picker.selectedRow(inComponent: component) == 2)
      stage.application.run(for: .milliseconds(1000))
      let rows = (0..<5).map { "\(component) row \($0)" }
      #expect(reader.children(path) == rows)
      #expect(reader.named(path, "Selection", "GetSelectedChild", 0) == rows[2])
      #expect(reader.bool(path, "Selection", "DeselectChild", 2) == false)
      #expect(reader.value(try reader.path(rows[2]), "Accessible", "GetRole") == .uint32(32))
      // And back, from a row that is not the first.
      #expect(reader.bool(path, "Selection", "SelectChild", 1) == true)
      #expect(wheel.chosen == [2, 1] && picker.selectedRow(inComponent: component) == 1)
      if components == 2 { #expect(picker.selectedRow(inComponent: 0) == 0) }
    }
  }
}
