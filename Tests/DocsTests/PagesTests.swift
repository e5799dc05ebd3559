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

  @Test func theirLinksLeadToFiles() throws {
    for page in Self.texts {
      for line in try Documents.lines(of: "Docs/\(page)") {
        for link in line.matches(of: /\]\(([^)#: ]+)(?:#[^)]*)?\)/) {
          #expect(FileManager.default.fileExists(atPath: "Docs/\(link.1)"), "\(page): \(link.1)")
        }
      }
    }
  }
}
