import Glibc
import RunLoopCore

/// Runs commands at the times of a table, as cron(8) does.
///
///     scheduler table                        # until it is ended
///     scheduler --simulate DAYS table        # prints when each command would run, at once
///
/// A line of the table has five fields, minute, hour, day of the month, month, day of the week (0 is Sunday), and a
/// command. A field is `*`, a number, a range `1-5`, with a step `*/15`, or a list of those. Times are UTC.
@main
enum Scheduler {
  static func main() throws {
    var arguments = CommandLine.arguments.dropFirst()
    let days = arguments.first == "--simulate" && arguments.count > 2 ? Int(arguments[2]) : nil
    if days != nil { arguments = arguments.dropFirst(2) }
    // The table is read as standard input; commands find that at its end.
    guard let path = arguments.first, arguments.count == 1, dup2(open(path, O_RDONLY), 0) == 0 else {
      say("usage: scheduler [--simulate DAYS] TABLE")
      exit(2)
    }
    if days != nil { SimulatedClock().install() }
    let agenda = Agenda(begin: days == nil ? time(nil) : 0)
    do throws(CronExpression.Failure) {
      while let line = readLine() { try agenda.add(line) }
    } catch {
      say("\(error)")
      exit(2)
    }
    if let days { RunLoop.current.run(for: .seconds(days * 86_400)) } else { RunLoop.current.run() }
  }
}

/// A timer for the next time of each command. The loop's thread only.
private final class Agenda: @unchecked Sendable {
  /// The loop's clock counts from the machine's start, cron's from 1970: `begin` seconds at `start`.
  private let start = RunLoop.current.now
  /// 0 when the time is simulated, and nothing is run.
  private let begin: Int

  init(begin: Int) { self.begin = begin }

  func add(_ line: String) throws(CronExpression.Failure) {
    var words = line.split(maxSplits: 5, whereSeparator: Self.isSpace)
    if words.isEmpty || line.first == "#" { return }
    guard words.count == 6 else { throw .init(description: "'\(line)': five fields, and a command") }
    let command = words.removeLast().drop(while: Self.isSpace)
    schedule(try CronExpression(words), String(command))
  }

  private static func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }

  private func schedule(_ expression: CronExpression, _ command: String) {
    // What the clock says, and not the timer's date: the machine may have slept.
    let now = begin + Int(start.duration(to: RunLoop.current.now).components.seconds)
    guard let next = expression.next(after: now) else { return say("never: \(command)") }
    let date = start.advanced(by: .seconds(next - begin))
    let timer = RunLoop.Timer(at: date, tolerance: .milliseconds(100), label: command) { [self] _ in
      say("\(CronExpression.text(next)) \(command)")
      if begin > 0 { run(command) }
      schedule(expression, command)
    }
    RunLoop.current.add(timer)
  }

  private func run(_ command: String) {
    do {
      let child = try RunLoop.ChildSource(spawning: ["sh", "-c", command], label: command) { status in
        if !status.isSuccess { say("'\(command)' \(status)") }
      }
      try RunLoop.current.add(child)
    } catch { say("\(error)") }
  }
}

/// A line that is seen at once, also through a pipe.
private func say(_ line: String) {
  print(line)
  fflush(nil)
}
