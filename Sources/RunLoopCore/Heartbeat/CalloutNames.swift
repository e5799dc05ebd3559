/// Numbers for the names of callouts and modes, so that a loop can publish them with one store.
///
/// Entries are permanent. There are as many as a program has places where items are made, and at most
/// `mostLabels` more: beyond that, items that each have a label of their own (one per connection, say) are named by place.
package enum CalloutNames {
  package struct Name: Hashable, Sendable {
    package var label: String
    /// `Module/File.swift:12`, or the empty string.
    package var site: String
  }

  static let mostLabels = 4_096

  private struct Place: Hashable {
    let file: UInt
    let line: UInt
    let label: String
  }

  private struct Table {
    var numbers: [Place: UInt32] = [:]
    /// Recent results for places without a label, by line: a lookup in the dictionary costs several times as much.
    var recent = InlineArray<64, (file: UInt, line: UInt, number: UInt32)>(repeating: (0, 0, 0))
    var labelCount = 0
    /// By number, from 0 for no name; empty until there is one.
    var names: [Name] = []
    /// Without the default mode, whose number is always 1.
    var modeNumbers: [String: UInt16] = [:]
    var modes = ["", RunLoop.Mode.default.rawValue]
  }

  static let lock = FutexLock()
  /// Guarded by the lock.
  @exclusivity(unchecked) nonisolated(unsafe) private static var table = Table()

  /// The number of an item that is made at a place; never 0.
  static func number(label: String, file: StaticString, line: UInt) -> UInt32 {
    let address = file.hasPointerRepresentation ? UInt(bitPattern: file.utf8Start) : 0
    return lock.withLock {
      if !label.isEmpty { return numberInside(label, file, address, line) }
      let index = Int(truncatingIfNeeded: line) & 63
      let known = table.recent[index]
      if known.number != 0, known.file == address, known.line == line { return known.number }
      let number = numberInside(label, file, address, line)
      table.recent[index] = (address, line, number)
      return number
    }
  }

  private static func numberInside(_ label: String, _ file: StaticString, _ address: UInt, _ line: UInt)
    -> UInt32
  {
    var place = Place(file: address, line: line, label: label)
    if let number = table.numbers[place] { return number }
    if !label.isEmpty {
      if table.labelCount < mostLabels {
        table.labelCount += 1
      } else {
        place = Place(file: address, line: line, label: "")
        if let number = table.numbers[place] { return number }
      }
    }
    if table.names.isEmpty { table.names.append(Name(label: "", site: "")) }
    let number = UInt32(table.names.count)
    table.names.append(Name(label: place.label, site: address == 0 ? "" : "\(file):\(line)"))
    table.numbers[place] = number
    return number
  }

  /// The number of a mode; 0 for more than 65,535 of them.
  static func number(ofMode name: RunLoop.Mode) -> UInt16 {
    if name.known == .default { return 1 }
    let name = name.rawValue
    return lock.withLock {
      if let number = table.modeNumbers[name] { return number }
      guard let number = UInt16(exactly: table.modes.count) else { return 0 }
      table.modes.append(name)
      table.modeNumbers[name] = number
      return number
    }
  }

  /// The names from the given number on; the first entry is empty.
  package static func names(from first: Int) -> ArraySlice<Name> {
    lock.withLock { first < table.names.count ? table.names[first...] : [] }
  }

  package static func modes(from first: Int) -> ArraySlice<String> {
    lock.withLock { first < table.modes.count ? table.modes[first...] : [] }
  }

  /// For code that reports its own callouts: loops of other libraries.
  package static func number(foreign label: String, file: StaticString, line: UInt) -> UInt32 {
    number(label: label, file: file, line: line)
  }
}
