import ResponderKit
import TestHarness
import Testing

/// What a `CGContext` draws lines, shadows, gradients and mixtures with.
@Suite(.hangLimit) struct ContextEffectTests {
  /// The picture of a white window, in which a view of 100 by 100 points draws.
  private func picture(
    _ background: UIColor? = nil, svg: Bool = false, _ body: @escaping @Sendable (CGContext) -> Void
  ) -> (image: UIImage, svg: String) {
    onStage { stage in
      let canvas = Canvas(frame: Rect(0, 0, 100, 100))
      canvas.body = body
      canvas.backgroundColor = background
      stage.window.backgroundColor = .white
      stage.show(canvas)
      return (UIImage(stage.window.snapshot()), svg ? stage.window.pictureSVG() : "")
    }
  }

  private func shown(_ background: UIColor? = nil, _ body: @escaping @Sendable (CGContext) -> Void) -> UIImage
  {
    picture(background, body).image
  }

  /// A line from (30, 50) to (70, 50), 20 wide.
  private static func line(_ context: CGContext) {
    context.setLineWidth(20)
    context.move(to: CGPoint(x: 30, y: 50))
    context.addLine(to: CGPoint(x: 70, y: 50))
    context.strokePath()
  }

  @Test func linesEndAsTheirCapSays() {
    let butt = shown { Self.line($0) }
    #expect(butt.color(x: 68, y: 50) == .black && butt.color(x: 73, y: 50) == .white)
    let round = shown {
      $0.setLineCap(.round)
      Self.line($0)
    }
    #expect(round.color(x: 75, y: 50) == .black && round.color(x: 78, y: 58) == .white)
    let square = shown {
      $0.setLineCap(.square)
      Self.line($0)
    }
    #expect(square.color(x: 78, y: 58) == .black && square.color(x: 83, y: 50) == .white)
  }

  @Test func linesGoAroundCornersAsTheirJoinSays() {
    func corner(_ join: CGLineJoin, limit: Double = 10) -> UIImage {
      shown { context in
        context.setLineWidth(20)
        context.setLineJoin(join)
        context.setMiterLimit(limit)
        context.addLines(between: [CGPoint(x: 20, y: 40), CGPoint(x: 60, y: 40), CGPoint(x: 60, y: 90)])
        context.strokePath()
      }
    }
    let places = { (image: UIImage) in
      [(69, 31), (66, 34), (64, 36)].map { image.color(x: $0.0, y: $0.1) == .black }
    }
    #expect(places(corner(.miter)) == [true, true, true])
    #expect(places(corner(.round)) == [false, true, true])
    #expect(places(corner(.bevel)) == [false, false, true])
    #expect(places(corner(.miter, limit: 1)) == [false, false, true])
  }

