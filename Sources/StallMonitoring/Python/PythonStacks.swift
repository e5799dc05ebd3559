/// Python functions on the stacks of another process's threads, between the machine's own functions.
///
/// A function at one of its lines has an address of its own, outside of any code, and a name: "handle (/app/server.py:12)". For
/// one thread; the data is not trusted, and where anything is invalid there are no Python functions.
final class PythonStacks {
  private let memory: ProcessMemory
  private let process: Int32
  private var runtime: PythonRuntime?
  /// Modules without Python.
  private var searched: Set<MappedModule> = []
  /// The threads' numbers in their own container.
  private var innerNumbers: [Int32: Int32] = [:]
  private var codes: [UInt: Code] = [:]
  private var places: [String: UInt] = [:]
  private var names: [String] = []

  static let base = CodeFrame.firstPythonAddress
  private static let mostNames = 1 << 16
  private static let mostCodes = 4_096
  /// The most frames that are followed; fewer in a stopped thread.
  static let mostFrames = 2_048
  static let mostStoppedFrames = 256

  private struct Code {
    /// Pointers to its texts: reused memory has other ones.
    var name: UInt
    var file: UInt
    var table: UInt
    var firstLine: Int32
    var title: String
    var path: String
    var lines: PythonLines
  }

  /// - Parameter runtime: the interpreter; nil when it is to be searched for.
  init(memory: ProcessMemory, of process: Int32, runtime: PythonRuntime? = nil) {
    self.memory = memory
    self.process = process
    self.runtime = runtime
  }

  // MARK: Reading

  /// A thread that runs Python's code.
  struct Thread {
    fileprivate let state: UInt
    fileprivate let number: Int32
  }

  /// Nil when the thread does not run Python.
  func thread(_ thread: Int32, modules: [LoadedModule]) -> Thread? {
    search(modules)
    guard let runtime else { return nil }
    var pages = PagedMemory(memory)
    if let state = runtime.state(of: thread, memory: &pages) { return Thread(state: state, number: thread) }
    let inner = innerNumbers[thread] ?? ProcessNumber.inner(of: thread)
    innerNumbers[thread] = inner
    guard inner != thread, let state = runtime.state(of: inner, memory: &pages) else { return nil }
    return Thread(state: state, number: inner)
  }

  /// Its frames. It must not move meanwhile.
  func frames(of thread: Thread, most: Int = PythonStacks.mostFrames) -> PythonRuntime.Stack? {
    var pages = PagedMemory(memory)
    return runtime?.frames(ofState: thread.state, thread: thread.number, most: most, memory: &pages)
  }

  private func search(_ modules: [LoadedModule]) {
    guard runtime == nil else { return }
    for (index, module) in modules.enumerated() where !searched.contains(module.mapping) {
      let name = module.mapping.path.split(separator: "/").last ?? ""
      // Python may be built into the program itself.
      guard index == 0 || name.hasPrefix("libpython3") || name.hasPrefix("python3") else { continue }
      searched.insert(module.mapping)
      let path = LoadedImage.openable(module.mapping.path, process)
      guard let file = path.flatMap({ ElfFile(path: $0) }) else { continue }
      runtime = PythonRuntime(file, bias: module.bias, memory: memory)
      if runtime != nil { return }
    }
  }

  // MARK: Naming

  /// A stack with Python's functions in the places of the interpreter's loop; the same stack where they do not fit.
  ///
  /// - Parameters:
  ///   - addresses: leaf first; return addresses but for the first.
  ///   - isComplete: the addresses reach to the thread's start.
  func merged(_ addresses: [UInt], _ stack: PythonRuntime.Stack, isComplete: Bool) -> [UInt] {
    guard let runtime, !stack.entries.isEmpty else { return addresses }
    var pages = PagedMemory(memory)
    let entries = stack.entries.map { frames in
      frames.compactMap { place(of: $0, runtime, &pages) }
    }
    return Self.merged(
      addresses, entries, loop: runtime.loop, isWhole: isComplete && !stack.isCut)
  }

  /// - Parameter isWhole: whether the stack reaches to the thread's start.
  static func merged(
    _ addresses: [UInt], _ entries: [[UInt]], loop: Range<UInt>, isWhole: Bool
  ) -> [UInt] {
    let loops = addresses.indices.filter { loop.contains($0 == 0 ? addresses[0] : addresses[$0] &- 1) }
    guard !loops.isEmpty, !entries.isEmpty else { return addresses }
    var entries = entries
    // Rare parts of the loop may be elsewhere in the file: entries without a loop belong to the innermost one.
    if isWhole, entries.count > loops.count {
      let inner = entries.prefix(entries.count - loops.count + 1)
      entries = [inner.flatMap(\.self)] + entries.dropFirst(inner.count)
    }
    // A loop that has just begun has no frame yet.
    let first = isWhole ? max(loops.count - entries.count, 0) : 0
    var result: [UInt] = []
    var next = 0
    for (index, address) in addresses.enumerated() {
      guard next < loops.count, loops[next] == index else {
        result.append(address)
        continue
      }
      let entry = next - first
      next += 1
      let names = entry >= 0 && entry < entries.count ? entries[entry] : []
      if names.isEmpty { result.append(address) } else { result += names }
    }
    return result
  }

