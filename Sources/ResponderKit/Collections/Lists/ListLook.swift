/// What a row of a list, a header or a footer looks like at its place.
struct ListRow: Equatable {
  enum Part {
    case row, header, footer
  }

  var part = Part.row
  var appearance = UICollectionLayoutListConfiguration.Appearance.plain
  /// Whether it is the first of the rows that belong together, or the last.
  var isFirst = false
  var isLast = false
  var hasSeparator = false
  var separator = UIListSeparatorConfiguration()

  /// Behind the row; nil: nothing.
  var color: UIColor? {
    guard part == .row else { return appearance == .plain ? .systemBackground : nil }
    return switch appearance {
    case .plain: .systemBackground
    case .grouped, .insetGrouped: .secondarySystemGroupedBackground
    case .sidebar, .sidebarPlain: nil
    }
  }

  /// The corners that are round.
  var corners: CACornerMask {
    switch appearance {
    case .plain, .grouped: []
    case .sidebar, .sidebarPlain: CACornerMask.all
    case .insetGrouped:
      part != .row ? [] : CACornerMask.top(isFirst).union(.bottom(isLast))
    }
  }

  /// The same as a configuration, for the program to change.
  var background: UIBackgroundConfiguration {
    switch (part, appearance) {
    case (.row, .plain): .listPlainCell()
    case (.row, .grouped), (.row, .insetGrouped): .listGroupedCell()
    case (.row, .sidebar), (.row, .sidebarPlain): .listSidebarCell()
    case (_, .plain): .listPlainHeaderFooter()
    default: .listGroupedHeaderFooter()
    }
  }

  /// What a header or a footer shows its text by.
  var content: UIListContentConfiguration {
    switch part {
    case .row: .cell()
    case .header: appearance == .plain ? .plainHeader() : .groupedHeader()
    case .footer: appearance == .plain ? .plainFooter() : .groupedFooter()
    }
  }
}

/// How a section that is a list looks.
struct ListLook {
  /// The kind of what is behind the rows.
  static let backdropKind = "list backdrop"

  var configuration: UICollectionLayoutListConfiguration

  func row(_ path: IndexPath, of count: Int) -> ListRow {
    let item = path.item
    let first = configuration.headerMode == .firstItemInSection ? 1 : 0
    var row = ListRow(appearance: configuration.appearance)
    guard item >= first else {
      row.part = .header
      return row
    }
    (row.isFirst, row.isLast) = (item == first, item == count - 1)
    // Groups end without a line.
    row.hasSeparator = configuration.showsSeparators && (configuration.appearance == .plain || !row.isLast)
    row.separator = configuration.separatorConfiguration
    if let handler = configuration.itemSeparatorHandler { row.separator = handler(path, row.separator) }
    switch row.separator.bottomSeparatorVisibility {
    case .automatic: break
    case .visible: row.hasSeparator = true
    case .hidden: row.hasSeparator = false
    }
    return row
  }

  func band(_ kind: String) -> ListRow {
    ListRow(
      part: kind == UICollectionView.elementKindSectionHeader ? .header : .footer,
      appearance: configuration.appearance)
  }

  var backdrop: UIColor {
    if let color = configuration.backgroundColor { return color }
    return switch configuration.appearance {
    case .plain, .sidebarPlain: .systemBackground
    case .grouped, .insetGrouped, .sidebar: .systemGroupedBackground
    }
  }
}

/// What is behind the rows of a list.
final class ListBackdrop: UICollectionReusableView {
  override func setUpParts() {
    super.setUpParts()
    isUserInteractionEnabled = false
  }

  override func apply(_ attributes: UICollectionViewLayoutAttributes) {
    if backgroundColor != attributes.backdrop { backgroundColor = attributes.backdrop }
  }
}
