import ResponderKit
import TestHarness
import Testing

/// Rows that are swiped aside, and the buttons behind them.
@Suite(.hangLimit) struct TableSwipeTests {
  private func source() -> EditedSource { EditedSource([["a", "b", "c", "d"]]) }
  private func x(_ table: UITableView, _ row: Int) -> Double? {
    table.cellForRow(at: IndexPath(row: row))?.frame.minX
  }

  @Test func aSwipeRevealsButtonsAndATapPerformsOne() {
    onStage { stage in
      let source = source()
      source.trailing = UISwipeActionsConfiguration(actions: [source.action("one"), source.action("two")])
      let table = stage.table(source)
      stage.drag(from: Point(250, 66), to: Point(130, 66))
      #expect(x(table, 1) == -148 && x(table, 0) == 0)
      #expect(source.log.take() == ["begin [0, 1]"] && table.indexPathForSelectedRow == nil)
      // The first action is at the edge.
      stage.tap(280, 66, after: 500)
      stage.wait(1000)
      #expect(source.log.take() == ["one", "end [0, 1]"] && x(table, 1) == 0)
      stage.drag(from: Point(250, 66), to: Point(130, 66))
      stage.tap(170, 66, after: 500)
      stage.wait(1000)
      #expect(source.log.take() == ["begin [0, 1]", "two", "end [0, 1]"])
      #expect(table.subviews.allSatisfy { !$0.frame.isEmpty || $0 is UITableViewCell == false })
    }
  }

  @Test func aShortSwipeComesBackAndAQuickOneOpens() {
    onStage { stage in
      let source = source()
      source.leading = UISwipeActionsConfiguration(actions: [source.action("flag")])
      let table = stage.table(source)
      stage.drag(from: Point(50, 22), to: Point(80, 22))
      #expect(x(table, 0) == 0 && source.log.take() == ["begin [0, 0]", "end [0, 0]"])
      stage.drag(from: Point(50, 22), to: Point(80, 22), holds: false)
      #expect(x(table, 0) == 74)
      // The row itself can be pushed back.
      stage.drag(from: Point(200, 22), to: Point(120, 22))
      #expect(x(table, 0) == 0)
      // There is nothing at the other side.
      _ = source.log.take()
      stage.drag(from: Point(250, 22), to: Point(100, 22))
      #expect(x(table, 0) == 0 && !source.log.take().contains("begin [0, 0]"))
    }
  }

  @Test func aTapElsewhereOnlyCloses() {
    onStage { stage in
      let source = source()
      source.trailing = UISwipeActionsConfiguration(actions: [source.action("one")])
      let table = stage.table(source)
      for place in [Point(50, 22), Point(50, 66)] {
        stage.drag(from: Point(250, 22), to: Point(150, 22))
        #expect(x(table, 0) == -74)
        _ = source.log.take()
        stage.tap(place.x, place.y, after: 500)
        stage.wait(1000)
        #expect(x(table, 0) == 0 && source.log.take() == ["end [0, 0]"])
      }
      // As does a scroll, from another row, or by a wheel.
      source.groups = [(0..<50).map(String.init)]
      table.reloadData()
      stage.drag(from: Point(250, 22), to: Point(150, 22))
      stage.drag(from: Point(50, 300), to: Point(50, 290))
      #expect(x(table, 0) == 0)
      stage.drag(from: Point(250, 22), to: Point(150, 22))
      stage.post(.pointer(.init(.scrolled, x: 10, y: 10, scrollY: -1)))
      #expect(x(table, 0) == 0)
    }
  }

  @Test func aFullSwipePerformsTheFirstActionUnlessItShallNot() {
    onStage { stage in
      let source = source()
      let configuration = UISwipeActionsConfiguration(actions: [source.action("one"), source.action("two")])
      source.trailing = configuration
      let table = stage.table(source)
      stage.drag(from: Point(290, 22), to: Point(20, 22))
      #expect(source.log.take() == ["begin [0, 0]", "one", "end [0, 0]"] && x(table, 0) == 0)
      configuration.performsFirstActionWithFullSwipe = false
      stage.drag(from: Point(290, 22), to: Point(20, 22))
      #expect(source.log.take() == ["begin [0, 0]"] && x(table, 0) == -148)
      // Also where all that can be revealed is one narrow button.
      stage.tap(50, 66, after: 500)
      stage.wait(1000)
      _ = source.log.take()
      let one = UISwipeActionsConfiguration(actions: [source.action("one")])
      one.performsFirstActionWithFullSwipe = false
      source.trailing = one
      stage.drag(from: Point(295, 22), to: Point(5, 22))
      #expect(source.log.take() == ["begin [0, 0]"] && x(table, 0) == -74)
    }
  }

