import TestHarness
import Testing

@testable import ResponderKit

/// Views that blur what lies behind them.
@Suite(.hangLimit) struct VisualEffectTests {
  /// The left half black, the right half white, and an effect of 200 by 100 points over the middle.
  private static func effect(_ stage: Stage, _ effect: UIVisualEffect?) -> (
    view: UIVisualEffectView, behind: UIView
  ) {
    stage.window.backgroundColor = .white
    let page = stage.show(UIView(frame: Rect(0, 0, 300, 300)))
    let behind = UIView(frame: Rect(0, 0, 150, 300))
    behind.backgroundColor = .black
    page.addSubview(behind)
    let view = UIVisualEffectView(effect: effect)
    view.frame = Rect(50, 100, 200, 100)
    page.addSubview(view)
    stage.wait(20)
    return (view, behind)
  }

  private static func gray(_ stage: Stage, _ x: Int, _ y: Int = 150) -> Int {
    Int(stage.window.snapshot()[x, y] & 255)
  }

  @Test func whatLiesBehindIsBlurredAndTinted() {
    onStage { stage in
      let (view, _) = Self.effect(stage, UIBlurEffect(style: .systemUltraThinMaterial))
      let grays = stride(from: 60, through: 240, by: 20).map { Self.gray(stage, $0) }
      // From dark to bright in many steps, and nowhere as dark as what lies behind.
      #expect(grays == grays.sorted() && Set(grays).count > 6 && grays[0] > 80)
      // Symmetric around the edge behind.
      let (left, right) = (Self.gray(stage, 149), Self.gray(stage, 150))
      #expect(right - left < 8 && abs((Self.gray(stage, 119) - left) - (right - Self.gray(stage, 180))) < 6)
      // Beside the view nothing changes.
      #expect(Self.gray(stage, 149, 98) == 0 && Self.gray(stage, 150, 98) == 255)
      view.effect = nil
      #expect(Self.gray(stage, 149) == 0 && Self.gray(stage, 150) == 255)
    }
  }

  @Test func theContentIsDrawnSharpInFront() {
    onStage { stage in
      let (view, _) = Self.effect(stage, UIBlurEffect(style: .systemMaterial))
      #expect(view.contentView.frame == view.bounds)
      let dot = UIView(frame: Rect(0, 0, 10, 10))
      dot.backgroundColor = .red
      view.contentView.addSubview(dot)
      #expect(stage.color(55, 105) == .red && stage.color(65, 105) != .red)
      view.frame.size.width = 100
      stage.wait(20)
      #expect(view.contentView.frame == view.bounds)
    }
  }

  @Test func materialsFollowTheStyleOfTheirPlace() {
    onStage { stage in
      let (view, behind) = Self.effect(stage, UIBlurEffect(style: .systemMaterial))
      behind.isHidden = true
      let bright = Self.gray(stage, 150)
      view.overrideUserInterfaceStyle = .dark
      stage.wait(20)
      let dark = Self.gray(stage, 150)
      #expect(bright > 230 && dark < 110)
      view.effect = UIBlurEffect(style: .systemMaterialLight)
      #expect(Self.gray(stage, 150) == bright)
      view.overrideUserInterfaceStyle = .light
      view.effect = UIBlurEffect(style: .dark)
      stage.wait(20)
      #expect(Self.gray(stage, 150) < 110)
      // A thicker one lets less through.
      behind.isHidden = false
      let shades = [
        UIBlurEffect.Style.systemUltraThinMaterial, .systemThinMaterial, .systemMaterial,
        .systemThickMaterial,
      ].map { style in
        view.effect = UIBlurEffect(style: style)
        return Self.gray(stage, 60)
      }
      #expect(shades == shades.sorted() && Set(shades).count == 4)
    }
  }

  @Test func cornersAreRoundWhereTheViewIsCut() {
    onStage { stage in
      let (view, _) = Self.effect(stage, UIBlurEffect(style: .systemThickMaterial))
      view.layer.cornerRadius = 30
      view.clipsToBounds = true
      #expect(Self.gray(stage, 52, 102) == 0 && Self.gray(stage, 80, 130) > 100)
    }
  }

