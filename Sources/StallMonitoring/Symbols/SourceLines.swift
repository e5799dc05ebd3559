#if canImport(Runtime)
  import Runtime
#endif

/// Names with inlined functions, files and lines, for addresses of this process: what the toolchain's own symbolicator
/// reads out of the debug information. It takes milliseconds and megabytes at first, then some 30 microseconds a frame;
/// nothing for the way of a sample. Without debug information, or without that module, it is the symbols' names.
public enum SourceLines {
  /// A stack, leaf first, as `StackSample` has it. An address gives several frames when functions were inlined there:
  /// innermost first, all but the last `isInlined`.
  public static func frames(_ addresses: [UInt], names: SymbolNames) -> [CodeFrame] {
    #if canImport(Runtime)
      guard !addresses.isEmpty, let found = symbolicated(addresses) else { return names.frames(addresses) }
      var frames: [CodeFrame] = []
      var index = -1
      var isContinued = false
      for frame in found.frames {
        if !isContinued { index += 1 }
        isContinued = frame.inlined
        guard index < addresses.count else { break }
        let address = UInt(frame.captured.originalProgramCounter) ?? addresses[index]
        frames.append(merged(names.frame(address, isReturnAddress: index > 0), frame))
      }
      return index == addresses.count - 1 ? frames : names.frames(addresses)
    #else
      return names.frames(addresses)
    #endif
  }

  #if canImport(Runtime)
    /// The symbolicator knows lines; what it has no name for, the symbol table may know.
    private static func merged(_ own: CodeFrame, _ frame: SymbolicatedBacktrace.Frame) -> CodeFrame {
      var result = own
      guard let symbol = frame.symbol else { return result }
      if symbol.rawName != "<unknown>", !symbol.rawName.isEmpty {
        result.rawName = symbol.rawName
        result.name = Demangling.readable(symbol.rawName)
        if symbol.offset >= 0 { result.offset = UInt(symbol.offset) }
      }
      if let place = symbol.sourceLocation, place.line > 0, !place.path.isEmpty {
        result.file = place.path
        result.line = place.line
      }
      result.isInlined = frame.inlined
      return result
    }

    private static func symbolicated(_ addresses: [UInt]) -> SymbolicatedBacktrace? {
      #if arch(x86_64)
        let architecture = "x86_64"
      #elseif arch(arm64)
        let architecture = "aarch64"
      #else
        return nil
      #endif
      let decoder = TextsDecoder(texts: [
        "architecture": architecture, "backtrace": CompactStack.text(addresses),
      ])
      guard let backtrace = try? Backtrace(from: decoder) else { return nil }
      return backtrace.symbolicated(with: ImageMap.capture(), options: .default)
    }
  #endif
}

/// The form in which the toolchain's `Backtrace` is coded: a byte that says the size of an address, then for each frame
/// a byte with its kind and the size of the difference to the last address, and the difference, largest byte first.
enum CompactStack {
  static func bytes(_ addresses: [UInt]) -> [UInt8] {
    let wordsOf64Bits: UInt8 = 2
    var bytes = [wordsOf64Bits]
    var last: UInt64 = 0
    for (index, address) in addresses.enumerated() {
      let difference = Int64(bitPattern: UInt64(address) &- last)
      last = UInt64(address)
      var digits = withUnsafeBytes(of: difference.bigEndian) { Array($0) }
      // No more bytes than keep the sign.
      while digits.count > 1,
        digits[0] == 0 && digits[1] & 0x80 == 0 || digits[0] == 0xff && digits[1] & 0x80 != 0
      {
        digits.removeFirst()
      }
      let kind: UInt8 = index == 0 ? 0x10 : 0x20
      bytes.append(kind | UInt8(digits.count - 1))
      bytes += digits
    }
    bytes.append(0)
    return bytes
  }

  /// As base 64 without padding.
  static func text(_ addresses: [UInt]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let bytes = bytes(addresses)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits: UInt32 = 0
      for index in 0..<3 { bits = bits << 8 | UInt32(index < group.count ? group[start + index] : 0) }
      for index in 0...group.count { text.append(letters[Int(bits >> UInt32(18 - 6 * index)) & 63]) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
