/// Finds addresses and telephone numbers in a plain text. An address is one word; a number may have several.
struct DataDetector {
  typealias Link = TextModel.Link

  let types: UIDataDetectorTypes
  let text: [Character]

  /// What is found, in the text's order; parts do not overlap.
  var links: [Link] {
    var links: [Link] = []
    var place = 0
    while let start = text[place...].firstIndex(where: { !$0.isWhitespace }) {
      let end = text[start...].firstIndex(where: \.isWhitespace) ?? text.count
      if types.contains(.link), let link = link(start..<end) {
        links.append(link)
        place = end
      } else if types.contains(.phoneNumber), let number = number(from: start, in: end) {
        links.append(number)
        place = max(number.range.upperBound, end)
      } else {
        place = end
      }
    }
    return links
  }

  // MARK: Addresses of pages and mailboxes

  private func link(_ word: Range<Int>) -> Link? {
    guard word.count <= 2048, text[word].contains(where: { ".:@".contains($0) }) else { return nil }
    let range = trimmed(word)
    let string = String(text[range])
    guard let address = Self.address(string).flatMap(LinkAddress.init(string:)) else { return nil }
    return Link(address: address, range: range)
  }

  /// Without brackets, quotation marks and full stops around it. A bracket at the end stays if it is opened in the word.
  private func trimmed(_ word: Range<Int>) -> Range<Int> {
    var (start, end) = (word.lowerBound, word.upperBound)
    while start < end, "([{<\"'“‘«„".contains(text[start]) { start += 1 }
    while start < end {
      let last = text[end - 1]
      if let opening = [")": "(", "]": "[", "}": "{"][String(last)] {
        let inner = text[start..<end]
        if inner.count(where: { String($0) == opening }) >= inner.count(where: { $0 == last }) { break }
      } else if !".,;:!?>\"'”’»“…".contains(last) {
        break
      }
      end -= 1
    }
    return start..<end
  }

  /// The address of a word; nil for a word that is none.
  private static func address(_ word: String) -> String? {
    guard let address = LinkAddress(string: word) else { return nil }
    if let scheme = address.scheme, word.contains("://") {
      let rest = word.dropFirst(scheme.count + 3)
      return rest.first.map { $0.isLetter || $0.isNumber || $0 == "[" } == true ? word : nil
    }
    if address.scheme?.lowercased() == "mailto" { return isMailbox(word.dropFirst(7)) ? word : nil }
    if isMailbox(word[...]) { return "mailto:\(word)" }
    let host = word.prefix { !"/?#:".contains($0) }
    let rest = word.dropFirst(host.count)
    guard isHost(host, endsWellKnown: !host.lowercased().hasPrefix("www.")) else { return nil }
    if rest.first == ":", !(rest.dropFirst().first?.isNumber == true) { return nil }
    return "http://\(word)"
  }

  private static func isMailbox(_ word: Substring) -> Bool {
    let parts = word.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[0].first != ".", parts[0].last != "." else {
      return false
    }
    let isName = parts[0].allSatisfy { $0.isLetter || $0.isNumber || ".!#$%&*+-/=?^_`{|}~".contains($0) }
    return isName && isHost(parts[1], endsWellKnown: false)
  }

  /// Names between dots, the last one of letters.
  private static func isHost(_ word: Substring, endsWellKnown: Bool) -> Bool {
    let names = word.split(separator: ".", omittingEmptySubsequences: false)
    guard names.count >= 2, let last = names.last, last.count >= 2, last.allSatisfy(\.isLetter) else {
      return false
    }
    guard !endsWellKnown || wellKnown.contains(last.lowercased()) else { return false }
    return names.allSatisfy { name in
      !name.isEmpty && name.first != "-" && name.last != "-"
        && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    }
  }

  /// Ends of names that are addresses without `www.` in front, too.
  private static let wellKnown: Set<String> = [
    "com", "org", "net", "edu", "gov", "mil", "int", "info", "biz", "name", "io", "dev", "app", "ai",
    "eu", "uk", "us", "ca", "au", "nz", "ie", "de", "at", "ch", "fr", "be", "nl", "lu", "it", "es", "pt",
    "dk", "se", "no", "fi", "pl", "cz", "hu", "gr", "ru", "ua", "tr", "il", "in", "cn", "jp", "kr", "tw",
    "hk", "sg", "br", "mx", "ar", "za",
  ]

  // MARK: Telephone numbers

  /// A number that begins in a word.
  private func number(from word: Int, in end: Int) -> Link? {
    guard let start = text[word..<end].firstIndex(where: { $0 == "+" || $0 == "(" || Self.isDigit($0) }),
      start == word || "([:".contains(text[start - 1])
    else { return nil }
    var (place, groups) = (start, [String]())
    var separators = Set<Character>()
    var (last, isInGroup) = (start, false)
    while place < min(text.count, start + 40) {
      let character = text[place]
      if Self.isDigit(character) {
        if isInGroup { groups[groups.count - 1].append(character) } else { groups.append(String(character)) }
        (isInGroup, last) = (true, place + 1)
      } else if character == "+" ? place == start : " -.()/\u{A0}\u{2011}".contains(character) {
        // Two separators beside each other only around brackets.
        if !isInGroup, place > start, !"()+".contains(text[place - 1]), !"()".contains(character) { break }
        if character != "(", character != ")", character != "+" { separators.insert(character) }
        isInGroup = false
      } else {
        break
      }
      place += 1
    }
    var isOver = last == text.count || !(text[last].isLetter || "%$€°@_".contains(text[last]))
    // A time of day, behind a date.
    if last + 1 < text.count, text[last] == ":", Self.isDigit(text[last + 1]) { isOver = false }
    guard isOver, isNumber(groups, separators, text[start]) else { return nil }
    let digits = (text[start] == "+" ? "+" : "") + groups.joined()
    return LinkAddress(string: "tel:\(digits)").map { Link(address: $0, range: start..<last) }
  }

  private func isNumber(_ groups: [String], _ separators: Set<Character>, _ first: Character) -> Bool {
    let (digits, lengths) = (groups.reduce(0) { $0 + $1.count }, groups.map(\.count))
    guard digits >= 7, digits <= 15 else { return false }
    if first == "+" { return digits >= 8 && groups[0].first != "0" }
    // Without separators only ten or eleven digits are a number.
    if groups.count == 1 { return digits == 10 || digits == 11 }
    // Dates, IP addresses, versions.
    if lengths.count >= 3, lengths[..<3].contains(4), lengths[..<3].count(where: { $0 <= 2 }) == 2 {
      return false
    }
    if separators == ["."], lengths.allSatisfy({ $0 <= 3 }), groups.count == 4 { return false }
    let (end, isDomestic) = (lengths[lengths.count - 1], groups[0].first == "0")
    let endsWell = end >= 4 || isDomestic && (end == 3 || lengths == [2, 2, 2, 2, 2])
    return endsWell && lengths.dropFirst().allSatisfy { $0 >= 2 && $0 <= 8 } && lengths[0] <= 5
  }

  private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
}
