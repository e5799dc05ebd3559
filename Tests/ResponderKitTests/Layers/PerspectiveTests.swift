import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// Views and layers that are turned in space: how they are drawn, and where they are hit.
@Suite(.hangLimit) struct PerspectiveTests: TurnedViewTests {
  /// A red view of 200 points, whose middle is at (150, 200), and the view around it.
  private func card(_ stage: Stage) -> (card: UIView, root: UIView) {
    stage.window.backgroundColor = .white
    let root = stage.show(UIView(frame: UIScreen.main.bounds))
    let card = view(Rect(50, 100, 200, 200), .red)
    root.addSubview(card)
    return (card, root)
  }

  @Test func theNearSideOfATurnedViewIsLargerThanTheFarOne() {
    onStage { stage in
      let (card, _) = card(stage)
      card.layer.transform = turned(60, 0, 1)
      // The left edge is at 86, 128 points above and below the middle; the right one at 191, 82 points.
      let picture = stage.window.snapshot()
      func seen(_ x: Int, _ y: Int) -> UIColor { picture.color(x: x, y: y) }
      #expect(seen(84, 200) == .white && seen(88, 200) == .red)
      #expect(seen(190, 200) == .red && seen(193, 200) == .white)
      #expect(seen(89, 76) == .red && seen(89, 70) == .white && seen(89, 324) == .red)
      #expect(seen(188, 115) == .white && seen(188, 122) == .red && seen(188, 285) == .white)
    }
  }

  @Test func withoutPerspectiveBothSidesAreAsHigh() {
    onStage { stage in
      let (card, _) = card(stage)
      card.layer.transform = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
      let picture = stage.window.snapshot()
      func seen(_ x: Int, _ y: Int) -> UIColor { picture.color(x: x, y: y) }
      #expect(seen(102, 102) == .red && seen(197, 102) == .red && seen(102, 98) == .white)
      #expect(seen(97, 200) == .white && seen(203, 200) == .white)
      #expect(card.layer.transform == CATransform3DMakeRotation(.pi / 3, 0, 1, 0))
    }
  }

  @Test func aTurnedViewIsHitWhereItIsSeen() {
    onStage { stage in
      let (card, root) = card(stage)
      let inner = view(Rect(0, 0, 20, 200), .blue)
      card.addSubview(inner)
      card.layer.transform = turned(60, 0, 1)
      func hit(_ x: Double, _ y: Double) -> UIView? { root.hitTest(Point(x, y), with: nil) }
      #expect(hit(84, 200) === root && hit(88, 200) === inner && hit(89, 76) === inner)
      #expect(hit(188, 115) === root && hit(188, 122) === card)
      let corner = card.convert(Point(0, 0), to: root)
      #expect(abs(corner.x - 86.18) < 0.01 && abs(corner.y - 72.37) < 0.01)
      for point in [Point(3, 5), Point(200, 100), Point(100, 100)] {
        let back = card.convert(inner.convert(point, to: nil), from: nil)
        #expect(back.distance(to: inner.convert(point, to: card)) < 1e-9)
      }
    }
  }

