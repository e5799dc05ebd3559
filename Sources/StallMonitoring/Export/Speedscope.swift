import PlainText

/// A file for speedscope.app: a profile for each stall, its frames shared.
enum Speedscope {
  static func file(of reports: [StallReport]) -> JSON {
    var frames: [JSON] = []
    var places: [Frame: Int] = [:]
    func place(of frame: CodeFrame) -> JSON {
      let key = Frame(
        name: frame.shortName, file: frame.file.isEmpty ? frame.image : frame.file, line: frame.line)
      if let place = places[key] { return .integer(place) }
      places[key] = frames.count
      var members: [(String, JSON)] = [("name", .string(key.name))]
      if !key.file.isEmpty { members.append(("file", .string(key.file))) }
      if key.line > 0 { members.append(("line", .integer(key.line))) }
      frames.append(.object(members))
      return .integer(frames.count - 1)
    }
    let profiles = reports.map { report -> JSON in
      var samples: [JSON] = []
      var weights: [JSON] = []
      var total: UInt64 = 0
      ExportedStack.each(of: report.tree) { stack in
        samples.append(.array(stack.frames.map(place)))
        weights.append(.natural(stack.time))
        total = total.saturatingAdding(stack.time)
      }
      return .object([
        ("type", .string("sampled")), ("name", .string("\(report.id) \(report.calloutText)")),
        ("unit", .string("nanoseconds")), ("startValue", .integer(0)), ("endValue", .natural(total)),
        ("samples", .array(samples)), ("weights", .array(weights)),
      ])
    }
    return .object([
      ("$schema", .string("https://www.speedscope.app/file-format-schema.json")),
      ("shared", .object([("frames", .array(frames))])), ("profiles", .array(profiles)),
      ("name", .string(reports.count == 1 ? reports[0].sentence : "\(reports.count) stalls")),
      ("activeProfileIndex", .integer(0)), ("exporter", .string("runloop stalls export")),
    ])
  }

  private struct Frame: Hashable {
    var name: String
    var file: String
    var line: Int
  }
}