  @Test func aBlurIsAnimated() {
    onStage { stage in
      let (view, _) = Self.effect(stage, nil)
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
        view.effect = UIBlurEffect(style: .systemMaterial)
      }
      animator.fractionComplete = 0.5
      let half = Self.gray(stage, 60)
      animator.fractionComplete = 1
      let whole = Self.gray(stage, 60)
      #expect(half > 40 && whole > half + 40)
      animator.stopAnimation(true)
    }
  }

  @Test func aChangeBehindIsSeenThroughIt() {
    onStage { stage in
      let (_, behind) = Self.effect(stage, UIBlurEffect(style: .systemThinMaterial))
      let renderer = WindowRenderer(stage.window)
      renderer.update()
      behind.frame.size.width = 120
      let damage = renderer.update()
      // As far as the blur reaches, and not beyond the effect.
      #expect(damage.contains { $0.minX < 100 && $0.maxX > 170 })
      #expect(renderer.bitmap == stage.window.snapshot())
      let dot = UIView(frame: Rect(0, 0, 10, 10))
      dot.backgroundColor = .red
      behind.addSubview(dot)
      #expect(renderer.update().reduce(0) { $0 + $1.area } < 200)
    }
  }

  @Test func partsAreDrawnAsTheWholePicture() {
    onStage { stage in
      let (view, behind) = Self.effect(stage, UIBlurEffect(style: .systemUltraThinMaterial))
      var dots: [UIView] = []
      for (index, color) in [UIColor.red, .green, .blue, .orange].enumerated() {
        let dot = UIView(frame: Rect(Double(40 * index) + 30.5, 90, 17, 23))
        dot.backgroundColor = color
        behind.superview?.insertSubview(dot, belowSubview: view)
        dots.append(dot)
      }
      // A second one, half over the first, that is turned and half transparent.
      let second = UIVisualEffectView(effect: UIBlurEffect(style: .dark))
      second.frame = Rect(150, 120, 120, 120)
      second.layer.cornerRadius = 25
      second.clipsToBounds = true
      second.transform = AffineTransform(rotationAngle: 0.3)
      second.alpha = 0.8
      behind.superview?.addSubview(second)
      let label = UILabel("vibrant", frame: Rect(10, 10, 100, 30))
      second.contentView.addSubview(label)
      for scale in [1.0, 2, 1.5] {
        let renderer = WindowRenderer(stage.window, scale: scale)
        renderer.update()
        var random = ParticleRandom(7, 0, UInt64(scale * 2))
        for step in 0..<12 {
          let dot = dots[step % 4]
          dot.center = Point(random.next() * 300, 80 + random.next() * 140)
          if step % 5 == 4 { view.center.x += 3 }
          if step % 6 == 5 { label.text = "\(step)" }
          stage.wait(10)
          renderer.update()
          #expect(renderer.bitmap == stage.window.snapshot(scale: scale), "scale \(scale), step \(step)")
        }
      }
    }
  }

  @Test func vibrantContentHasOneColor() {
    onStage { stage in
      let blur = UIBlurEffect(style: .dark)
      let (view, _) = Self.effect(stage, blur)
      let vibrant = UIVisualEffectView(effect: UIVibrancyEffect(blurEffect: blur))
      vibrant.frame = view.bounds
      view.contentView.addSubview(vibrant)
      let before = Self.gray(stage, 60)
      let bar = UIView(frame: Rect(0, 40, 100, 20))
      bar.backgroundColor = .red
      vibrant.contentView.addSubview(bar)
      let picture = stage.window.snapshot()
      let color = picture.color(x: 60, y: 150).cgColor
      #expect(color.red == color.green && color.green == color.blue && Self.gray(stage, 60) > before + 100)
      vibrant.effect = UIVibrancyEffect(blurEffect: blur, style: .quaternaryLabel)
      let faint = Self.gray(stage, 60)
      #expect(faint > before && faint < before + 80)
    }
  }

  @Test func manyOverEachOtherAreBounded() {
    onStage { stage in
      let (view, _) = Self.effect(stage, UIBlurEffect(style: .systemThinMaterial))
      for index in 0..<24 {
        let next = UIVisualEffectView(effect: UIBlurEffect(style: .systemUltraThinMaterial))
        next.frame = Rect(50 + Double(index), 100, 200, 100)
        view.superview?.addSubview(next)
      }
      let renderer = WindowRenderer(stage.window)
      #expect(renderer.update().count == 1)
    }
  }

  @Test func svgHasTheColorWithoutTheBlur() {
    onStage { stage in
      _ = Self.effect(stage, UIBlurEffect(style: .systemMaterial))
      let svg = stage.window.pictureSVG()
      #expect(svg.contains("#f7f7f7") && !svg.contains("feGaussianBlur"))
    }
  }
}
