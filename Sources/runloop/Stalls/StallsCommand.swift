import LinuxSystem
import PlainText
import StallMonitoring

/// `runloop stalls`: present and recorded stalls of loops.
enum StallsCommand {
  static let usage = """
    usage: runloop stalls COMMAND [ARGUMENTS]

      watch PID           a live view of a process: its loops, their callouts and durations, its last stalls
      attach PID          finds stalls of any program, from outside, without changing it
      list                the stalls on record
      show ID             one stall: a sentence about what happened, then the evidence
      flame ID|--all      a flame graph, as a self-contained page
      merge [ID…]         groups of similar stalls: how often, how long, why; or as folded stacks
      export [ID…] --to F stalls for other tools: pprof, speedscope, folded, chrome, OTLP, Sentry, Markdown
      collect PATH…       reports of many machines and builds: rates, and stalls that are new, gone or worse
      inject CAUSE MS     a real stall in a loop of this process, and the monitor's report of it
      verify              injects known causes among ordinary work, and measures the monitor

    An ID is as 'list' prints it (4711.3), or 'last'. Options:

      --symbols DIR       a folder with the files of the builds: names and lines of missing or stripped files
      --folder PATH       the folder of the reports ($XDG_STATE_HOME/mainspring/stalls, or ~/.local/state/…)
      --json              the result as JSON (all but flame, export and list --runs)
      --help              more about a command

    Ends with status 0; 1 when there is no stall, no process to watch, or a bar was missed; 2 when the arguments are wrong,
    an ID is none of those on record, or a file or folder can not be read or written.
    """

  private static let commands: [(name: String, run: @Sendable (StallArguments) throws -> Int32)] = [
    ("watch", WatchCommand.run), ("attach", AttachCommand.run), ("list", ListCommand.run),
    ("show", ShowCommand.run),
    ("flame", FlameCommand.run), ("merge", MergeCommand.run), ("export", ExportCommand.run),
    ("collect", CollectCommand.run), ("inject", InjectCommand.run),
    ("verify", VerifyCommand.run),
  ]

  static func run(_ arguments: [String]) -> Never {
    guard let name = arguments.first else { Tool.fail("stalls: no command\n\(usage)") }
    if name == HelperProcess.argument { HelperCommand.run(Array(arguments.dropFirst())) }
    if ["--help", "-h", "help"].contains(name) {
      print(usage)
      exit(0)
    }
    let names = commands.map(\.name)
    guard let command = commands.first(where: { $0.name == name }) else {
      Tool.fail(
        "stalls: unknown command '\(name)'\(Likeness.question(name, names)); there are: \(names.joined(separator: ", "))"
      )
    }
    do {
      exit(try command.run(StallArguments(name, Array(arguments.dropFirst()))))
    } catch let error as WrongCall {
      Tool.fail("stalls \(name): \(error)")
    } catch let error as NoStalls {
      Tool.write("runloop: stalls \(name): \(error)\n", to: 2)
      exit(1)
    } catch {
      // On one line: the paths in it are not the caller's, and may have line ends.
      Tool.fail("stalls \(name): \(error)".plainLine)
    }
  }
}
