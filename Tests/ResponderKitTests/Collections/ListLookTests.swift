import TestHarness
import Testing

@testable import ResponderKit

/// What rows, headers and footers of lists look like, and what is behind them.
@Suite(.hangLimit) struct ListLookTests {
  private typealias Appearance = UICollectionLayoutListConfiguration.Appearance
  private static let all: [Appearance] = [.plain, .grouped, .insetGrouped, .sidebar, .sidebarPlain]

  private func look(
    _ appearance: Appearance, _ change: (inout UICollectionLayoutListConfiguration) -> Void = { _ in }
  ) -> ListLook {
    var configuration = UICollectionLayoutListConfiguration(appearance: appearance)
    change(&configuration)
    return ListLook(configuration: configuration)
  }

  private func row(
    _ item: Int, of count: Int = 3, _ appearance: Appearance,
    _ change: (inout UICollectionLayoutListConfiguration) -> Void = { _ in }
  ) -> ListRow {
    look(appearance, change).row(IndexPath(item: item, section: 0), of: count)
  }

  @Test func rowsHaveTheColorsOfTheirList() {
    let colors = Self.all.map { row(1, $0).color }
    let group = UIColor.secondarySystemGroupedBackground
    #expect(colors == [.systemBackground, group, group, nil, nil])
    for kind in [UICollectionView.elementKindSectionHeader, UICollectionView.elementKindSectionFooter] {
      let bands = Self.all.map { look($0).band(kind) }
      #expect(bands.map(\.color) == [.systemBackground, nil, nil, nil, nil])
      #expect(
        bands.allSatisfy {
          $0.part == (kind == UICollectionView.elementKindSectionHeader ? .header : .footer)
        })
    }
  }

  @Test func theGroundBehindRowsIsThatOfTheProgramOrOfTheList() {
    let group = UIColor.systemGroupedBackground
    let usual: [UIColor] = [.systemBackground, group, group, group, .systemBackground]
    #expect(Self.all.map { look($0).backdrop } == usual)
    #expect(Self.all.allSatisfy { look($0) { $0.backgroundColor = .red }.backdrop == .red })
  }

  @Test func cornersAreThoseOfRowsThatBeginOrEndAGroup() {
    let (upper, lower) = (CACornerMask.top(true), CACornerMask.bottom(true))
    #expect((0..<3).map { row($0, .insetGrouped).corners } == [upper, [], lower])
    #expect(row(0, of: 1, .insetGrouped).corners == CACornerMask.all)
    for appearance in [Appearance.plain, .grouped] { #expect(row(0, of: 1, appearance).corners == []) }
    for appearance in [Appearance.sidebar, .sidebarPlain] {
      #expect((0..<3).allSatisfy { row($0, appearance).corners == CACornerMask.all })
    }
    // A header is none of the rows, also where it is the first item.
    var header = look(.insetGrouped).band(UICollectionView.elementKindSectionHeader)
    (header.isFirst, header.isLast) = (true, true)
    #expect(header.corners == [])
    let rows = (0..<3).map { row($0, .insetGrouped) { $0.headerMode = .firstItemInSection } }
    #expect(rows.map(\.part) == [.header, .row, .row] && rows.map(\.corners) == [[], upper, lower])
  }

  @Test func linesAreBelowRowsUnlessTheProgramSaysOtherwise() {
    func lines(
      _ appearance: Appearance, _ change: (inout UICollectionLayoutListConfiguration) -> Void = { _ in }
    )
      -> [Bool]
    {
      (0..<3).map { row($0, appearance, change).hasSeparator }
    }
    #expect(lines(.plain) == [true, true, true] && lines(.insetGrouped) == [true, true, false])
    #expect(lines(.plain) { $0.showsSeparators = false } == [false, false, false])
    #expect(
      lines(.insetGrouped) { $0.separatorConfiguration.bottomSeparatorVisibility = .visible } == [
        true, true, true,
      ])
    #expect(
      lines(.plain) { $0.separatorConfiguration.bottomSeparatorVisibility = .hidden } == [
        false, false, false,
      ])
  }

  @Test func headersAndFootersOfPlainListsHaveOtherTextsThanThoseOfGroups() {
    func font(_ appearance: Appearance, _ kind: String) -> UIFont {
      look(appearance).band(kind).content.textProperties.font
    }
    let (header, footer) = (
      UICollectionView.elementKindSectionHeader, UICollectionView.elementKindSectionFooter
    )
    #expect(font(.plain, header) == UIListContentConfiguration.plainHeader().textProperties.font)
    #expect(font(.grouped, header) == UIListContentConfiguration.groupedHeader().textProperties.font)
    #expect(font(.plain, footer) == UIListContentConfiguration.plainFooter().textProperties.font)
    #expect(font(.grouped, footer) == UIListContentConfiguration.groupedFooter().textProperties.font)
    #expect(font(.plain, header) != font(.grouped, header))
  }
}
