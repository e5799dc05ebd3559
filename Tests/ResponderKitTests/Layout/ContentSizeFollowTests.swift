import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Texts that follow the size category, and its limits.
@Suite(.hangLimit) struct ContentSizeFollowTests {
  private static func body(_ stage: Stage, _ category: UIContentSizeCategory) {
    stage.application.preferredContentSizeCategory = category
    stage.wait(20)
  }

  @Test func fieldsAndTextViewsFollowWhereTheyAreAskedTo() {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let (field, area, fixed) = (UITextField(), UITextView(), UITextField())
      for view in [field, area, fixed] { root.addSubview(view) }
      (field.adjustsFontForContentSizeCategory, area.adjustsFontForContentSizeCategory) = (true, true)
      field.font = .preferredFont(forTextStyle: .body)
      area.font = UIFontMetrics(forTextStyle: .footnote).scaledFont(for: UIFont(size: 26, weight: .bold))
      fixed.font = .preferredFont(forTextStyle: .body)
      Self.body(stage, .accessibilityLarge)
      #expect([field.font.pointSize, area.font.pointSize, fixed.font.pointSize] == [33, 54, 17])
      #expect(area.font.weight == .bold)
      Self.body(stage, .large)
      #expect([field.font.pointSize, area.font.pointSize] == [17, 26])
    }
  }

  @Test func aScaledFontKeepsItsLargestSize() {
    onStage { stage in
      let label = stage.show(UILabel())
      label.adjustsFontForContentSizeCategory = true
      label.font = UIFontMetrics.default.scaledFont(for: UIFont(size: 17), maximumPointSize: 25)
      for (category, size) in [(.extraLarge, 19), (.accessibilityLarge, 25), (.small, 15)]
        as [(UIContentSizeCategory, Double)]
      {
        Self.body(stage, category)
        #expect(label.font.pointSize == size)
      }
      label.font = label.font.withSize(40)
      Self.body(stage, .extraLarge)
      #expect(label.font.pointSize == 40)
    }
  }

  @Test func partsOfAttributedTextsFollowEachByItsOwnFont() throws {
    try onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let text = NSMutableAttributedString(
        string: "ab", attributes: [.font: UIFont.preferredFont(forTextStyle: .title1)])
      text.addAttribute(.font, value: UIFont(size: 12), range: NSRange(location: 1, length: 1))
      let (label, field, area) = (UILabel(), UITextField(), UITextView())
      (label.adjustsFontForContentSizeCategory, field.adjustsFontForContentSizeCategory) = (true, true)
      area.adjustsFontForContentSizeCategory = true
      (label.attributedText, field.attributedText, area.attributedText) = (text, text, text)
      for view in [label, field, area] { root.addSubview(view) }
      Self.body(stage, .extraSmall)
      for shown in [label.attributedText, field.attributedText, area.attributedText] {
        let shown = try #require(shown)
        #expect((0..<2).map { (shown.attribute(.font, at: $0) as? UIFont)?.pointSize } == [25, 12])
      }
      // A text that is set now is shown in today's size, too.
      label.attributedText = text
      #expect((label.attributedText?.attribute(.font, at: 0) as? UIFont)?.pointSize == 25)
    }
  }

  @Test func aButtonFollowsWithAConfigurationOrByItsLabel() {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let (configured, labelled, plain) = (UIButton(configuration: .filled()), UIButton(), UIButton())
      labelled.titleLabel?.adjustsFontForContentSizeCategory = true
      for button in [configured, labelled, plain] {
        button.setTitle("Save", for: .normal)
        root.addSubview(button)
      }
      let before = configured.intrinsicContentSize
      Self.body(stage, .accessibilityLarge)
      #expect([configured, labelled, plain].map(\.font.pointSize) == [33, 33, 17])
      #expect(configured.intrinsicContentSize.height > before.height + 10)
      var container = AttributeContainer()
      container.font = UIFont.preferredFont(forTextStyle: .caption2, compatibleWith: UITraitCollection())
      configured.configuration?.attributedTitle = AttributedString("Save", attributes: container)
      let small = configured.intrinsicContentSize
      Self.body(stage, .large)
      #expect(configured.intrinsicContentSize.height < small.height)
    }
  }

  @Test func limitsOfAViewCountForAllInIt() {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let (label, outer) = (UILabel(), UILabel())
      for view in [label, outer] {
        view.font = .preferredFont(forTextStyle: .body)
        view.adjustsFontForContentSizeCategory = true
      }
      let box = UIView()
      box.maximumContentSizeCategory = .extraLarge
      box.addSubview(label)
      root.addSubview(outer)
      Self.body(stage, .accessibilityLarge)
      // It comes into the window with its limit.
      root.addSubview(box)
      #expect([label, outer].map(\.font.pointSize) == [19, 33])
      #expect(box.traitCollection.preferredContentSizeCategory == .extraLarge)
      box.maximumContentSizeCategory = nil
      #expect(label.font.pointSize == 33 && box.appliedContentSizeCategoryLimitsDescription == "")
      box.minimumContentSizeCategory = .large
      Self.body(stage, .extraSmall)
      #expect([label, outer].map(\.font.pointSize) == [17, 14])
      #expect(
        label.appliedContentSizeCategoryLimitsDescription.hasPrefix("UIView: UICTContentSizeCategoryL to"))
      // Overrides of a program are limited, and stay when the limit goes.
      box.traitOverrides.preferredContentSizeCategory = .small
      #expect(label.font.pointSize == 17)
      box.minimumContentSizeCategory = nil
      #expect(label.font.pointSize == 15)
    }
  }

  @Test func aChangeIsPostedOnceWithTheNewCategory() {
    onStage { stage in
      var posted: [UIContentSizeCategory?] = []
      let token = stage.application.notices.addObserver(
        forName: UIContentSizeCategory.didChangeNotification, object: nil, queue: nil
      ) { notice in
        let key = UIContentSizeCategory.newValueUserInfoKey
        posted.append(notice.userInfo?[key] as? UIContentSizeCategory)
      }
      for category in [.small, .small, .large] as [UIContentSizeCategory] { Self.body(stage, category) }
      #expect(posted == [.small, .large])
      stage.application.notices.removeObserver(token)
    }
  }

  @Test func rowsOfListsGrowWithTheirLetters() {
    final class Rows: UITableViewDataSource {
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
      func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
        var content = UIListContentConfiguration.cell()
        content.text = "Row"
        cell.contentConfiguration = content
        return cell
      }
    }
    onStage { stage in
      let (table, rows) = (UITableView(frame: Rect(0, 0, 300, 400)), Rows())
      table.dataSource = rows
      stage.show(table)
      stage.wait(20)
      let before = table.rectForRow(at: IndexPath(row: 1, section: 0))
      Self.body(stage, .accessibilityExtraLarge)
      let grown = table.rectForRow(at: IndexPath(row: 1, section: 0))
      #expect(grown.height > before.height + 15 && grown.minY > before.minY + 15)
      Self.body(stage, .large)
      #expect(table.rectForRow(at: IndexPath(row: 1, section: 0)) == before)
    }
  }

  @Test func itemsOfCollectionsGrowWithTheirLetters() {
    onStage { stage in
      let layout = UICollectionViewCompositionalLayout.list(using: .init(appearance: .plain))
      let list = UICollectionView(frame: Rect(0, 0, 300, 400), collectionViewLayout: layout)
      let registration = UICollectionView.CellRegistration<UICollectionViewListCell, Int> { cell, _, item in
        var content = UIListContentConfiguration.cell()
        content.text = "\(item)"
        cell.contentConfiguration = content
      }
      let source = UICollectionViewDiffableDataSource<Int, Int>(collectionView: list) { list, path, item in
        list.dequeueConfiguredReusableCell(using: registration, for: path, item: item)
      }
      var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
      snapshot.appendSections([0])
      snapshot.appendItems([1, 2])
      source.apply(snapshot, animatingDifferences: false)
      stage.show(list)
      stage.wait(20)
      func height() -> Double {
        list.layoutAttributesForItem(at: IndexPath(item: 0, section: 0))?.frame.height ?? 0
      }
      let before = height()
      Self.body(stage, .accessibilityExtraLarge)
      #expect(height() > before + 15)
      Self.body(stage, .large)
      #expect(height() == before)
    }
  }
}
