extension MutantList {
  /// Reads the text of a list; the format is described in `Docs/testing.md`.
  package init(name: String, text: String) throws {
    var reader = ListReader(name: name)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      reader.number = index + 1
      try reader.read(line.trimmed)
    }
    try reader.finish()
    guard !reader.targets.isEmpty else { throw MutantError("\(name): no line 'tests TARGET…'") }
    self.init(name: name, targets: reader.targets, mutants: reader.mutants)
  }
}

private struct ListReader {
  let name: String
  var number = 0
  var targets: [String] = []
  var mutants: [Mutant] = []
  private var draft: Draft?

  /// A mutant of which some lines have been read.
  private struct Draft {
    var name: String
    var line: Int
    var mistake: String?
    var file: String?
    var anchor: String?
    var filter: String?
    var kind: Mutant.Kind?
    var old: [String] = []
    var new: [String] = []
    var equivalence: String?
  }

  init(name: String) {
    self.name = name
  }

  mutating func read(_ line: Substring) throws {
    if line.isEmpty || line.hasPrefix("#") { return }
    let word = line.prefix { $0 != " " }
    let rest = String(line.dropFirst(word.count).trimmed)
    if word == "mutant" {
      try finish()
      if rest.isEmpty || rest.contains(" ") { throw error("a mutant needs a name without spaces") }
      if mutants.contains(where: { $0.name == rest }) { throw error("a second mutant '\(rest)'") }
      draft = Draft(name: rest, line: number)
    } else if draft == nil {
      guard word == "tests" else { throw error("'\(line)' stands before the first mutant") }
      targets += rest.split(separator: " ").map(String.init)
    } else if draft!.mistake == nil {
      draft!.mistake = String(line)
    } else {
      try readField(word, rest, line)
    }
  }

  private mutating func readField(_ word: Substring, _ rest: String, _ line: Substring) throws {
    switch word {
    case "in": draft!.file = rest
    case "after": draft!.anchor = rest
    case "run": draft!.filter = rest
    case "expression", "statement": draft!.kind = Mutant.Kind(rawValue: String(word))
    case "-": draft!.old.append(rest)
    case "+": draft!.new.append(rest)
    case "equivalent": draft!.equivalence = rest
    default: throw error("'\(line)' is no field of a mutant")
    }
  }

  /// Takes the mutant whose lines are all read.
  mutating func finish() throws {
    guard let draft else { return }
    self.draft = nil
    guard let mistake = draft.mistake, let file = draft.file, let filter = draft.filter,
      let kind = draft.kind,
      !draft.old.isEmpty, kind == .statement || !draft.new.isEmpty
    else {
      throw MutantError(
        "\(name):\(draft.line): mutant '\(draft.name)' needs a sentence, 'in', 'run', 'expression' or "
          + "'statement', and old text (an expression also new text)")
    }
    if kind == .expression,
      [draft.old, draft.new].contains(where: { $0.joined(separator: " ").hasOpenComma })
    {
      throw MutantError(
        "\(name):\(draft.line): mutant '\(draft.name)' has several expressions: a comma outside of brackets")
    }
    mutants.append(
      Mutant(
        name: draft.name, mistake: mistake, file: file, anchor: draft.anchor, filter: filter, kind: kind,
        old: draft.old, new: draft.new, equivalence: draft.equivalence))
  }

  private func error(_ text: String) -> MutantError { MutantError("\(name):\(number): \(text)") }
}

extension String {
  /// Whether there is a comma outside of brackets and quotes, as between two conditions: the text is not a single expression.
  fileprivate var hasOpenComma: Bool {
    var (depth, generics, isQuoted) = (0, 0, false)
    // The depths of the quotes in whose interpolations the scan is.
    var interpolations: [Int] = []
    var previous: UInt8 = 0
    var bytes = utf8.makeIterator()
    while let byte = bytes.next() {
      switch byte {
      case UInt8(ascii: "\\") where isQuoted:
        guard bytes.next() == UInt8(ascii: "(") else { break }
        interpolations.append(depth)
        (depth, isQuoted) = (depth + 1, false)
      case UInt8(ascii: "\""): isQuoted.toggle()
      case _ where isQuoted: break
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if interpolations.last == depth {
          interpolations.removeLast()
          isQuoted = true
        }
      // The formatter puts a space before the operator, and none before generic arguments.
      case UInt8(ascii: "<") where previous.isInWord: (depth, generics) = (depth + 1, generics + 1)
      case UInt8(ascii: ">") where generics > 0 && previous != UInt8(ascii: "-"):
        (depth, generics) = (depth - 1, generics - 1)
      case UInt8(ascii: ",") where depth == 0: return true
      default: break
      }
      previous = byte
    }
    return false
  }
}

extension UInt8 {
  fileprivate var isInWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = self
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" || text.last == "\r" { text.removeLast() }
    return text
  }
}
