/// A profile of stalls in pprof's form (`profile.proto`).
enum Pprof {
  // The numbers of the fields, by message.
  private enum Profile {
    static let sampleType: UInt64 = 1
    static let sample: UInt64 = 2
    static let mapping: UInt64 = 3
    static let location: UInt64 = 4
    static let function: UInt64 = 5
    static let strings: UInt64 = 6
    static let time: UInt64 = 9
    static let duration: UInt64 = 10
    static let periodType: UInt64 = 11
    static let period: UInt64 = 12
    static let comment: UInt64 = 13
    static let defaultSampleType: UInt64 = 14
  }

  static func profile(of reports: [StallReport]) -> [UInt8] {
    var tables = Tables()
    var writer = ProtobufWriter()
    func type(_ field: UInt64, _ name: String, _ unit: String) {
      let (name, unit) = (tables.text(name), tables.text(unit))
      writer.message(field) {
        $0.number(1, name)
        $0.number(2, unit)
      }
    }
    type(Profile.sampleType, "samples", "count")
    type(Profile.sampleType, "stalled", "nanoseconds")
    type(Profile.sampleType, "blocked", "nanoseconds")
    // The format requires the program's mapping first.
    for report in reports { tables.begin(with: report) }
    for report in reports {
      let labels = [
        ("program", report.program), ("loop", report.record.loop), ("callout", report.calloutText),
        ("cause", report.record.diagnosis.cause.rawValue), ("stall", report.id),
      ].filter { !$0.1.isEmpty }.map { (tables.text($0.0), tables.text($0.1)) }
      ExportedStack.each(of: report.tree) { stack in
        // Leaf first.
        let locations = stack.frames.reversed().map { tables.location($0) }
        writer.message(Profile.sample) { sample in
          sample.packed(1, locations)
          sample.packed(2, [UInt64(stack.count), signed(stack.time), signed(stack.blockedTime)])
          for (key, value) in labels {
            sample.message(3) {
              $0.number(1, key)
              $0.number(2, value)
            }
          }
        }
      }
    }
    let comments = reports.prefix(100).map { tables.text($0.sentence) }
    type(Profile.periodType, "stalled", "nanoseconds")
    writer.number(Profile.period, 1)
    for comment in comments { writer.number(Profile.comment, comment) }
    writer.number(Profile.defaultSampleType, tables.text("stalled"))
    writer.number(Profile.time, Int(clamping: reports.map(\.record.startedNanoseconds).min() ?? 0))
    writer.number(
      Profile.duration, signed(reports.reduce(UInt64(0)) { $0.saturatingAdding($1.record.duration) }))
    tables.write(to: &writer)
    return writer.bytes
  }

  /// The fields are signed.
  private static func signed(_ value: UInt64) -> UInt64 { min(value, UInt64(Int64.max)) }

  /// The tables that samples refer to by number.
  private struct Tables {
    private var strings: [String] = [""]
    private var stringPlaces: [String: Int] = ["": 0]
    private var functions: [[Int]] = []
    private var functionPlaces: [[Int]: UInt64] = [:]
    private var mappings: [[Int]] = []
    private var mappingPlaces: [[Int]: UInt64] = [:]
    private var locations: [Location] = []
    private var locationPlaces: [Location: UInt64] = [:]

    private struct Location: Hashable {
      var mapping: UInt64
      var address: UInt64
      var function: UInt64
      var line: Int
    }

    mutating func text(_ text: String) -> Int {
      if let place = stringPlaces[text] { return place }
      stringPlaces[text] = strings.count
      strings.append(text)
      return strings.count - 1
    }

    /// Puts the program's own module first.
    mutating func begin(with report: StallReport) {
      guard
        let module = report.run.modules(of: report.record).first(where: { $0.path == report.run.executable })
      else { return }
      _ = mapping(of: module.path, module.buildID)
    }

    private mutating func mapping(of path: String, _ buildID: [UInt8]) -> UInt64 {
      Self.place(of: [text(path), text(buildID.hexadecimal)], in: &mappings, &mappingPlaces)
    }

    mutating func location(_ frame: CodeFrame) -> UInt64 {
      let function = [text(frame.shortName), text(frame.rawName), text(frame.file)]
      let functionPlace = Self.place(of: function, in: &functions, &functionPlaces)
      var mappingPlace: UInt64 = 0
      if !frame.image.isEmpty { mappingPlace = mapping(of: frame.image, frame.buildID) }
      let location = Location(
        mapping: mappingPlace, address: UInt64(frame.fileAddress ?? 0), function: functionPlace,
        line: frame.line)
      if let place = locationPlaces[location] { return place }
      locations.append(location)
      locationPlaces[location] = UInt64(locations.count)
      return UInt64(locations.count)
    }

    /// From 1 on: 0 is for none.
    private static func place(
      of entry: [Int], in entries: inout [[Int]], _ places: inout [[Int]: UInt64]
    ) -> UInt64 {
      if let place = places[entry] { return place }
      entries.append(entry)
      places[entry] = UInt64(entries.count)
      return UInt64(entries.count)
    }

    func write(to writer: inout ProtobufWriter) {
      for (index, mapping) in mappings.enumerated() {
        writer.message(Profile.mapping) {
          $0.number(1, index + 1)
          // Addresses are those of the file.
          $0.number(3, UInt64(Int64.max))
          $0.number(5, mapping[0])
          $0.number(6, mapping[1])
          $0.number(7, 1)
        }
      }
      for (index, location) in locations.enumerated() {
        writer.message(Profile.location) {
          $0.number(1, index + 1)
          $0.number(2, location.mapping)
          $0.number(3, location.address)
          $0.message(4) {
            $0.number(1, location.function)
            $0.number(2, location.line)
          }
        }
      }
      for (index, function) in functions.enumerated() {
        writer.message(Profile.function) {
          $0.number(1, index + 1)
          $0.number(2, function[0])
          $0.number(3, function[1])
          $0.number(4, function[2])
        }
      }
      for text in strings { writer.text(Profile.strings, text) }
    }
  }
}
