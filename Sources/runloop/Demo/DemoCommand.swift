import RunLoopCore

/// `runloop demo`: small programs that show the libraries at work.
enum DemoCommand {
  static let usage = """
    usage: runloop demo NAME

      touches   the event articles' view trees: taps and a drag go from a port to the views; prints which
                views are asked and which get the touches, as the articles' logs do
      stall [--folder PATH]
                a touch handler that blocks, and the stall monitor's report of it
      canvas    finger paint with ten fingers, and cards to pinch and turn
      controls  buttons, a switch, a slider, and a list beside a clock that shows the tracking mode

    With --record FILE, the main loop's activity is recorded in a file for ui.perfetto.dev.
    canvas and controls are shown in a window or as a picture, with the stall monitor on:
    \(DemoPlace.usage)

    Ends with status 0; 1 when the stall was not found; 2 when the arguments are wrong, or a file, folder or display can not be used.
    """

  static func run(_ all: [String]) {
    var arguments = all
    let recorder = recorder(takenFrom: &arguments)
    defer { recorder?.stop() }
    guard let name = arguments.first else { Tool.fail("no demo\n\(usage)") }
    if name == "touches" || name == "stall", arguments.dropFirst().contains(where: Self.asksForHelp) {
      return print(usage)
    }
    switch name {
    case "touches":
      guard arguments.count == 1 else { Tool.fail("'demo touches' takes no arguments") }
      TouchesDemo.run()
    case "stall":
      guard arguments.count == 1 || arguments.count == 3 && arguments[1] == "--folder" else {
        Tool.fail("'demo stall' takes nothing but --folder PATH, for its report")
      }
      StallDemo.run(folder: arguments.count == 3 ? arguments[2] : nil)
    case "canvas": CanvasDemo.run(Array(arguments.dropFirst()))
    case "controls": ControlsDemo.run(Array(arguments.dropFirst()))
    case "help", "--help", "-h": print(usage)
    default: Tool.fail("unknown demo '\(name)'; there are: touches, stall, canvas, controls")
    }
  }

  private static func asksForHelp(_ word: String) -> Bool { ["help", "--help", "-h"].contains(word) }

  /// Takes `--record FILE` out.
  private static func recorder(takenFrom arguments: inout [String]) -> RunLoop.Recorder? {
    guard let place = arguments.firstIndex(of: "--record") else { return nil }
    guard place + 1 < arguments.count else { Tool.fail("--record needs a file\n\(usage)") }
    let path = arguments[place + 1]
    arguments.removeSubrange(place...place + 1)
    if arguments.first == "touches" { TouchesDemo.installClock() }
    do throws(RunLoop.Recorder.Failure) {
      let recorder = try RunLoop.Recorder(path: path)
      recorder.record(.main)
      return recorder
    } catch {
      Tool.fail("\(error)")
    }
  }
}
