import LinuxSystem

/// Readable names.
enum Demangling {
  /// Demangles names of Swift and C++; others are unchanged.
  static func readable(_ name: String) -> String {
    if name.hasPrefix("_Z") { return readableCPlusPlus(name) }
    guard name.hasPrefix("$s") || name.hasPrefix("$S") || name.hasPrefix("_$s") || name.hasPrefix("_T") else {
      return name
    }
    var copy = name
    return copy.withUTF8 { text in
      text.withMemoryRebound(to: CChar.self) { characters in
        guard let base = characters.baseAddress,
          let result = swiftDemangle(base, characters.count, nil, nil, 0)
        else { return name }
        defer { free(result) }
        return String(cString: result)
      }
    }
  }

  /// The C++ library's own demangler, which the Swift runtime brings with it.
  private static func readableCPlusPlus(_ name: String) -> String {
    typealias Demangler =
      @convention(c) (
        UnsafePointer<CChar>, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?,
        UnsafeMutablePointer<Int32>?
      ) -> UnsafeMutablePointer<CChar>?
    guard let symbol = dlsym(nil, "__cxa_demangle"),
      let result = unsafeBitCast(symbol, to: Demangler.self)(name, nil, nil, nil)
    else { return name }
    defer { free(result) }
    return String(cString: result)
  }
}

/// The Swift runtime's own demangler; allocates the result with `malloc`.
@_silgen_name("swift_demangle")
private func swiftDemangle(
  _ name: UnsafePointer<CChar>, _ length: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