  private func place(of frame: PythonRuntime.Frame, _ runtime: PythonRuntime, _ pages: inout PagedMemory)
    -> UInt?
  {
    guard let code = code(frame.code, runtime, &pages),
      let count = pages.word(frame.code &+ PythonLayout.count, as: Int64.self), count > 0, count < 1 << 30
    else { return nil }
    // Of a function that has just been called it is the place before the first instruction.
    let start = frame.code &+ runtime.layout.instructions
    let offset = Int(bitPattern: frame.instruction &- start)
    guard offset >= -2, offset < Int(count) * 2 else { return nil }
    let line = code.lines.line(at: max(offset, 0)) ?? Int(code.firstLine)
    let name = "\(code.title) (\(code.path):\(line))"
    if let known = places[name] { return known }
    guard names.count < Self.mostNames else { return nil }
    // Behind the place that has the name: an address on a stack is taken back by one.
    let address = Self.base + UInt(names.count) * 2 + 1
    names.append(name)
    places[name] = address
    return address
  }

  private func code(_ address: UInt, _ runtime: PythonRuntime, _ pages: inout PagedMemory) -> Code? {
    let layout = runtime.layout
    guard runtime.isObject(address, of: runtime.codeType, memory: &pages),
      let name = pages.pointer(address &+ layout.name), let file = pages.pointer(address &+ layout.file),
      let table = pages.pointer(address &+ layout.lines),
      let firstLine = pages.word(address &+ layout.firstLine, as: Int32.self)
    else { return nil }
    if let known = codes[address], known.name == name, known.file == file, known.table == table,
      known.firstLine == firstLine
    {
      return known
    }
    guard let title = runtime.text(name, memory: &pages), !title.isEmpty,
      let path = runtime.text(file, memory: &pages),
      let bytes = runtime.bytes(table, most: PythonLines.longestTable, memory: &pages)
    else { return nil }
    let code = Code(
      name: name, file: file, table: table, firstLine: firstLine, title: title, path: path,
      lines: PythonLines(bytes, first: Int(firstLine)))
    if codes.count >= Self.mostCodes { codes.removeAll() }
    codes[address] = code
    return code
  }

  /// The start of a Python function's address range, and its name; nil for any other address.
  func function(at place: UInt) -> (start: UInt, name: String)? {
    guard place >= Self.base, let index = Int(exactly: (place - Self.base) / 2), index < names.count
    else { return nil }
    return (Self.base + UInt(index) * 2, names[index])
  }
}

extension CodeFrame {
  /// A Python function.
  var isPython: Bool { address >= PythonStacks.base && !rawName.isEmpty }

  /// Extracts the file and the line from the name of interpreted or generated code.
  mutating func takePlace() {
    if address >= PythonStacks.base {
      // "Server.handle (/app/server.py:12)"
      guard let bracket = rawName.firstIndex(of: "("), rawName.hasSuffix(")"),
        let colon = rawName.lastIndex(of: ":"), colon > bracket,
        let line = Int(rawName[rawName.index(after: colon)...].dropLast())
      else { return }
      name = String(rawName[..<bracket].dropLast())
      file = String(rawName[rawName.index(after: bracket)..<colon])
      self.line = line
    } else if isScript {
      // "JS:*burn /app/stall.js:1:14": the mark is the tier of compilation, the numbers are of the function's begin.
      let text = rawName.drop { $0 != ":" }.dropFirst().drop { "*~^+".contains($0) }
      let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return }
      let place = parts[1].split(separator: ":", omittingEmptySubsequences: false)
      guard place.count >= 3, let line = Int(place[place.count - 2]), Int(place[place.count - 1]) != nil
      else { return }
      name = parts[0].isEmpty ? "(anonymous)" : String(parts[0])
      file = place.dropLast(2).joined(separator: ":")
      self.line = line
    }
  }

  /// A JavaScript function, named by V8.
  var isScript: Bool {
    image.isEmpty && Self.isScript(rawName)
  }

  static func isScript(_ name: String) -> Bool {
    ["JS:", "LazyCompile:", "Function:", "Script:", "Eval:"].contains { name.hasPrefix($0) }
  }

  /// Interpreted or generated code that is part of the language's own library or virtual machine.
  var isLibraryScript: Bool {
    if isPython {
      return file.hasPrefix("<frozen ")
        || file.includes("/lib/python3") && !file.includes("/site-packages/")
          && !file.includes("/dist-packages/")
    }
    if isScript { return file.hasPrefix("node:") }
    // Methods of Java and .NET; others are stubs of the virtual machine.
    return !rawName.includes("::")
  }

  /// Code of a language's virtual machine, which is represented by the language's own functions where these are known.
  func isOfMachine(python: Bool, script: Bool) -> Bool {
    python
      && (imageName.hasPrefix("python3") || imageName.hasPrefix("libpython3")
        || image.includes("/lib-dynload/")
        || image.includes("/site-packages/") || image.includes("/dist-packages/"))
      || script && (imageName == "node" || imageName.hasPrefix("libnode"))
  }
}
