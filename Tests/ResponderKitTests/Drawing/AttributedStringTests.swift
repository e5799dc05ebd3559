import TestHarness
import Testing

@testable import ResponderKit

/// Attributes of the parts of a text, by UTF-16 code units.
@Suite(.hangLimit) struct AttributedStringTests {
  /// "ab[1]c[-]": each part with the number that it has as attribute `n`.
  private func parts(_ text: NSAttributedString) -> String {
    var parts = ""
    text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { attributes, range, _ in
      parts += text.attributedSubstring(from: range).string + "[\(attributes[.n] as? Int ?? 0)]"
    }
    return parts
  }

  private func text(_ string: String, _ number: Int) -> NSMutableAttributedString {
    NSMutableAttributedString(string: string, attributes: [.n: number])
  }

  @Test func aPartGetsAndLosesAttributes() {
    let text = NSMutableAttributedString(string: "abcdef")
    #expect(parts(text) == "abcdef[0]" && text.length == 6)
    text.addAttribute(.n, value: 1, range: NSRange(location: 2, length: 2))
    #expect(parts(text) == "ab[0]cd[1]ef[0]")
    text.addAttributes([.n: 2, .kern: 3.0], range: NSRange(location: 3, length: 2))
    #expect(parts(text) == "ab[0]c[1]de[2]f[0]")
    #expect(text.attribute(.kern, at: 4) as? Double == 3 && text.attribute(.kern, at: 2) == nil)
    text.removeAttribute(.n, range: NSRange(location: 0, length: 4))
    #expect(text.attributes(at: 3).count == 1 && text.attribute(.n, at: 4) as? Int == 2)
    text.setAttributes(nil, range: NSRange(location: 0, length: 6))
    #expect(text.attributes(at: 3).isEmpty && text.string == "abcdef")
  }

  @Test func attributesAreKnownOfARange() {
    let text = text("ab", 1)
    text.append(self.text("cde", 2))
    var range = NSRange()
    #expect(text.attributes(at: 3, effectiveRange: &range)[.n] as? Int == 2)
    #expect(range == NSRange(location: 2, length: 3) && range.contains(4) && !range.contains(5))
    #expect(
      text.attributes(at: 5, effectiveRange: &range).isEmpty && range == NSRange(location: 5, length: 0))
  }

  @Test func charactersAreReplacedWithThoseAroundThem() {
    let text = text("ab", 1)
    text.append(self.text("cd", 2))
    text.insert(self.text("x", 3), at: 1)
    #expect(parts(text) == "a[1]x[3]b[1]cd[2]")
    text.replaceCharacters(in: NSRange(location: 1, length: 3), with: "yz")
    #expect(parts(text) == "a[1]yz[3]d[2]")
    // At a place, as what is before it.
    text.replaceCharacters(in: NSRange(location: 3, length: 0), with: "!")
    #expect(parts(text) == "a[1]yz![3]d[2]")
    text.deleteCharacters(in: NSRange(location: 0, length: 4))
    #expect(parts(text) == "d[2]" && text.string == "d")
    text.deleteCharacters(in: NSRange(location: 0, length: 9))
    #expect(parts(text) == "" && text.length == 0)
    text.append(text)
    #expect(text.length == 0)
  }

  /// A code point of two units is not cut in half, and what is outside of the text is left out.
  @Test func rangesThatAreNoneDoNotEndTheProgram() {
    let text = text("a😀b", 1)
    #expect(text.length == 4)
    #expect(text.attributedSubstring(from: NSRange(location: 2, length: 1)).string == "😀")
    text.addAttribute(.n, value: 2, range: NSRange(location: 1, length: 1))
    text.replaceCharacters(in: NSRange(location: 2, length: 1), with: self.text("o", 3))
    #expect(text.string == "aob" && parts(text) == "a[1]o[3]b[1]")
    for range in [
      NSRange(location: -5, length: 3), NSRange(location: 9, length: 1), NSRange(location: 1, length: -1),
      NSRange(location: .max, length: .max), NSRange(location: .min, length: .max),
    ] {
      #expect(text.attributedSubstring(from: range).length == 0)
      text.addAttribute(.n, value: 9, range: range)
      text.deleteCharacters(in: range)
    }
    #expect(text.string == "aob" && parts(text).contains("9") == false)
    #expect(text.attributedSubstring(from: NSRange(location: 1, length: .max)).string == "ob")
    #expect(text.attributes(at: -1).isEmpty)
  }

  @Test func aCopyStaysAsItWas() {
    let text = text("ab", 1)
    let copy = NSAttributedString(attributedString: text)
    text.append(self.text("c", 2))
    #expect(parts(copy) == "ab[1]" && parts(text) == "ab[1]c[2]")
  }

  @Test func aRangeOfAStringIsCountedInCodeUnits() throws {
    let string = "a😀bc"
    let part = try #require(string.firstIndex(of: "b"))
    #expect(NSRange(part..., in: string) == NSRange(location: 3, length: 2))
    #expect(NSRange(1..<4) == NSRange(location: 1, length: 3))
  }
}

extension NSAttributedString.Key {
  fileprivate static let n = NSAttributedString.Key("n")
}
