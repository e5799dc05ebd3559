import Glibc
import RunLoopCore

/// Runs commands at the times of a table, as cron(8) does.
///
///     scheduler table                        # until it is ended
///     scheduler --simulate DAYS table        # prints when each command would run, at once
///
/// A line of the table has five fields, minute, hour, day of the month, month, day of the week (0 is Sunday), and a
/// command. A field is `*`, a number, a range `1-5`, with a step `*/15`, or a list of those. Times are UTC.
/// Ends with status 2 when the table can not be read, or has a line that is wrong or never matches.
@main
enum Scheduler {
  static func main() throws {
    var arguments = CommandLine.arguments.dropFirst()
    var days: Int?
    if arguments.first == "--simulate", arguments.count > 2 {
      days = Int(arguments[2])
      guard let days, (1...mostDays).contains(days) else { fail("DAYS is a number from 1 to \(mostDays)") }
      arguments = arguments.dropFirst(2)
    }
    guard let path = arguments.first, arguments.count == 1 else {
      fail("usage: scheduler [--simulate DAYS] TABLE")
    }
    // The table is read as standard input; commands find that at its end.
    let table = open(path, O_RDONLY)
    guard table >= 0, dup2(table, 0) == 0, read(0, nil, 0) == 0 else {
      fail("\(path) can not be read: \(String(cString: strerror(errno)))")
    }
    if days != nil { SimulatedClock().install() }
    let agenda = Agenda(begin: days == nil ? time(nil) : 0)
    do throws(CronExpression.Failure) {
      while let line = readLine() { try agenda.add(line) }
    } catch {
      fail("\(error)")
    }
    if let days { RunLoop.current.run(for: .seconds(days * 86_400)) } else { RunLoop.current.run() }
  }

  /// A century, which the loop's clock can count.
  private static let mostDays = 36_525

  private static func fail(_ reason: String) -> Never {
    say(reason)
    exit(2)
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
    if words.first?.first ?? "#" == "#" { return }
    guard words.count == 6 else { throw .init(description: "'\(line)': five fields, and a command") }
    let command = words.removeLast().drop(while: Self.isSpace)
    let expression = try CronExpression(words)
    guard schedule(expression, String(command)) else {
      throw .init(description: "'\(line)': there is no such date")
    }
  }

  private static func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }

  /// False when the expression never matches.
  @discardableResult
  private func schedule(_ expression: CronExpression, _ command: String) -> Bool {
    // What the clock says, and not the timer's date: the machine may have slept.
    let now = begin + Int(start.duration(to: RunLoop.current.now).components.seconds)
    guard let next = expression.next(after: now) else { return false }
    let date = start.advanced(by: .seconds(next - begin))
    let timer = RunLoop.Timer(at: date, tolerance: .milliseconds(100), label: command) { [self] _ in
      say("\(CronExpression.text(next)) \(command)")
      if begin > 0 { run(command) }
      schedule(expression, command)
    }
    RunLoop.current.add(timer)
    return true
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
