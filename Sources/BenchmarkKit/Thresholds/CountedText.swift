/// What valgrind and strace print.
public enum CountedText {
  /// The instructions of all threads, in callgrind's log; nil when there are none.
  public static func instructions(ofCallgrind log: String) -> Int? {
    for line in log.split(separator: "\n") {
      guard let range = line.range(of: "Collected : ") else { continue }
      return Int(line[range.upperBound...].prefix { $0.isNumber })
    }
    return nil
  }

  /// The calls of malloc and its like, in memcheck's log; nil when there are none.
  public static func allocations(ofMemcheck log: String) -> Int? {
    for line in log.split(separator: "\n") {
      guard let range = line.range(of: "total heap usage: ") else { continue }
      return Int(line[range.upperBound...].prefix { $0.isNumber || $0 == "," }.filter { $0 != "," })
    }
    return nil
  }

  /// The system calls of all threads, in the table of `strace -c`; nil when it is no table.
  public static func calls(ofStrace table: String) -> Int? {
    var sum: Int?
    for line in table.split(separator: "\n") {
      // % time, seconds, usecs/call, calls, errors if any, name
      let words = line.split(whereSeparator: \.isWhitespace)
      guard words.count >= 5, words.last != "total", Double(words[0]) != nil, let count = Int(words[3]) else {
        continue
      }
      sum = (sum ?? 0) + count
    }
    return sum
  }
}

extension Substring {
  /// Where a text first stands.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      formIndex(after: &start)
    }
    return nil
  }
}
