/// Reads gzip files of stored blocks (RFC 1951, RFC 1952), and pprof's `profile.proto` out of them: written from these, not
/// from what writes them.
struct PprofReader {
  struct Failure: Error {
    var reason: String
  }

  struct Line: Equatable {
    var function: UInt64 = 0
    var line: Int64 = 0
  }

  struct Location {
    var mapping: UInt64 = 0
    var address: UInt64 = 0
    var lines: [Line] = []
  }

  struct Sample {
    var locations: [UInt64] = []
    var values: [Int64] = []
    var labels: [(key: Int64, text: Int64)] = []
  }

  var strings: [String] = []
  var sampleTypes: [(type: Int64, unit: Int64)] = []
  var samples: [Sample] = []
  var locations: [UInt64: Location] = [:]
  var functions: [UInt64: (name: Int64, systemName: Int64, file: Int64)] = [:]
  var mappings: [UInt64: (file: Int64, buildID: Int64)] = [:]
  var time: Int64 = 0
  var duration: Int64 = 0
  var defaultSampleType: Int64 = 0
  var comments: [Int64] = []

  // MARK: gzip

  static func contents(ofGzip bytes: [UInt8]) throws -> [UInt8] {
    guard bytes.count >= 18, bytes[0] == 0x1F, bytes[1] == 0x8B, bytes[2] == 8, bytes[3] == 0 else {
      throw Failure(reason: "no gzip file without extra fields")
    }
    var place = 10
    var contents: [UInt8] = []
    var isLast = false
    while !isLast {
      guard place + 5 <= bytes.count - 8 else { throw Failure(reason: "a block is cut") }
      isLast = bytes[place] & 1 == 1
      guard bytes[place] >> 1 & 3 == 0 else { throw Failure(reason: "a block is not stored") }
      let length = Int(bytes[place + 1]) | Int(bytes[place + 2]) << 8
      let check = Int(bytes[place + 3]) | Int(bytes[place + 4]) << 8
      guard length ^ check == 0xFFFF, place + 5 + length <= bytes.count - 8 else {
        throw Failure(reason: "a bad length")
      }
      contents += bytes[place + 5..<place + 5 + length]
      place += 5 + length
    }
    guard place == bytes.count - 8 else { throw Failure(reason: "something is behind the last block") }
    func number(_ place: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
    }
    guard number(place + 4) == UInt32(contents.count) else { throw Failure(reason: "another size") }
    // CRC-32, bit by bit.
    var remainder = UInt32.max
    for byte in contents {
      remainder ^= UInt32(byte)
      for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1 }
    }
    guard number(place) == ~remainder else { throw Failure(reason: "another checksum") }
    return contents
  }

  // MARK: Protocol Buffers

  private struct Message {
    var bytes: ArraySlice<UInt8>

    mutating func varint() throws -> UInt64 {
      var value: UInt64 = 0
      for shift in stride(from: UInt64(0), to: 70, by: 7) {
        guard let byte = bytes.popFirst() else { throw Failure(reason: "a number is cut") }
        value |= UInt64(byte & 0x7F) << shift
        if byte & 0x80 == 0 { return value }
      }
      throw Failure(reason: "a number is too long")
    }

    /// Field, number, or bytes.
    mutating func next() throws -> (field: UInt64, number: UInt64, content: ArraySlice<UInt8>)? {
      guard !bytes.isEmpty else { return nil }
      let key = try varint()
      switch key & 7 {
      case 0: return (key >> 3, try varint(), [])
      case 2:
        let length = Int(try varint())
        guard length <= bytes.count else { throw Failure(reason: "a field is cut") }
        defer { bytes = bytes.dropFirst(length) }
        return (key >> 3, 0, bytes.prefix(length))
      default: throw Failure(reason: "a field of another kind")
      }
    }
  }

  private static func numbers(_ content: ArraySlice<UInt8>) throws -> [UInt64] {
    var message = Message(bytes: content)
    var values: [UInt64] = []
    while !message.bytes.isEmpty { values.append(try message.varint()) }
    return values
  }

  private static func fields(_ content: ArraySlice<UInt8>) throws -> [UInt64: UInt64] {
    var message = Message(bytes: content)
    var fields: [UInt64: UInt64] = [:]
    while let (field, number, _) = try message.next() { fields[field] = number }
    return fields
  }

  init(gzip bytes: [UInt8]) throws {
    var profile = Message(bytes: try Self.contents(ofGzip: bytes)[...])
    while let (field, number, content) = try profile.next() {
      switch field {
      case 1:
        let fields = try Self.fields(content)
        sampleTypes.append((Int64(fields[1] ?? 0), Int64(fields[2] ?? 0)))
      case 2: samples.append(try Self.sample(content))
      case 3:
        let fields = try Self.fields(content)
        mappings[fields[1] ?? 0] = (Int64(fields[5] ?? 0), Int64(fields[6] ?? 0))
      case 4:
        let (id, location) = try Self.location(content)
        locations[id] = location
      case 5:
        let fields = try Self.fields(content)
        functions[fields[1] ?? 0] = (Int64(fields[2] ?? 0), Int64(fields[3] ?? 0), Int64(fields[4] ?? 0))
      case 6: strings.append(String(decoding: content, as: UTF8.self))
      case 9: time = Int64(bitPattern: number)
      case 10: duration = Int64(bitPattern: number)
      case 11, 12: break
      case 13: comments.append(Int64(bitPattern: number))
      case 14: defaultSampleType = Int64(bitPattern: number)
      default: throw Failure(reason: "an unknown field \(field)")
      }
    }
  }

  private static func sample(_ content: ArraySlice<UInt8>) throws -> Sample {
    var message = Message(bytes: content)
    var sample = Sample()
    while let (field, _, content) = try message.next() {
      switch field {
      case 1: sample.locations += try numbers(content)
      case 2: sample.values += try numbers(content).map { Int64(bitPattern: $0) }
      case 3:
        let fields = try fields(content)
        sample.labels.append((Int64(fields[1] ?? 0), Int64(fields[2] ?? 0)))
      default: throw Failure(reason: "an unknown field of a sample")
      }
    }
    return sample
  }

  private static func location(_ content: ArraySlice<UInt8>) throws -> (UInt64, Location) {
    var message = Message(bytes: content)
    var id: UInt64 = 0
    var location = Location()
    while let (field, number, content) = try message.next() {
      switch field {
      case 1: id = number
      case 2: location.mapping = number
      case 3: location.address = number
      case 4:
        let fields = try fields(content)
        location.lines.append(Line(function: fields[1] ?? 0, line: Int64(fields[2] ?? 0)))
      default: throw Failure(reason: "an unknown field of a location")
      }
    }
    return (id, location)
  }

  /// Names of the functions of a sample, leaf first.
  func names(_ sample: Sample) -> [String] {
    sample.locations.map { place in
      guard let line = locations[place]?.lines.first, let function = functions[line.function] else {
        return "?"
      }
      return strings[Int(function.name)]
    }
  }
}
