/// CPython in another process: the place of its state, and the layout of its objects. Nothing in it is trusted.
struct PythonRuntime {
  let layout: PythonLayout
  /// `_PyRuntime`
  let address: UInt
  /// The code of the interpreter's loop (`_PyEval_EvalFrameDefault`).
  let loop: Range<UInt>
  let codeType: UInt
  let textType: UInt
  let bytesType: UInt

  // MARK: Threads

  private static let mostInterpreters = 64
  private static let mostThreads = 4_096

  /// The state of one of the process's threads; nil when it is unknown to Python.
  func state(of thread: Int32, memory: inout PagedMemory) -> UInt? {
    var interpreter = memory.pointer(address &+ layout.interpreters)
    for _ in 0..<Self.mostInterpreters {
      guard let current = interpreter else { return nil }
      var state = memory.pointer(current &+ layout.threads)
      for _ in 0..<Self.mostThreads {
        guard let found = state else { break }
        if isState(found, of: thread, memory: &memory) { return found }
        state = memory.pointer(found &+ layout.nextThread)
      }
      interpreter = memory.pointer(current &+ layout.nextInterpreter)
    }
    return nil
  }

  private func isState(_ state: UInt, of thread: Int32, memory: inout PagedMemory) -> Bool {
    memory.word(state &+ layout.nativeThread, as: UInt64.self) == UInt64(thread)
  }

  // MARK: Frames

  /// A Python function that a thread is in.
  struct Frame: Equatable {
    var code: UInt
    var instruction: UInt
  }

  /// Frames by entries of the interpreter's loop, innermost first: one entry runs a function and those that it calls.
  struct Stack: Equatable {
    var entries: [[Frame]] = []
    var isCut = false
  }

  /// The frames of a thread that must not run meanwhile; nil where the data is invalid.
  ///
  /// - Parameter most: the most frames; of deeper stacks the outer frames are left out.
  func frames(ofState state: UInt, thread: Int32, most: Int, memory: inout PagedMemory) -> Stack? {
    guard isState(state, of: thread, memory: &memory) else { return nil }
    var next = memory.pointer(state &+ layout.frame)
    if let behind = layout.frameBehind { next = next.flatMap { memory.pointer($0 &+ behind) } }
    var stack = Stack()
    var entry: [Frame] = []
    for _ in 0..<most {
      guard let frame = next else {
        if !entry.isEmpty { stack.entries.append(entry) }
        return stack
      }
      guard frame & 7 == 0, let owner = memory.word(frame &+ layout.owner, as: UInt8.self),
        owner <= PythonLayout.entryOwner
      else { return nil }
      if layout.isEntry == nil, owner == PythonLayout.entryOwner {
        stack.entries.append(entry)
        entry = []
      } else {
        guard owner < PythonLayout.entryOwner, let code = memory.pointer(frame &+ layout.code),
          let instruction = memory.pointer(frame &+ layout.instruction)
        else { return nil }
        entry.append(Frame(code: code, instruction: instruction))
        if let place = layout.isEntry {
          guard let isEntry = memory.word(frame &+ place, as: UInt8.self), isEntry <= 1 else { return nil }
          if isEntry == 1 {
            stack.entries.append(entry)
            entry = []
          }
        }
      }
      next = memory.pointer(frame &+ layout.previous)
    }
    if !entry.isEmpty { stack.entries.append(entry) }
    stack.isCut = true
    return stack
  }

  // MARK: Objects

  private static let longestText = 1_024

  func isObject(_ address: UInt, of type: UInt, memory: inout PagedMemory) -> Bool {
    address & 7 == 0 && memory.pointer(address &+ PythonLayout.type) == type
  }

  /// The characters of a text object; nil for another object. A long one is truncated.
  func text(_ address: UInt, memory: inout PagedMemory) -> String? {
    guard isObject(address, of: textType, memory: &memory),
      let length = memory.word(address &+ PythonLayout.count, as: Int64.self), length >= 0, length < 1 << 30,
      let state = memory.word(address &+ PythonLayout.textState, as: UInt32.self)
    else { return nil }
    // Interned: 2 bits; bytes of a character: 3; compact; ASCII.
    let width = Int(state >> 2 & 7)
    let (isCompact, isASCII) = (state >> 5 & 1 == 1, state >> 6 & 1 == 1)
    guard isCompact, [1, 2, 4].contains(width), !isASCII || width == 1 else { return nil }
    let count = min(Int(length), Self.longestText)
    guard count > 0 else { return "" }
    let start = address &+ (isASCII ? layout.asciiText : layout.otherText)
    guard let bytes = memory.bytes(start, count: count * width) else { return nil }
    var text = String.UnicodeScalarView()
    bytes.withUnsafeBytes { bytes in
      for index in 0..<count {
        let value: UInt32 =
          switch width {
          case 1: UInt32(bytes[index])
          case 2: UInt32(bytes.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self))
          default: bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
          }
        text.append(Unicode.Scalar(value) ?? "\u{fffd}")
      }
    }
    return String(text)
  }

  /// The contents of a bytes object; nil for another object, and for too long ones.
  func bytes(_ address: UInt, most: Int, memory: inout PagedMemory) -> [UInt8]? {
    guard isObject(address, of: bytesType, memory: &memory),
      let count = memory.word(address &+ PythonLayout.count, as: Int64.self), count >= 0, count <= Int64(most)
    else { return nil }
    return count == 0 ? [] : memory.bytes(address &+ PythonLayout.bytes, count: Int(count))
  }
}

