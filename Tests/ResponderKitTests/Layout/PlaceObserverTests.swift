import ResponderKit
import TestHarness
import Testing

/// Subclasses that override `bounds`, `center` or `frame` to follow what layout does.
@Suite(.hangLimit) struct PlaceObserverTests {
  private final class Watched: UIView {
    var log: [String] = []
    override var frame: Rect { didSet { log.append("frame") } }
    override var bounds: Rect { didSet { log.append("bounds \(bounds.width) \(bounds.height)") } }
    override var center: Point { didSet { log.append("center \(center.x) \(center.y)") } }
    func take() -> [String] {
      defer { log = [] }
      return log
    }
  }

  private final class BoundsOnly: UIView {
    var sizes: [Size] = []
    override var bounds: Rect {
      get { super.bounds }
      set {
        super.bounds = newValue
        sizes.append(newValue.size)
      }
    }
  }

  private final class CenterOnly: UIView {
    var changes = 0
    override var center: Point { didSet { changes += 1 } }
  }

  private final class Scroll: UIScrollView {
    var sizes: [Size] = []
    override var bounds: Rect { didSet { if oldValue.size != bounds.size { sizes.append(bounds.size) } } }
  }

  private final class Label: UILabel {
    var sizes: [Size] = []
    override var bounds: Rect { didSet { sizes.append(bounds.size) } }
  }

  private func pin(_ view: UIView, in outer: UIView, width: Double) -> NSLayoutConstraint {
    outer.addSubview(view)
    view.translatesAutoresizingMaskIntoConstraints = false
    let length = view.widthAnchor.constraint(equalToConstant: width)
    NSLayoutConstraint.activate([
      view.leadingAnchor.constraint(equalTo: outer.leadingAnchor, constant: 10),
      view.topAnchor.constraint(equalTo: outer.topAnchor, constant: 20),
      view.heightAnchor.constraint(equalToConstant: 40), length,
    ])
    return length
  }

