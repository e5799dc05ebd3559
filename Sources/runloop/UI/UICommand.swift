import LinuxSystem
import PlainText
import ResponderKit
import RunLoopCore

/// `runloop ui`: the elements of a program that runs, and how they are used without coordinates.
enum UICommand {
  static let usage = """
    usage: runloop ui PID [tree]
           runloop ui PID tap LABEL
           runloop ui PID set LABEL TEXT
           runloop ui PID do LABEL ACTION
           runloop ui PID wait TEXT [--seconds N]

    Shows the elements of a ResponderKit program of the same user, and operates them by their labels. The program
    serves them when it was started with MAINSPRING_UI=1 in its environment, or calls serveAccessibility().

      tree   print the elements: what each is, its label, value, identifier, box on the screen, and what it can do
      tap    tap the element of this label or identifier, as a finger would
      set    enter text into a field, move a slider, or set a switch 'on' or 'off'
      do     one of the actions of the tree: tap, increment, decrement, or scroll-up, scroll-down, scroll-left,
             scroll-right, which scroll the view around an element that does not scroll; an action of the program's
             own, by its name; or escape, which is given to the responders around the element
      wait   wait until a line of the tree has this text; for 10 seconds by default

    Status 1: there is no such element, or not in time; 2: wrong arguments, or no such program.
    """

  static func run(_ arguments: [String]) {
    if arguments.first.map({ ["help", "--help", "-h"].contains($0) }) ?? false { return print(usage) }
    guard let word = arguments.first else { Tool.fail("ui: a process number is missing\n\(usage)") }
    guard let process = Int32(word), process > 0 else {
      Tool.fail("ui: PID is a whole number from 1 to \(Int32.max), not '\(word)'")
    }
    var words = Array(arguments.dropFirst())
    let command = words.isEmpty ? "tree" : words.removeFirst()
    switch (command, words.count) {
    case ("tree", 0):
      for line in connection(process).ask(["tree"]).split(separator: "\n") { show(line) }
    case ("tap", 1): _ = connection(process).ask(["tap", words[0]])
    case ("set", 2): _ = connection(process).ask(["set", words[0], words[1]])
    case ("do", 2): _ = connection(process).ask(["do", words[0], words[1]])
    case ("do", 3) where words[1] == "set": _ = connection(process).ask(["set", words[0], words[2]])
    case ("wait", 1): wait(words[0], 10, process)
    case ("wait", 3) where words[1] == "--seconds":
      guard let seconds = Double(words[2]), seconds >= 0, seconds <= 86_400 else {
        Tool.fail("ui: '\(words[2])' is no number of seconds")
      }
      wait(words[0], seconds, process)
    default: Tool.fail("ui: '\(([command] + words).joined(separator: " "))' is no question\n\(usage)")
    }
  }

  private static func wait(_ text: String, _ seconds: Double, _ process: Int32) {
    let connection = connection(process)
    let end = ContinuousClock.now + .seconds(seconds)
    while true {
      let lines = connection.ask(["tree"]).split(separator: "\n")
      if let line = lines.first(where: { $0.contains(text) }) {
        return show(line.drop { $0 == " " })
      }
      guard ContinuousClock.now < end else {
        Connection.end("'\(text)' was not seen within \(seconds) s", status: 1)
      }
      usleep(50_000)
    }
  }

  /// Labels are another program's, and may have anything in them.
  private static func show(_ line: Substring) { Tool.write(line.plainLine + "\n", to: 1) }

  private static func connection(_ process: Int32) -> Connection {
    do {
      let path = AccessibilitySocket.path(of: process)
      guard let descriptor = try RouterSocket.connect(to: path) else {
        Connection.end(
          "process \(process) does not serve its elements (at \(path)): start it with MAINSPRING_UI=1",
          status: 2)
      }
      return Connection(port: try RunLoop.MessagePort(adopting: descriptor))
    } catch {
      Connection.end("\(error)", status: 2)
    }
  }

  /// A connection to a program.
  private struct Connection {
    var port: RunLoop.MessagePort
    /// The longest wait for a stalled program's answer.
    private static let patience: Int32 = 10_000

    /// Reports the reason on one line: it may be the program's answer, with line ends in labels.
    static func end(_ reason: String, status: Int32) -> Never {
      Tool.write("runloop: ui: \(reason)".plainLine + "\n", to: 2)
      exit(status)
    }

    func ask(_ words: [String]) -> String {
      var answer: [UInt8] = []
      do {
        try port.send(Array(words.joined(separator: "\0").utf8))
        var waiting = pollfd(fd: port.descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, Self.patience) > 0 {
          guard let packet = try port.receive(), let mark = packet.first else { continue }
          answer += packet.dropFirst()
          if mark == AccessibilitySocket.Mark.more { continue }
          let text = String(decoding: answer, as: UTF8.self)
          if mark == AccessibilitySocket.Mark.failure { Self.end(text, status: 1) }
          return text
        }
      } catch {
        Self.end("\(error)", status: 2)
      }
      Self.end("no answer within ten seconds: the program's loop is held up", status: 2)
    }
  }
}
