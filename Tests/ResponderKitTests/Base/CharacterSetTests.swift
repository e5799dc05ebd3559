import ResponderKit
import TestHarness
import Testing

/// Sets of Unicode scalars, as programs check with them what is typed.
@Suite(.hangLimit) struct CharacterSetTests {
  private typealias Characters = UIKitCharacterSet
  private let sample = "aÉǅ1٣½ ,-€+\t\n\u{301}\u{7}"

  @Test func kindsOfCharacters() {
    func members(_ set: Characters) -> String { UIKitCharacters.members(of: set, sample) }
    #expect(members(.letters) == "aÉǅ\u{301}" && members(.alphanumerics) == "aÉǅ1٣½\u{301}")
    #expect(members(.lowercaseLetters) == "a" && members(.uppercaseLetters) == "Éǅ")
    #expect(members(.decimalDigits) == "1٣" && members(.punctuationCharacters) == ",-")
    #expect(members(.symbols) == "€+" && members(.controlCharacters) == "\t\n\u{7}")
    #expect(members(.whitespaces) == " \t" && members(.newlines) == "\n")
    #expect(members(.whitespacesAndNewlines) == " \t\n")
    #expect(members(.capitalizedLetters) == "ǅ" && members(.nonBaseCharacters) == "\u{301}")
    #expect(Characters.whitespaces.contains("\u{200B}") && Characters.whitespaces.contains("\u{2003}"))
  }

  @Test func setsOfSets() {
    func members(_ set: Characters) -> String { UIKitCharacters.members(of: set, "abc123") }
    #expect(members(Characters()) == "" && members(Characters().inverted) == "abc123")
    #expect(
      members(Characters.letters.inverted) == "123" && members(Characters.letters.inverted.inverted) == "abc")
    #expect(members(Characters.letters.union(.init(charactersIn: "1"))) == "abc1")
    #expect(members(Characters(charactersIn: "a1").union(.init(charactersIn: "b"))) == "ab1")
    #expect(
      members(Characters.letters.union(.init(charactersIn: "1")).union(.init(charactersIn: "2"))) == "abc12")
    #expect(members(Characters.letters.intersection(.init(charactersIn: "b2"))) == "b")
    #expect(members(Characters(charactersIn: "b2").intersection(.letters)) == "b")
    #expect(members(Characters.letters.subtracting(.init(charactersIn: "b"))) == "ac")
    #expect(members(Characters(charactersIn: "a"..."c").subtracting(.letters)) == "")
    #expect(members(Characters(charactersIn: "a"..<"c")) == "ab")
    var set = Characters.decimalDigits
    set.insert(charactersIn: "ab")
    set.remove(charactersIn: "a1")
    set.insert("c")
    set.remove("3")
    #expect(members(set) == "bc2")
    set.invert()
    #expect(members(set) == "a13")
    set.formUnion(Characters(charactersIn: "b"))
    set.formIntersection(.letters)
    #expect(members(set) == "ab")
  }

  @Test func manyUnionsAreNotDeep() {
    var set = Characters.letters
    for _ in 0..<3000 { set.formUnion(Characters(charactersIn: "0"..."9")) }
    for _ in 0..<3000 { set.formIntersection(.alphanumerics) }
    #expect(set.contains("1") && set.contains("a") && !set.contains("-"))
  }

  @Test func subsets() {
    #expect(UIKitCharacters.all("0123 ", in: Characters.decimalDigits.union(.whitespaces)))
    #expect(!UIKitCharacters.all("12a", in: .decimalDigits) && UIKitCharacters.all("", in: Characters()))
    #expect(
      Characters.alphanumerics.isSuperset(of: .letters) && !Characters.letters.isSuperset(of: .alphanumerics))
  }

  @Test func textsAreSearchedAndCut() {
    #expect(UIKitCharacters.digits(of: "+1 (555) 01-23") == "15550123")
    #expect(UIKitCharacters.parts("a, b", ", ") == ["a", "", "b"] && UIKitCharacters.parts("", ",") == [""])
    #expect(UIKitCharacters.parts("ab", ",") == ["ab"] && UIKitCharacters.parts(",", ",") == ["", ""])
    #expect(UIKitCharacters.place(in: "ab1c2", of: .decimalDigits) == 2)
    #expect(UIKitCharacters.place(in: "ab1c2", of: .decimalDigits, .backwards) == 4)
    #expect(UIKitCharacters.place(in: "ab1c2", of: .decimalDigits, .anchored) == nil)
    #expect(UIKitCharacters.place(in: "ab1c2", of: .decimalDigits, [.anchored, .backwards]) == 4)
    #expect(UIKitCharacters.place(in: "ab1c2", of: .letters, .anchored) == 0)
    #expect(UIKitCharacters.place(in: "", of: .letters) == nil)
    #expect(UIKitCharacters.place(in: "", of: .letters, .anchored) == nil)
    #expect(UIKitCharacters.parts("e\u{301},a", "\u{301}") == ["e", ",a"])
    #expect(trimmed("\u{301} a ") == "\u{301} a" && trimmedOfLines(" \n ") == "")
  }
}
