import Foundation
import TestHarness
import Testing

/// The pages of Docs: for whom they are, and that each is found.
@Suite(.hangLimit) struct PagesTests {
  private static let pages = (try? FileManager.default.contentsOfDirectory(atPath: "Docs")) ?? []
  private static var texts: [String] { pages.filter { $0.hasSuffix(".md") }.sorted() }

  @Test func eachBeginsWithItsReadersAndIsNamedInTheList() throws {
    #expect(Self.texts.count > 20)
    let list = try Documents.lines(of: "Docs/README.md").joined()
    for page in Self.texts {
      let lines = try Documents.lines(of: "Docs/\(page)")
      #expect(lines[0].hasPrefix("# ") && lines[1].isEmpty && lines[2].hasPrefix("For "), "\(page)")
      #expect(page == "README.md" || list.contains("(\(page)"), "Docs/README.md does not name \(page)")
    }
  }

  @Test func theirLinksLeadToFilesAndHeadings() throws {
    for page in Self.texts.map({ "Docs/\($0)" }) + ["README.md"] {
      let folder = page.hasPrefix("Docs/") ? "Docs/" : ""
      for line in try Documents.lines(of: page, containing: ["]("]) {
        for link in line.matches(of: /\]\(([^)#: ]*)(?:#([^) ]*))?\)/) {
          let file = link.1.isEmpty ? page : folder + link.1
          #expect(FileManager.default.fileExists(atPath: file), "\(page): \(link.0)")
          guard let heading = link.2 else { continue }
          #expect(try Self.headings(of: file).contains(String(heading)), "\(page): \(link.0)")
        }
      }
    }
  }

  /// The row of the programs that are written as in lessons.
  @Test func theRowOfLessonsHasAllOfThem() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: "Tests/ResponderKitTests/Lessons")
    let lengths = try files.filter { $0.hasSuffix("Lesson.swift") }.map {
      try Documents.lines(of: "Tests/ResponderKitTests/Lessons/\($0)").count - 1
    }
    let row = try #require(
      try Documents.lines(of: "Docs/responder.md").first { $0.hasPrefix("| programs of lessons | ") })
    let range = "\(lengths.min() ?? 0) to \(lengths.max() ?? 0) lines"
    #expect(row.hasPrefix("| programs of lessons | \(lengths.count), of \(range), compile"))
    let named = Set(row.matches(of: /\w*LessonTests/).map { "\($0.0).swift" })
    #expect(named == Set(files.filter { $0.hasSuffix("LessonTests.swift") }))
  }

  /// A page's headings, as links name them.
  private static func headings(of page: String) throws -> [String] {
    try Documents.lines(of: page).filter { $0.hasPrefix("#") }.map { line in
      let text = line.drop { $0 == "#" || $0 == " " }.lowercased()
      return String(
        text.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.map { $0 == " " ? "-" : $0 })
    }
  }
}
