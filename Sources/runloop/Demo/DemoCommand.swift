/// `runloop demo`: small programs that show what the libraries do.
enum DemoCommand {
  static let usage = """
    usage: runloop demo NAME

      touches   the event articles' view trees: taps and a drag go from a port to the views; prints who is asked and
                who gets what, as the articles' logs do
      stall [--folder PATH]
                a touch handler that blocks, and what the stall monitor says of it
    """

  static func run(_ arguments: [String]) {
    guard let name = arguments.first else { Tool.fail("no demo\n\(usage)") }
    switch name {
    case "touches":
      guard arguments.count == 1 else { Tool.fail("'demo touches' takes no arguments") }
      TouchesDemo.run()
    case "stall":
      guard arguments.count == 1 || arguments.count == 3 && arguments[1] == "--folder" else {
        Tool.fail("'demo stall' takes nothing but --folder PATH, for its report")
      }
      StallDemo.run(folder: arguments.count == 3 ? arguments[2] : nil)
    case "help", "--help", "-h": print(usage)
    default: Tool.fail("unknown demo '\(name)'; there are: touches, stall")
    }
  }
}
