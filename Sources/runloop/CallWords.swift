import LinuxSystem

/// The words of a call, taken one by one. An option's value stands after an equals sign, or is the next word.
struct CallWords {
  /// The words that were not taken.
  private(set) var rest: ArraySlice<String>
  /// The option that was taken last, `--help` for `-h`.
  private(set) var option = ""
  /// What stands after its equals sign.
  private(set) var attached: String?

  init(_ words: [String]) { rest = words[...] }

  /// The next word; nil at the end. When it is an option, it is the part before the equals sign.
  mutating func next() -> String? {
    guard let word = rest.popFirst() else { return nil }
    (option, attached) = (word, nil)
    guard word.hasPrefix("-"), word.count > 1 else { return word }
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    option = parts[0] == "-h" ? "--help" : parts[0]
    attached = parts.count > 1 ? parts[1] : nil
    return option
  }

  /// The next word if it is an option; nil at the end and before every other word.
  mutating func nextOption() -> String? {
    guard let word = rest.first, word.hasPrefix("-") else { return nil }
    return next()
  }

  /// The value of the last option; nil when there is none, or an empty one.
  mutating func value() -> String? {
    guard let value = attached ?? rest.popFirst(), !value.isEmpty else { return nil }
    return value
  }

  /// The value of an option that may have none: another option is not taken for its value.
  mutating func valueIfAny() -> String? {
    if attached == nil, rest.first?.hasPrefix("--") == true { return nil }
    return value()
  }

  /// The error for a value of an option that takes none.
  var excess: String? { attached.map { "\(option) takes no value, and was given '\($0)'" } }

  /// The error for an unknown option.
  func unknown(_ known: [String]) -> String {
    let names = known.sorted()
    return
      "unknown option '\(option)'\(Likeness.question(option, names)); there are: \(names.joined(separator: ", "))"
  }
}

/// The bytes of the call's words. Words that are no UTF-8 are other words in `CommandLine.arguments`, and would name other files.
enum RawWords {
  /// The first word that is no UTF-8, without the last `count` ones.
  static func firstChanged(butLast count: Int) -> Int? {
    CommandLine.arguments.indices.dropFirst().dropLast(count).first { place in
      CommandLine.unsafeArgv[place].map { String(validatingCString: $0) == nil } ?? false
    }
  }

  /// The last ones, and nil behind them, as a program gets them.
  static func last(_ count: Int) -> [UnsafeMutablePointer<CChar>?] {
    let all = CommandLine.arguments.count
    return (max(all - count, 0)..<all).map { CommandLine.unsafeArgv[$0] } + [nil]
  }

  /// The bytes of the last ones.
  static func lastBytes(_ count: Int) -> [[UInt8]] {
    last(count).compactMap { word in word.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
  }
}

/// Why a call is wrong, and what would be right.
struct WrongCall: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
