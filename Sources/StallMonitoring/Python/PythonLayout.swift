/// Offsets of the members that a Python stack needs, in the structures of one version of CPython.
///
/// 3.13 and later publish them in a table of their own (`_Py_DebugOffsets`); those of 3.11 and 3.12 are fixed.
struct PythonLayout: Equatable {
  /// In the runtime: its newest interpreter.
  var interpreters: UInt
  var nextInterpreter: UInt
  /// In an interpreter: its newest thread.
  var threads: UInt

  var nextThread: UInt
  var nativeThread: UInt
  /// In a thread: its innermost frame, or a pointer to where that is.
  var frame: UInt
  /// The frame's offset behind that pointer, if the thread only points to it.
  var frameBehind: UInt?

  var previous: UInt
  var code: UInt
  var instruction: UInt
  var owner: UInt
  /// In a frame: whether the interpreter's loop was entered with it. Later versions have a frame of its own for that.
  var isEntry: UInt?

  var file: UInt
  var name: UInt
  var lines: UInt
  var firstLine: UInt
  var instructions: UInt

  /// Offset of the characters of a text: of an ASCII one, and of others.
  var asciiText: UInt
  var otherText: UInt

  static let type: UInt = 8
  /// Offset of the length of texts and bytes, and of the number of a code's instructions.
  static let count: UInt = 16
  static let textState: UInt = 32
  static let bytes: UInt = 32

  /// The owner field of a frame that only marks an entry of the interpreter's loop.
  static let entryOwner: UInt8 = 3

  /// Words of the published table.
  static let tableWords = 46
  /// "xdebugpy"
  private static let cookie: UInt64 = 0x7970_6775_6265_6478

  /// Nil for an unknown version.
  ///
  /// - Parameters:
  ///   - version: as `Py_Version` has it; releases only.
  ///   - table: the first words of the runtime.
  static func of(version: UInt64, table: [UInt64]) -> PythonLayout? {
    guard version >> 32 == 0, version & 0xf0 == 0xf0 else { return nil }
    switch version >> 16 {
    case 0x030b: return python311
    case 0x030c: return python312
    case 0x030d: return published(version, table)
    default: return nil
    }
  }

  private static let python311 = PythonLayout(
    interpreters: 40, nextInterpreter: 0, threads: 16,
    nextThread: 8, nativeThread: 160, frame: 56, frameBehind: 8,
    previous: 48, code: 32, instruction: 56, owner: 69, isEntry: 68,
    file: 112, name: 128, lines: 136, firstLine: 72, instructions: 184,
    asciiText: 48, otherText: 72)

  private static let python312 = PythonLayout(
    interpreters: 40, nextInterpreter: 0, threads: 72,
    nextThread: 8, nativeThread: 144, frame: 56, frameBehind: 0,
    previous: 8, code: 0, instruction: 56, owner: 70, isEntry: nil,
    file: 112, name: 128, lines: 136, firstLine: 68, instructions: 192,
    asciiText: 40, otherText: 56)

  /// Reads the table of 3.13. Nil if it is of another version, of a build without the global lock, or invalid.
  private static func published(_ version: UInt64, _ table: [UInt64]) -> PythonLayout? {
    guard table.count >= tableWords, table[0] == cookie, table[1] == version, table[2] == 0,
      table[5] < 1 << 20, table[6..<44].allSatisfy({ $0 < 1 << 24 }), table[44] == 16, table[45] == type
    else { return nil }
    func offset(_ index: Int) -> UInt { UInt(table[index]) }
    // The first word of each structure is its size; the others are offsets in it.
    for (size, members) in [(6, 7...9), (19, 20...25), (28, 29...33), (34, 35...39)] {
      guard members.allSatisfy({ table[$0] < table[size] }) else { return nil }
    }
    return PythonLayout(
      interpreters: offset(5), nextInterpreter: offset(8), threads: offset(9),
      nextThread: offset(21), nativeThread: offset(25), frame: offset(23), frameBehind: nil,
      previous: offset(29), code: offset(30), instruction: offset(31), owner: offset(33), isEntry: nil,
      file: offset(35), name: offset(37), lines: offset(38), firstLine: offset(39), instructions: offset(43),
      asciiText: 40, otherText: 56)
  }
}
