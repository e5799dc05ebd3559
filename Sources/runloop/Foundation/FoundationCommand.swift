import FoundationBridge
import LinuxSystem
import StallMonitoring

/// `runloop foundation`
enum FoundationCommand {
  static let usage = """
    usage: runloop foundation [OPTIONS] COMMAND…

    Starts a program that uses Foundation, unchanged, with this library's loop behind Foundation's run loops: Docs/foundation.md.
    It prints the program's libFoundation. If this library was not tested with it, it warns, and the program runs on the
    toolchain's loop.

      --any            also with a libFoundation that was not tested
      --stalls         report stalls of the main loop: 'runloop stalls list' and 'show' read the reports
      --threshold MS   what counts as a stall (250)
      --folder PATH    the folder of the reports
      --metrics PORT   answer GET /metrics on 127.0.0.1
      --record FILE    record the main loop for chrome://tracing and ui.perfetto.dev

    Ends with the program's status; with status 127 when it can not be started, and 2 when the arguments are wrong.
    """

  private static let library = "libMainspringFoundation.so"

  static func run(_ arguments: [String]) -> Never {
    var words = CallWords(arguments)
    var mayBeUntried = false
    func value(of option: String) -> String {
      guard let value = words.value() else { Tool.fail("foundation: \(option) needs a value\n\(usage)") }
      return value
    }
    func checkFlag() { if let excess = words.excess { Tool.fail("foundation: \(excess)") } }
    while let word = words.nextOption() {
      switch word {
      case "--help":
        checkFlag()
        print(usage)
        exit(0)
      case "--any":
        checkFlag()
        mayBeUntried = true
      case "--stalls":
        checkFlag()
        setenv("MAINSPRING_STALLS", "1", 1)
      case "--threshold":
        let text = value(of: word)
        guard let number = Int(text), (4...86_400_000).contains(number) else {
          Tool.fail("foundation: --threshold takes milliseconds from 4 to 86400000, not '\(text)'")
        }
        setenv("MAINSPRING_STALLS_THRESHOLD", text, 1)
      case "--folder": setenv("MAINSPRING_STALLS_FOLDER", value(of: word), 1)
      case "--metrics":
        let text = value(of: word)
        guard UInt16(text) != nil else { Tool.fail("foundation: --metrics takes a port, not '\(text)'") }
        setenv("MAINSPRING_METRICS", text, 1)
      case "--record": setenv("MAINSPRING_RECORD", value(of: word), 1)
      case "--":
        start(Array(words.rest), mayBeUntried)
      default: Tool.fail("foundation: unknown option '\(word)'\n\(usage)")
      }
    }
    start(Array(words.rest), mayBeUntried)
  }

  private static func start(_ command: [String], _ mayBeUntried: Bool) -> Never {
    guard let name = command.first else { Tool.fail("foundation: no command\n\(usage)") }
    guard let program = name.contains("/") ? name : SearchPath.place(of: name) else {
      say("'\(name)' is in no folder of PATH")
      exit(127)
    }
    if serves(program, mayBeUntried) { preload(mayBeUntried) }
    var words = RawWords.last(command.count)
    execv(program, &words)
    say("'\(program)' can not be started: \(Errno.last)")
    exit(127)
  }

  /// Reports the program's Foundation, and decides whether to preload the library.
  private static func serves(_ program: String, _ mayBeUntried: Bool) -> Bool {
    guard let foundation = LinkedLibraries.of(program).first(where: { $0.name == "libFoundation.so" }) else {
      say("\(program) does not link libFoundation.so: programs that it starts are served")
      return true
    }
    guard let build = BuildID.ofFile(foundation.path) else {
      say("\(foundation.path) has no build id, and so is none that was tried")
      return mayBeUntried
    }
    if let known = TriedBuild.names[build] {
      say("\(foundation.path) is that of \(known), which was tried")
      return true
    }
    say(
      "warning: \(foundation.path), build \(build), was not tried"
        + (mayBeUntried ? "" : ": the program runs on the toolchain's loop; --any has it served all the same")
    )
    return mayBeUntried
  }

  private static func preload(_ mayBeUntried: Bool) {
    guard let folder = SearchPath.ownFolder, access("\(folder)/\(library)", R_OK) == 0 else {
      Tool.fail("foundation: there is no \(library) beside this program: 'swift build' makes it")
    }
    guard !folder.contains(where: { $0 == " " || $0 == ":" }) else {
      Tool.fail(
        "foundation: the folder '\(folder)' has a space or colon in its name, and can not be preloaded from")
    }
    let others = Environment.value("LD_PRELOAD") ?? ""
    setenv("LD_PRELOAD", "\(folder)/\(library)" + (others.isEmpty ? "" : ":\(others)"), 1)
    // Of programs that it starts, too.
    setenv("MAINSPRING_FOUNDATION", mayBeUntried ? "any" : "tried", 1)
  }

  private static func say(_ text: String) { Tool.write("runloop: foundation: \(text)\n", to: 2) }
}
