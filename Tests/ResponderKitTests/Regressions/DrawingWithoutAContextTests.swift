import ResponderKit
import TestHarness
import Testing

/// A view of a window that is shown nowhere drew without a context: `UIGraphicsGetCurrentContext()!` ended the program.
@Suite(.hangLimit) struct DrawingWithoutAContextTests {
  private final class Disc: UIView {
    private(set) var contexts = 0
    var inside: UIView?

    override func draw(_ rect: Rect) {
      guard let context = UIGraphicsGetCurrentContext() else { return }
      context.setFillColor(UIColor.red.cgColor)
      context.fillEllipse(in: bounds)
      // Another view may be drawn meanwhile, and its end is not the end of this one.
      _ = inside.map { $0.draw($0.bounds) }
      if let inside { _ = inside.snapshotView(afterScreenUpdates: true) }
      if UIGraphicsGetCurrentContext() != nil { contexts += 1 }
    }
  }

  @Test func aViewAlwaysDrawsInAContext() {
    onStage { stage in
      let disc = Disc(frame: Rect(0, 0, 100, 100))
      disc.inside = Disc(frame: Rect(0, 0, 10, 10))
      stage.window.backgroundColor = .white
      stage.show(disc)
      disc.setNeedsDisplay()
      stage.wait(20)
      #expect(disc.contexts == 1)
      #expect(UIGraphicsGetCurrentContext() == nil)
      // The first picture has it, too.
      #expect(stage.window.snapshot().color(x: 50, y: 50) == .red)
      #expect(stage.window.snapshot().color(x: 2, y: 97) == .white)
      disc.setNeedsDisplay()
      stage.wait(20)
      #expect(disc.contexts == 3 && UIGraphicsGetCurrentContext() == nil)
    }
  }

  @Test func itDoesNotDrawIntoAnUnfinishedPicture() {
    onStage { stage in
      let disc = stage.show(Disc(frame: Rect(0, 0, 100, 100)))
      UIGraphicsBeginImageContextWithOptions(Size(100, 100), false, 1)
      disc.setNeedsDisplay()
      stage.wait(20)
      let picture = UIGraphicsGetImageFromCurrentImageContext()
      UIGraphicsEndImageContext()
      let shown = UIImageView(image: picture)
      shown.frame = Rect(200, 200, 100, 100)
      stage.window.backgroundColor = .white
      stage.window.addSubview(shown)
      #expect(disc.contexts == 1 && stage.window.snapshot().color(x: 250, y: 250) == .white)
    }
  }
}
