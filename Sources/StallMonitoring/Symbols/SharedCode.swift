/// Finds functions that the compiler has merged into one: functions whose code only enters it.
///
/// LLVM makes one body for functions that differ only in some constants, and leaves a few instructions of each that pass
/// the constants. The body has one of their names, with the mark "merged".
enum SharedCode {
  /// Longer functions have code of their own.
  private static let longest: UInt64 = 96
  static let most = 32

  /// The functions that enter the one at an address, in the order of their own addresses.
  ///
  /// - Parameter entry: in the file's addresses, where the merged function begins.
  static func functions(entering entry: UInt64, in file: ElfFile) -> [UInt64] {
    var found: [UInt64] = []
    for symbol in SymbolTable.functions(of: file) where found.last != symbol.address && found.count < most {
      if enters(entry, symbol.address, symbol.size, in: file) { found.append(symbol.address) }
    }
    return found
  }

  /// Whether a function does nothing but enter the one at an address.
  static func enters(_ entry: UInt64, _ address: UInt64, _ size: UInt64, in file: ElfFile) -> Bool {
    guard let architecture = file.architecture, size >= 4, size <= longest, address != entry,
      let code = file.code(at: address, count: size)
    else { return false }
    return architecture.enters(entry, code, at: address)
  }
}

extension ElfFile {
  /// Bytes of the program's code by its own addresses; nil where there are none in the file.
  func code(at address: UInt64, count: UInt64) -> [UInt8]? {
    let hasBytes: UInt32 = 1
    guard
      let section = sections.first(where: {
        $0.type == hasBytes && $0.address != 0 && address >= $0.address && address - $0.address < $0.size
      }), count <= section.size - (address - section.address)
    else { return nil }
    return bytes(at: section.offset &+ (address - section.address), count: count)
  }
}

extension SymbolNames {
  /// The functions that share this one's code, with their lines where these are looked up; empty when it is not shared, or they
  /// are not found.
  /// - Parameter called: where the call that led to it began, where that is known: if that is one of them, it is the one.
  func functions(sharing frame: CodeFrame, called: UInt? = nil) -> [CodeFrame] {
    guard frame.isShared, let image = images.first(where: { $0.path == frame.image }),
      let file = ElfFile(path: image.path), image.buildID.isEmpty || file.buildID == image.buildID
    else { return [] }
    // The offset in the function of the address, or of the call before it.
    let start = UInt64(frame.address &- image.bias &- frame.offset)
    let symbols = SymbolTable.functions(of: file)
    guard let symbol = symbols.first(where: { $0.address == start || $0.address &+ 1 == start })
    else { return [] }
    if let called, let direct = symbols.first(where: { $0.address == UInt64(called &- image.bias) }),
      SharedCode.enters(symbol.address, direct.address, direct.size, in: file),
      let frame = frames([called]).last
    {
      return [frame]
    }
    return SharedCode.functions(entering: symbol.address, in: file).map { address in
      let start = UInt(address) &+ image.bias
      return frames([start]).last ?? self.frame(start, isReturnAddress: false)
    }
  }
}
