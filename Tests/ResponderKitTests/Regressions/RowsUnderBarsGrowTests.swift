import TestHarness
import Testing

@testable import ResponderKit

/// Content of a scroll view that moved below a bar had the bar as a part of its own safe area: margins grew, and rows were measured with them.
@Suite(.hangLimit) struct RowsUnderBarsGrowTests {
  private final class Page: UIViewController, UITableViewDataSource {
    let table = UITableView(frame: .zero)

    override func viewDidLoad() {
      super.viewDidLoad()
      table.frame = view.bounds
      table.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      table.register(SquareCell.self, forCellReuseIdentifier: "square")
      table.dataSource = self
      view.addSubview(table)
    }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 60 }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      tableView.dequeueReusableCell(withIdentifier: "square", for: indexPath)
    }
  }

  private final class SquareCell: UITableViewCell {
    let square = UIView()

    override init(style: CellStyle, reuseIdentifier: String?) {
      super.init(style: style, reuseIdentifier: reuseIdentifier)
      square.translatesAutoresizingMaskIntoConstraints = false
      contentView.addSubview(square)
      let height = square.heightAnchor.constraint(equalToConstant: 40)
      height.priority = UILayoutPriority(999)
      NSLayoutConstraint.activate([
        square.topAnchor.constraint(equalTo: contentView.layoutMarginsGuide.topAnchor),
        square.bottomAnchor.constraint(equalTo: contentView.layoutMarginsGuide.bottomAnchor), height,
      ])
    }
  }

  @Test func rowsKeepTheirHeightsBelowABar() {
    onStage { stage in
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 40, left: 0, bottom: 20, right: 0))
      let page = Page()
      stage.show(UINavigationController(rootViewController: page))
      for step in 0..<12 {
        page.table.contentOffset.y = Double(step) * 70 - page.table.adjustedContentInset.top
        stage.wait(40)
        let cells = page.table.visibleCells.compactMap { $0 as? SquareCell }
        #expect(
          cells.count > 10 && cells.allSatisfy { $0.frame.height == 62 && $0.square.frame.height == 40 })
        #expect(cells.allSatisfy { $0.contentView.safeAreaInsets == .zero })
      }
    }
  }

  @Test func contentIsNotifiedWhenTheRoomAroundItComesAndGoes() {
    onStage { stage in
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 40, left: 0, bottom: 20, right: 0))
      let scroll = stage.show(UIScrollView(frame: stage.window.bounds))
      let content = UIView(frame: scroll.bounds)
      scroll.addSubview(content)
      stage.wait(40)
      #expect(content.safeAreaInsets.top == 40)
      scroll.contentSize = Size(390, 2000)
      stage.wait(40)
      #expect(scroll.adjustedContentInset.top == 40 && content.safeAreaInsets.top == 0)
      scroll.contentInsetAdjustmentBehavior = .never
      scroll.contentOffset.y = 0
      stage.wait(40)
      #expect(scroll.adjustedContentInset.top == 0 && content.safeAreaInsets.top == 40)
    }
  }

  @Test func whatAScrollViewHasNoRoomForIsInItsContentsSafeArea() {
    onStage { stage in
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 40, left: 10, bottom: 20, right: 0))
      let (scroll, content) = (
        UIScrollView(frame: Rect(0, 0, 390, 844)), UIView(frame: Rect(0, 0, 390, 2000))
      )
      scroll.addSubview(content)
      scroll.contentSize = content.bounds.size
      stage.show(scroll)
      stage.wait(40)
      #expect(content.safeAreaInsets == EdgeInsets(top: 0, left: 10, bottom: 0, right: 0))
      scroll.contentInsetAdjustmentBehavior = .never
      stage.wait(40)
      #expect(content.safeAreaInsets.top == 40 && content.safeAreaInsets.left == 10)
      scroll.contentInsetAdjustmentBehavior = .always
      stage.wait(40)
      #expect(content.safeAreaInsets == .zero)
    }
  }

  private final class Content: UIView {
    var changes: [Double] = []
    override func safeAreaInsetsDidChange() { changes.append(safeAreaInsets.top) }
  }

  /// The controller is notified when the content becomes so long that there is room around it.
  @Test func theContentIsNotifiedWhenRoomIsMade() {
    onStage { stage in
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 40, left: 0, bottom: 0, right: 0))
      let (scroll, content) = (
        UIScrollView(frame: Rect(0, 0, 390, 844)), Content(frame: Rect(0, 0, 390, 100))
      )
      scroll.addSubview(content)
      stage.show(scroll)
      stage.wait(40)
      scroll.contentSize = Size(390, 2000)
      stage.wait(40)
      #expect(content.changes == [40, 0])
    }
  }

  /// Nothing else moves then that would notify it: the content is in its middle, and has no indicators.
  @Test func theContentIsNotifiedWhenRoomIsTakenFromItInTheMiddle() {
    onStage { stage in
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 40, left: 0, bottom: 0, right: 0))
      let (scroll, content) = (
        UIScrollView(frame: Rect(0, 0, 390, 844)), Content(frame: Rect(0, 0, 390, 2000))
      )
      (scroll.showsVerticalScrollIndicator, scroll.showsHorizontalScrollIndicator) = (false, false)
      scroll.addSubview(content)
      scroll.contentSize = content.bounds.size
      stage.show(scroll)
      scroll.contentOffset.y = 500
      stage.wait(40)
      #expect(content.safeAreaInsets == .zero)
      content.changes = []
      scroll.contentInsetAdjustmentBehavior = .never
      stage.wait(40)
      #expect(scroll.contentOffset.y == 500 && content.changes == [540])
    }
  }

  /// With the room the content is lower than the scroll view, and without it higher.
  @Test func contentWhoseHeightDependsOnTheRoomAroundItSettles() {
    onStage { stage in
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 40, left: 0, bottom: 40, right: 0))
      let page = UIViewController()
      let (scroll, content, inner) = (UIScrollView(), UIView(), UIView())
      for (view, parent) in [(scroll, page.view!), (content, scroll), (inner, content)] as [(UIView, UIView)]
      {
        view.translatesAutoresizingMaskIntoConstraints = false
        parent.addSubview(view)
      }
      let (guide, safe) = (scroll.contentLayoutGuide, content.safeAreaLayoutGuide)
      NSLayoutConstraint.activate(
        [(scroll, page.view!)].flatMap { view, parent in
          [
            view.topAnchor.constraint(equalTo: parent.topAnchor),
            view.bottomAnchor.constraint(equalTo: parent.bottomAnchor),
            view.leadingAnchor.constraint(equalTo: parent.leadingAnchor),
            view.trailingAnchor.constraint(equalTo: parent.trailingAnchor),
          ]
        } + [
          content.topAnchor.constraint(equalTo: guide.topAnchor),
          content.bottomAnchor.constraint(equalTo: guide.bottomAnchor),
          content.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
          content.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
          content.widthAnchor.constraint(equalTo: scroll.frameLayoutGuide.widthAnchor),
          inner.topAnchor.constraint(equalTo: safe.topAnchor),
          inner.bottomAnchor.constraint(equalTo: safe.bottomAnchor),
          inner.heightAnchor.constraint(equalToConstant: 800),
        ])
      stage.show(page)
      stage.wait(100)
      let seen = (0..<4).map { _ in
        page.view.setNeedsLayout()
        stage.wait(20)
        return inner.convert(inner.bounds, to: nil) as Rect
      }
      #expect(Set(seen).count == 1 && inner.frame.height == 800)
    }
  }
}
