/// `runloop demo`: small programs that show what the libraries do.
enum DemoCommand {
  static let usage = """
    usage: runloop demo NAME

      touches   the event articles' view trees: taps and a drag go from a port to the views; prints who is asked and
                who gets what, as the articles' logs do
    """

  static func run(_ arguments: [String]) {
    guard let name = arguments.first else { Tool.fail("no demo\n\(usage)") }
    switch name {
    case "touches":
      guard arguments.count == 1 else { Tool.fail("'demo touches' takes no arguments") }
      TouchesDemo.run()
    case "help", "--help", "-h": print(usage)
    default: Tool.fail("unknown demo '\(name)'; there is: touches")
    }
  }
}
