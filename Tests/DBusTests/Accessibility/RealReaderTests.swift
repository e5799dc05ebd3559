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
  /// Finds the application, prints its elements, uses them, and then prints what happens.
  private static let script = """
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
        elements[element.get_name()] = element
        print('  ' * depth + element.get_role_name() + ' ' + element.get_name(), flush=True)
        for index in range(element.get_child_count()):
            show(element.get_child_at_index(index), depth + 1)
    show(application().get_child_at_index(0), 0)
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

  @Test func aProgramWithLibatspiFindsAndUsesTheElements() throws {
    let folder = try TemporaryFolder()
    // Without a display the registry asks none.
    let environment = ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "GSETTINGS_BACKEND": "memory"]
    let bus = try RealBus(environment: environment)
    let address = bus.address
    try onFreshThread {
      let stage = AccessibleStage()
      let loop = stage.loop
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
        ["--kill-after=5", "100", "env", "-u", "DISPLAY", "/usr/bin/python3", "-c", Self.script],
        environment: environment.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 })
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
      reader.end()
    }
  }
}
