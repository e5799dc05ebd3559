import ResponderKit
import TestHarness
import TestSupport
import Testing

/// Layers that a program draws.
@Suite(.hangLimit) struct LayerDisplayTests {
  private final class Dial: CALayer {
    var draws = 0
    override func draw(in ctx: CGContext) {
      draws += 1
      ctx.setFillColor(UIColor.blue.cgColor)
      ctx.fill(CGRect(x: 0, y: 0, width: bounds.width / 2, height: bounds.height))
    }
  }

  private final class Artist: CALayerDelegate {
    let log = Log()
    func draw(_ layer: CALayer, in ctx: CGContext) {
      log("draw")
      UIColor.blue.setFill()
      UIRectFill(layer.bounds)
    }
  }

  private final class Decorator: CALayerDelegate {
    func display(_ layer: CALayer) {
      let size = CGSize(width: 10, height: 10)
      layer.contents = UIGraphicsImageRenderer(size: size).image { context in
        UIColor.green.setFill()
        context.fill(CGRect(origin: .zero, size: size))
      }
    }
  }

  private func put<Layer: CALayer>(_ layer: Layer, _ stage: Stage) -> Layer {
    stage.window.backgroundColor = .white
    layer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    let view = stage.show(UIView(frame: UIScreen.main.bounds))
    view.layer.addSublayer(layer)
    return layer
  }

  @Test func aLayerIsDrawnWhenItIsAskedTo() {
    onStage { stage in
      let dial = put(Dial(), stage)
      stage.wait(20)
      #expect(dial.draws == 0 && stage.window.snapshot().color(x: 20, y: 50) == .white)
      dial.setNeedsDisplay()
      dial.setNeedsDisplay()
      #expect(dial.draws == 0)
      stage.wait(20)
      #expect(dial.draws == 1 && stage.window.snapshot().color(x: 20, y: 50) == .blue)
      #expect(stage.window.snapshot().color(x: 70, y: 50) == .white)
      stage.wait(100)
      #expect(dial.draws == 1)
      dial.bounds.size.width = 50
      stage.wait(20)
      #expect(dial.draws == 1)
      dial.needsDisplayOnBoundsChange = true
      dial.bounds.size.width = 80
      dial.displayIfNeeded()
      #expect(dial.draws == 2)
      stage.wait(400)
      #expect(dial.draws == 2)
    }
  }

  @Test func oneOfNoWindowIsDrawnWhenItComesIntoOne() {
    onStage { stage in
      let dial = Dial()
      dial.setNeedsDisplay()
      stage.wait(20)
      #expect(dial.draws == 0)
      _ = put(dial, stage)
      stage.wait(20)
      #expect(dial.draws == 1 && stage.window.snapshot().color(x: 20, y: 50) == .blue)
    }
  }

  @Test func aDelegateDrawsOrShowsAPicture() {
    onStage { stage in
      let (artist, decorator) = (Artist(), Decorator())
      let layer = put(CALayer(), stage)
      layer.delegate = artist
      layer.setNeedsDisplay()
      stage.wait(20)
      #expect(artist.log.lines == ["draw"] && stage.window.snapshot().color(x: 50, y: 50) == .blue)
      layer.delegate = decorator
      layer.setNeedsDisplay()
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 50, y: 50) == .green)
    }
  }

  private final class Gauge: CALayer {
    var value = 0.0
    override init() { super.init() }
    override init(layer: Any) {
      super.init(layer: layer)
      if let other = layer as? Gauge { value = other.value }
    }
    required init?(coder: NSCoder) { super.init(coder: coder) }
  }

  @Test func aProgramsClassMayHaveCoreAnimationsInitializers() {
    let gauge = Gauge()
    (gauge.value, gauge.cornerRadius, gauge.opacity) = (3, 7, 0.5)
    let copy = Gauge(layer: gauge)
    #expect(copy.value == 3 && copy.cornerRadius == 7 && copy.opacity == 0.5)
    #expect(Gauge(layer: "nothing").cornerRadius == 0 && Gauge(coder: NSCoder()) != nil)
  }
}
