/// Reads the first instructions of functions that have no unwind entry (Swift's "nounwind" ones, which nearly all have
/// a frame pointer).
enum Prologue {
  static func row(
    at address: UInt, isExact: Bool, functionStart: UInt?, module: LoadedModule
  ) -> UnwindRow {
    let architecture = module.architecture
    var row = UnwindRow(of: architecture)
    let atStart = architecture.prologue([], limit: 0)
    row.baseOffset = Int32(atStart.depth)
    if let place = atStart.savedReturn { row.set(architecture.returnAddress, .saved, place) }
    guard let functionStart else {
      row.isUncertain = true
      return row
    }
    if isExact, isFrameGone(address, module) { return row }
    let size = min(address &- functionStart, 64)
    let code = module.code(functionStart, count: Int(size))
    let reading = architecture.prologue(code, limit: Int(size))
    if reading.hasFrame {
      row.useFramePointer()
      return row
    }
    row.baseOffset = Int32(truncatingIfNeeded: reading.depth)
    if let place = reading.savedReturn { row.set(architecture.returnAddress, .saved, place) }
    if reading.savedBase != 0 { row.set(architecture.framePointer, .saved, reading.savedBase) }
    // A frame made later than at the start (shrink wrapping), or a leaf without one.
    row.isUncertain = functionStart &+ UInt(reading.length) < address
    return row
  }

  private static func isFrameGone(_ address: UInt, _ module: LoadedModule) -> Bool {
    let place = module.architecture.frameEnd
    return module.architecture.isFrameGone(module.code(address &- place.before, count: place.count))
  }

  /// From the stack pointer to the saved frame pointer, with the return address above it, behind the prologue of a function
  /// with a frame pointer: of a blocked thread the frame pointer itself is not known.
  static func framePlace(at address: UInt, module: LoadedModule) -> UInt? {
    guard let start = module.functionStart(address) else { return nil }
    let size = Int(min(address &- start, 96))
    let reading = module.architecture.prologue(module.code(start, count: size), limit: size)
    let record = module.architecture.hasLinkRegister ? reading.savedBase : -16
    return reading.hasFrame ? UInt(bitPattern: reading.depth + record) : nil
  }

  /// Whether the instruction before the address is a call.
  static func isAfterCall(_ address: UInt, module: LoadedModule) -> Bool {
    guard address > module.mapping.start &+ 8 else { return false }
    let size = module.architecture.callSize
    return module.architecture.endsInCall(module.code(address &- UInt(size), count: size))
  }
}
