import Foundation
import TestHarness
import Testing

/// Docs/turn.md: the list, the diagram and the code are the same.
@Suite(.hangLimit) struct TurnTests {
  @Test func theListIsTheCode() throws {
    let code = try Documents.lines(of: "Sources/RunLoopCore/Loop/RunLoop+Turn.swift")
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { $0.hasPrefix("// ") && $0.dropFirst(3).first?.isNumber == true }
      .map { String($0.dropFirst(3)) }
    let list = try Documents.lines(of: "Docs/turn.md")
      .filter { $0.first?.isNumber == true }
      .map { $0.replacing(". ", with: " ", maxReplacements: 1) }
    #expect(list.count == 10)
    #expect(list == code)
  }

  @Test func theDiagramIsTheList() throws {
    let lines = try Documents.lines(of: "Docs/turn.md")
    let diagram = lines.filter { $0.contains("│") }.joined(separator: " ")
      .split { "│┐┘┼─▼►◄ ".contains($0) }.joined(separator: " ")
    var rest = diagram[...]
    for line in lines where line.first?.isNumber == true {
      let words = line.replacing(". ", with: " ", maxReplacements: 1).split(separator: " ")
      for word in words {
        let found = try #require(rest.range(of: word), "the diagram lacks '\(word)' of '\(line)'")
        rest = rest[found.upperBound...]
      }
    }
  }

  @Test func theTurnIsShort() throws {
    let lines = try Documents.lines(of: "Sources/RunLoopCore/Loop/RunLoop+Turn.swift")
    let start = try #require(lines.firstIndex { $0.contains("func turns(") })
    let end = try #require(lines[start...].firstIndex { $0 == "  }" })
    #expect(end - start < 80)
  }
}
