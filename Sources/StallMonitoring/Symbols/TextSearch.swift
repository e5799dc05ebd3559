extension String {
  /// Whether the text occurs in it, byte by byte: `contains` of two strings prepares tables, which costs far more than the search
  /// of a function's name.
  func includes(_ text: String) -> Bool {
    var (name, text) = (self, text)
    return name.withUTF8 { bytes in
      text.withUTF8 { wanted in
        guard let first = wanted.first else { return true }
        var start = 0
        while start + wanted.count <= bytes.count {
          if bytes[start] == first, bytes[start..<start + wanted.count].elementsEqual(wanted) { return true }
          start += 1
        }
        return false
      }
    }
  }
}
