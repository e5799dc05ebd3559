extension String {
  /// As text, or as the value of an attribute, of a page; control characters become U+FFFD.
  package var escapedForHTML: String {
    escaped { $0.value < 0x20 && $0 != "\n" && $0 != "\t" ? "\u{FFFD}" : $0 }
  }

  /// As text of an XML document; characters that XML does not allow are left out.
  package var escapedForXML: String {
    escaped { scalar in
      switch scalar {
      case "\t", "\n", "\r": scalar
      default: scalar.value < 0x20 || scalar.value & 0xFFFE == 0xFFFE ? nil : scalar
      }
    }
  }

  /// `other` is the replacement of a character that is not part of markup: itself, another one, or none.
  private func escaped(_ other: (Unicode.Scalar) -> Unicode.Scalar?) -> String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: if let scalar = other(scalar) { escaped.unicodeScalars.append(scalar) }
      }
    }
    return escaped
  }
}
