import ResponderKit
import TestHarness
import Testing

/// A clip by a path that leaves out what it goes around twice did not leave it out.
@Suite(.hangLimit) struct EvenOddClipsAreFullTests {
  /// A view that draws, red, through a clip that the context is given.
  private func shown(_ clip: @escaping @Sendable (CGContext) -> Void) -> (parts: [Bool], svg: String) {
    onStage { stage in
      let canvas = Canvas(frame: Rect(0, 0, 100, 100))
      canvas.body = { context in
        clip(context)
        context.setFillColor(UIColor.red.cgColor)
        context.fill(Rect(0, 0, 100, 100))
      }
      stage.window.backgroundColor = .white
      stage.show(canvas)
      let picture = stage.window.snapshot()
      return ([20, 50].map { picture.color(x: $0, y: 50) == .red }, stage.window.pictureSVG())
    }
  }

  private static func ring(_ context: CGContext) {
    context.addRect(Rect(10, 10, 80, 80))
    context.addRect(Rect(30, 30, 40, 40))
  }

  @Test func aContextIsCutByTheRuleThatItIsGiven() {
    let (whole, _) = shown {
      Self.ring($0)
      $0.clip()
    }
    #expect(whole == [true, true])
    let (ring, svg) = shown {
      Self.ring($0)
      $0.clip(using: .evenOdd)
    }
    #expect(ring == [true, false] && svg.contains("clip-rule=\"evenodd\""))
  }

  @Test func aPathCutsByItsOwnRuleAndItsCopyToo() {
    for isEvenOdd in [false, true] {
      for isCopied in [false, true] {
        let (parts, svg) = shown { _ in
          let path = UIBezierPath(rect: Rect(10, 10, 80, 80))
          path.append(UIBezierPath(rect: Rect(30, 30, 40, 40)))
          path.usesEvenOddFillRule = isEvenOdd
          (isCopied ? path.copy() as? UIBezierPath : path)?.addClip()
        }
        #expect(parts == [true, !isEvenOdd] && svg.contains("clip-rule") == isEvenOdd)
      }
    }
  }
}
