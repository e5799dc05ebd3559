import PlainText

extension StallRates {
  /// The rates as JSON on one line. Times are nanoseconds.
  public var json: String {
    JSON.object([
      ("schema", .integer(1)), ("hosts", .integer(hostCount)),
      (
        "programs",
        .array(
          builds.map { program in
            .object([
              ("program", .string(program.program)),
              ("builds", .array(program.builds.map { Self.json($0.name, $0.exposure) })),
            ])
          })
      ),
      ("days", .array(days.map { .object([("day", .string($0.day)), ("stalls", .natural($0.stalls))]) })),
      ("stalls", .array(rows.map(Self.json))),
    ]).text
  }

  private static func json(_ row: Row) -> JSON {
    .object([
      ("program", .string(row.program)), ("fingerprint", .string(row.fingerprint)),
      ("change", .string(row.change.rawValue)), ("stalls", .natural(row.total.stalls)),
      ("time", .natural(row.time)), ("longest", .natural(row.example.duration)),
      ("perHour", number(row.total.perHour)), ("perRun", .number(row.total.perRun)),
      ("cause", .string(row.example.cause)), ("loop", .string(row.example.loop)),
      ("callout", .string(row.example.callout)), ("path", .array(row.example.path.map { .string($0) })),
      ("example", .object([("run", .string(row.example.run)), ("id", .string(row.example.id))])),
      ("builds", .array(row.builds.map { json($0.name, $0.exposure) })),
      ("hosts", .array(row.hosts.map { json($0.name, $0.exposure) })),
    ])
  }

  private static func json(_ name: String, _ exposure: Exposure) -> JSON {
    .object([
      ("name", .string(name)), ("stalls", .natural(exposure.stalls)), ("runs", .integer(exposure.runs)),
      ("watched", .natural(exposure.watched)), ("perHour", number(exposure.perHour)),
      ("perRun", .number(exposure.perRun)),
    ])
  }

  private static func number(_ value: Double?) -> JSON { value.map { .number($0) } ?? .null }
}

extension StallRates.Exposure {
  /// "0.25/h", or per run where no time is known: "1.5/run".
  public var text: String {
    perHour.map { Self.digits($0) + "/h" } ?? (runs > 0 ? Self.digits(perRun) + "/run" : "\(stalls)")
  }

  /// The number with three significant digits.
  static func digits(_ value: Double) -> String {
    guard value.isFinite, value > 0 else { return "0" }
    if value >= 100 { return value < 1e15 ? "\(Int(value.rounded()))" : "\(value)" }
    let places = value >= 10 ? 1 : value >= 1 ? 2 : value >= 0.1 ? 3 : 4
    var power = 1.0
    for _ in 0..<places { power *= 10 }
    let rounded = (value * power).rounded() / power
    return rounded == 0 ? "<0.0001" : rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
