import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Constraints in views with frames of their own are solved apart from each other, with the same places as if all were solved together.
@Suite(.hangLimit) struct IslandTests {
  /// A view with a label and a square beside it.
  private final class Cell {
    let view: UIView
    let label = UILabel()
    let square = UIView()
    let width: NSLayoutConstraint

    init(_ frame: Rect, in superview: UIView) {
      view = UIView(frame: frame)
      width = square.widthAnchor.constraint(equalToConstant: 10)
      for part in [label, square] {
        part.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(part)
      }
      label.text = "label"
      superview.addSubview(view)
      NSLayoutConstraint.activate([
        label.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 8),
        label.centerYAnchor.constraint(equalTo: view.centerYAnchor),
        square.leadingAnchor.constraint(equalTo: label.trailingAnchor, constant: 8),
        square.topAnchor.constraint(equalTo: view.topAnchor),
        square.bottomAnchor.constraint(equalTo: view.bottomAnchor),
        width,
      ])
    }
  }

  private func cells(_ count: Int, _ stage: Stage) -> [Cell] {
    let page = stage.show(UIView(frame: Rect(0, 0, 300, 400)))
    let cells = (0..<count).map { Cell(Rect(0, Double($0) * 20, 300, 20), in: page) }
    stage.wait(20)
    return cells
  }

  /// How many views are solved by the frame after a change.
  private func solved(_ stage: Stage, _ change: () -> Void) -> Int {
    func count() -> Int { stage.window.layoutItem.unsolvedTree?.solvedViews ?? 0 }
    let before = count()
    change()
    stage.wait(20)
    return count() - before
  }

  /// All views are where one system of the whole tree has them.
  private func expectPlacesOfOneSystem(_ window: UIWindow, _ comment: Comment = "") {
    window.layoutIfNeeded()
    let views = window.constrainedTree()
    _ = window.solve(views, fitting: nil)
    for view in views where view.isPlacedByConstraints {
      let (found, wanted) = (view.plainFrame, view.layoutItem.solvedFrame)
      #expect(
        abs(found.minX - wanted.minX) < 1e-3 && abs(found.minY - wanted.minY) < 1e-3
          && abs(found.width - wanted.width) < 1e-3 && abs(found.height - wanted.height) < 1e-3, comment)
    }
  }

  @Test func aChangeInOneCellSolvesThatCellOnly() {
    let counts = [10, 40].map { count in
      onStage { stage in
        let cells = cells(count, stage)
        let counts = [
          solved(stage) { cells[count / 2].width.constant = 33 },
          solved(stage) { cells[count / 2].label.text = "a longer text" },
          solved(stage) { cells[count / 2].view.frame.size.height = 30 },
          solved(stage) { cells[count / 2].view.frame.origin.y += 3 },
        ]
        #expect(cells[count / 2].square.frame.size == Size(33, 30))
        #expect(cells[count / 2].square.frame.minX == cells[count / 2].label.frame.maxX + 8)
        return counts
      }
    }
    #expect(counts[0] == counts[1] && counts[0] == [3, 3, 3, 0])
  }

  @Test func aConstraintThatLeadsOutOfACellJoinsIt() {
    onStage { stage in
      let cells = cells(3, stage)
      #expect(cells.allSatisfy { $0.view.isIsland })
      let link = cells[1].square.widthAnchor.constraint(equalTo: cells[0].label.widthAnchor)
      cells[1].width.isActive = false
      link.isActive = true
      stage.wait(20)
      #expect(!cells[0].view.isIsland && !cells[1].view.isIsland && cells[2].view.isIsland)
      #expect(cells[1].square.frame.width == cells[0].label.frame.width)
      cells[0].label.text = "a text that is much longer"
      stage.wait(20)
      #expect(cells[1].square.frame.width == cells[0].label.frame.width)
      expectPlacesOfOneSystem(stage.window)
      link.isActive = false
      cells[1].width.isActive = true
      stage.wait(20)
      #expect(cells.allSatisfy { $0.view.isIsland } && cells[1].square.frame.width == 10)
    }
  }

  @Test func aCellIsSolvedApartWhenWhatItWasConstrainedToIsGone() {
    onStage { stage in
      let cell = cells(1, stage)[0]
      var links: [NSLayoutConstraint] = []
      do {
        let (page, other) = (UIView(frame: Rect(0, 0, 300, 400)), UIView(frame: Rect(0, 0, 50, 50)))
        stage.window.addSubview(page)
        page.addSubview(other)
        page.addSubview(cell.view)
        links = [cell.square.heightAnchor.constraint(lessThanOrEqualTo: other.heightAnchor)]
        NSLayoutConstraint.activate(links)
        stage.wait(20)
        #expect(!cell.view.isIsland)
        page.removeFromSuperview()
      }
      links = []
      stage.window.addSubview(cell.view)
      stage.wait(20)
      #expect(cell.view.isIsland && cell.view.layoutItem.crossings == 0)
      #expect(cell.square.frame.height == 20)
    }
  }

  @Test func whatIsInACellFollowsWhenAConstraintToTheOutsideEnds() {
    onStage { stage in
      let cells = cells(2, stage)
      let link = cells[0].square.widthAnchor.constraint(equalTo: cells[1].view.heightAnchor)
      cells[0].width.priority = .defaultLow
      link.isActive = true
      stage.wait(20)
      #expect(cells[0].square.frame.width == 20)
      link.isActive = false
      stage.wait(20)
      #expect(cells[0].square.frame.width == 10)
    }
  }

  @Test func whatIsNeverLaidOutIsReleased() {
    weak var item: LayoutItem?
    do {
      let view = UIView()
      view.addSubview(UIView())
      view.widthAnchor.constraint(equalToConstant: 5).isActive = true
      item = view.layoutItem
    }
    #expect(item == nil)
  }

  @Test func whatIsConstrainedToACellFollowsItsFrame() {
    onStage { stage in
      let cells = cells(2, stage)
      let follower = UIView()
      follower.translatesAutoresizingMaskIntoConstraints = false
      cells[0].view.superview?.addSubview(follower)
      NSLayoutConstraint.activate([
        follower.topAnchor.constraint(equalTo: cells[0].view.bottomAnchor),
        follower.leadingAnchor.constraint(equalTo: cells[0].view.leadingAnchor),
        follower.widthAnchor.constraint(equalTo: cells[0].view.widthAnchor),
        follower.heightAnchor.constraint(equalToConstant: 5),
      ])
      stage.wait(20)
      cells[0].view.frame.origin = Point(7, 100)
      stage.wait(20)
      #expect(follower.frame == Rect(7, 120, 300, 5))
    }
  }

  @Test func aCellThatIsMovedIntoAnotherViewIsSolvedThere() {
    onStage { stage in
      let cell = cells(1, stage)[0]
      let (page, other) = (cell.view.superview, UIView(frame: Rect(0, 50, 200, 200)))
      page?.addSubview(other)
      cell.view.removeFromSuperview()
      cell.width.constant = 44
      other.addSubview(cell.view)
      stage.wait(20)
      #expect(cell.square.frame.width == 44)
      let detached = UIView(frame: Rect(0, 0, 100, 100))
      let inner = Cell(Rect(0, 0, 100, 30), in: detached)
      other.addSubview(detached)
      stage.wait(20)
      #expect(inner.square.frame.size == Size(10, 30))
    }
  }

  @Test func aStackInACellArrangesByConstraintsOnceThereIsOne() {
    onStage { stage in
      let page = stage.show(UIView(frame: Rect(0, 0, 300, 400)))
      let stack = UIStackView(frame: Rect(0, 0, 100, 300))
      stack.axis = .vertical
      let parts = [UIView(), UIView()]
      for part in parts { stack.addArrangedSubview(part) }
      page.addSubview(stack)
      stage.wait(20)
      NSLayoutConstraint.activate(parts.map { $0.heightAnchor.constraint(equalToConstant: 150) })
      stage.wait(20)
      #expect(parts.map(\.frame) == [Rect(0, 0, 100, 150), Rect(0, 150, 100, 150)])
    }
  }

  @Test func whatAStackNoLongerArrangesIsSolvedByItself() {
    onStage { stage in
      let page = stage.show(UIView(frame: Rect(0, 0, 300, 400)))
      let stack = UIStackView(frame: Rect(0, 0, 300, 40))
      stack.distribution = .fillEqually
      page.addSubview(stack)
      let cells = (0..<3).map { _ in Cell(Rect(0, 0, 50, 20), in: page) }
      for cell in cells { stack.addArrangedSubview(cell.view) }
      stage.wait(20)
      #expect(cells.map(\.view.frame.minX) == [0, 100, 200])
      stack.removeArrangedSubview(cells[0].view)
      cells[0].width.constant = 30
      cells[1].view.removeFromSuperview()
      cells[1].width.constant = 40
      page.addSubview(cells[1].view)
      stage.wait(20)
      #expect(cells.map(\.square.frame.width) == [30, 40, 10] && cells[2].view.frame.width == 300)
      #expect(cells.map(\.view.isIsland) == [true, true, false])
    }
  }

  @Test func constraintsOfIslandsInIslandsAreUpdatedFromTheInside() {
    final class Updating: UIView {
      var note: (() -> Void)?
      override func updateConstraints() {
        note?()
        super.updateConstraints()
      }
    }
    onStage { stage in
      let (outer, inner) = (Updating(frame: Rect(0, 0, 100, 100)), Updating(frame: Rect(0, 0, 50, 50)))
      outer.note = { stage.log("outer") }
      inner.note = { stage.log("inner") }
      outer.addSubview(inner)
      stage.show(outer)
      for view in [outer, inner] { view.setNeedsUpdateConstraints() }
      stage.wait(20)
      #expect(stage.log.take() == ["inner", "outer"])
    }
  }

  @Test func randomTreesAreSolvedAsOneSystemWouldBe() {
    var dice = SplitMix(9)
    for round in 0..<60 {
      let seed = dice.next()
      onStage { stage in
        var dice = SplitMix(seed)
        let page = stage.show(UIView(frame: Rect(0, 0, 300, 400)))
        var views = [page]
        var constraints: [NSLayoutConstraint] = []
        for step in 0..<40 {
          let view = views[Int.random(in: 0..<views.count, using: &dice)]
          switch Int.random(in: 0..<9, using: &dice) {
          case 0...2:
            let new =
              Bool.random(using: &dice)
              ? UIView(frame: Rect(5, 5, 60, 40)) : UIStackView(frame: Rect(9, 9, 70, 30))
            new.translatesAutoresizingMaskIntoConstraints = Bool.random(using: &dice)
            if Bool.random(using: &dice) { new.autoresizingMask = [.flexibleWidth, .flexibleHeight] }
            if let stack = view as? UIStackView {
              stack.addArrangedSubview(new)
            } else {
              view.addSubview(new)
            }
            views.append(new)
          case 3, 4:
            let other = views[Int.random(in: 0..<views.count, using: &dice)]
            guard other !== view else { continue }
            let constraint =
              Bool.random(using: &dice)
              ? view.leftAnchor.constraint(equalTo: other.leftAnchor, constant: Double(step))
              : view.heightAnchor.constraint(equalTo: other.heightAnchor, constant: -1)
            constraint.priority = UILayoutPriority(Float(Int.random(in: 400..<999, using: &dice)))
            constraint.isActive = true
            constraints.append(constraint)
          case 5:
            let constraint = view.widthAnchor.constraint(equalToConstant: Double(step * 3))
            constraint.priority = UILayoutPriority(Float(Int.random(in: 400..<999, using: &dice)))
            constraint.isActive = true
            constraints.append(constraint)
          case 6: constraints.randomElement(using: &dice)?.isActive.toggle()
          case 7: constraints.randomElement(using: &dice)?.constant += 2
          default:
            if view !== page, Bool.random(using: &dice) {
              view.removeFromSuperview()
              page.addSubview(view)
            } else if !view.isPlacedByConstraints {
              view.frame.size.width += 4
            }
          }
          if step % 4 == 3 {
            stage.wait(20)
            expectPlacesOfOneSystem(stage.window, "round \(round), step \(step)")
          }
        }
      }
    }
  }
}
