import ResponderKit
import TestHarness
import Testing

/// Views through which others are seen: `mask` of views, and layers of views as masks of layers.
@Suite(.hangLimit) struct MaskViewTests {
  /// A red view in a white one that fills the window.
  private func red(_ stage: Stage, _ frame: Rect = Rect(0, 0, 100, 100)) -> UIView {
    stage.window.backgroundColor = .white
    let root = stage.show(UIView(frame: stage.window.bounds))
    let view = UIView(frame: frame)
    view.backgroundColor = .red
    root.addSubview(view)
    return view
  }

  private func box(_ frame: Rect) -> UIView {
    let view = UIView(frame: frame)
    view.backgroundColor = .black
    return view
  }

  @Test func aViewIsSeenThroughItsMaskAndWhatIsInThat() {
    onStage { stage in
      let view = red(stage)
      let mask = box(Rect(0, 0, 50, 50))
      mask.addSubview(box(Rect(80, 80, 20, 20)))
      view.mask = mask
      stage.wait(20)
      #expect(view.mask === mask && mask.superview == nil && mask.window === stage.window)
      #expect(stage.color(10, 10) == .red && stage.color(90, 90) == .red && stage.color(60, 60) == .white)
      #expect(view.hitTest(Point(60, 60), with: nil) === view && view.subviews.isEmpty)
      view.mask = nil
      #expect(view.mask == nil && mask.window == nil && stage.color(60, 60) == .red)
    }
  }

  @Test func aMaskFollowsItsChangesAndIsAnimated() {
    onStage { stage in
      let view = red(stage)
      let mask = box(Rect(0, 0, 20, 100))
      view.mask = mask
      stage.wait(20)
      mask.frame.size.width = 40
      #expect(stage.color(30, 50) == .red && stage.color(50, 50) == .white)
      UIView.animate(
        withDuration: 1, delay: 0, options: .curveLinear, animations: { mask.frame.origin.x = 60 })
      stage.wait(500)
      #expect(stage.color(10, 50) == .white && stage.color(50, 50) == .red && stage.color(90, 50) == .white)
      stage.wait(600)
      #expect(stage.color(50, 50) == .white && stage.color(90, 50) == .red)
    }
  }

  @Test func lettersOfALabelMaskALayerAndAreDrawnAnew() {
    onStage { stage in
      let view = red(stage, Rect(0, 0, 200, 60))
      let label = UILabel(frame: view.bounds)
      label.font = .systemFont(ofSize: 40)
      view.layer.mask = label.layer
      stage.wait(20)
      #expect(stage.brightness(Rect(0, 0, 200, 60)) == 1)
      label.text = "Letters"
      stage.wait(20)
      #expect((0.5..<0.95).contains(stage.brightness(Rect(0, 0, 200, 60))))
      label.text = ""
      stage.wait(20)
      #expect(stage.brightness(Rect(0, 0, 200, 60)) == 1)
    }
  }

  @Test func aMaskComesAndGoesWithItsView() throws {
    try onStage { stage in
      let view = red(stage)
      let root = try #require(view.superview)
      let mask = box(Rect(0, 0, 50, 50))
      let inner = box(Rect(60, 60, 10, 10))
      mask.addSubview(inner)
      view.removeFromSuperview()
      view.mask = mask
      #expect(inner.window == nil)
      root.addSubview(view)
      #expect(inner.window === stage.window)
      UIView.animate(withDuration: 1) { mask.alpha = 0 }
      stage.wait(100)
      #expect(mask.presentationAlpha > 0.5)
      view.removeFromSuperview()
      #expect(inner.window == nil && mask.presentationAlpha == 0 && view.mask === mask)
      // A layer between the view and the layer that is masked.
      let layer = CALayer()
      view.mask = nil
      layer.mask = mask.layer
      view.layer.addSublayer(layer)
      #expect(inner.window == nil)
      root.addSubview(view)
      #expect(inner.window === stage.window)
      layer.removeFromSuperlayer()
      #expect(inner.window == nil)
    }
  }

  @Test func aMaskIsInOnePlace() throws {
    try onStage { stage in
      let (view, mask) = (red(stage), box(Rect(0, 0, 50, 50)))
      let root = try #require(view.superview)
      let other = box(Rect(200, 0, 100, 100))
      root.addSubview(other)
      root.addSubview(mask)
      view.mask = mask
      #expect(mask.superview == nil)
      other.mask = mask
      #expect(view.mask == nil && other.mask === mask && mask.window === stage.window)
      root.addSubview(mask)
      #expect(other.mask == nil && other.layer.mask == nil && mask.superview === root)
      // What would be seen through itself stays as it is.
      view.mask = root
      view.mask = view
      #expect(view.mask == nil && view.superview === root)
      view.mask = mask
      mask.mask = view
      #expect(view.mask === mask && mask.mask == nil)
      view.layer.mask = nil
      #expect(view.mask == nil && mask.window == nil)
    }
  }

  @Test func aMaskOutlivesWhatIsSeenThroughIt() {
    onStage { stage in
      let (mask, inner) = (box(Rect(0, 0, 50, 50)), box(Rect(0, 0, 9, 9)))
      mask.addSubview(inner)
      do {
        let window = UIWindow()
        let view = UIView(frame: window.bounds)
        window.addSubview(view)
        view.mask = mask
        window.isHidden = false
        #expect(inner.window === window)
        window.isHidden = true
        view.removeFromSuperview()
      }
      #expect(inner.window == nil && mask.window == nil)
      var view: UIView? = UIView(frame: Rect(0, 0, 99, 99))
      let kept = UIView()
      view?.addSubview(kept)
      kept.mask = mask
      var window: UIWindow? = UIWindow()
      window?.addSubview(view ?? UIView())
      #expect(inner.window === window)
      // The window ends with views that the program keeps.
      weak let ended = window
      view = nil
      window = nil
      stage.wait(20)
      #expect(ended == nil && kept.window == nil && inner.window == nil)
      inner.setNeedsDisplay()
      stage.wait(20)
    }
  }
}
