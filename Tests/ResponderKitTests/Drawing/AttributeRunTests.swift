import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Runs of attributes are found and changed without looking at all of them.
@Suite(.hangLimit) struct AttributeRunTests {
  /// Random changes, against a list of the numbers of each code unit.
  @Test func runsAreThoseOfAListOfAllUnits() {
    for seed in Fuzz.seeds(60) {
      var dice = SplitMix(seed)
      var units = (0..<Int.random(in: 0...20, using: &dice)).map { _ in 0 }
      let text = NSMutableAttributedString(
        string: String(repeating: "a", count: units.count), attributes: [.number: 0])
      for number in 1...15 {
        let start = Int.random(in: 0...units.count, using: &dice)
        let length = Int.random(in: 0...units.count - start, using: &dice)
        let range = NSRange(location: start, length: length)
        switch Int.random(in: 0..<5, using: &dice) {
        case 0:
          text.replaceCharacters(
            in: range, with: NSAttributedString(string: "bb", attributes: [.number: number]))
          units.replaceSubrange(start..<start + length, with: [number, number])
        case 1:
          text.append(NSAttributedString(string: "c", attributes: [.number: number]))
          units.append(number)
        case 2:
          let part = text.attributedSubstring(from: range)
          #expect(part.length == length && part.runs.reduce(0) { $0 + $1.length } == length)
        default:
          text.addAttribute(.number, value: number, range: range)
          for unit in start..<start + length { units[unit] = number }
        }
        #expect(text.length == units.count && text.runs.allSatisfy { $0.length > 0 })
        var found = NSRange(location: 0, length: 0)
        for unit in units.indices {
          #expect(text.attribute(.number, at: unit, effectiveRange: &found) as? Int == units[unit])
          #expect(found.location <= unit && unit < found.location + found.length)
        }
        var parts: [Int] = []
        text.enumerateAttributes(in: range) { attributes, range, _ in
          parts += Array(repeating: attributes[.number] as? Int ?? -1, count: range.length)
        }
        if start + length <= units.count { #expect(parts == Array(units[start..<start + length])) }
      }
      for place in [-1, units.count, .max, .min] {
        var found = NSRange(location: 0, length: 1)
        #expect(text.attributes(at: place, effectiveRange: &found).isEmpty && found.length == 0)
      }
    }
  }

  @Test func aChangeTouchesTheRunsInItsRange() {
    var runs = AttributeRuns((0..<5000).map { .init(length: 2, attributes: [.number: $0]) })
    var count = 0
    runs.change(4001..<4005) {
      $0[.number] = -1
      count += 1
    }
    // What has the same attributes then is one run.
    #expect(count == 3 && runs.all.count == 5000 && runs.length == 10_000)
    #expect(runs[4000..<4006].map(\.length) == [1, 4, 1])
    #expect(runs[4000..<4006].map { $0.attributes[.number] as? Int } == [2000, -1, 2002])
    runs.change(7..<7) { $0 = [:] }
    #expect(runs.all.count == 5000)
  }

  @Test func theBodyOfAnEnumerationMayChangeTheText() {
    let text = NSMutableAttributedString(string: "abcdef", attributes: [.number: 0])
    text.addAttribute(.number, value: 1, range: NSRange(location: 2, length: 2))
    var count = 0
    text.enumerateAttributes(in: NSRange(location: 0, length: 6)) { _, range, stops in
      text.setAttributes(nil, range: range)
      count += 1
      if count == 2 { stops.pointee = true }
    }
    #expect(count == 2 && text.runs.map(\.attributes.count) == [0, 1])
  }

  /// Each typed letter was a run of its own.
  @Test func equalNeighboursAreOneRun() {
    let text = NSMutableAttributedString(string: "ad", attributes: [.number: 1])
    for place in 1...100 {
      text.replaceCharacters(in: NSRange(location: place, length: 0), with: "b")
    }
    #expect(text.runs.map(\.length) == [102])
    text.replaceCharacters(
      in: NSRange(location: 10, length: 20), with: NSAttributedString(string: "c", attributes: [.number: 2]))
    #expect(text.runs.map(\.length) == [10, 1, 72])
    text.addAttribute(.number, value: 1, range: NSRange(location: 10, length: 1))
    #expect(text.runs.map(\.length) == [83])
    // A program may change one of two styles that are equal.
    let styles = [NSMutableParagraphStyle(), NSMutableParagraphStyle()]
    for place in [0, 1, 2] {
      text.addAttribute(
        .paragraphStyle, value: styles[place / 2], range: NSRange(location: place, length: 1))
    }
    #expect(text.runs.map(\.length) == [2, 1, 80])
    for _ in 0..<9 { text.append(NSAttributedString(string: "e", attributes: [.number: 1])) }
    #expect(text.runs.map(\.length) == [2, 1, 89])
  }
}

extension NSAttributedString.Key {
  fileprivate static let number = NSAttributedString.Key("number")
}
