/// Shortens demangled names: without types, access marks and the compiler's remarks.
enum ShortName {
  static func of(_ name: String) -> String {
    // A name with neither arguments nor words is no declaration of Swift.
    guard name.contains("(") || name.contains(" ") else { return name }
    let short = shorten(Substring(name), depth: 0)
    return short.isEmpty ? name : short
  }

  private static func shorten(_ name: Substring, depth: Int) -> String {
    guard depth < 8 else { return String(name) }
    if name.hasPrefix("reabstraction thunk helper ") { return "thunk" }
    // "generic specialization <Int> of f", "partial apply forwarder for f"
    for (introduction, word) in [
      ("generic specialization <", " of "), ("generic not re-abstracted specialization <", " of "),
      ("function signature specialization <", " of "), ("specialized ", ""),
      ("partial apply forwarder for ", ""), ("partial apply for ", ""), ("static ", ""), ("@objc ", ""),
      ("variable initialization expression of ", ""), ("dispatch thunk of ", ""),
      ("outlined ", nil), ("(extension in ", ":"),
    ] as [(String, String?)] where name.hasPrefix(introduction) {
      guard let word else { return String(name) }
      if word.isEmpty { return shorten(name.dropFirst(introduction.count), depth: depth + 1) }
      if let rest = split(name, at: word) { return shorten(rest.after, depth: depth + 1) }
    }
    // "protocol witness for App.Shape.area() -> () in conformance App.Circle : App.Shape in App"
    if name.hasPrefix("protocol witness for ") {
      let rest = name.dropFirst(21)
      return shorten(upTo(" in conformance ", rest) ?? rest, depth: depth + 1)
    }
    // "vtable thunk for App.Base.load() -> () dispatching to App.Feed.load() -> ()"
    if name.hasPrefix("vtable thunk for "), let method = upTo(" dispatching to ", name.dropFirst(17)) {
      return shorten(name.dropFirst(17 + method.count + 16), depth: depth + 1)
    }
    // "(2) suspend resume partial function for f() async -> ()": a part of an asynchronous function.
    if name.hasPrefix("("), let part = split(name, at: " resume partial function for "),
      part.before.hasSuffix(" await") || part.before.hasSuffix(" suspend")
    {
      return shorten(part.after, depth: depth + 1)
    }
    // One body of several functions, with the name of one of them.
    if name.hasPrefix("merged ") { return "merged " + shorten(name.dropFirst(7), depth: depth + 1) }
    // "closure #1 (Int) -> () in f", and of a function in a function "inner #1 () -> () in f"
    if name.hasPrefix("implicit closure #") || isNumbered(name), let rest = split(name, at: " in ") {
      let words = rest.before.split(separator: " ").prefix {
        !$0.hasPrefix("(") && !$0.hasPrefix("@") && !$0.hasPrefix("<")
      }
      return words.joined(separator: " ") + " in " + shorten(rest.after, depth: depth + 1)
    }
    return declaration(name)
  }

  /// Whether its second word is "#1" or the like: what has a place in a function instead of one in a type.
  private static func isNumbered(_ name: Substring) -> Bool {
    guard let space = name.firstIndex(of: " ") else { return false }
    let second = name[space...].dropFirst().prefix { $0 != " " }
    return second.hasPrefix("#") && second.count > 1 && second.dropFirst().allSatisfy(\.isNumber)
  }

  /// The text before the first such words. Not by brackets: an operator's name may have some.
  private static func upTo(_ words: String, _ text: Substring) -> Substring? {
    text.indices.first { text[$0...].hasPrefix(words) }.map { text[..<$0] }
  }

  /// "Module.Type.(f in _123)<A>(_: Int, to: B) throws -> C"
  private static func declaration(_ name: Substring) -> String {
    var short = ""
    var rest = name
    while let next = rest.first {
      switch next {
      case "(":
        guard let group = group(rest) else { return short + rest }
        rest = rest[group.endIndex...]
        let inside = group.dropFirst().dropLast()
        // A private name is in parentheses with the file's mark.
        if let mark = split(inside, at: " in "), mark.after.hasPrefix("_") {
          short += mark.before
        } else {
          return withoutModule(short + arguments(inside) + suffix(of: rest))
        }
      case "<":
        // An operator's name may hold one, too.
        if !short.hasSuffix("."), !short.isEmpty, let group = group(rest) {
          rest = rest[group.endIndex...]
        } else {
          short.append(next)
          rest = rest.dropFirst()
        }
      case " ":
        // A name without a module before it is the compiler's own: "type metadata accessor for App.Feed".
        return short.contains(".") ? withoutModule(short) : String(name)
      default:
        short.append(next)
        rest = rest.dropFirst()
      }
    }
    return withoutModule(short)
  }

  /// What follows the arguments and says which part of the declaration it is.
  private static func suffix(of rest: Substring) -> String {
    rest.hasPrefix(".") ? String(rest.prefix { $0 != " " }) : ""
  }

  /// "(_:to:)"
  private static func arguments(_ inside: Substring) -> String {
    guard !inside.isEmpty else { return "()" }
    var labels = "("
    for part in parts(inside) {
      let label = part.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      labels += part.dropFirst(label.count).hasPrefix(":") ? "\(label):" : "_:"
    }
    return labels + ")"
  }

  /// `Module.Type.f()` is `Type.f()`; `Module.f()` stays, as there is nothing else that says where it is.
  private static func withoutModule(_ name: String) -> String {
    let head = name.prefix { $0 != "(" }
    let dots = head.count { $0 == "." }
    guard dots >= 2, let dot = head.firstIndex(of: ".") else { return name }
    return String(name[name.index(after: dot)...])
  }

  // MARK: Brackets

  /// The text up to the bracket that closes the first character.
  private static func group(_ text: Substring) -> Substring? {
    var depth = 0
    var before: Character = " "
    for index in text.indices {
      let next = text[index]
      if next == "(" || next == "<" || next == "[" { depth += 1 }
      if next == ")" || next == "]" || (next == ">" && before != "-") { depth -= 1 }
      if depth == 0 { return text[...index] }
      before = next
    }
    return nil
  }

  /// What is before and after the first such word outside of brackets.
  private static func split(_ text: Substring, at word: String) -> (before: Substring, after: Substring)? {
    var depth = 0
    var before: Character = " "
    for index in text.indices {
      let next = text[index]
      if depth == 0, text[index...].hasPrefix(word) {
        return (text[..<index], text[index...].dropFirst(word.count))
      }
      if next == "(" || next == "<" || next == "[" { depth += 1 }
      if next == ")" || next == "]" || (next == ">" && before != "-") { depth -= 1 }
      before = next
    }
    return nil
  }

  private static func parts(_ text: Substring) -> [Substring] {
    var parts: [Substring] = []
    var rest = text
    while let found = split(rest, at: ", ") {
      parts.append(found.before)
      rest = found.after
    }
    return parts + [rest]
  }
}
