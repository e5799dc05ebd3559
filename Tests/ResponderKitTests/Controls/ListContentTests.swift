import ResponderKit
import TestHarness
import Testing

/// Cells that show what a configuration says.
@Suite("Content configurations", .hangLimit) struct ListContentTests {
  /// A program's own configuration: a colored bar.
  private struct Bar: UIContentConfiguration {
    var height = 30.0
    var isPressed = false
    var hasOwnMargins = false
    func makeContentView() -> UIView & UIContentView {
      let view = BarView(self)
      if hasOwnMargins { view.layoutMargins = EdgeInsets(8) }
      return view
    }
    func updated(for state: any UIConfigurationState) -> Bar {
      var bar = self
      bar.isPressed = (state as? UICellConfigurationState)?.isHighlighted == true
      return bar
    }
  }

  private final class BarView: UIView, UIContentView {
    var configuration: any UIContentConfiguration
    init(_ bar: Bar) {
      configuration = bar
      super.init(frame: .zero)
    }
    required init?(coder: NSCoder) { nil }
    override func sizeThatFits(_ size: CGSize) -> CGSize {
      CGSize(width: size.width, height: (configuration as? Bar)?.height ?? 0)
    }
  }

  private final class Source: UITableViewDataSource {
    var contents: [any UIContentConfiguration] = []
    var style = UITableViewCell.CellStyle.default
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { contents.count }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = UITableViewCell(style: style, reuseIdentifier: nil)
      cell.contentConfiguration = contents[indexPath.row]
      return cell
    }
  }

  private func table(_ stage: Stage, _ source: Source) -> UITableView {
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
    table.rowHeight = UITableView.automaticDimension
    table.dataSource = source
    stage.show(table)
    stage.wait(20)
    return table
  }

  private func labels(of view: UIView?) -> [UILabel] {
    (view?.subviews ?? []).flatMap { [$0 as? UILabel].compactMap { $0 } + labels(of: $0) }.filter {
      !$0.isHidden
    }
  }

  @Test("What a row holds has the margins of its texts") func margins() {
    let (row, item) = (UITableViewCell(), UICollectionViewListCell(frame: .zero))
    row.contentConfiguration = Bar()
    item.contentConfiguration = Bar()
    let contents = [row.contentView, item.contentView]
    for view in contents + contents.flatMap(\.subviews) {
      #expect(view.layoutMargins == UIEdgeInsets(top: 11, left: 16, bottom: 11, right: 16))
    }
    #expect(UICollectionViewCell(frame: .zero).contentView.layoutMargins == EdgeInsets(8))
    // Margins that the program has set stay.
    let other = UITableViewCell()
    other.contentConfiguration = Bar(hasOwnMargins: true)
    #expect(other.contentView.subviews.map(\.layoutMargins) == [EdgeInsets(8)])
  }

  @Test("A configuration takes the place of a row's texts and picture") func parts() {
    let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
    cell.textLabel?.text = "Text"
    cell.detailTextLabel?.text = "Detail"
    cell.imageView?.image = UIImage(systemName: "star")
    let parts: [UIView?] = [cell.textLabel, cell.detailTextLabel, cell.imageView]
    cell.contentConfiguration = Bar()
    #expect(parts.allSatisfy { $0?.isHidden == true })
    cell.contentConfiguration = nil
    #expect(parts.allSatisfy { $0?.isHidden == false })
  }

  @Test(
    "A row shows the texts of its configuration, the second one below the first, and is as high as they need")
  func texts() throws {
    try onStage { stage in
      var content = UITableViewCell().defaultContentConfiguration()
      content.text = "Milk"
      content.secondaryText = String(repeating: "many words ", count: 20)
      let source = Source()
      source.contents = [content]
      let cell = try #require(table(stage, source).cellForRow(at: IndexPath(row: 0, section: 0)))
      let labels = labels(of: cell)
      #expect(labels.map(\.text) == [content.text, content.secondaryText])
      #expect(labels[0].frame.minX == 16 && labels[1].frame.minY >= labels[0].frame.maxY)
      #expect(labels[1].frame.height > 60, "in several lines")
      #expect(abs(cell.frame.height - labels[1].frame.maxY - 11) <= 1)
      #expect(cell.accessibilityLabel?.hasPrefix("Milk, many words") == true)
    }
  }

  @Test("Texts stand side by side where both fit, and below each other where they do not")
  func sideBySide() {
    var content = UIListContentConfiguration.valueCell()
    content.text = "Language"
    content.secondaryText = "English"
    let view = UIListContentView(configuration: content)
    view.frame = CGRect(x: 0, y: 0, width: 300, height: 44)
    view.layoutIfNeeded()
    let (first, second) = (labels(of: view)[0], labels(of: view)[1])
    #expect(second.frame.maxX == 284 && first.frame.maxX < second.frame.minX)
    #expect(first.frame.midY == second.frame.midY)
    view.frame = CGRect(x: 0, y: 0, width: 100, height: 80)
    view.layoutIfNeeded()
    #expect(second.frame.minX == first.frame.minX && second.frame.minY >= first.frame.maxY)
  }

  @Test(
    "A picture keeps its proportions within its limit, and texts begin behind the room that is reserved for it"
  )
  func picture() throws {
    let image = UIGraphicsImageRenderer(size: CGSize(width: 80, height: 40)).image { _ in }
    var content = UIListContentConfiguration.cell()
    content.text = "a"
    content.image = image
    content.imageProperties.maximumSize = CGSize(width: 20, height: 0)
    content.imageProperties.reservedLayoutSize = CGSize(width: 40, height: 0)
    let view = UIListContentView(configuration: content)
    view.frame = CGRect(x: 0, y: 0, width: 300, height: 44)
    view.layoutIfNeeded()
    let picture = try #require(view.subviews.compactMap { $0 as? UIImageView }.first)
    #expect(picture.frame == CGRect(x: 26, y: 17, width: 20, height: 10))
    #expect(labels(of: view)[0].frame.minX == 16 + 40 + 16)
  }

  @Test(
    "Another configuration of the same type keeps the view; one of another type makes a new one; nil removes it"
  )
  func reuse() throws {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    cell.textLabel?.text = "old"
    cell.contentConfiguration = UIListContentConfiguration.cell()
    let view = try #require(cell.contentView.subviews.first { $0 is UIListContentView })
    #expect(cell.textLabel?.isHidden == true)
    cell.contentConfiguration = UIListContentConfiguration.valueCell()
    #expect(cell.contentView.subviews.contains { $0 === view })
    cell.contentConfiguration = Bar()
    #expect(!cell.contentView.subviews.contains { $0 === view })
    #expect(cell.contentView.subviews.contains { $0 is BarView })
    cell.contentConfiguration = nil
    #expect(!cell.contentView.subviews.contains { $0 is BarView } && cell.textLabel?.isHidden == false)
  }

  @Test("A program's own view says how high its row is")
  func ownHeight() {
    onStage { stage in
      let source = Source()
      source.contents = [Bar(height: 90), Bar(height: 10)]
      let table = table(stage, source)
      #expect(table.cellForRow(at: IndexPath(row: 0, section: 0))?.frame.height == 90)
      #expect(table.cellForRow(at: IndexPath(row: 1, section: 0))?.frame.height == 44)
    }
  }

  @Test("A row's state changes its configuration, and calls its handler, before the next layout")
  func states() throws {
    try onStage { stage in
      let source = Source()
      source.contents = [Bar()]
      let cell = try #require(table(stage, source).cellForRow(at: IndexPath(row: 0, section: 0)))
      var states: [Bool] = []
      cell.configurationUpdateHandler = { _, state in states.append(state.isHighlighted) }
      stage.wait(20)
      cell.isHighlighted = true
      #expect(states == [false])
      stage.wait(20)
      #expect(states == [false, true])
      #expect((cell.contentConfiguration as? Bar)?.isPressed == true)
      cell.automaticallyUpdatesContentConfiguration = false
      cell.isHighlighted = false
      stage.wait(20)
      #expect(states == [false, true, false])
      #expect((cell.contentConfiguration as? Bar)?.isPressed == true)
    }
  }

  @Test("A handler that asks for another update is not called without end")
  func handlerAsksAgain() throws {
    try onStage { stage in
      let source = Source()
      source.contents = [Bar()]
      let cell = try #require(table(stage, source).cellForRow(at: IndexPath(row: 0, section: 0)))
      var count = 0
      cell.configurationUpdateHandler = { cell, _ in
        count += 1
        cell.setNeedsUpdateConfiguration()
      }
      stage.wait(200)
      #expect(count == 1)
    }
  }

  @Test("Headers show capital letters, and words with capital ones, where it is wanted")
  func transforms() {
    var content = UIListContentConfiguration.groupedHeader()
    content.text = "it's größe"
    let view = UIListContentView(configuration: content)
    #expect(labels(of: view)[0].text == "IT'S GRÖSSE")
    content.textProperties.transform = .capitalized
    view.configuration = content
    #expect(labels(of: view)[0].text == "It's Größe")
  }

  @Test("An item of a collection shows a configuration that fills it")
  func item() throws {
    let cell = UICollectionViewListCell(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
    var content = cell.defaultContentConfiguration()
    content.text = "item"
    cell.contentConfiguration = content
    let view = try #require(cell.contentView.subviews.first)
    #expect(view.frame == CGRect(x: 0, y: 0, width: 100, height: 50))
    cell.frame.size.width = 200
    cell.layoutIfNeeded()
    #expect(view.frame.width == 200 && cell.accessibilityLabel == "item")
  }

  @Test(
    "A picture is shown whole, with the round corners of its properties; a second text is smaller and gray")
  func pictureAndSecondText() throws {
    var configuration = UIListContentConfiguration.cell()
    configuration.image = UIGraphicsImageRenderer(size: Size(40, 20)).image { _ in }
    configuration.imageProperties.cornerRadius = 6
    let view = configuration.makeContentView()
    let shown = try #require(view.subviews.compactMap { $0 as? UIImageView }.first)
    #expect(shown.layer.cornerRadius == 6 && shown.clipsToBounds && shown.contentMode == .scaleAspectFit)
    #expect(configuration.secondaryTextProperties.font == .preferredFont(forTextStyle: .subheadline))
    #expect(configuration.secondaryTextProperties.color == .secondaryLabel)
  }

  @Test("A row's state is what it shows") func rowState() {
    let cell = UITableViewCell()
    func state() -> [Bool] {
      let state = cell.configurationState
      return [state.isHighlighted, state.isSelected, state.isEditing, state.isDisabled]
    }
    #expect(state() == [false, false, false, false])
    cell.setHighlighted(true, animated: false)
    #expect(state() == [true, false, false, false])
    cell.setHighlighted(false, animated: false)
    cell.setSelected(true, animated: false)
    #expect(state() == [false, true, false, false])
    cell.setSelected(false, animated: false)
    cell.isEditing = true
    #expect(state() == [false, false, true, false])
    cell.isEditing = false
    cell.isUserInteractionEnabled = false
    #expect(state() == [false, false, false, true])
  }
}
