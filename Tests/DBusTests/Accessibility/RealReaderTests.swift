import Foundation
import ResponderKit
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import AccessibilityBus
@testable import DBus

/// What a program with libatspi needs.
enum RealReader {
  static let isThere: Bool = {
    let missing = ["/usr/libexec/at-spi-bus-launcher", "/usr/libexec/at-spi2-registryd"].filter {
      !FileManager.default.fileExists(atPath: $0)
    }
    let script = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
    let python = try? ChildProgram.run("/usr/bin/python3", ["-c", script], environment: ["DISPLAY": ""])
    if RealBus.isThere, missing.isEmpty, python?.status == 0 { return true }
    print(
      "skipped: a program with libatspi: it, the registry or dbus-daemon is missing "
        + "(Debian: at-spi2-core gir1.2-atspi-2.0 python3-gi dbus)")
    return false
  }()
}

/// An application of the test's as a program with libatspi sees it, on buses of their own: the whole way of a desktop, from the
/// session bus and its switch for readers to the registry.
@Suite(.hangLimit, .enabled(if: RealReader.isThere)) struct RealReaderTests {
  /// Finds the application, and prints its elements.
  private static let beginning = """
    import time, gi
    gi.require_version('Atspi', '2.0')
    from gi.repository import Atspi
    def application():
        while True:
            desktop = Atspi.get_desktop(0)
            desktop.clear_cache()
            for index in range(desktop.get_child_count()):
                child = desktop.get_child_at_index(index)
                if child and child.get_toolkit_name() == 'Mainspring':
                    return child
            time.sleep(0.05)
    elements = {}
    def show(element, depth):
        elements.setdefault(element.get_name(), element)
        print('  ' * depth + element.get_role_name() + ' ' + element.get_name(), flush=True)
        for index in range(element.get_child_count()):
            show(element.get_child_at_index(index), depth + 1)
    show(application().get_child_at_index(0), 0)

    """

  /// Uses the elements, and then prints what happens.
  private static let script = """
    press = elements['Press']
    print(press.get_action_iface().get_action_name(0), press.get_action_iface().do_action(0))
    box = press.get_component_iface().get_extents(Atspi.CoordType.WINDOW)
    print(box.x, box.y, box.width, box.height)
    slider = elements['Volume'].get_value_iface()
    slider.set_current_value(20)
    print(slider.get_minimum_value(), slider.get_current_value(), slider.get_maximum_value())
    field = elements['Name']
    field.get_editable_text_iface().insert_text(3, ' B', 2)
    print(field.get_text_iface().get_text(0, -1), field.get_state_set().contains(Atspi.StateType.EDITABLE))
    print(field.get_component_iface().grab_focus())
    def heard(event):
        print(event.type, event.detail1, event.source.get_name(), flush=True)
    listener = Atspi.EventListener.new(heard)
    for kind in ['object:property-change:accessible-name', 'object:text-changed:insert', 'window:create']:
        listener.register(kind)
    print('listening', flush=True)
    Atspi.event_main()
    """

  /// Selects in a table and in segments, and searches.
  private static let lists = """
    table = elements['Plants']
    rows = table.get_table_iface()
    print(rows.get_n_rows(), rows.get_n_columns(), rows.get_accessible_at(3, 0).get_name())
    print(rows.get_index_at(3, 0), rows.get_row_at_index(5), rows.get_row_description(0))
    cell = elements['1.1'].get_table_cell()
    place = list(Atspi.TableCell.get_position(cell))[1:]
    print(place, list(Atspi.TableCell.get_row_column_span(cell)), Atspi.TableCell.get_table(cell).get_name())
    print([header.get_name() for header in Atspi.TableCell.get_row_header_cells(cell)])
    print(table.get_selection_iface().select_child(2))
    while not table.get_selection_iface().is_child_selected(2):
        time.sleep(0.02)
    selection = table.get_selection_iface()
    print(selection.get_n_selected_children(), selection.get_selected_child(0).get_name(), selection.select_all())
    print(rows.get_selected_rows(), rows.add_row_selection(1), rows.is_row_selected(1))
    span = elements['Span'].get_selection_iface()
    print(span.select_child(1), span.get_selected_child(0).get_name(), span.deselect_child(1))
    kind = Atspi.CollectionMatchType
    def rule(roles, states, interfaces):
        wanted = Atspi.StateSet.new([])
        for state in states:
            wanted.add(state)
        return Atspi.MatchRule.new(wanted, kind.ALL, {}, kind.ALL, roles, kind.ANY, interfaces, kind.ALL, False)
    def search(rule, order, count):
        found = application().get_child_at_index(0).get_collection_iface().get_matches(rule, order, count, True)
        print([element.get_name() for element in found])
    order = Atspi.CollectionSortOrder
    search(rule([Atspi.Role.RADIO_BUTTON], [], []), order.CANONICAL, 0)
    search(rule([Atspi.Role.TABLE_CELL], [Atspi.StateType.SELECTED], ['TableCell']), order.CANONICAL, 0)
    search(rule([Atspi.Role.TABLE_CELL], [], []), order.REVERSE_CANONICAL, 2)
    found = table.get_collection_iface().get_matches_from(
        elements['1.1'], rule([Atspi.Role.TABLE_CELL], [], []), order.CANONICAL,
        Atspi.CollectionTreeTraversalType.INORDER, 2, True)
    print([element.get_name() for element in found])
    found = table.get_collection_iface().get_matches_to(
        elements['0.2'], rule([], [], []), order.CANONICAL,
        Atspi.CollectionTreeTraversalType.INORDER, False, 0, True)
    print([element.get_name() for element in found], 'end', flush=True)
    """

  /// Lets a program with libatspi read an application on buses of their own.
  private static func read(
    _ script: String, _ prepare: @escaping @Sendable (AccessibleStage) -> Void = { _ in },
    _ body: @escaping @Sendable (AccessibleStage, ChildProgram) throws -> Void
  ) throws {
    let folder = try TemporaryFolder()
    // Without a display the registry asks none.
    let environment = ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "GSETTINGS_BACKEND": "memory"]
    let bus = try RealBus(environment: environment)
    let address = bus.address
    try onFreshThread {
      let stage = AccessibleStage()
      let loop = stage.loop
      prepare(stage)
      let session = try DBusConnection(address, on: loop)
      let accessibility = AccessibilityBus(stage.application, on: loop, .whenAsked)
      accessibility.open(asking: session)
      defer {
        accessibility.close()
        stage.application.terminate()
      }
      // As a desktop does when its screen reader starts; this starts the service, too.
      let desktop = try DBusConnection(address, on: loop)
      desktop.send(
        .call(
          "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set",
          [.string("org.a11y.Status"), .string("IsEnabled"), .variant(.boolean(true))]))
      loop.runUntil { accessibility.isEmbedded }
      let reader = try ChildProgram(
        "timeout",
        ["--kill-after=5", "100", "env", "-u", "DISPLAY", "/usr/bin/python3", "-c", beginning + script],
        environment: environment.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 })
      try body(stage, reader)
      reader.end()
    }
  }

  @Test func aProgramWithLibatspiFindsAndUsesTheElements() throws {
    try Self.read(Self.script) { stage, reader in
      let loop = stage.loop
      loop.runUntil { reader.output.contains("listening") || reader.status != nil }
      let lines = reader.output.split(separator: "\n").map { String($0) }
      #expect(
        lines == [
          "frame Panel", "  push button Press", "  label Größe", "  slider Volume", "  entry Name",
          "click True", "10 20 100 40", "0.0 20.0 50.0", "Ada B True", "True", "listening",
        ], "\(reader.errors)")
      loop.runUntil { stage.presses == 1 }
      #expect(stage.slider.value == 20 && stage.field.text == "Ada B" && stage.field.isFirstResponder)
      stage.button.setTitle("Go", for: .normal)
      loop.runUntil { reader.output.contains("object:property-change:accessible-name 0 Go\n") }
      stage.field.insertText("!")
      loop.runUntil { reader.output.contains("object:text-changed:insert 5 Name\n") }
      let other = UIWindow()
      other.accessibilityLabel = "Other"
      other.makeKeyAndVisible()
      loop.runUntil { reader.output.contains("window:create 0 Other\n") }
    }
  }

  @Test func aProgramWithLibatspiSelectsInListsAndSearches() throws {
    try Self.read(Self.lists) { stage in
      let list = ListStage(stage)
      list.table().0.frame.origin.y = 40
      list.segments().frame = Rect(10, 4, 240, 32)
    } _: { stage, reader in
      stage.loop.runUntil { reader.output.contains(" end\n") || reader.status != nil }
      let lines = reader.output.split(separator: "\n").map { String($0) }
      #expect(
        Array(lines.drop { $0.hasPrefix("  ") || $0.hasPrefix("frame") }) == [
          "46 1 1.0", "5 3 Fruit", "[4, 0] [4, 0, 1, 1] Plants",
          "['Roots']", "True", "1 0.1 False", "[1] True True", "True Week False", "['Day', 'Week', 'Month']",
          "['0.1']", "['2.3', '2.2']", "['1.2', '2.0']", "['Fruit', '0.0', '0.0', '0.1', '0.1'] end",
        ], "\(reader.errors)")
    }
  }
}
