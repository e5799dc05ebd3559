/// One module's data for unwinding: its tables, its functions' starts, and the computed rows.
final class LoadedModule {
  let mapping: MappedModule
  /// What to add to the file's addresses.
  let bias: UInt
  /// From the file's header; this program's architecture if that is unknown.
  let architecture: Architecture
  private let memory: ProcessMemory
  private let process: Int32?
  private var table: UnwindTable?
  private var hasTriedTable = false
  private var functions: FunctionStarts?
  private var rows: [UInt: UnwindRow] = [:]
  private var returnAddresses: [UInt: Bool] = [:]
  private static let cacheLimit = 8192

  init(_ mapping: MappedModule, memory: ProcessMemory, of process: Int32? = nil) {
    self.mapping = mapping
    self.memory = memory
    self.process = process
    let headers = ProgramHeaders(base: mapping.base, memory: memory)
    bias = headers?.bias ?? mapping.base
    architecture = headers?.architecture ?? .own
  }

  func contains(_ address: UInt) -> Bool { address >= mapping.start && address < mapping.end }

  /// How to leave the frame of a function. `isExact`: the thread is at the address; else a call is, and ends behind it.
  func row(_ address: UInt, isExact: Bool) -> UnwindRow {
    let key = address &* 2 &+ (isExact ? 1 : 0)
    if let row = rows[key] { return row }
    let row =
      unwindTable?.row(address)
      ?? Prologue.row(
        at: address, isExact: isExact, functionStart: functionStart(address), module: self)
    if rows.count >= Self.cacheLimit { rows.removeAll(keepingCapacity: true) }
    rows[key] = row
    return row
  }

  func withExpression<Result>(_ place: Int, _ body: (ByteReader) -> Result) -> Result? {
    table?.withExpression(place, body)
  }

  /// The start of the function around the address, by the tables or else the file's symbols; nil when not known.
  func functionStart(_ address: UInt) -> UInt? {
    if let start = unwindTable?.functionStart(address) { return start }
    let functions =
      self.functions
      ?? FunctionStarts(path: LoadedImage.openable(mapping.path, process) ?? mapping.path)
    self.functions = functions
    return functions.start(of: address &- bias).map { $0 &+ bias }
  }

  /// Whether a call instruction ends there.
  func isReturnAddress(_ address: UInt) -> Bool {
    if let known = returnAddresses[address] { return known }
    let result = Prologue.isAfterCall(address, module: self)
    if returnAddresses.count >= Self.cacheLimit { returnAddresses.removeAll(keepingCapacity: true) }
    returnAddresses[address] = result
    return result
  }

  /// Code bytes, as many as are there up to the count.
  func code(_ address: UInt, count: Int) -> [UInt8] {
    guard contains(address) else { return [] }
    let most = min(count, Int(clamping: mapping.end - address))
    return [UInt8](unsafeUninitializedCapacity: most) { buffer, filled in
      filled = buffer.baseAddress.map { memory.read(address, into: $0, count: most) } ?? 0
    }
  }

  private var unwindTable: UnwindTable? {
    if !hasTriedTable {
      hasTriedTable = true
      if let headers = ProgramHeaders(base: mapping.base, memory: memory), let place = headers.unwindHeader {
        table = UnwindTable(
          headerAddress: place.address, headerSize: place.size, limit: place.limit, memory: memory,
          of: architecture)
      }
    }
    return table
  }
}

/// The modules of a process. Looked up by address; read again when asked.
///
/// For one thread.
final class ModuleMap {
  private(set) var modules: [LoadedModule] = []
  private let memory: ProcessMemory
  private let process: Int32?
  /// When the map was read, in the caller's time.
  private(set) var readTime: UInt64 = 0

  init(memory: ProcessMemory, of process: Int32? = nil) {
    self.memory = memory
    self.process = process
  }

  /// Modules that stay as they are, of any architecture.
  init(_ modules: [LoadedModule], memory: ProcessMemory) {
    self.modules = modules
    self.memory = memory
    process = nil
  }

  /// Reads the list again; data of modules that are still loaded is kept.
  func refresh(time: UInt64) {
    readTime = time
    guard let mapped = MappedModule.list(of: process) else { return }
    if mapped.count == modules.count, zip(mapped, modules).allSatisfy({ $0 == $1.mapping }) { return }
    var known: [MappedModule: LoadedModule] = [:]
    for module in modules { known[module.mapping] = module }
    modules = mapped.map { known[$0] ?? LoadedModule($0, memory: memory, of: process) }
  }

  func module(at address: UInt) -> LoadedModule? {
    guard let module = modules.last(ofThoseFirst: { $0.mapping.start <= address }), module.contains(address)
    else { return nil }
    return module
  }
}
