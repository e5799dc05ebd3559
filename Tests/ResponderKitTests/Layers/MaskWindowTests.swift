import ResponderKit
import TestHarness
import Testing

/// Masks of views that change windows, end, or are changed by the calls about that.
@Suite(.hangLimit) struct MaskWindowTests {
  /// Notes the windows that it is notified of.
  private final class Noting: UIView {
    var moves: [String] = []
    var onMove: (() -> Void)?
    var beforeMove: (() -> Void)?
    override var canBecomeFirstResponder: Bool { true }
    override func willMove(toWindow window: UIWindow?) {
      moves.append(window == nil ? "will leave" : "will enter")
      beforeMove?()
    }
    override func didMoveToWindow() {
      moves.append(window == nil ? "left" : "entered")
      onMove?()
    }
  }

  private func masked() -> (view: UIView, mask: Noting, inner: Noting) {
    let (view, mask, inner) = (UIView(frame: Rect(0, 0, 90, 90)), Noting(), Noting())
    mask.addSubview(inner)
    view.mask = mask
    return (view, mask, inner)
  }

  @Test func aMaskMovesWithItsViewToAnotherWindow() {
    onStage { stage in
      let (view, mask, inner) = masked()
      let (first, second) = (UIWindow(), UIWindow())
      first.addSubview(view)
      #expect(mask.window === first && inner.window === first)
      second.addSubview(view)
      #expect(mask.window === second && inner.window === second)
      // Also in a layer of no view, and in another mask.
      let (layer, around) = (CALayer(), UIView())
      view.mask = nil
      layer.mask = mask.layer
      around.layer.addSublayer(layer)
      view.mask = around
      #expect(inner.window === second && around.window === second)
      first.addSubview(view)
      #expect(inner.window === first && around.window === first)
      view.removeFromSuperview()
      #expect(inner.window == nil && around.window == nil)
    }
  }

  @Test func aLayerTakesItsMaskIntoTheWindow() {
    onStage { stage in
      let (root, around, layer, mask) = (stage.show(UIView()), CALayer(), CALayer(), Noting())
      layer.mask = mask.layer
      around.addSublayer(layer)
      #expect(mask.window == nil && mask.moves == [])
      root.layer.addSublayer(around)
      #expect(mask.window === stage.window && mask.moves == ["will enter", "entered"])
    }
  }

  @Test func aViewThatIsKeptFromAnEndedWindowTakesItsMaskAlong() {
    onStage { stage in
      let (view, mask, inner) = masked()
      do {
        let window = UIWindow()
        window.addSubview(view)
      }
      stage.wait(20)
      #expect(view.window == nil && mask.window == nil && inner.window == nil)
      let window = UIWindow()
      window.addSubview(view)
      #expect(mask.window === window && inner.window === window)
    }
  }

  @Test func aViewIsNotPutIntoItsOwnMask() {
    onStage { stage in
      let (view, mask, inner) = masked()
      stage.show(view)
      inner.addSubview(view)
      #expect(view.superview !== inner && view.mask === mask)
      let around = UIView()
      stage.window.addSubview(around)
      around.addSubview(view)
      mask.addSubview(around)
      #expect(around.superview === stage.window)
      // A mask of a layer in the view.
      let layer = CALayer()
      view.layer.addSublayer(layer)
      view.mask = nil
      layer.mask = mask.layer
      mask.addSubview(view)
      #expect(view.superview === around && inner.convert(Point.zero, to: nil) == .zero)
      // What is in no way around it can be put into it.
      let other = UIView()
      other.addSubview(UIView())
      mask.addSubview(other)
      #expect(other.superview === mask && other.window === stage.window)
    }
  }

  @Test func aViewThatHasLostItsMaskDoesNotKeepIt() {
    onStage { stage in
      let (view, other, root) = (UIView(), UIView(), stage.show(UIView()))
      for way in 0..<4 {
        weak var ended: UIView?
        do {
          let mask = UIView()
          ended = mask
          view.mask = mask
          switch way {
          case 0: view.layer.mask = nil
          case 1:
            other.mask = mask
            other.mask = nil
          case 2:
            root.addSubview(mask)
            mask.removeFromSuperview()
          default: view.layer.mask = CALayer()
          }
          #expect(view.mask == nil)
        }
        stage.wait(20)
        #expect(ended == nil)
      }
    }
  }

  @Test func aMaskIsNotifiedBeforeItLeavesAndIsNoFirstResponderAfterwards() {
    onStage { stage in
      let (view, mask, inner) = masked()
      let root = stage.show(UIView())
      root.addSubview(view)
      #expect(inner.moves == ["will enter", "entered"] && inner.becomeFirstResponder())
      view.removeFromSuperview()
      #expect(!inner.isFirstResponder && stage.window.firstResponder == nil)
      root.addSubview(view)
      #expect(inner.becomeFirstResponder())
      view.mask = nil
      #expect(!inner.isFirstResponder && stage.window.firstResponder == nil)
      let all = [
        "will enter", "entered", "will leave", "left", "will enter", "entered", "will leave", "left",
      ]
      #expect(inner.moves == all && mask.moves == all)
    }
  }

  @Test func callsOfAMaskMayMoveTheView() {
    onStage { stage in
      let (view, mask, inner) = masked()
      let (root, last) = (stage.show(UIView()), Noting())
      view.addSubview(last)
      mask.onMove = { [unowned mask] in
        mask.onMove = nil
        view.removeFromSuperview()
      }
      root.addSubview(view)
      #expect(view.window == nil && last.window == nil && mask.window == nil && inner.window == nil)
      #expect(last.moves.count { $0 == "entered" } == last.moves.count { $0 == "left" })
    }
  }

  @Test func callsAboutAMaskMaySetAnother() {
    onStage { stage in
      let (view, old, _) = masked()
      stage.show(view)
      let (third, new) = (UIView(), UIView())
      old.onMove = { view.mask = third }
      view.mask = new
      #expect(view.mask === third && view.layer.mask === third.layer && third.window === stage.window)
      #expect(new.window == nil && old.window == nil)
      // One that is taken away before it enters the window stays outside.
      let early = Noting()
      early.beforeMove = { view.mask = nil }
      view.mask = early
      #expect(view.mask == nil && early.window == nil && early.moves == ["will enter"])
      // One that is put elsewhere on its way is no mask.
      let (root, moved) = (UIView(), Noting())
      stage.window.addSubview(root)
      root.addSubview(moved)
      moved.onMove = { [unowned moved] in
        moved.onMove = nil
        root.addSubview(moved)
      }
      view.mask = moved
      #expect(view.mask == nil && view.layer.mask == nil && moved.superview === root)
    }
  }

  @Test func aMaskLeavesTheWindowWhenTheViewOfAMaskedLayerEnds() {
    onStage { stage in
      let (root, layer, mask) = (stage.show(UIView()), CALayer(), Noting())
      root.layer.addSublayer(layer)
      do {
        let middle = UIView()
        middle.mask = mask
        layer.mask = middle.layer
        #expect(mask.window === stage.window)
      }
      stage.wait(20)
      // The layer of the view that has ended still masks the other one.
      #expect(mask.window === stage.window)
      layer.mask = nil
      #expect(mask.window == nil && mask.moves.last == "left")
      // A window that ends with a mask of its own.
      do {
        let window = UIWindow()
        window.mask = mask
        #expect(mask.window === window)
      }
      stage.wait(20)
      #expect(mask.window == nil)
      mask.setNeedsDisplay()
    }
  }
}
