import LinuxSystem

extension String {
  /// A text with values in it, as C's `printf` has them: `String(format: "%02d:%.1f %@", 7, 2.5, "s")`. Foundation's initializer, where a program
  /// imports that, comes first.
  ///
  /// `%@` is the text of any value. Integers and floating-point numbers are converted to the kind of the letter; a placeholder without a value stays.
  @_disfavoredOverload
  public init(format: String, _ arguments: Any...) {
    self.init(format: format, arguments: arguments)
  }

  /// As `init(format:_:)`, with the values in an array.
  @_disfavoredOverload
  public init(format: String, arguments: [Any]) {
    var text = ""
    var rest = Substring(format)
    var values = arguments[...]
    while let start = rest.firstIndex(of: "%") {
      text += rest[..<start]
      rest = rest[start...]
      guard let place = FormatPlace(rest, &values, all: arguments) else {
        text += "%"
        rest = rest.dropFirst()
        continue
      }
      text += place.text
      rest = place.rest
    }
    self = text + rest
  }
}

/// One placeholder of a format, filled in.
private struct FormatPlace {
  let text: String
  /// The format behind it.
  let rest: Substring

  /// Nil for what is no placeholder, and where no value is left.
  init?(_ format: Substring, _ values: inout ArraySlice<Any>, all: [Any]) {
    var rest = format.dropFirst()
    // The number of the value: "%2$@".
    let number = rest.prefix { $0.isASCII && $0.isNumber }
    var chosen: Any?
    if !number.isEmpty, rest[number.endIndex...].first == "$" {
      guard let index = Int(number), all.indices.contains(index - 1) else { return nil }
      chosen = all[index - 1]
      rest = rest[number.endIndex...].dropFirst()
    }
    var options = ""
    while let sign = rest.first, "-+ #0123456789.*'".contains(sign) {
      rest = rest.dropFirst()
      guard sign == "*" else {
        options.append(sign)
        continue
      }
      guard let width = values.popFirst().flatMap({ Self.whole($0, isSigned: true) }) else { return nil }
      options += String(width)
    }
    rest = rest.drop { "hlqzjtL".contains($0) }
    guard let letter = rest.popFirst() else { return nil }
    self.rest = rest
    if letter == "%" {
      text = "%"
      return
    }
    guard let value = chosen ?? values.popFirst() else { return nil }
    switch letter {
    case "@": text = String(describing: value)
    case "s": text = Self.printed("%\(options)s", String(describing: value))
    case "d", "i", "D", "u", "U", "x", "X", "o", "c":
      guard let whole = Self.whole(value, isSigned: "diDc".contains(letter)) else { return nil }
      let kind = letter == "D" ? "d" : letter == "U" ? "u" : letter
      text = Self.printed("%\(options)\(kind == "c" ? "" : "ll")\(kind)", whole)
    case "f", "F", "e", "E", "g", "G", "a", "A":
      guard let number = Self.number(value) else { return nil }
      text = Self.printed("%\(options)\(letter)", number)
    default: return nil
    }
  }

  private static func whole(_ value: Any, isSigned: Bool) -> Int64? {
    if let value = value as? any FixedWidthInteger {
      return isSigned ? Int64(truncatingIfNeeded: value) : bits(value)
    }
    return number(value).flatMap { Int64(exactly: $0.rounded(.towardZero)) }
  }

  /// The bits of a number, without more of them in front for its sign.
  private static func bits<Number: FixedWidthInteger>(_ value: Number) -> Int64 {
    Int64(truncatingIfNeeded: Number.Magnitude(truncatingIfNeeded: value))
  }

  private static func number(_ value: Any) -> Double? {
    switch value {
    case let value as any BinaryFloatingPoint: Double(value)
    case let value as any BinaryInteger: Double(value)
    default: nil
    }
  }

  private static func printed(_ format: String, _ text: String) -> String {
    text.withCString { printed(format, OpaquePointer($0)) }
  }

  private static func printed(_ format: String, _ value: any CVarArg) -> String {
    let length = withVaList([value]) { vsnprintf(nil, 0, format, $0) }
    guard length > 0, length < 1 << 20 else { return "" }
    return String(unsafeUninitializedCapacity: Int(length) + 1) { bytes in
      bytes.withMemoryRebound(to: CChar.self) { chars in
        Int(max(withVaList([value]) { vsnprintf(chars.baseAddress, chars.count, format, $0) }, 0))
      }
    }
  }
}
