import TestHarness
import Testing

@testable import ResponderKit

/// The Unicode bidirectional algorithm (UAX #9): levels of letters, numbers and signs, and the order in which they are seen.
@Suite("Order of letters from right to left", .hangLimit) struct BidiTests {
  /// `R` and `S` are Hebrew letters, `A` an Arabic one, `9` an Arabic digit; the rest stands for itself.
  private static func real(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "R": "\u{5D0}"
      case "S": "\u{5D1}"
      case "A": "\u{628}"
      case "9": "\u{669}"
      case "^": "\u{5B8}"
      case "«": "\u{202A}"
      case "»": "\u{202B}"
      case "×": "\u{202C}"
      case "⇠": "\u{202E}"
      case "⇢": "\u{202D}"
      case "◁": "\u{2067}"
      case "▷": "\u{2066}"
      case "◇": "\u{2068}"
      case "■": "\u{2069}"
      default: scalar
      }
    }
  }

  private func levels(_ text: String, _ base: UInt8? = nil) -> String {
    BidiLevels(Self.real(text), base: base).lineLevels.map(String.init).joined()
  }

  @Test("The first letter with a direction decides on the paragraph's; what is isolated does not count")
  func paragraphs() {
    for (text, base) in [
      ("abR", 0), ("Rab", 1), ("12 R", 1), ("A", 1), ("12", 0), ("", 0), ("◁R■a", 0), ("▷a■R", 1), ("◁a", 0),
      ("^R", 1), ("»a", 0),
    ] as [(String, UInt8)] {
      #expect(BidiLevels(Self.real(text)).base == base, "\(text)")
    }
    #expect(BidiLevels(Self.real("abc"), base: 1).base == 1)
  }

  @Test("Numbers, and what belongs to them, are inside of letters from right to left")
  func numbers() {
    #expect(levels("R12S") == "1221" && levels("a12b") == "0000")
    // One separator between digits of a kind; two divide numbers.
    #expect(levels("R1,2") == "1222" && levels("R1,,2") == "12112" && levels("R1+2") == "1222")
    #expect(levels("R9,9") == "1222" && levels("R9+9") == "1212" && levels("R1,9") == "1212")
    // Signs such as % go with the number beside them, on either side.
    #expect(levels("R1%") == "122" && levels("R%1") == "122" && levels("R%") == "11")
    // Behind an Arabic letter digits are Arabic.
    #expect(levels("A1+2") == "1212" && levels("R1+2") == "1222" && levels("A1%") == "121")
    #expect(levels("a9") == "02" && levels("a1") == "00")
    #expect(levels("a R1", 0) == "0012" && levels("a1R", 1) == "221")
  }

  @Test("Spaces and signs go with what is on both sides, or with the paragraph")
  func neutral() {
    #expect(levels("R S") == "111" && levels("a b", 1) == "222" && levels("a R") == "001")
    #expect(levels("a!R", 1) == "211" && levels("R!a", 0) == "100" && levels("R!1S") == "1121")
    // At the ends of the paragraph there is its own direction.
    #expect(levels("!R", 0) == "01" && levels("R!", 0) == "10" && levels("!a", 1) == "12")
  }

  @Test("Spaces at the end of a line, and in front of tabs, are the paragraph's")
  func blanks() {
    #expect(levels("R  ", 0) == "100" && levels("a  ", 1) == "211")
    #expect(levels("R \tS", 0) == "1001" && levels("R■ ", 0) == "100")
  }

  @Test("A mark is where its letter is")
  func marks() {
    #expect(levels("a^R^", 0) == "0011" && levels("1^R", 1) == "221" && levels("^a", 1) == "12")
  }

  @Test(
    "Brackets of a pair have one direction: the paragraph's if that is inside, or else that in front of them")
  func brackets() {
    #expect(levels("a(R)b", 0) == "00100" && levels("R(a)S", 1) == "11211")
    // Only the other direction inside: what is in front of them decides.
    #expect(levels("a (R) S", 0) == "0001001" && levels("S (R) a", 0) == "1111100")
    #expect(levels("a(R b)S", 0) == "0010001" && levels("a(b R)S", 0) == "0000101")
    #expect(levels("R(1)a", 0) == "11210", "a number is from right to left here")
    // Brackets in brackets; one without a partner is a sign like others; the nearest one of its kind closes.
    #expect(levels("S(a[R]b)", 1) == "11211121" && levels("a [R(b]) S", 0) == "0001000001")
    #expect(levels("R(a", 1) == "112" && levels("R)a(S", 1) == "11211")
    #expect(levels("a (R] S", 0) == "0001111", "two of different kinds are no pair")
    // A mark on a bracket goes with it.
    #expect(levels("S(R)^a", 0) == "111110")
  }

  @Test("Embeddings and overrides end where they are closed")
  func embeddings() {
    #expect(levels("a»b×c", 0) == "00220")
    #expect(levels("⇠ab×c", 0) == "01110" && levels("⇢RS×R", 1) == "12221")
    // An end of nothing has no effect.
    #expect(levels("R×S", 0) == "111")
  }

  @Test("An isolate is a sign for what is around it, and a paragraph inside")
  func isolates() {
    #expect(levels("a◁b■c", 0) == "00200" && levels("R▷a R■S", 1) == "1122311")
    #expect(levels("a ◇R b■ c", 0) == "000112000" && levels("a◇b R■c", 0) == "0022300")
    // What is behind it goes on with what is in front of it: the digit is an Arabic one.
    #expect(levels("A▷b■1", 0) == "11212")
    // Inside it nothing closes what was opened outside; one without an end goes to the end of the paragraph.
    #expect(levels("»a▷×b■c", 0) == "0222222" && levels("a◁b", 0) == "002")
  }

  @Test("Embeddings that are too deep are counted and ignored")
  func depth() {
    let deep = String(repeating: "»", count: 200) + "a" + String(repeating: "×", count: 200) + "b"
    let levels = BidiLevels(Self.real(deep), base: 0).levels
    #expect(levels.max() == 126 && levels.last == 0)
  }

  @Test("Parts are turned around from the deepest level on")
  func order() {
    func order(_ levels: [UInt8]) -> String {
      TextDirections.runs(of: levels).map { run in
        (run.isRightToLeft ? run.range.reversed() : Array(run.range)).map(String.init).joined()
      }.joined()
    }
    #expect(order([0, 0, 1, 1, 0]) == "01324" && order([1, 1, 2, 2, 1]) == "42310")
    #expect(order([2, 2, 1, 1]) == "3201" && order([0, 1, 2, 3, 2, 1, 0]) == "0523416")
    #expect(order([]) == "" && order([0]) == "0" && order([2, 2]) == "01")
  }

  @Test("Letters that are drawn one by one are in the order in which they are seen, with brackets turned")
  func visual() {
    let (alef, bet) = ("\u{5D0}", "\u{5D1}")
    #expect("ab (c)".visualText == "ab (c)")
    #expect("\(alef)\(bet) (12)".visualText == "(12) \(bet)\(alef)")
    #expect("a \(alef)\(bet).".visualText == "a \(bet)\(alef).")
    #expect("\(alef)<\(bet)".visualText == "\(bet)>\(alef)")
    #expect("\u{202E}ab\(alef)".visualText == "\(alef)ba")
    #expect("\(alef)b ".kept(rightToLeft: true).visualText == " b\(alef)")
  }

  @Test("The result has the levels of all code points, and each of them is seen once, whatever the text")
  func anything() {
    var random = SplitMix(11)
    let letters = Array("Ra1 9A(,)^%\t«»×⇠⇢◁▷◇■[]")
    for _ in 0..<3000 {
      let text = String(
        (0..<Int.random(in: 0..<20, using: &random)).map { _ in letters.randomElement(using: &random)! })
      let bidi = BidiLevels(Self.real(text))
      #expect(bidi.levels.count == text.unicodeScalars.count)
      let seen = TextDirections.runs(of: bidi.lineLevels).flatMap(\.range)
      #expect(seen.sorted() == Array(0..<bidi.levels.count), "\(text)")
    }
  }
}
