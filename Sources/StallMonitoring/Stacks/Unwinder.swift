/// Walks copied stacks: by the unwind tables, and by the prologue and the frame pointer where there is no entry.
///
/// For one thread.
final class Unwinder {
  enum End: Equatable {
    /// The thread's first function, which has no caller.
    case threadStart
    /// As many frames as were asked for.
    case limit
    /// The copy of the stack ended first.
    case copyEnded
    /// Code that belongs to no module.
    case unknownCode(UInt)
    /// A caller could not be found.
    case lost(UInt)
  }

  private let modules: ModuleMap
  private let followsGenerated: Bool

  /// - Parameter followsGenerated: code of no module, as virtual machines make it, is taken to have frame pointers.
  init(modules: ModuleMap, followsGenerated: Bool = false) {
    self.modules = modules
    self.followsGenerated = followsGenerated
  }

  /// Writes the addresses, leaf first; how many, and why there are no more.
  func unwind(_ stack: StackCopy, into addresses: UnsafeMutablePointer<UInt>, limit: Int) -> (
    count: Int, end: End
  ) {
    var registers = stack.registers
    var count = 0
    // The leaf, and what a signal interrupted, are at the address itself; callers are behind their call.
    var isExact = true
    while count < limit {
      addresses[count] = registers.programCounter
      count += 1
      let address = isExact ? registers.programCounter : registers.programCounter &- 1
      guard let module = modules.module(at: address) else {
        guard followsGenerated, let caller = registers.byFramePointer(stack) else {
          return (count, .unknownCode(registers.programCounter))
        }
        registers = caller
        isExact = false
        continue
      }
      let row = resolved(module.row(address, isExact: isExact), registers, stack, module)
      guard let base = base(row, registers, stack, module, address) else {
        return (count, end(stack, registers))
      }
      let returnSlot = 6
      if row.rule(returnSlot) == .undefined { return (count, .threadStart) }
      guard base.address > registers.stackPointer || row.isSignalFrame else {
        return (count, end(stack, registers))
      }
      guard row.rule(returnSlot) != .unchanged,
        let caller = saved(row, returnSlot, base.address, registers, stack, module)
      else { return (count, end(stack, registers, base.address)) }
      if caller == 0 { return (count, .threadStart) }
      var next = MachineRegisters(programCounter: caller, stackPointer: base.address)
      for register in MachineRegisters.kept {
        guard let slot = MachineRegisters.slot(register) else { continue }
        next[register] =
          row.rule(slot) == .unchanged
          ? registers[register] : saved(row, slot, base.address, registers, stack, module)
      }
      if let basePointer = base.basePointer { next[MachineRegisters.basePointer] = basePointer }
      registers = next
      isExact = row.isSignalFrame
    }
    return (count, .limit)
  }

  /// A guessed row that the stack speaks against is replaced by the frame pointer's, or by the nearest place on the
  /// stack that holds a return address.
  private func resolved(
    _ row: UnwindRow, _ registers: MachineRegisters, _ stack: StackCopy, _ module: LoadedModule
  ) -> UnwindRow {
    guard row.isUncertain else { return row }
    var replaced = row
    let caller = stack.word(registers.stackPointer &+ UInt(bitPattern: Int(row.baseOffset) - 8)) ?? 0
    if isReturnAddress(caller) { return row }
    if let frame = registers[MachineRegisters.basePointer], let other = stack.word(frame &+ 8),
      isReturnAddress(other)
    {
      replaced.useFramePointer()
      return replaced
    }
    for words in 0..<16 {
      guard let word = stack.word(registers.stackPointer &+ UInt(words * 8)) else { break }
      if isReturnAddress(word) {
        replaced.baseOffset = Int32(words * 8 + 8)
        return replaced
      }
    }
    return row
  }

  /// The caller's stack pointer, and the caller's rbp when it was found on the way.
  private func base(
    _ row: UnwindRow, _ registers: MachineRegisters, _ stack: StackCopy, _ module: LoadedModule,
    _ address: UInt
  ) -> (address: UInt, basePointer: UInt?)? {
    if row.baseExpression >= 0 {
      let value = module.withExpression(Int(row.baseExpression)) {
        StackExpression.value($0, start: nil, registers: registers, memory: stack.word)
      }
      return (value ?? nil).map { ($0, nil) }
    }
    if let register = registers[Int(row.baseRegister)] {
      return (register &+ UInt(bitPattern: Int(row.baseOffset)), nil)
    }
    guard row.baseRegister == UInt8(MachineRegisters.basePointer) else { return nil }
    return frameWithoutPointer(registers, stack, module, address)
  }

  /// The frame of a function with a frame pointer whose value is not known: by its prologue, or else the first place on
  /// the stack that looks like such a frame.
  private func frameWithoutPointer(
    _ registers: MachineRegisters, _ stack: StackCopy, _ module: LoadedModule, _ address: UInt
  ) -> (address: UInt, basePointer: UInt?)? {
    func frame(_ place: UInt) -> (address: UInt, basePointer: UInt?)? {
      guard let basePointer = stack.word(place), let caller = stack.word(place &+ 8), isReturnAddress(caller)
      else { return nil }
      return (place &+ 16, basePointer)
    }
    if let depth = Prologue.frameDepth(at: address, module: module),
      let found = frame(registers.stackPointer &+ depth &- 16)
    {
      return found
    }
    var place = registers.stackPointer
    for _ in 0..<512 {
      if let found = frame(place), let above = found.basePointer, above > place, above & 7 == 0,
        let next = stack.word(above &+ 8), isReturnAddress(next)
      {
        return found
      }
      place &+= 8
    }
    return nil
  }

  private func saved(
    _ row: UnwindRow, _ slot: Int, _ base: UInt, _ registers: MachineRegisters, _ stack: StackCopy,
    _ module: LoadedModule
  ) -> UInt? {
    switch row.rule(slot) {
    case .saved: return stack.word(base &+ UInt(bitPattern: row.offset(slot)))
    case .expression:
      let place = module.withExpression(row.offset(slot)) {
        StackExpression.value($0, start: base, registers: registers, memory: stack.word)
      }
      return (place ?? nil).flatMap { stack.word($0) }
    case .unchanged, .undefined: return nil
    }
  }

  private func isReturnAddress(_ address: UInt) -> Bool {
    modules.module(at: address)?.isReturnAddress(address) ?? false
  }

  private func end(_ stack: StackCopy, _ registers: MachineRegisters, _ base: UInt? = nil) -> End {
    let copyEnd = stack.low &+ UInt(stack.bytes.count)
    if stack.isCut, (base ?? registers.stackPointer) &+ 16 >= copyEnd { return .copyEnded }
    return .lost(registers.programCounter)
  }
}

extension MachineRegisters {
  /// The caller's, of a function with a frame pointer; nil when the stack speaks against one.
  fileprivate func byFramePointer(_ stack: StackCopy) -> MachineRegisters? {
    guard let frame = self[Self.basePointer], frame >= stackPointer, frame & 7 == 0,
      let above = stack.word(frame), let caller = stack.word(frame &+ 8), caller != 0
    else { return nil }
    var registers = MachineRegisters(programCounter: caller, stackPointer: frame &+ 16)
    registers[Self.basePointer] = above
    return registers
  }
}
