import HIDEvents
import TestHarness
import Testing

@testable import ResponderKit

/// Pictures of which only a part was made anew are the same as those of a new renderer: around masks, shadows and other windows, and with what a program does meanwhile.
@Suite(.hangLimit) struct PartialPictureTests {
  private static func crowd(_ count: Int, on stage: Stage) -> (host: UIView, views: [UIView], WindowRenderer)
  {
    PartialSceneTests.crowd(count, on: stage)
  }

  private static func made(_ renderer: WindowRenderer, _ change: () -> Void) -> Int? {
    PartialSceneTests.made(renderer, change)
  }

  // MARK: What is around

  /// What is in a mask is drawn with the view that is seen through it only, however large it is.
  @Test(arguments: [false, true]) func masksAreNotDrawnByThemselves(_ isLayer: Bool) {
    onStage { stage in
      let (host, views, renderer) = Self.crowd(400, on: stage)
      let masked = UIView(frame: Rect(150, 20, 40, 40))
      masked.backgroundColor = .green
      // Apart from what fills the window: what is neighbouring among the items is near it.
      host.insertSubview(masked, at: 240)
      let places = (0..<200).map { Rect(Double($0 % 20) * 15, 30 + Double($0 / 20) * 60, 12, 50) }
      if isLayer {
        let mask = CALayer()
        for place in places {
          let layer = CALayer()
          layer.frame = place.offsetBy(dx: -150, dy: -20)
          layer.backgroundColor = UIColor.black.cgColor
          mask.addSublayer(layer)
        }
        masked.layer.mask = mask
      } else {
        let mask = UIView()
        for place in places {
          let view = UIView(frame: place.offsetBy(dx: -150, dy: -20))
          view.backgroundColor = .black
          mask.addSubview(view)
        }
        masked.mask = mask
      }
      renderer.update()
      #expect(Self.made(renderer) { views[2].frame = Rect(100, 300, 60, 60) } == 1)
      #expect(Self.made(renderer) { views[3].frame = Rect(140, 10, 60, 60) } == 1)
      #expect(Self.made(renderer) { views[399].frame = Rect(100, 330, 60, 60) } == 1)
      if isLayer {
        // It belongs to the view, and so do the layers in it.
        #expect(Self.made(renderer) { masked.layer.mask?.sublayers?[150].isHidden = true } ?? 999 <= 201)
      } else {
        #expect(Self.made(renderer) { masked.mask?.subviews[150].isHidden = true } ?? 0 > 400)
        #expect(Self.made(renderer) { masked.mask?.frame.origin.x = 9 } ?? 0 > 400)
      }
    }
  }

