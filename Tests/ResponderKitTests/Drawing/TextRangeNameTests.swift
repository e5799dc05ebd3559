import ResponderKit
import TestHarness
import Testing

/// What programs with UIKit alone do with texts and ranges of `NSString`.
@Suite(.hangLimit) struct TextRangeNameTests {
  private typealias Range = ResponderKit.NSRange

  @Test func aTextIsFound() {
    let text = "Größe 🙂 und größe"
    #expect(UIKitText.length(text) == 18)
    #expect(place(of: "und", in: text) == Range(location: 9, length: 3))
    #expect(place(of: "größe", in: text) == Range(location: 13, length: 5))
    #expect(place(of: "größe", in: text, .caseInsensitive) == Range(location: 0, length: 5))
    #expect(place(of: "GRÖ", in: text, [.caseInsensitive, .backwards]) == Range(location: 13, length: 3))
    #expect(place(of: "größe", in: text, .caseInsensitive, Range(location: 1, length: 17)).location == 13)
    #expect(place(of: "und", in: text, .anchored).location == UIKitText.notFound)
    #expect(place(of: "größe", in: text, [.anchored, .backwards]).location == 13)
    for missing in ["x", "", text + "!"] {
      #expect(place(of: missing, in: text).location == UIKitText.notFound)
    }
    for odd in [
      Range(location: -5, length: 3), Range(location: 40, length: 9), Range(location: .max, length: .max),
    ] {
      #expect(place(of: "und", in: text, [], odd).location == UIKitText.notFound)
    }
    #expect(place(of: "Größe", in: text, [], Range(location: -5, length: 20)).location == 0)
    // A part that begins in a letter of two code units.
    #expect(
      place(of: "🙂", in: text, .caseInsensitive, Range(location: 7, length: 11)).location
        == UIKitText.notFound)
    #expect(place(of: "𐐨", in: "x𐐀", .caseInsensitive) == Range(location: 1, length: 2))
    #expect(indices(of: "🙂", in: text).map { String(text[$0]) } == "🙂" && indices(of: "x", in: text) == nil)
  }

  @Test func rangesAreJoined() {
    let (first, second) = (Range(location: 2, length: 3), Range(location: 4, length: 6))
    #expect(UIKitText.union(first, second) == Range(location: 2, length: 8))
    #expect(UIKitText.union(second, first) == Range(location: 2, length: 8))
    #expect(UIKitText.common(first, second) == Range(location: 4, length: 1))
    #expect(UIKitText.common(first, Range(location: 5, length: 9)) == Range())
    let odd = Range(location: .min, length: .max)
    #expect(UIKitText.union(odd, Range(location: .max, length: 0)).length == .max)
    #expect(UIKitText.common(odd, odd).length == 0 || UIKitText.common(odd, odd) == odd)
  }

  @Test func linesAreFound() {
    let text = "one\ntwo 🙂\r\n\nend"
    for (range, line) in [
      (Range(location: 0, length: 0), Range(location: 0, length: 4)),
      (Range(location: 3, length: 1), Range(location: 0, length: 4)),
      (Range(location: 3, length: 2), Range(location: 0, length: 12)),
      (Range(location: 4, length: 0), Range(location: 4, length: 8)),
      (Range(location: 9, length: 1), Range(location: 4, length: 8)),
      (Range(location: 11, length: 0), Range(location: 4, length: 8)),
      (Range(location: 12, length: 1), Range(location: 12, length: 1)),
      (Range(location: 15, length: 0), Range(location: 13, length: 3)),
      (Range(location: 16, length: 0), Range(location: 13, length: 3)),
      (Range(location: -4, length: 5), Range(location: 0, length: 4)),
      (Range(location: .max, length: .max), Range(location: 13, length: 3)),
    ] {
      #expect(UIKitParts.lines(of: text, range) == line, "\(range)")
    }
    #expect(UIKitParts.lines(of: "", Range()) == Range())
    #expect(UIKitParts.lines(of: "a\n", Range(location: 2, length: 0)) == Range(location: 2, length: 0))
  }

  @Test func paragraphsHaveSeveralLines() {
    let text = "a\u{2028}b\u{85}c\u{2029}d\r\ne"
    let second = Range(location: 2, length: 1)
    #expect(UIKitParts.lines(of: text, second) == Range(location: 2, length: 2))
    #expect(UIKitText.paragraph(text, second) == Range(location: 0, length: 6))
    #expect(UIKitText.paragraph(text, Range(location: 6, length: 1)) == Range(location: 6, length: 3))
    #expect(UIKitText.paragraph(text, Range(location: 9, length: 0)) == Range(location: 9, length: 1))
  }

  @Test func partsAreTakenAndReplaced() {
    let text = "ein 🙂 Text"
    #expect(UIKitText.part(text, Range(location: 4, length: 2)) == "🙂")
    #expect(UIKitText.part(text, Range(location: 7, length: 100)) == "Text")
    #expect(UIKitText.part(text, Range(location: -1, length: 3)) == "ei")
    #expect(UIKitText.replacing(text, Range(location: 4, length: 2), "kein") == "ein kein Text")
    #expect(UIKitText.replacing(text, Range(location: 99, length: 2), "!") == text + "!")
    #expect(UIKitParts.split("a, b,, c", ", ") == ["a", "b,", "c"])
    #expect(UIKitParts.split("", ",") == [""] && UIKitParts.split("ab", "") == ["ab"])
    #expect(UIKitParts.capitalized("hello wORLD, it's ßo") == "Hello World, It's Sso")
  }

  @Test func rangesAreAsked() {
    let range = Range(location: 2, length: 3)
    #expect(UIKitText.end(range) == 5 && UIKitText.isIn(4, range) && !UIKitText.isIn(5, range))
  }
}

