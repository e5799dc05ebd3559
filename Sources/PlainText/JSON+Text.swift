extension JSON {
  /// On one line, for any reader: `<` is escaped, so that the text can be part of a page, and so are characters that a
  /// terminal obeys.
  package var text: String {
    var text = ""
    write(to: &text, isForFiles: false)
    return text
  }

  /// On one line, with those escapes only that JSON requires.
  package var fileText: String {
    var text = ""
    write(to: &text, isForFiles: true)
    return text
  }

  private func write(to text: inout String, isForFiles: Bool) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .natural(let value): text += String(value)
    case .number(let value): text += value.isFinite ? "\(value)" : "null"
    case .string(let value): Self.write(value, to: &text, isForFiles)
    case .literal(let value): text += value
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text, isForFiles: isForFiles)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.0, to: &text, isForFiles)
        text += ":"
        member.1.write(to: &text, isForFiles: isForFiles)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, to text: inout String, _ isForFiles: Bool) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r" where isForFiles: text += "\\r"
      case _ where isForFiles ? scalar.value < 0x20 : scalar == "<" || scalar.isObeyed:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
