/// Walks copied stacks: by the unwind tables, and by the prologue and the frame pointer where there is no entry.
///
/// For one thread.
final class Unwinder {
  enum End: Equatable {
    /// The thread's first function, which has no caller.
    case threadStart
    /// The requested number of frames.
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

  /// Writes the addresses, leaf first; returns their number, and why there are no more.
  func unwind(_ stack: StackCopy, into addresses: UnsafeMutablePointer<UInt>, limit: Int) -> (
    count: Int, end: End
  ) {
    var registers = stack.registers
    let architecture = registers.architecture
    let returnSlot = architecture.returnSlot
    var count = 0
    // The leaf and interrupted code are at the address itself; callers are after their call.
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
      let found = module.row(address, isExact: isExact)
      if !found.isFromTable, let interrupted = registers.beforeSignal(stack, module) {
        registers = interrupted
        isExact = true
        continue
      }
      let row = resolved(found, registers, stack, isExact)
      guard let base = base(row, registers, stack, module, address) else {
        return (count, end(stack, registers))
      }
      if row.rule(returnSlot) == .undefined { return (count, .threadStart) }
      // A leaf that has left its return address in the link register, and that may have put nothing on the stack.
      let isInRegister = row.rule(returnSlot) == .unchanged && architecture.hasLinkRegister && isExact
      guard
        base.address > registers.stackPointer || row.isSignalFrame
          || isInRegister && base.address == registers.stackPointer
      else { return (count, end(stack, registers)) }
      let word =
        isInRegister
        ? registers[slot: returnSlot] : saved(row, returnSlot, base.address, registers, stack, module)
      guard let caller = word.map(architecture.plain) else {
        return (count, end(stack, registers, base.address))
      }
      if caller == 0 { return (count, .threadStart) }
      var next = MachineRegisters(programCounter: caller, stackPointer: base.address, of: architecture)
      for slot in architecture.kept {
        next[slot: slot] =
          row.rule(slot) == .unchanged
          ? registers[slot: slot] : saved(row, slot, base.address, registers, stack, module)
      }
      if let framePointer = base.framePointer ?? next.framePointer {
        next[architecture.framePointer] = architecture.plain(framePointer)
      }
      registers = next
      isExact = row.isSignalFrame
    }
    return (count, .limit)
  }

  /// Replaces a guessed row that the stack contradicts by the frame pointer's, or by the nearest place on the
  /// stack that holds a return address.
  private func resolved(
    _ row: UnwindRow, _ registers: MachineRegisters, _ stack: StackCopy, _ isExact: Bool
  ) -> UnwindRow {
    guard row.isUncertain else { return row }
    let architecture = registers.architecture
    var replaced = row
    if row.rule(architecture.returnSlot) == .saved {
      let distance = Int(row.baseOffset) + row.offset(architecture.returnSlot)
      let caller = stack.word(registers.stackPointer &+ UInt(bitPattern: distance)) ?? 0
      if isReturnAddress(architecture.plain(caller)) { return row }
    } else if isExact, let caller = registers[slot: architecture.returnSlot].map(architecture.plain),
      isReturnAddress(caller), !isSameFunction(caller, registers.programCounter)
    {
      return row
    }
    if let frame = registers.framePointer, let other = stack.word(frame &+ 8),
      isReturnAddress(architecture.plain(other))
    {
      replaced.useFramePointer()
      return replaced
    }
    // A word that looks like a return address is reliable only where every call pushes one.
    if architecture.hasLinkRegister { return row }
    for words in 0..<16 {
      guard let word = stack.word(registers.stackPointer &+ UInt(words * 8)) else { break }
      if isReturnAddress(word) {
        replaced.baseOffset = Int32(words * 8 + 8)
        return replaced
      }
    }
    return row
  }

  /// Whether both addresses are in one function: then the link register is of a call that has returned.
  private func isSameFunction(_ one: UInt, _ other: UInt) -> Bool {
    guard let module = modules.module(at: one), module.contains(other),
      let start = module.functionStart(one &- 1)
    else { return false }
    return start == module.functionStart(other)
  }

  /// The caller's stack pointer, and the caller's frame pointer when it was found on the way.
  private func base(
    _ row: UnwindRow, _ registers: MachineRegisters, _ stack: StackCopy, _ module: LoadedModule,
    _ address: UInt
  ) -> (address: UInt, framePointer: UInt?)? {
    if row.baseExpression >= 0 {
      let value = module.withExpression(Int(row.baseExpression)) {
        StackExpression.value($0, start: nil, registers: registers, memory: stack.word)
      }
      return (value ?? nil).map { ($0, nil) }
    }
    if let register = registers[Int(row.baseRegister)] {
      return (register &+ UInt(bitPattern: Int(row.baseOffset)), nil)
    }
    guard Int(row.baseRegister) == registers.architecture.framePointer else { return nil }
    // With a link register the frame pointer points anywhere into the frame: the row has its distance from the base.
    let above = registers.architecture.hasLinkRegister ? UInt(bitPattern: Int(row.baseOffset)) : 16
    return frameWithoutPointer(registers, stack, module, address).map { ($0.place &+ above, $0.framePointer) }
  }

  /// The frame of a function with a frame pointer whose value is not known: by its prologue, or else the first place on
  /// the stack that looks like such a frame.
  private func frameWithoutPointer(
    _ registers: MachineRegisters, _ stack: StackCopy, _ module: LoadedModule, _ address: UInt
  ) -> (place: UInt, framePointer: UInt)? {
    let plain = registers.architecture.plain
    func frame(_ place: UInt) -> (place: UInt, framePointer: UInt)? {
      guard let framePointer = stack.word(place), let caller = stack.word(place &+ 8),
        isReturnAddress(plain(caller))
      else { return nil }
      return (place, plain(framePointer))
    }
    if let distance = Prologue.framePlace(at: address, module: module),
      let found = frame(registers.stackPointer &+ distance)
    {
      return found
    }
    var place = registers.stackPointer
    for _ in 0..<512 {
      if let found = frame(place), found.framePointer > place, found.framePointer & 7 == 0,
        let next = stack.word(found.framePointer &+ 8), isReturnAddress(plain(next))
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
    guard let frame = framePointer, frame >= stackPointer, frame & 7 == 0,
      let above = stack.word(frame), let caller = stack.word(frame &+ 8), caller != 0
    else { return nil }
    var registers = MachineRegisters(
      programCounter: architecture.plain(caller), stackPointer: frame &+ 16, of: architecture)
    registers[architecture.framePointer] = architecture.plain(above)
    return registers
  }

  /// The registers of the code that a signal interrupted, at the code that returns from its handler; nil elsewhere.
  fileprivate func beforeSignal(_ stack: StackCopy, _ module: LoadedModule) -> MachineRegisters? {
    guard architecture.hasLinkRegister,
      let context = architecture.signalContext(module.code(programCounter, count: 8)),
      let counter = stack.word(stackPointer &+ context.programCounter),
      let pointer = stack.word(stackPointer &+ context.stackPointer), pointer > stackPointer
    else { return nil }
    var registers = MachineRegisters(programCounter: counter, stackPointer: pointer, of: architecture)
    for slot in architecture.copied.indices {
      registers[slot: slot] = stack.word(stackPointer &+ context.registers &+ UInt(slot * 8))
    }
    return registers
  }
}