/// Objects that are kept by their keys.
@Suite(.hangLimit) struct UIKitCacheTests {
  private final class Thing {
    let gone: () -> Void
    init(_ gone: @escaping () -> Void = {}) { self.gone = gone }
    deinit { gone() }
  }

  @Test func objectsAreKept() {
    let cache = UIKitCache<String, Thing>()
    let thing = Thing()
    cache.setObject(thing, forKey: "a")
    #expect(cache.object(forKey: "a") === thing && cache.object(forKey: "b") == nil)
    cache.removeObject(forKey: "a")
    #expect(cache.object(forKey: "a") == nil)
    cache.setObject(thing, forKey: "b")
    cache.removeAllObjects()
    #expect(cache.object(forKey: "b") == nil)
  }

  @Test func theOldestLeavesFirst() {
    let cache = UIKitCache<Int, String>()
    cache.countLimit = 2
    cache.setObject("one", forKey: 1)
    cache.setObject("two", forKey: 2)
    #expect(cache.object(forKey: 1) == "one")
    cache.setObject("three", forKey: 3)
    #expect(
      cache.object(forKey: 2) == nil && cache.object(forKey: 1) == "one" && cache.object(forKey: 3) == "three"
    )
    cache.countLimit = 1
    #expect(cache.object(forKey: 3) == "three" && cache.object(forKey: 1) == nil)
  }

  @Test func costsAreLimited() {
    let cache = UIKitCache<Int, String>()
    cache.totalCostLimit = 10
    cache.setObject("one", forKey: 1, cost: 6)
    cache.setObject("one again", forKey: 1, cost: 6)
    cache.setObject("two", forKey: 2, cost: 4)
    #expect(cache.object(forKey: 1) == "one again" && cache.object(forKey: 2) == "two")
    cache.setObject("three", forKey: 3, cost: 1)
    #expect(cache.object(forKey: 1) == nil && cache.object(forKey: 2) == "two")
    cache.setObject("all", forKey: 4, cost: .max)
    cache.setObject("odd", forKey: 5, cost: -7)
    #expect(cache.object(forKey: 4) == nil && cache.object(forKey: 2) == nil)
  }

  @Test func aReleasedObjectMayUseTheCache() {
    let cache = UIKitCache<Int, Thing>()
    cache.countLimit = 1
    cache.setObject(Thing { cache.removeAllObjects() }, forKey: 1)
    cache.setObject(Thing { _ = cache.object(forKey: 9) }, forKey: 2)
    cache.removeAllObjects()
    #expect(cache.object(forKey: 2) == nil)
  }

  private struct Key: Hashable {
    let number: Int
    var thing: Thing?
    var count: Count?
    static func == (first: Key, second: Key) -> Bool { first.number == second.number }
    func hash(into hasher: inout Hasher) {
      count?.value += 1
      hasher.combine(number)
    }
  }
  private final class Count { var value = 0 }

  @Test func aReleasedKeyMayUseTheCache() {
    let cache = UIKitCache<Key, Int>()
    var wasAsked = 0
    func add(_ number: Int) {
      let thing = Thing {
        wasAsked += 1
        _ = cache.object(forKey: Key(number: 9))
      }
      cache.setObject(number, forKey: Key(number: number, thing: thing))
    }
    add(1)
    add(1)
    add(2)
    cache.countLimit = 1
    #expect(cache.object(forKey: Key(number: 1)) == nil && cache.object(forKey: Key(number: 2)) == 2)
    cache.removeObject(forKey: Key(number: 2))
    add(3)
    cache.removeAllObjects()
    #expect(wasAsked == 4)
  }

  @Test func aKeyIsHashedOnce() {
    let (cache, count) = (UIKitCache<Key, Int>(), Count())
    cache.setObject(1, forKey: Key(number: 1))
    cache.setObject(2, forKey: Key(number: 1, count: count))
    #expect(count.value == 1)
    #expect(cache.object(forKey: Key(number: 1, count: count)) == 2 && count.value == 2)
  }

  @Test func manyObjectsLeaveInProportionalTime() {
    let cache = UIKitCache<Int, Int>()
    for number in 0..<50_000 { cache.setObject(number, forKey: number) }
    #expect(cache.object(forKey: 0) == 0)
    cache.countLimit = 2
    #expect(cache.object(forKey: 0) == 0 && cache.object(forKey: 49_999) == 49_999)
    #expect(cache.object(forKey: 49_998) == nil)
  }

  @Test func costsAreSummedUpWhole() {
    let cache = UIKitCache<Int, Int>()
    cache.setObject(1, forKey: 1, cost: .max)
    cache.setObject(2, forKey: 2, cost: .max)
    cache.removeObject(forKey: 1)
    cache.totalCostLimit = .max - 1
    #expect(cache.object(forKey: 2) == nil)
  }

  private final class Named: UIKitCache<Int, Int>, @unchecked Sendable {
    override func object(forKey key: Int) -> Int? { super.object(forKey: key) ?? -key }
  }

  @Test func aSubclassMayMakeObjects() { #expect(Named().object(forKey: 4) == -4) }
}