  @Test func theFrameIsTheBoxAroundWhatIsSeen() {
    onStage { stage in
      let (card, _) = card(stage)
      card.layer.transform = turned(60, 0, 1)
      #expect(abs(card.frame.minX - 86.18) < 0.01 && abs(card.frame.maxX - 191.10) < 0.01)
      #expect(abs(card.frame.minY - 72.37) < 0.01 && card.layer.frame == card.frame)
      let layer = CALayer()
      layer.bounds = card.bounds
      layer.position = card.center
      layer.transform = card.transform3D
      #expect(
        abs(layer.frame.minX - card.frame.minX) < 1e-9 && abs(layer.frame.height - card.frame.height) < 1e-9)
      card.frame = card.frame.offsetBy(dx: 10, dy: 20)
      #expect(card.center.distance(to: Point(160, 220)) < 1e-9 && card.bounds.size == Size(200, 200))
    }
  }

  @Test func sublayersShareAPerspective() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let root = stage.show(UIView(frame: Rect(0, 0, 300, 400)))
      let (left, right) = (view(Rect(0, 100, 100, 200), .red), view(Rect(200, 100, 100, 200), .blue))
      for view in [left, right] { root.addSubview(view) }
      root.layer.sublayerTransform.m34 = -1 / 400
      // In the plane nothing is seen of it.
      #expect(left.convert(Point.zero, to: root) == Point(0, 100))
      left.layer.transform = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
      right.layer.transform = CATransform3DMakeRotation(-.pi / 3, 0, 1, 0)
      let (near, far) = (left.convert(Point(0, 0), to: root), right.convert(Point(100, 0), to: root))
      // As in a mirror.
      #expect(abs(near.x + far.x - 300) < 1e-9 && abs(near.y - far.y) < 1e-9 && near.y < 100)
      let picture = stage.window.snapshot()
      func seen(_ point: Point, _ dx: Double, _ dy: Double) -> UIColor {
        picture.color(x: Int(point.x + dx), y: Int(point.y + dy))
      }
      #expect(seen(near, 3, 4) == .red && seen(near, -4, 4) == .white)
      #expect(seen(far, -3, 4) == .blue && seen(far, 4, 4) == .white)
      #expect(root.hitTest(Point(near.x + 3, near.y + 4), with: nil) === left)
      // The perspective is around the middle, wherever that is.
      root.bounds.size.width = 500
      #expect(abs(left.convert(Point(0, 0), to: root).x - near.x) > 1)
      // Elsewhere it does not apply.
      let other = UIView(frame: Rect(0, 0, 300, 400))
      other.addSubview(left)
      #expect(abs(left.convert(Point(0, 0), to: other).y - 100) < 1e-9)
    }
  }

  @Test func whatIsNearerIsLargerAndInFront() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let root = stage.show(UIView(frame: Rect(0, 0, 300, 300)))
      let (first, second) = (view(Rect(100, 100, 100, 100), .red), view(Rect(100, 100, 100, 100), .blue))
      for view in [first, second] { root.addSubview(view) }
      root.layer.sublayerTransform.m34 = -1 / 400
      first.layer.zPosition = 200
      // Twice as large, and in front.
      #expect(stage.color(150, 150) == .red && stage.color(52, 52) == .red && stage.color(47, 150) == .white)
      #expect(root.hitTest(Point(60, 60), with: nil) === first)
      first.layer.zPosition = 0
      #expect(stage.color(150, 150) == .blue)
      first.layer.transform = CATransform3DMakeTranslation(0, 0, 1)
      #expect(stage.color(150, 150) == .red)
      root.layer.sublayerTransform = CATransform3DIdentity
      #expect(stage.color(150, 150) == .red && stage.color(98, 150) == .white)
    }
  }

  @Test func aBackIsSeenMirroredOrNotAtAll() {
    onStage { stage in
      let (card, root) = card(stage)
      card.addSubview(view(Rect(0, 0, 100, 200), .blue))
      card.layer.transform = turned(170, 0, 1)
      #expect(stage.color(120, 200) == .red && stage.color(180, 200) == .blue)
      card.layer.isDoubleSided = false
      #expect(stage.color(120, 200) == .white && stage.color(180, 200) == .white)
      #expect(root.hitTest(Point(120, 200), with: nil) === card)
      card.layer.transform = turned(80, 0, 1)
      #expect(stage.color(151, 200) != .white)
      card.layer.transform = turned(180, 0, 1)
      #expect(stage.color(120, 200) == .white)
      // The back of a layer without a perspective, too.
      let layer = CALayer()
      stage.atOnce {
        (layer.frame, layer.backgroundColor) = (Rect(0, 350, 50, 50), UIColor.green.cgColor)
        root.layer.addSublayer(layer)
        layer.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
      }
      #expect(stage.color(25, 375) == .green)
      layer.isDoubleSided = false
      #expect(stage.color(25, 375) == .white && !layer.isDoubleSided)
    }
  }

  @Test func whatIsBehindTheEyeIsNeitherSeenNorHit() {
    onStage { stage in
      let (card, root) = card(stage)
      var transform = turned(0, 0, 1)
      transform = CATransform3DTranslate(transform, 0, 0, 500)
      card.layer.transform = transform
      #expect(stage.color(150, 200) == .white && root.hitTest(Point(150, 200), with: nil) === root)
      // A floor that begins below the eye and reaches to the horizon.
      card.bounds.size.height = 4000
      card.layer.transform = turned(85, 1, 0, eye: 300)
      let picture = stage.window.snapshot()
      #expect(picture.color(x: 150, y: 300) == .red && picture.color(x: 150, y: 100) == .white)
      #expect(root.hitTest(Point(150, 300), with: nil) === card)
      #expect(root.hitTest(Point(150, 100), with: nil) === root)
      // The horizon is at 174.
      #expect(card.frame.minY > 174 && card.frame.maxY > 2000)
      let far = card.convert(Point(100, 0), to: root)
      let near = card.convert(Point(100, 4000), to: root)
      #expect(far.isFinite && near.isFinite)
    }
  }

  @Test func aPlaneIsSeenWithAllThatIsInIt() {
    onStage { stage in
      let (card, _) = card(stage)
      card.alpha = 0.5
      card.clipsToBounds = true
      card.layer.cornerRadius = 60
      card.addSubview(view(Rect(100, 0, 300, 200), .blue))
      card.layer.transform = turned(30, 1, 0)
      let picture = stage.window.snapshot()
      let (red, blue) = (picture.color(x: 100, y: 200), picture.color(x: 200, y: 200))
      #expect(red.red == 1 && abs(red.green - 0.5) < 0.01 && abs(red.blue - 0.5) < 0.01)
      #expect(blue.blue == 1 && abs(blue.red - 0.5) < 0.01)
      // Beyond the edge, and in a corner.
      #expect(picture.color(x: 270, y: 200) == .white)
      let corner = card.convert(Point(3, 3), to: nil)
      #expect(picture.color(x: Int(corner.x), y: Int(corner.y)) == .white)
    }
  }

  @Test func aPictureOfTheChangesIsTheOneThatIsDrawnAnew() {
    onStage { stage in
      let (card, root) = card(stage)
      let (inner, beside) = (view(Rect(10, 10, 50, 50), .blue), view(Rect(0, 0, 30, 30), .green))
      card.addSubview(inner)
      root.addSubview(beside)
      card.layer.transform = turned(40, 0, 1)
      let renderer = WindowRenderer(stage.window)
      renderer.update()
      func expectFresh(_ comment: Comment) {
        renderer.update()
        #expect(renderer.bitmap == stage.window.snapshot(), comment)
      }
      expectFresh("at first")
      inner.backgroundColor = .yellow
      expectFresh("something in the plane")
      card.layer.transform = turned(20, 0, 1)
      expectFresh("the plane")
      // In the same place, seen from behind.
      card.layer.transform = turned(200, 0, 1)
      expectFresh("its back")
      beside.backgroundColor = .black
      expectFresh("something beside it")
      inner.frame.origin.x = 150
      card.center.x += 20
      expectFresh("both")
      card.layer.transform = CATransform3DIdentity
      expectFresh("no plane any more")
      card.layer.transform = turned(20, 1, 0)
      card.isHidden = true
      expectFresh("hidden")
      root.layer.sublayerTransform.m34 = -1 / 300
      card.isHidden = false
      expectFresh("a shared perspective")
      let before = renderer.drawnPixels
      renderer.setNeedsPicture()
      expectFresh("everything")
      #expect(renderer.drawnPixels > before)
    }
  }

  @Test func aPictureWithOtherPixelsIsDrawnAnewInAPlane() {
    onStage { stage in
      let (card, _) = card(stage)
      let bitmap = Bitmap(width: 200, height: 200)
      bitmap.clear(bitmap.bounds, to: .green)
      let drawn = Painted(bitmap)
      card.addSubview(drawn)
      card.layer.transform = turned(40, 0, 1)
      let renderer = WindowRenderer(stage.window)
      renderer.update()
      #expect(renderer.bitmap.color(x: 150, y: 200) == .green)
      bitmap.clear(bitmap.bounds, to: .blue)
      drawn.setNeedsDisplay(in: Rect(60, 60, 80, 80))
      renderer.update()
      #expect(renderer.bitmap.color(x: 150, y: 200) == .blue)
    }
  }

  private final class Painted: UIView {
    let bitmap: Bitmap
    init(_ bitmap: Bitmap) {
      self.bitmap = bitmap
      super.init(frame: Rect(0, 0, 200, 200))
    }
    override func draw(_ rect: Rect) { Drawing.current?.image(bitmap, in: bounds) }
  }

  @Test func aViewThatIsTakenOutLosesThePerspective() {
    let (root, card) = (UIView(frame: Rect(0, 0, 300, 300)), UIView(frame: Rect(0, 100, 100, 100)))
    root.layer.sublayerTransform.m34 = -1 / 400
    card.layer.zPosition = 200
    root.addSubview(card)
    #expect(card.convert(Point.zero, to: root).distance(to: Point(-150, 50)) < 1e-9)
    card.removeFromSuperview()
    let other = UIView()
    other.addSubview(card)
    #expect(card.convert(Point.zero, to: other) == Point(0, 100))
    root.addSubview(card)
    root.layer.sublayerTransform = CATransform3DIdentity
    #expect(card.convert(Point.zero, to: root) == Point(0, 100))
  }

  @Test func aSnapshotAsSVGHasThePicture() {
    onStage { stage in
      let (card, _) = card(stage)
      #expect(!stage.window.pictureSVG().contains("<image"))
      card.layer.transform = turned(60, 0, 1)
      #expect(stage.window.pictureSVG().contains("<image"))
    }
  }

  @Test func aPlaneOfTheProgramsOwnLayersIsFoundByHitTest() {
    onStage { stage in
      let outer = stage.show(layer: CALayer())
      let inner = CALayer()
      stage.atOnce {
        inner.frame = Rect(50, 50, 200, 200)
        inner.backgroundColor = UIColor.red.cgColor
        outer.addSublayer(inner)
        outer.sublayerTransform.m34 = -1 / 400
        inner.transform = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
      }
      // As in the other tests, 50 points higher.
      #expect(outer.hitTest(Point(89, 26)) === inner && outer.hitTest(Point(84, 150)) === outer)
      #expect(stage.color(89, 26) == .red && stage.color(84, 150) == .white)
      #expect(outer.value(forKeyPath: "sublayerTransform") as? CATransform3D == outer.sublayerTransform)
    }
  }
}
