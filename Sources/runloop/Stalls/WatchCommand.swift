import LinuxSystem
import StallMonitoring

/// `runloop stalls watch`
enum WatchCommand {
  static let usage = """
    usage: runloop stalls watch PID [--count N] [--interval MS] [--folder PATH] [--json]

    The activity of a process's watched loops, and of threads that report it themselves (rl_heartbeat_open, in C), from its
    shared pages: at no cost to the process. In a terminal the view is redrawn each time, and ends with ctrl-C;
    elsewhere each view has a line for each loop.

      --count N       the number of views (unlimited; 1 outside a terminal)
      --interval MS   time between two views (500)
      --json          each view as an object on a line of its own

    Ends with status 0, also when the process ends; 1 when it has no page: when it does not use the library, or has no
    monitor, and no heartbeat of C.
    """

  static func run(_ arguments: StallArguments) throws -> Int32 {
    var arguments = arguments
    try arguments.parse(options: ["--count", "--interval"], flags: ["--json"], usage: usage)
    let word = try arguments.words(1...1, "the number of a process")[0]
    let process = try StallArguments.number(word, in: 1...Int(Int32.max), for: "PID")
    let isJSON = arguments.has("--json")
    let isTerminal = isatty(1) == 1 && !isJSON
    let count = try arguments.number("--count", in: 1...1_000_000_000, default: isTerminal ? .max >> 8 : 1)
    let interval = try arguments.number("--interval", in: 10...3_600_000, default: 500)

    let path = HeartbeatReader.path(of: Int32(process))
    let pathOfTold = HeartbeatReader.pathOfTold(of: Int32(process))
    let own = try reader(path)
    var watch: LiveWatch
    if let own {
      watch = LiveWatch(reader: own, told: try ToldThreads(pathOfTold), reports: arguments.folder)
    } else if let told = try reader(pathOfTold) {
      watch = LiveWatch(reader: told, told: nil, reports: arguments.folder)
    } else {
      Tool.write(withoutPage(Int32(process), path) + "\n", to: 2)
      return 1
    }
    let colours = isTerminal && Environment.value("NO_COLOR") == nil
    if isTerminal { Tool.write("\u{1B}[2J", to: 1) }
    for _ in 0..<count {
      // Looked at more often than it is shown: that is how exactly the view knows since when.
      watch.look()
      var left = interval
      while left > 0 {
        let step = min(left, 20)
        usleep(UInt32(step) * 1000)
        left -= step
        watch.look()
      }
      let view = watch.view()
      let text = isJSON ? view.json + "\n" : isTerminal ? view.screen(.now, colours: colours) : view.lines
      guard Tool.write(text, to: 1) else { return 1 }
      if !view.isAlive {
        if !isJSON { Tool.write("process \(process) has ended\n", to: 1) }
        return 0
      }
    }
    return 0
  }

  private static func withoutPage(_ process: Int32, _ path: String) -> String {
    guard kill(process, 0) == 0 || Errno.last == EPERM else {
      return "there is no process \(process), and it left no page"
    }
    let inner = ProcessNumber.inner(of: process)
    if inner != process {
      return "process \(process) has no page of a run loop here (\(path)): it is process \(inner) of a"
        + " container; run 'runloop stalls watch \(inner)' in there"
    }
    return "process \(process) has no page of a run loop (\(path)): it has no monitor that watches a loop"
  }

  /// A page, which is removed when its process ends; nil when it is not there.
  static func reader(_ path: String) throws -> HeartbeatReader? {
    do { return try HeartbeatReader(path: path) } catch {
      if access(path, F_OK) != 0 { return nil }
      throw error
    }
  }
}