  @Test func dashesAndPathsOwnLooksCount() {
    let dashed = shown { context in
      context.setLineDash(phase: 0, lengths: [10, 10])
      Self.line(context)
    }
    #expect([35, 45, 55, 65].map { dashed.color(x: $0, y: 50) == .black } == [true, false, true, false])
    let path = shown { context in
      // A path does not look at the context's lines.
      context.setLineCap(.round)
      let path = UIBezierPath()
      path.move(to: CGPoint(x: 30, y: 50))
      path.addLine(to: CGPoint(x: 70, y: 50))
      path.lineWidth = 6
      path.lineCapStyle = .square
      path.setLineDash([10, 10], count: 2, phase: 10)
      (path.copy() as? UIBezierPath)?.stroke()
    }
    // From 40 to 50 and from 60 to 70, and three more at each end.
    #expect(
      [35, 38, 51, 55, 58, 72, 75].map { path.color(x: $0, y: 50) == .black }
        == [false, true, true, false, true, true, false])
  }

  @Test func whatIsDrawnThrowsAShadow() {
    let body = { @Sendable (context: CGContext) in
      // Transforms do not change the way.
      context.scaleBy(x: 2, y: 2)
      context.setShadow(offset: CGSize(width: 20, height: 30), blur: 0, color: UIColor.red.cgColor)
      context.setFillColor(UIColor.blue.cgColor)
      context.fill(CGRect(x: 10, y: 10, width: 20, height: 20))
      context.setShadow(offset: .zero, blur: 0, color: nil)
      context.fill(CGRect(x: 0, y: 0, width: 5, height: 5))
    }
    let (image, svg) = picture(svg: true, body)
    #expect(image.color(x: 30, y: 30) == .blue && image.color(x: 70, y: 80) == .red)
    #expect(image.color(x: 30, y: 80) == .white && image.color(x: 12, y: 25) == .white)
    #expect(svg.contains("filter:drop-shadow(10px 15px 0px rgba(255,0,0,1))"))
  }

  @Test func aBlurIsSoftAndEndsSomewhere() {
    let image = shown { context in
      context.setShadow(offset: .zero, blur: 10)
      context.setFillColor(UIColor.white.cgColor)
      context.fill(CGRect(x: 30, y: 30, width: 40, height: 40))
    }
    let darkness = [29, 25, 20, 10].map { 1 - image.color(x: $0, y: 50).red }
    #expect(darkness[0] > darkness[1] && darkness[1] > darkness[2] && darkness[2] > 0)
    // Up and down as to the sides.
    #expect(darkness == [29, 25, 20, 10].map { 1 - image.color(x: 50, y: $0).red })
    // At the edge half of a third.
    #expect(abs(darkness[0] - 0.153) < 0.03 && darkness[3] == 0)
  }

  @Test func aShadowDoesNotDependOnThePartThatIsDrawn() {
    onStage { stage in
      let canvas = Canvas(frame: Rect(0, 0, 100, 100))
      canvas.body = { context in
        context.setShadow(offset: CGSize(width: 6, height: 4), blur: 9, color: UIColor.red.cgColor)
        context.fillEllipse(in: CGRect(x: 20, y: 20, width: 50, height: 40))
      }
      stage.window.backgroundColor = .white
      stage.show(canvas)
      let box = UIView(frame: Rect(60, 50, 17, 13))
      canvas.addSubview(box)
      stage.wait(20)
      let renderer = WindowRenderer(stage.window)
      renderer.update()
      for color in [UIColor.green, nil] {
        box.backgroundColor = color
        stage.wait(20)
        renderer.update()
      }
      #expect(renderer.bitmap == stage.window.snapshot())
    }
  }

  @Test func aLinearGradientEndsUnlessItIsToGoOn() {
    let colors = [UIColor.red.cgColor, UIColor.blue.cgColor] as CFArray
    func gradient(_ options: CGGradientDrawingOptions) -> UIImage {
      shown { context in
        let space = CGColorSpaceCreateDeviceRGB()
        let gradient = CGGradient(
          colorsSpace: space, colors: [UIColor.red.cgColor, UIColor.blue.cgColor] as CFArray,
          locations: [0, 1])
        context.clip(to: CGRect(x: 0, y: 0, width: 100, height: 50))
        guard let gradient else { return }
        context.drawLinearGradient(
          gradient, start: CGPoint(x: 20, y: 0), end: CGPoint(x: 80, y: 0), options: options)
      }
    }
    let plain = gradient([])
    #expect(plain.color(x: 10, y: 25) == .white && plain.color(x: 90, y: 25) == .white)
    #expect(abs(plain.color(x: 50, y: 25).red - 0.5) < 0.02 && plain.color(x: 22, y: 25).red > 0.9)
    let whole = gradient([.drawsBeforeStartLocation, .drawsAfterEndLocation])
    #expect(whole.color(x: 10, y: 25) == .red && whole.color(x: 90, y: 25) == .blue)
    #expect(whole.color(x: 50, y: 75) == .white && colors.count == 2)
    #expect(CGGradient(colorsSpace: nil, colors: [], locations: nil) == nil)
    // Fewer parts than the colors have make none.
    func parts(_ number: Int, _ count: Int) -> CGGradient? {
      let parts = [Double](repeating: 1, count: number)
      return CGGradient(
        colorSpace: CGColorSpaceCreateDeviceRGB(), colorComponents: parts, locations: nil, count: count)
    }
    #expect(parts(8, 2) != nil && parts(7, 2) == nil && parts(8, 0) == nil && parts(8, -1) == nil)
    // Places of more colors than there are: the first ones.
    let shortened = shown { context in
      let gradient = CGGradient(
        colorSpace: CGColorSpaceCreateDeviceRGB(), colorComponents: [1, 0, 0, 1, 0, 0, 1, 1],
        locations: [0, 0.5, 1], count: 2)
      guard let gradient else { return }
      context.drawLinearGradient(
        gradient, start: CGPoint(x: 10, y: 0), end: CGPoint(x: 90, y: 0), options: [])
    }
    #expect(shortened.color(x: 48, y: 50).blue > 0.9 && shortened.color(x: 12, y: 50).red > 0.9)
  }

  @Test func aRadialGradientIsBetweenTwoCircles() throws {
    let (image, svg) = picture(svg: true) { context in
      let gradient = CGGradient(
        colorSpace: CGColorSpaceCreateDeviceRGB(), colorComponents: [1, 0, 0, 1, 0, 0, 1, 1],
        locations: nil, count: 2)
      guard let gradient else { return }
      context.drawRadialGradient(
        gradient, startCenter: CGPoint(x: 50, y: 50), startRadius: 10, endCenter: CGPoint(x: 50, y: 50),
        endRadius: 40, options: .drawsBeforeStartLocation)
    }
    #expect(image.color(x: 50, y: 50) == .red && image.color(x: 5, y: 5) == .white)
    #expect(abs(image.color(x: 75, y: 50).red - 0.5) < 0.03 && image.color(x: 88, y: 50).blue > 0.9)
    #expect(svg.contains("<radialGradient") && svg.contains("fr=\"10\""))
    // A cone: what neither circle's way reaches is not drawn.
    let cone = shown { context in
      let colors = [UIColor.red.cgColor, UIColor.blue.cgColor]
      guard let gradient = CGGradient(colorsSpace: nil, colors: colors, locations: nil) else { return }
      context.drawRadialGradient(
        gradient, startCenter: CGPoint(x: 10, y: 50), startRadius: 0, endCenter: CGPoint(x: 80, y: 50),
        endRadius: 10, options: [])
    }
    #expect(cone.color(x: 40, y: 50) != .white && cone.color(x: 40, y: 65) == .white)
    #expect(cone.color(x: 88, y: 50).blue > 0.9)
    // On the edges of two circles: the later one is seen.
    #expect(abs(cone.color(x: 40, y: 50).red - 0.49) < 0.03)
  }

  /// The middle of a half gray or a colored square that is drawn over another one.
  private func mixed(
    _ mode: CGBlendMode, _ source: UIColor, over below: UIColor?, background: UIColor? = nil
  ) -> UIColor {
    let image = shown(background) { context in
      if let below {
        below.setFill()
        context.fill(CGRect(x: 20, y: 20, width: 40, height: 40))
      }
      context.setBlendMode(mode)
      source.setFill()
      context.fill(CGRect(x: 20, y: 20, width: 60, height: 60))
    }
    return image.color(x: 40, y: 40)
  }

  @Test func colorsAreCombinedByTheirMode() {
    let (a, b) = (UIColor(white: 0.4, alpha: 1), UIColor(white: 0.7, alpha: 1))
    let wanted: [(CGBlendMode, Double)] = [
      (.normal, 0.4), (.multiply, 0.28), (.screen, 0.82), (.darken, 0.4), (.lighten, 0.7), (.difference, 0.3),
      (.exclusion, 0.54), (.overlay, 0.64), (.hardLight, 0.56), (.colorDodge, 1), (.colorBurn, 0.25),
      (.plusLighter, 1), (.softLight, 0.658), (.sourceAtop, 0.4), (.destinationOver, 0.7),
    ]
    for (mode, value) in wanted {
      #expect(abs(mixed(mode, a, over: b).red - value) < 0.01, "\(mode)")
    }
  }

  @Test func modesSeeOnlyWhatTheViewHasDrawn() {
    // The color below is the view's background, which nothing removes.
    #expect(mixed(.multiply, .red, over: nil, background: .green) == .red)
    #expect(mixed(.clear, .red, over: .blue, background: .green) == .green)
    #expect(mixed(.clear, .clear, over: .blue) == .white)
    #expect(mixed(.copy, .clear, over: .blue) == .white)
    #expect(mixed(.destinationOut, UIColor(white: 0, alpha: 1), over: .blue) == .white)
    #expect(mixed(.xor, .red, over: .blue) == .white)
    #expect(mixed(.sourceAtop, .red, over: nil) == .white)
  }

  @Test func aStateKeepsShadowAndModeAndLines() {
    let image = shown { context in
      context.saveGState()
      context.setShadow(offset: CGSize(width: 30, height: 0), blur: 0, color: UIColor.red.cgColor)
      context.setBlendMode(.clear)
      context.setLineCap(.round)
      context.restoreGState()
      Self.line(context)
      context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
    }
    #expect(image.color(x: 5, y: 5) == .black && image.color(x: 35, y: 5) == .white)
    #expect(image.color(x: 73, y: 50) == .white)
  }
}
