import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// Layers in layers and in views: where they are drawn, and in which order.
@Suite(.hangLimit) struct LayerTests {
  private func layer(_ frame: Rect, _ color: UIColor) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    layer.backgroundColor = color.cgColor
    return layer
  }

  private func root(_ stage: Stage) -> UIView {
    let view = stage.show(UIView(frame: UIScreen.main.bounds))
    stage.window.backgroundColor = .white
    // What is set is to be seen at once.
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    return view
  }

  private func view(_ frame: Rect, _ color: UIColor) -> UIView {
    let view = UIView(frame: frame)
    view.backgroundColor = color
    return view
  }

  @Test func aLayerIsDrawnInItsPlaceWithWhatIsInIt() {
    onStage { stage in
      let root = root(stage)
      let outer = layer(Rect(50, 50, 100, 100), .red)
      let inner = layer(Rect(10, 10, 20, 20), .blue)
      outer.addSublayer(inner)
      root.layer.addSublayer(outer)
      #expect(inner.superlayer === outer && outer.superlayer === root.layer && outer.sublayers?.count == 1)
      var picture = stage.window.snapshot()
      #expect(picture.color(x: 55, y: 55) == .red && picture.color(x: 70, y: 70) == .blue)
      outer.masksToBounds = true
      inner.frame = Rect(90, 0, 50, 10)
      picture = stage.window.snapshot()
      #expect(picture.color(x: 145, y: 55) == .blue && picture.color(x: 155, y: 55) == .white)
      outer.isHidden = true
      #expect(stage.window.snapshot().color(x: 55, y: 55) == .white)
      outer.isHidden = false
      outer.opacity = 0.5
      #expect(abs(stage.window.snapshot().color(x: 55, y: 80).green - 0.5) < 0.01)
      outer.removeFromSuperlayer()
      #expect(outer.superlayer == nil && stage.window.snapshot().color(x: 55, y: 55) == .white)
    }
  }

  @Test func layersAndSubviewsAreDrawnInTheOrderInWhichTheyWereAdded() {
    onStage { stage in
      let root = root(stage)
      let place = Rect(0, 0, 100, 100)
      func seen() -> UIColor { stage.window.snapshot().color(x: 50, y: 50) }
      let first = view(place, .red)
      root.addSubview(first)
      let above = layer(place, .green)
      root.layer.addSublayer(above)
      #expect(seen() == .green)
      let second = view(place, .blue)
      root.addSubview(second)
      #expect(seen() == .blue)
      root.layer.insertSublayer(layer(place, .black), at: 0)
      #expect(seen() == .blue)
      second.removeFromSuperview()
      #expect(seen() == .green)
      // A view that is brought to the front leaves the layer where it is.
      root.bringSubviewToFront(first)
      #expect(seen() == .green)
      root.addSubview(second)
      root.bringSubviewToFront(first)
      #expect(seen() == .red)
      first.isHidden = true
      second.isHidden = true
      #expect(seen() == .green)
      above.removeFromSuperlayer()
      #expect(seen() == .black)
      // Subviews' layers are among the sublayers.
      #expect(root.layer.sublayers?.count == 3 && root.layer.sublayers?.last === first.layer)
    }
  }

  @Test func layersAreNotHit() {
    onStage { stage in
      let root = root(stage)
      let below = view(Rect(0, 0, 100, 100), .red)
      root.addSubview(below)
      root.layer.addSublayer(layer(Rect(0, 0, 390, 844), .green))
      #expect(stage.window.hitTest(Point(50, 50), with: nil) === below)
    }
  }

  @Test func aLayerTurnsAroundItsAnchor() {
    onStage { stage in
      let root = root(stage)
      let hand = layer(Rect(100, 50, 10, 100), .red)
      root.layer.addSublayer(hand)
      hand.anchorPoint = Point(0.5, 1)
      #expect(hand.position == Point(105, 100) && hand.frame == Rect(100, 0, 10, 100))
      hand.position = Point(105, 150)
      hand.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
      let picture = stage.window.snapshot()
      #expect(picture.color(x: 190, y: 150) == .red && picture.color(x: 105, y: 60) == .white)
    }
  }

  @Test func aGradientLayerShowsItsColors() {
    onStage { stage in
      let root = root(stage)
      let gradient = CAGradientLayer()
      gradient.frame = Rect(0, 0, 100, 100)
      gradient.colors = [UIColor.red.cgColor, UIColor.blue.cgColor]
      gradient.startPoint = CGPoint(x: 0, y: 0.5)
      gradient.endPoint = CGPoint(x: 1, y: 0.5)
      gradient.locations = [0.25, 0.75]
      root.layer.insertSublayer(gradient, at: 0)
      let picture = stage.window.snapshot()
      #expect(picture.color(x: 10, y: 50) == .red && picture.color(x: 90, y: 10) == .blue)
      #expect(abs(picture.color(x: 50, y: 50).red - 0.5) < 0.03)
      #expect(gradient.colors?.count == 2 && gradient.locations == [0.25, 0.75])
    }
  }

  @Test func aViewOfAnotherLayerClassShowsWhatThatDraws() {
    final class GradientView: UIView {
      override class var layerClass: AnyClass { CAGradientLayer.self }
    }
    onStage { stage in
      let view = GradientView(frame: Rect(0, 0, 100, 100))
      root(stage).addSubview(view)
      (view.layer as? CAGradientLayer)?.colors = [UIColor.red.cgColor, UIColor.red.cgColor]
      #expect(stage.window.snapshot().color(x: 50, y: 50) == .red)
    }
  }

  @Test func aMaskIsWhatIsSeen() {
    onStage { stage in
      let view = view(Rect(0, 0, 100, 100), .red)
      root(stage).addSubview(view)
      let inner = self.view(Rect(0, 0, 50, 100), .blue)
      view.addSubview(inner)
      let mask = CAShapeLayer()
      mask.path = UIBezierPath(ovalIn: Rect(0, 0, 100, 100)).cgPath
      view.layer.mask = mask
      var picture = stage.window.snapshot()
      #expect(picture.color(x: 5, y: 5) == .white && picture.color(x: 95, y: 95) == .white)
      #expect(picture.color(x: 25, y: 50) == .blue && picture.color(x: 75, y: 50) == .red)
      let svg = stage.window.pictureSVG()
      #expect(svg.contains("<mask id=") && svg.contains("mask=\"url(#m"))
      mask.path = UIBezierPath(rect: Rect(0, 0, 100, 20)).cgPath
      picture = stage.window.snapshot()
      #expect(picture.color(x: 95, y: 5) == .red && picture.color(x: 75, y: 50) == .white)
      view.layer.mask = nil
      #expect(stage.window.snapshot().color(x: 95, y: 95) == .red)
    }
  }

  @Test func contentsAreAPicture() {
    onStage { stage in
      let bitmap = Bitmap(width: 2, height: 1)
      bitmap.clear(PixelRect(x: 0, y: 0, width: 1, height: 1), to: .red)
      bitmap.clear(PixelRect(x: 1, y: 0, width: 1, height: 1), to: .blue)
      let layer = layer(Rect(0, 0, 100, 100), .white)
      layer.contents = UIImage(bitmap).cgImage
      root(stage).layer.addSublayer(layer)
      let picture = stage.window.snapshot()
      #expect(picture.color(x: 10, y: 50) == .red && picture.color(x: 90, y: 50) == .blue)
    }
  }

  @Test func aLayerOutlivesItsView() {
    onStage { stage in
      let root = root(stage)
      var view: UIView? = self.view(Rect(0, 0, 10, 10), .red)
      if let view { root.addSubview(view) }
      let layer = view?.layer
      view?.removeFromSuperview()
      view = nil
      stage.wait(20)
      layer?.cornerRadius = 5
      layer?.removeAllAnimations()
      #expect(layer?.cornerRadius == 5 && layer?.superlayer == nil && layer?.bounds.isEmpty == true)
    }
  }

  @Test func transformsOfSpaceAreSeenFromFarAway() {
    let turned = CATransform3DRotate(CATransform3DIdentity, .pi / 3, 0, 1, 0)
    let flat = CATransform3DGetAffineTransform(turned)
    #expect(abs(flat.a - 0.5) < 1e-9 && flat.d == 1 && abs(flat.b) + abs(flat.c) < 1e-9)
    let moved = CATransform3DConcat(CATransform3DMakeScale(2, 3, 1), CATransform3DMakeTranslation(5, 6, 0))
    #expect(
      CATransform3DGetAffineTransform(moved) == AffineTransform(a: 2, b: 0, c: 0, d: 3, tx: 5, ty: 6))
    #expect(
      CATransform3DGetAffineTransform(CATransform3DTranslate(CATransform3DMakeScale(2, 2, 1), 5, 6, 0)).tx
        == 10)
    let quarter = CATransform3DGetAffineTransform(CATransform3DMakeRotation(.pi / 2, 0, 0, 1))
    #expect(abs(quarter.b - 1) < 1e-9 && abs(quarter.c + 1) < 1e-9)
  }
}
