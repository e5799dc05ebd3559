import Foundation

/// The tests of a source file, as text: titles, names, and whether they compare anything.
struct TestSource {
  struct TestFunction {
    /// The suite and the function.
    var name: String
    var title: String
    /// What its expectations compare, without those that hold whatever the product does.
    var expectations: [String]
  }

  private(set) var tests: [TestFunction] = []

  init(_ text: String) {
    let code = Self.withoutComments(text)
    for match in code.matches(of: /@Test\(\s*"([^"]*)"/) {
      guard let function = code[match.range.upperBound...].firstMatch(of: /func (\w+)[^{]*\{/),
        let suite = code[..<match.range.lowerBound].matches(of: /struct (\w+Tests)\b/).last
      else { continue }
      // The formatter ends a function with a brace as far to the right as its attribute.
      let line =
        code[..<match.range.lowerBound].lastIndex(of: "\n").map(code.index(after:)) ?? code.startIndex
      let indent = code[line..<match.range.lowerBound]
      let body = code[function.range.upperBound...]
      let end = body.firstRange(of: "\n\(indent)}\n")?.lowerBound ?? body.endIndex
      tests.append(
        TestFunction(
          name: "\(suite.output.1).\(function.output.1)", title: String(match.output.1),
          expectations: Self.expectations(body[..<end]).filter { !Self.isConstant($0) }))
    }
  }

  /// The text without comments, its strings and lines kept.
  static func withoutComments(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    var quote: Substring?
    while let first = rest.first {
      if let open = quote {
        if first == "\\", open != "#" {
          result += rest.prefix(2)
          rest = rest.dropFirst(2)
        } else if rest.hasPrefix(open) {
          result += open
          rest = rest.dropFirst(open.count)
          quote = nil
        } else {
          result.append(first)
          rest = rest.dropFirst()
        }
      } else if rest.hasPrefix("//") {
        rest = rest[(rest.firstIndex(of: "\n") ?? rest.endIndex)...]
      } else if rest.hasPrefix("/*") {
        rest = rest.firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
      } else {
        let open = rest.hasPrefix("\"\"\"") ? rest.prefix(3) : first == "\"" ? rest.prefix(1) : nil
        quote = open
        result += open ?? rest.prefix(1)
        rest = rest.dropFirst(open?.count ?? 1)
      }
    }
    return result
  }

  /// What stands in the parentheses or the braces of each expectation.
  private static func expectations(_ body: Substring) -> [String] {
    body.matches(of: /#(?:expect|require)\b\s*([({])/).map { match in
      let rest = body[match.range.upperBound...]
      var depth = 1
      let end = rest.indices.first { index in
        if "([{".contains(rest[index]) { depth += 1 }
        if ")]}".contains(rest[index]) { depth -= 1 }
        return depth == 0
      }
      return String(rest[..<(end ?? rest.endIndex)])
    }
  }

  /// Whether an expectation names nothing, or compares something with itself.
  static func isConstant(_ expectation: String) -> Bool {
    let condition = expectation.replacing(/"(?:[^"\\]|\\.)*"/, with: "\"\"")
    let names = condition.matches(of: /[A-Za-z_]\w*/).map { String($0.output) }
    let constants = ["true", "false", "nil", "Bool", "Never", "self", "Self"]
    if names.allSatisfy(constants.contains) { return true }
    for operation in [" == ", " === ", " <= ", " >= "] {
      let sides = condition.split(separator: operation).map { $0.filter { !$0.isWhitespace } }
      if sides.count == 2, sides[0] == sides[1] { return true }
    }
    return false
  }
}