// In an extension, so that tests can make one of memory of their own.
extension PythonRuntime {
  private static let names: Set<String> = [
    "_PyRuntime", "Py_Version", "_PyEval_EvalFrameDefault", "PyCode_Type", "PyUnicode_Type", "PyBytes_Type",
  ]

  /// Nil where the module is not a known version of CPython.
  ///
  /// - Parameters:
  ///   - file: the module's.
  ///   - bias: the offset to add to its addresses.
  init?(_ file: ElfFile, bias: UInt, memory: ProcessMemory) {
    let symbols = file.dynamicSymbols(Self.names)
    func place(_ name: String) -> UInt? { symbols[name].map { UInt($0.address) &+ bias } }
    guard let address = place("_PyRuntime"), let versionPlace = place("Py_Version"),
      let loop = place("_PyEval_EvalFrameDefault"), let loopSize = symbols["_PyEval_EvalFrameDefault"]?.size,
      loopSize > 0, loopSize < 1 << 24, loop < .max - UInt(loopSize),
      let code = place("PyCode_Type"), let text = place("PyUnicode_Type"), let bytes = place("PyBytes_Type"),
      let version = memory.word(versionPlace, as: UInt64.self),
      let table = memory.words(address, count: PythonLayout.tableWords),
      let layout = PythonLayout.of(version: version, table: table)
    else { return nil }
    self.layout = layout
    self.address = address
    self.loop = loop..<loop + UInt(loopSize)
    (codeType, textType, bytesType) = (code, text, bytes)
  }
}

/// Reads small nearby pieces of memory page by page; each page is kept as it was when first read.
///
/// For one thread, and for a moment in which the memory does not change.
struct PagedMemory {
  private let memory: ProcessMemory
  private var pages: [UInt: [UInt8]] = [:]
  private static let pageSize: UInt = 4_096
  private static let mostPages = 64

  init(_ memory: ProcessMemory) { self.memory = memory }

  mutating func word<Word: FixedWidthInteger>(_ address: UInt, as type: Word.Type) -> Word? {
    let size = MemoryLayout<Word>.size
    let start = address & ~(Self.pageSize - 1)
    let offset = Int(address - start)
    guard offset + size <= Int(Self.pageSize) else { return memory.word(address, as: type) }
    if pages[start] == nil {
      if pages.count >= Self.mostPages { pages.removeAll() }
      pages[start] = memory.bytes(start, count: Int(Self.pageSize)) ?? []
    }
    guard let page = pages[start], offset + size <= page.count else { return nil }
    return page.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
  }

  /// Nil for a null pointer, too.
  mutating func pointer(_ address: UInt) -> UInt? {
    guard let value = word(address, as: UInt64.self), value != 0 else { return nil }
    return UInt(value)
  }

  func bytes(_ address: UInt, count: Int) -> [UInt8]? { memory.bytes(address, count: count) }
}

extension ProcessMemory {
  func words(_ address: UInt, count: Int) -> [UInt64]? {
    bytes(address, count: count * 8)?.withUnsafeBytes { bytes in
      (0..<count).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self) }
    }
  }
}

extension ElfFile {
  /// The exported functions and variables with these names.
  func dynamicSymbols(_ names: Set<String>) -> [String: (address: UInt64, size: UInt64)] {
    var found: [String: (address: UInt64, size: UInt64)] = [:]
    guard let section = sections.first(where: { $0.type == Self.dynamicSymbols }),
      Int(section.link) < sections.count, let table = bytes(of: section),
      let texts = bytes(of: sections[Int(section.link)])
    else { return [:] }
    let wanted = names.map { Array($0.utf8) + [0] }
    table.withUnsafeBytes { bytes in
      for at in stride(from: 0, through: bytes.count - 24, by: 24) {
        let name = Int(bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
        let index = bytes.loadUnaligned(fromByteOffset: at + 6, as: UInt16.self)
        guard index != 0, name < texts.count,
          texts[name] == UInt8(ascii: "_") || texts[name] == UInt8(ascii: "P"),
          let match = wanted.first(where: { texts[name...].starts(with: $0) })
        else { continue }
        found[String(decoding: match.dropLast(), as: UTF8.self)] = (
          bytes.loadUnaligned(fromByteOffset: at + 8, as: UInt64.self),
          bytes.loadUnaligned(fromByteOffset: at + 16, as: UInt64.self)
        )
      }
    }
    return found
  }
}
