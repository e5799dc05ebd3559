import DesktopWindows
import HIDEvents
import LinuxSystem
import ResponderKit

/// Where a demo with a picture is seen, and for how long.
struct DemoPlace {
  /// On a display; nil: without one.
  var desktop: DesktopWindow.Desktop?
  var isWindow: Bool { desktop != nil }
  /// Whether its window is a part of a router's screen.
  var isPart: Bool { router != nil && !fillsScreen && (size != nil || corner != nil) }
  /// Whether a user sees it, so that it does not play its script by itself.
  var isLive: Bool { isWindow || isScreen || router != nil }
  /// On a screen without a display server: its device's file, or nil for the first.
  var isScreen = false
  var screen: String?
  var inputs: [String] = []
  /// On the screen of the router at this path.
  var router: String?
  /// Its window's upper left corner there, in points.
  var corner: (x: Double, y: Double)?
  var terminal: String?
  /// The window fills the screen.
  var fillsScreen = false
  /// Files for the picture at the end.
  var png: String?
  var svg: String?
  /// The size in which it begins, if not its own.
  var size: (width: Int, height: Int)?
  /// Ends a demo in a window by itself.
  var seconds: Double?
  /// Where stalls are reported.
  var folder: String?
  /// Plays the script in a window too.
  var plays = false

  static let usage = """
      --window [DISPLAY]   in a window: of an X server (or XWayland) such as :0, of a Wayland compositor such as wayland-0, or
                           of what the environment says
      --display x11|wayland   in a window of that kind of server
      --full-screen        the window fills the screen
      --screen [DEVICE]    on a screen without a display server: DEVICE, or the first of /dev/dri/card*
      --router [PATH]      on the screen of a router that runs with --show: at its usual place, or of the socket PATH. The
                           window fills the screen, with --size or --at a part of it
      --at X,Y             its window's upper left corner there, in points
      --input DEVICE       an input device for it, such as /dev/input/event0; may be repeated
      --terminal TTY       its virtual terminal, such as /dev/tty1: from there Ctrl+Alt+F1 to F12 lead to others
      --png FILE           a gesture script is played without a window, and the picture at its end written
      --svg FILE           the same, as SVG
      --size WIDTHxHEIGHT  the size at the start, from 64x64 to 4096x4096
      --built-in-letters   draws letters that are equal on all machines, instead of the system's fonts
      --play               plays the script in the window too
      --seconds N          exits after N seconds; otherwise a window stays open until it is closed
      --folder PATH        where stall reports go
    """

  init(_ arguments: [String], demo: String) {
    var words = CallWords(arguments)
    func value() -> String {
      guard let value = words.value() else { Tool.fail("'demo \(demo)': \(words.option) needs a value") }
      return value
    }
    func flag() -> Bool {
      if let excess = words.excess { Tool.fail("'demo \(demo)': \(excess)") }
      return true
    }
    while let word = words.next() {
      switch word {
      case "--window":
        desktop = desktop ?? .current
        if let name = words.valueIfAny() { desktop = Self.desktop(name) }
      case "--display":
        switch value() {
        case "x11": desktop = .x11()
        case "wayland": desktop = .wayland()
        case let kind: Tool.fail("'demo \(demo)': '\(kind)' is no kind of server; there are x11 and wayland")
        }
      case "--screen":
        isScreen = true
        screen = words.valueIfAny() ?? screen
      case "--router":
        router = words.valueIfAny() ?? RouterAddress.standard.path
      case "--at":
        let text = value()
        let places = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        guard places.count == 2, places.allSatisfy({ abs($0) <= 16384 }) else {
          Tool.fail("'demo \(demo)': '\(text)' is no place; 200,100 is one")
        }
        corner = (places[0], places[1])
      case "--input": inputs.append(value())
      case "--terminal": terminal = value()
      case "--png": png = value()
      case "--svg": svg = value()
      case "--folder": folder = value()
      case "--play": plays = flag()
      case "--built-in-letters": UIFont.systemIsBuiltIn = flag()
      case "--full-screen": fillsScreen = flag()
      case "--size":
        let text = value()
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard sides.count == 2, sides.allSatisfy((64...4096).contains) else {
          Tool.fail("'demo \(demo)': '\(text)' is no size; 800x480 is one, from 64x64 to 4096x4096")
        }
        size = (sides[0], sides[1])
      case "--seconds":
        let text = value()
        guard let number = Double(text), number > 0, number < 1e6 else {
          Tool.fail("'demo \(demo)': '\(text)' is no number of seconds")
        }
        seconds = number
      case "--help":
        print("usage: runloop demo \(demo) [OPTIONS]\n\n\(Self.usage)")
        exit(0)
      default: Tool.fail("'demo \(demo)': unknown option '\(word)'\n\(Self.usage)")
      }
    }
    guard isScreen || inputs.isEmpty && terminal == nil else {
      Tool.fail("'demo \(demo)': --input and --terminal go with --screen")
    }
    guard [isScreen, isWindow, router != nil].count(where: \.self) < 2 else {
      Tool.fail("'demo \(demo)': --screen, --window and --router do not go together")
    }
    guard router != nil || corner == nil else { Tool.fail("'demo \(demo)': --at goes with --router") }
    do { try OutputFile.checkDifferent([png, svg].compactMap(\.self), "two pictures") } catch {
      Tool.fail("'demo \(demo)': \(error)")
    }
    guard isLive || png != nil || svg != nil else {
      Tool.fail("'demo \(demo)' needs a place to be seen:\n\(Self.usage)")
    }
  }

  /// X servers' names have a colon, and no slash before it.
  private static func desktop(_ name: String) -> DesktopWindow.Desktop {
    name.contains(":") && !name.hasPrefix("/") ? .x11(name) : .wayland(name)
  }
}