  @Test func constraintsSetBoundsAndCenterWhereTheyChange() {
    onStage { stage in
      let (outer, view) = (UIView(frame: Rect(0, 0, 300, 300)), Watched())
      let width = pin(view, in: outer, width: 100)
      stage.show(outer)
      stage.wait(20)
      #expect(
        view.take() == ["bounds 100.0 40.0", "center 60.0 40.0"] && view.frame == Rect(10, 20, 100, 40))
      view.setNeedsLayout()
      outer.setNeedsLayout()
      stage.wait(20)
      #expect(view.take() == [])
      width.constant = 60
      stage.wait(20)
      #expect(view.take() == ["bounds 60.0 40.0", "center 40.0 40.0"])
      view.transform = AffineTransform(rotationAngle: 1)
      width.constant = 80
      stage.wait(20)
      #expect(view.take() == ["bounds 80.0 40.0", "center 50.0 40.0"])
      // A program's own change.
      view.frame = Rect(0, 0, 5, 5)
      #expect(view.take() == ["frame"])
    }
  }

  @Test func oneOverriddenPropertyIsEnough() {
    onStage { stage in
      let outer = UIView(frame: Rect(0, 0, 300, 300))
      let (bounds, center, scroll, label) = (BoundsOnly(), CenterOnly(), Scroll(), Label())
      let widths = [bounds, center, scroll, label].map { pin($0, in: outer, width: 50) }
      stage.show(outer)
      stage.wait(20)
      for width in widths { width.constant = 70 }
      stage.wait(20)
      let sizes = [Size(50, 40), Size(70, 40)]
      #expect(bounds.sizes == sizes && scroll.sizes == sizes && label.sizes == sizes && center.changes == 2)
    }
  }

  @Test(arguments: [false, true]) func stacksSetBoundsAndCenter(isConstrained: Bool) {
    onStage { stage in
      let (first, second) = (Watched(), UIView())
      let stack = UIStackView(arrangedSubviews: [first, second])
      stack.distribution = .fillEqually
      if isConstrained {
        let outer = UIView(frame: Rect(0, 0, 300, 300))
        _ = pin(stack, in: outer, width: 200)
        stage.show(outer)
      } else {
        stack.frame = Rect(0, 0, 200, 40)
        stage.show(stack)
      }
      stage.wait(20)
      #expect(first.take() == ["bounds 100.0 40.0", "center 50.0 20.0"])
      #expect(second.frame == Rect(100, 0, 100, 40))
      stack.setNeedsLayout()
      stage.wait(20)
      #expect(first.take() == [])
    }
  }

  @Test func masksSetTheFrameWhereThatIsOverridden() {
    onStage { _ in
      let outer = UIView(frame: Rect(0, 0, 100, 100))
      let (all, bounds, center) = (Watched(frame: outer.bounds), BoundsOnly(), CenterOnly())
      for view in [all, bounds, center] {
        outer.addSubview(view)
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      }
      outer.frame.size.width = 200
      #expect(all.take() == ["frame"] && all.frame == outer.bounds)
      #expect(bounds.sizes == [Size(100, 0)] && center.changes == 1)
    }
  }

  @Test func cellsGetBoundsFromCollectionsAndFramesFromTables() throws {
    final class Cell: UICollectionViewCell {
      var sizes: [Size] = []
      override var bounds: Rect { didSet { sizes.append(bounds.size) } }
    }
    final class Row: UITableViewCell {
      // Room between rows, by a frame that is smaller than the table's.
      override var frame: Rect {
        get { super.frame }
        set { super.frame = newValue.insetBy(dx: 10, dy: 0) }
      }
    }
    final class Source: NSObject, UICollectionViewDataSource, UITableViewDataSource {
      func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int { 1 }
      func collectionView(_ view: UICollectionView, cellForItemAt path: IndexPath) -> UICollectionViewCell {
        view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
      }
      func tableView(_ view: UITableView, numberOfRowsInSection section: Int) -> Int { 1 }
      func tableView(_ view: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell { Row() }
    }
    try onStage { stage in
      let source = Source()
      let layout = UICollectionViewFlowLayout()
      layout.itemSize = Size(80, 30)
      let collection = UICollectionView(frame: Rect(0, 0, 200, 100), collectionViewLayout: layout)
      collection.register(Cell.self, forCellWithReuseIdentifier: "cell")
      collection.dataSource = source
      let table = UITableView(frame: Rect(0, 100, 200, 100))
      table.dataSource = source
      let outer = UIView(frame: Rect(0, 0, 200, 200))
      for view in [collection, table] { outer.addSubview(view) }
      stage.show(outer)
      stage.wait(20)
      let path = IndexPath(item: 0, section: 0)
      let cell = try #require(collection.cellForItem(at: path) as? Cell)
      layout.itemSize = Size(60, 30)
      layout.invalidateLayout()
      stage.wait(20)
      #expect(cell.sizes.last == Size(60, 30) && cell.bounds.size == Size(60, 30))
      #expect(table.cellForRow(at: path)?.frame.minX == 10 && table.cellForRow(at: path)?.frame.width == 180)
    }
  }

  @Test func anObservedViewHasTheSameFrameAsAnyOther() {
    onStage { stage in
      var random = SplitMix(7)
      let outer = UIView(frame: Rect(0, 0, 300, 300))
      let (watched, plain) = (Watched(), UIView())
      let places = [watched, plain].map { view in
        outer.addSubview(view)
        view.translatesAutoresizingMaskIntoConstraints = false
        let place = [
          view.leftAnchor.constraint(equalTo: outer.leftAnchor),
          view.topAnchor.constraint(equalTo: outer.topAnchor),
          view.widthAnchor.constraint(equalToConstant: 1), view.heightAnchor.constraint(equalToConstant: 1),
        ]
        NSLayoutConstraint.activate(place)
        return place
      }
      stage.show(outer)
      for _ in 0..<200 {
        for index in 0..<4 {
          let value = Double.random(in: 0...300, using: &random)
          for place in places { place[index].constant = value }
        }
        outer.layoutIfNeeded()
        #expect(watched.frame == plain.frame)
      }
    }
  }

  @Test func anObserverMayChangeTheTree() {
    final class Leaving: UIView {
      override var bounds: Rect {
        didSet {
          superview?.layoutIfNeeded()
          if bounds.width > 50 { removeFromSuperview() }
        }
      }
    }
    final class Stubborn: UIView {
      override var bounds: Rect { didSet { if bounds.width != 7 { bounds.size.width = 7 } } }
    }
    onStage { stage in
      let outer = UIView(frame: Rect(0, 0, 300, 300))
      let (leaving, stubborn) = (Leaving(), Stubborn())
      let widths = [leaving, stubborn].map { pin($0, in: outer, width: 50) }
      stage.show(outer)
      stage.wait(20)
      #expect(stubborn.bounds.size == Size(7, 40) && leaving.bounds.width == 50)
      for width in widths { width.constant = 80 }
      stage.wait(20)
      #expect(leaving.superview == nil && stubborn.bounds.size == Size(7, 40))
    }
  }
}