  /// A view that draws throws the shadow of that until there is anything in it, which may not be seen yet.
  @Test func theShadowOfAViewThatDrawsIsThatOfItsBoxOnceAViewIsInIt() {
    onStage { stage in
      let (host, views, renderer) = Self.crowd(400, on: stage)
      let (disc, plain) = (Disc(frame: Rect(100, 500, 60, 60)), UIView(frame: Rect(200, 500, 60, 60)))
      plain.backgroundColor = .white
      let parts = [disc, plain].map { around in
        around.layer.shadowOpacity = 1
        let part = UIView(frame: Rect(20, 20, 9, 9))
        part.backgroundColor = .green
        around.addSubview(part)
        host.addSubview(around)
        return part
      }
      parts[0].alpha = 0
      renderer.update()
      #expect(Self.made(renderer) { views[0].backgroundColor = .blue } == 1)
      #expect(
        Self.made(renderer) { UIView.animate(withDuration: 0.1, delay: 1) { parts[0].alpha = 1 } } != nil)
      #expect(Self.made(renderer) { parts[0].isHidden = true } != nil)
      // What draws nothing has the shadow of its box in any case.
      renderer.update()
      #expect(Self.made(renderer) { parts[1].isHidden = true } == 0)
    }
  }

  private final class Surface: WindowSurface {
    var isReady = true
    func show(_ bitmap: Bitmap, damage: [PixelRect]) {}
  }

  /// A window that is shown on the desktop by itself is no longer a part of those behind it.
  @Test func aWindowInFrontThatIsHostedLeavesThePicturesBehindIt() {
    onStage { stage in
      let hosted = stage.application.begin(hosting: stage.window)
      let (_, views, renderer) = Self.crowd(400, on: stage)
      let surface = Surface()
      renderer.surface = surface
      let front = UIWindow(frame: Rect(0, 300, 100, 100))
      front.backgroundColor = .green
      front.isHidden = false
      func isShared() -> Bool {
        stage.wait(20)
        return renderer.bitmap.color(x: 50, y: 350) == .green
      }
      #expect(isShared())
      let second = stage.application.begin(hosting: front)
      #expect(!isShared())
      stage.application.end(second)
      #expect(isShared())
      let own = WindowRenderer(front)
      #expect(!isShared())
      own.end()
      #expect(isShared())
      // Its picture is not shared while nothing shows it.
      renderer.surface = nil
      #expect(Self.made(renderer) { views[0].backgroundColor = .blue } != nil)
      stage.application.end(hosted)
    }
  }

  // MARK: What a program does meanwhile

  /// What is laid out or drawn for a snapshot is seen in the renderer's next picture.
  @Test func changesDuringASnapshotAreNotLost() {
    onStage { stage in
      let (host, views, renderer) = Self.crowd(400, on: stage)
      let busy = Busy(frame: Rect(100, 500, 60, 60))
      host.addSubview(busy)
      renderer.update()
      #expect(Self.made(renderer) { views[0].backgroundColor = .blue } == 1)
      busy.onLayout = { views[1].backgroundColor = .green }
      let made = Self.made(renderer) {
        busy.setNeedsLayout()
        _ = stage.window.snapshot()
      }
      #expect(made == 1)
      #expect(stage.window.renderer === renderer)
      busy.onDraw = { views[2].backgroundColor = .green }
      busy.bounds.size.width = 50
      // Drawn anew for its new size by the first that shows it.
      _ = stage.window.snapshot()
      #expect(Self.made(renderer) {} != nil)
      renderer.end()
      busy.setNeedsDisplay()
      _ = stage.window.snapshot()
      #expect(stage.window.renderer == nil && views[2].backgroundColor == .green)
    }
  }

  /// A program's drawing may ask for a picture, and for changes of it: they are in the next one.
  @Test func aDrawingViewMayAskForAPicture() {
    onStage { stage in
      let (host, views, renderer) = Self.crowd(400, on: stage)
      let busy = Busy(frame: Rect(100, 500, 60, 60))
      host.addSubview(busy)
      renderer.update()
      #expect(Self.made(renderer) { views[0].backgroundColor = .blue } == 1)
      var asked: [Int] = []
      for width in [50.0, 40] {
        busy.onDraw = {
          views[Int(width)].backgroundColor = .green
          asked.append(renderer.update().count)
          if width < 50 { renderer.setNeedsPicture() }
        }
        busy.bounds.size.width = width
        renderer.update()
        busy.onDraw = {}
        let pixels = renderer.drawnPixels
        #expect(Self.made(renderer) {} != nil)
        let all = renderer.bitmap.width * renderer.bitmap.height
        #expect((renderer.drawnPixels - pixels == all) == (width < 50))
      }
      #expect(asked == [0, 0])
    }
  }

  /// A color may depend on any of the window's traits.
  @Test func colorsFollowTheTraitsOfTheWindow() {
    onStage { stage in
      let (_, views, renderer) = Self.crowd(400, on: stage)
      views[77].backgroundColor = UIColor {
        $0.preferredContentSizeCategory == .extraLarge ? .green : .blue
      }
      renderer.update()
      #expect(Self.made(renderer) { views[0].backgroundColor = .blue } == 1)
      #expect(Self.made(renderer) { stage.application.preferredContentSizeCategory = .extraLarge } != nil)
      #expect(renderer.bitmap.color(x: 17 * 6 + 2, y: 8) == .green)
    }
  }

  // MARK: What it costs

  /// A view that gets more in it takes more room among the items; those behind it in the list keep theirs.
  @Test func aViewThatGrowsIsMadeAlone() {
    onStage { stage in
      let (host, views, renderer) = Self.crowd(1000, on: stage)
      host.layer.borderWidth = 3
      views[600].alpha = 0.5
      renderer.update()
      #expect(Self.made(renderer) { views[900].backgroundColor = .blue } == 1)
      for count in 1...16 {
        func grow() {
          for number in 0..<5 {
            let part = UIView(frame: Rect(Double(count) * 9, 300 + Double(number) * 7, 5, 5))
            part.backgroundColor = .green
            views[600].addSubview(part)
          }
        }
        #expect(Self.made(renderer, grow) == 5 * count + 1)
      }
      // Behind all others, also those that have moved among the items.
      for row in 9...16 {
        #expect(Self.made(renderer) { views[0].frame = Rect(0, Double(row) * 6 + 2, 390, 1) } == 1)
      }
      for place in [0, 599, 601, 999] {
        #expect(Self.made(renderer) { views[place].frame.origin.y += 200 } == 1)
      }
      let part = views[600].subviews[20]
      #expect(Self.made(renderer) { part.frame = Rect(40, 350, 20, 20) } == 1)
      // To one before it and to one behind it, which both grow.
      for place in [100, 900] {
        #expect(Self.made(renderer) { views[place].addSubview(part) } ?? 999 < 90)
        #expect(Self.made(renderer) { part.backgroundColor = .black } == 1)
        #expect(Self.made(renderer) { part.isHidden = true } == 0)
        #expect(Self.made(renderer) { part.isHidden = false } == 1)
      }
      // More than there are.
      let crowd = UIView()
      for _ in 0..<2000 { crowd.addSubview(UIView()) }
      #expect(Self.made(renderer) { views[5].addSubview(crowd) } ?? 0 > 3000)
    }
  }

  /// Views that had no place in the last picture have the whole window made anew, and hardly ever an index of it.
  @Test func anIndexIsMadeWhereItIsOfUse() {
    onStage { stage in
      let (host, views, renderer) = Self.crowd(1000, on: stage)
      let mask = UIView(frame: Rect(0, 0, 3, 3))
      mask.backgroundColor = .black
      views[7].mask = mask
      for number in 0..<40 { views[number + 20].isHidden = true }
      renderer.setNeedsPicture()
      renderer.update()
      let before = renderer.madeIndexes
      #expect(Self.made(renderer) { mask.frame.size.width = 2 } ?? 0 > 900)
      #expect(Self.made(renderer) { stage.window.backgroundColor = .black } ?? 0 > 900)
      #expect(renderer.madeIndexes == before)
      for number in 0..<20 {
        #expect(Self.made(renderer) { views[number + 20].isHidden = false } ?? 0 > 900)
      }
      #expect(renderer.madeIndexes - before == 4)
      // For as many pictures as there were none it is made without one; then all pictures have it.
      for number in 0..<40 { #expect(Self.made(renderer) { views[number + 90].isHidden = true } != nil) }
      #expect(renderer.madeIndexes - before == 5)
      #expect(Self.made(renderer) { views[60].backgroundColor = .blue } == 1)
      host.setNeedsDisplay()
      renderer.update()
      #expect(Self.made(renderer) { views[61].backgroundColor = .blue } == 1)
    }
  }

  @Test func whatLooksTheSameIsNotListed() {
    onStage { stage in
      let (host, views, renderer) = Self.crowd(400, on: stage)
      let scroll = UIScrollView(frame: Rect(0, 400, 300, 300))
      scroll.contentSize = Size(300, 900)
      host.addSubview(scroll)
      renderer.update()
      #expect(Self.made(renderer) { views[0].backgroundColor = .blue } == 1)
      let insets = EdgeInsets(top: 9, left: 9, bottom: 9, right: 9)
      #expect(Self.made(renderer) { views[0].hitTestEdgeInsets = insets } == 0)
      #expect(Self.made(renderer) { stage.down(50, 500) } == 0)
      #expect(scroll.isTracking)
      #expect(Self.made(renderer) { stage.up(50, 500) } == 0)
    }
  }

  /// It is made with that one, unless it leaves it.
  @Test func whatIsInTheViewThatWasListedLastIsNotCounted() {
    onStage { stage in
      let (host, views, renderer) = Self.crowd(400, on: stage)
      let (outer, inner) = (UIView(frame: Rect(0, 400, 300, 300)), UIView(frame: Rect(0, 0, 300, 300)))
      outer.addSubview(inner)
      let parts = (0..<100).map { UIView(frame: Rect(Double($0) * 2, 9, 9, 9)) }
      for part in parts { inner.addSubview(part) }
      host.addSubview(outer)
      renderer.update()
      #expect(Self.made(renderer) { views[0].backgroundColor = .blue } == 1)
      func change() {
        outer.backgroundColor = .green
        for part in parts { part.backgroundColor = .red }
      }
      #expect(Self.made(renderer, change) == 102)
      func move() {
        outer.backgroundColor = .white
        parts[50].backgroundColor = .black
        views[9].addSubview(parts[50])
      }
      #expect(Self.made(renderer, move) == 103)
      #expect(renderer.bitmap.color(x: 9 * 6 + 104, y: 11) == .black)
    }
  }
}

/// Draws a disc.
private final class Disc: UIView {
  override func draw(_ rect: Rect) { UIBezierPath(ovalIn: bounds).fill() }
}

/// Calls the program in layout and when it draws.
private final class Busy: UIView {
  var onLayout: () -> Void = {}
  var onDraw: () -> Void = {}
  override func layoutSubviews() { onLayout() }
  override func draw(_ rect: Rect) {
    onDraw()
    UIBezierPath(ovalIn: bounds).fill()
  }
}
