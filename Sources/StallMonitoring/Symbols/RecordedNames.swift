/// Names of the functions on a record's stacks, determined when the stall ended, so that the record can be read when the
/// program's file is missing or another build.
struct RecordedNames: Sendable, Equatable {
  struct Function: Sendable, Equatable {
    /// The start in the memory of the process.
    var start: UInt
    /// Bytes from the start up to the last place that was on a stack.
    var span: UInt
    /// The linker's name.
    var name: String
  }

  /// The functions, by their starts.
  private(set) var functions: [Function] = []

  private static let mostFunctions = 2_048
  private static let longestName = 1_024
  /// Bytes that the numbers in front of a name take at most.
  private static let mostNumbers = 22

  init() {}

  /// - Parameter places: each with its function's start and name, and its number of occurrences. The most frequent come first;
  ///   all together get `room` bytes.
  init(_ places: [(place: UInt, start: UInt, name: String, count: Int)], room: Int) {
    var found: [UInt: (function: Function, count: Int)] = [:]
    for place in places where place.place >= place.start {
      let span = place.place - place.start + 1
      var entry = found[place.start] ?? (Function(start: place.start, span: span, name: place.name), 0)
      entry.function.span = max(entry.function.span, span)
      entry.count += place.count
      found[place.start] = entry
    }
    var left = room
    for (function, _) in found.values.sorted(by: {
      ($1.count, $0.function.start) < ($0.count, $1.function.start)
    }) {
      let size = function.name.utf8.count + Self.mostNumbers
      guard size <= left, function.name.utf8.count <= Self.longestName, functions.count < Self.mostFunctions
      else { continue }
      left -= size
      functions.append(function)
    }
    functions.sort { $0.start < $1.start }
  }

  var isEmpty: Bool { functions.isEmpty }

  /// The function around a place, and how far into it that is.
  func function(at place: UInt) -> (name: String, offset: UInt)? {
    guard let function = functions.last(ofThoseFirst: { $0.start <= place }) else { return nil }
    let offset = place - function.start
    return offset < function.span ? (function.name, offset) : nil
  }

  /// As many names as fit into this number of bytes, the shortest first.
  func fitting(_ room: Int) -> RecordedNames {
    var size = 0
    var last = functions.count
    let lengths = functions.map { $0.name.utf8.count + Self.mostNumbers }.sorted()
    for (index, length) in lengths.enumerated() {
      size += length
      if size > room {
        last = index
        break
      }
    }
    guard last < functions.count else { return self }
    var names = RecordedNames()
    var left = last
    for function in functions where left > 0 && function.name.utf8.count + Self.mostNumbers < lengths[last] {
      names.functions.append(function)
      left -= 1
    }
    return names
  }

  // MARK: In a record

  func write(to writer: inout RecordWriter) {
    writer.number(functions.count)
    var last: UInt = 0
    for function in functions {
      writer.number(UInt64(function.start &- last))
      writer.number(UInt64(function.span))
      writer.text(function.name)
      last = function.start
    }
  }

  init(from reader: inout RecordReader) throws(RecordReader.Malformed) {
    let count = try reader.count()
    guard count <= Self.mostFunctions else { throw .init(reason: "the names are too many") }
    var last: UInt = 0
    for _ in 0..<count {
      let (start, isTooFar) = last.addingReportingOverflow(UInt(try reader.number()))
      let span = UInt(try reader.number())
      let name = try reader.text()
      guard !isTooFar, span > 0 else { throw .init(reason: "a name's place is invalid") }
      functions.append(Function(start: start, span: span, name: name))
      last = start
    }
  }
}