  @Test func aRowThatCanBeEditedHasAButtonThatDeletes() {
    onStage { stage in
      let source = source()
      let table = stage.table(source)
      stage.drag(from: Point(250, 66), to: Point(150, 66))
      #expect(!source.log.take().contains("begin [0, 1]") && x(table, 1) == 0)
      source.canEdit = true
      stage.drag(from: Point(250, 66), to: Point(150, 66))
      stage.tap(280, 66, after: 500)
      stage.wait(1000)
      #expect(source.log.take() == ["begin [0, 1]", "delete [0, 1]", "end"])
      #expect(table.texts == ["a", "c", "d"] && x(table, 1) == 0)
      // Its buttons went with it.
      #expect(table.subviews.filter { $0.frame.minX > 0 && $0.frame.width > 20 }.isEmpty)
      // No buttons are no swipe.
      source.trailing = UISwipeActionsConfiguration(actions: [])
      stage.drag(from: Point(250, 66), to: Point(150, 66))
      #expect(!source.log.take().contains("begin [0, 1]"))
    }
  }

  @Test func anOpenRowThatIsNoMoreLeavesNothing() {
    onStage { stage in
      let source = source()
      source.trailing = UISwipeActionsConfiguration(actions: [source.action("one")])
      let table = stage.table(source)
      let views = table.subviews.count
      stage.drag(from: Point(250, 66), to: Point(150, 66))
      // Another row goes: it is still open, at its new place.
      source.groups = [["b", "c", "d"]]
      table.deleteRows(at: [IndexPath(row: 0)], with: .fade)
      stage.wait(500)
      #expect(x(table, 0) == -74 && table.subviews.count == views)
      source.groups = [["c", "d"]]
      table.reloadData()
      stage.wait(500)
      #expect(x(table, 0) == 0 && table.subviews.count == views - 2)
      stage.drag(from: Point(250, 22), to: Point(150, 22))
      source.groups = [["d"]]
      table.deleteRows(at: [IndexPath(row: 0)], with: .fade)
      stage.wait(500)
      #expect(table.texts == ["d"] && x(table, 0) == 0 && table.subviews.count == views - 3)
    }
  }

  @Test func anActionThatTakesItsTimeIsNotPerformedAgain() {
    onStage { stage in
      let source = source()
      var ends: [(Bool) -> Void] = []
      let action = UIContextualAction(style: .normal, title: "one") { _, _, isDone in ends.append(isDone) }
      source.trailing = UISwipeActionsConfiguration(actions: [action])
      let table = stage.table(source)
      stage.drag(from: Point(250, 22), to: Point(150, 22))
      stage.tap(280, 22, after: 500)
      stage.tap(280, 22, after: 500)
      #expect(ends.count == 1 && x(table, 0) == -74)
      for end in ends { end(false) }
      stage.wait(500)
      #expect(x(table, 0) == 0)
    }
  }

  @Test func aSwipeThatIsKeptFromBeginningLeavesNothing() throws {
    try onStage { stage in
      let source = source()
      source.trailing = UISwipeActionsConfiguration(actions: [source.action("one")])
      let table = stage.table(source)
      let rules = GestureRules()
      rules.shouldBegin = { _ in false }
      try #require(table.gestureRecognizers?.first { $0.label == "row swipe" }).delegate = rules
      stage.drag(from: Point(250, 22), to: Point(150, 22))
      #expect(Array(source.log.take().prefix(2)) == ["begin [0, 0]", "end [0, 0]"])
      stage.tap(50, 66, after: 500)
      #expect(source.log.take().contains("select [0, 1]") && x(table, 0) == 0)
    }
  }

  @Test func aPageAroundTurnsWhereARowHasNothingToReveal() {
    onStage { stage in
      let source = source()
      source.trailing = UISwipeActionsConfiguration(actions: [source.action("one")])
      let pages = UIScrollView(frame: Rect(0, 0, 300, 400))
      pages.contentSize = Size(600, 400)
      stage.show(pages)
      let table = stage.table(source)
      pages.addSubview(table)
      pages.contentOffset = Point(100, 0)
      stage.drag(from: Point(150, 22), to: Point(80, 22))
      #expect(pages.contentOffset.x == 100 && x(table, 0) == -74)
      stage.tap(50, 100, after: 500)
      stage.wait(1000)
      stage.drag(from: Point(50, 22), to: Point(110, 22))
      #expect(pages.contentOffset.x == 50 && x(table, 0) == 0)
    }
  }

  @Test func aButtonShowsThePictureOfItsAction() {
    onStage { stage in
      let source = source()
      let action = source.action("one")
      action.image = UIImage(systemName: "trash")
      source.trailing = UISwipeActionsConfiguration(actions: [action])
      let table = stage.table(source)
      stage.drag(from: Point(250, 22), to: Point(150, 22))
      var (pictures, open): ([UIImage], [UIView]) = ([], table.subviews)
      while let view = open.popLast() {
        if let picture = (view as? UIButton)?.image(for: .normal) { pictures.append(picture) }
        open += view.subviews
      }
      #expect(pictures == [UIImage(systemName: "trash")])
    }
  }
}
