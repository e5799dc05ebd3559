import Glibc
import RunLoopCore

import class RunLoopCore.RunLoop

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
    var days: Int?
    if arguments.first == "--simulate", arguments.count > 2 {
      days = Int(arguments[2])
      arguments = arguments.dropFirst(2)
    }
    guard let path = arguments.first, arguments.count == 1, let text = contents(of: path) else {
      say("usage: scheduler [--simulate DAYS] TABLE")
      exit(2)
    }
    let entries: [Entry]
    do { entries = try Entry.table(text) } catch {
      say("\(error)")
      exit(2)
    }
    // The loop's clock counts from the machine's start, cron's from 1970.
    let clock = SimulatedClock()
    var begin = Int64(time(nil))
    if days != nil {
      clock.install()
      begin = 0
    }
    let loop = RunLoop.current
    let agenda = Agenda(loop, begin: begin, runs: days == nil)
    for entry in entries { agenda.schedule(entry) }
    if let days { loop.run(for: .seconds(days * 86_400)) } else { loop.run() }
  }

  private static func contents(of path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte >= 0 { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// One line of the table.
struct Entry {
  let expression: CronExpression
  let command: String

  static func table(_ text: String) throws(CronExpression.Failure) -> [Entry] {
    var entries: [Entry] = []
    for line in text.split(separator: "\n") where !line.allSatisfy({ $0 == " " }) && line.first != "#" {
      let words = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      guard words.count == 6 else {
        throw .init(text: String(line), reason: "five fields and a command are needed")
      }
      entries.append(
        Entry(expression: try CronExpression(words[..<5].map(String.init)), command: String(words[5])))
    }
    return entries
  }
}

/// A timer for the next time of each entry. The loop's thread only.
private final class Agenda: @unchecked Sendable {
  private let loop: RunLoop
  private let start: RunLoop.Instant
  /// Seconds since 1970 at `start`.
  private let begin: Int64
  private let runs: Bool

  init(_ loop: RunLoop, begin: Int64, runs: Bool) {
    self.loop = loop
    self.begin = begin
    self.runs = runs
    start = loop.now
  }

  func schedule(_ entry: Entry) {
    // What the clock says, and not the timer's date: the machine may have slept.
    let now = begin + start.duration(to: loop.now).components.seconds
    guard let next = entry.expression.next(after: now) else { return say("never: \(entry.command)") }
    let timer = RunLoop.Timer(
      at: start.advanced(by: .seconds(next - begin)), tolerance: .milliseconds(100), label: entry.command
    ) { [self] _ in
      say("\(CalendarTime(seconds: next)) \(entry.command)")
      if runs { run(entry.command) }
      schedule(entry)
    }
    loop.add(timer)
  }

  private func run(_ command: String) {
    do {
      let child = try RunLoop.ChildSource(spawning: ["sh", "-c", command], label: command) { status in
        if !status.isSuccess { say("'\(command)' \(status)") }
      }
      try loop.add(child)
    } catch {
      say("\(error)")
    }
  }
}

/// A line that is seen at once, also through a pipe.
private func say(_ line: String) {
  print(line)
  fflush(nil)
}
