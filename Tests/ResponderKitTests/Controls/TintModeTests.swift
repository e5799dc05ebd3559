import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Tint colors that are dimmed.
@Suite(.hangLimit) struct TintModeTests {
  private final class Watcher: UIView {
    var changes = 0
    override func tintColorDidChange() { changes += 1 }
    override func draw(_ rect: Rect) { Drawing.current?.fill(bounds, tintColor) }
  }

  @Test func aDimmedTintIsGrayHereAndInside() {
    onStage { stage in
      let outer = UIView(frame: stage.window.bounds)
      let (one, two) = (Watcher(frame: Rect(0, 0, 50, 50)), Watcher(frame: Rect(100, 0, 50, 50)))
      outer.tintColor = .red
      two.tintColor = .green
      outer.addSubview(one)
      one.addSubview(two)
      stage.show(outer)
      stage.wait(20)
      #expect(one.tintAdjustmentMode == .normal && stage.color(25, 25) == .red)
      (one.changes, two.changes) = (0, 0)
      outer.tintAdjustmentMode = .dimmed
      #expect(one.tintAdjustmentMode == .dimmed && one.changes == 1 && two.changes == 1)
      let gray = stage.color(25, 25)
      #expect(gray.red == gray.green && abs(gray.red - 0.2126) < 0.01)
      #expect(abs(stage.color(125, 25).red - 0.7152) < 0.01)
      one.tintAdjustmentMode = .normal
      #expect(stage.color(25, 25) == .red && stage.color(125, 25) == .green)
      outer.tintAdjustmentMode = .automatic
      outer.tintAdjustmentMode = .automatic
      #expect(one.changes == 2 && outer.tintAdjustmentMode == .normal)
      one.tintAdjustmentMode = .dimmed
      #expect(outer.tintColor == .red && one.tintColor != .red)
    }
  }

  @Test func aViewIsDimmedBeforeItComesIntoAWindow() {
    onStage { stage in
      let view = Watcher(frame: Rect(0, 0, 50, 50))
      view.tintAdjustmentMode = .dimmed
      stage.show(UIView(frame: stage.window.bounds)).addSubview(view)
      stage.wait(20)
      let gray = stage.color(25, 25)
      #expect(gray.red == gray.blue && abs(gray.red - 0.424) < 0.01)
    }
  }

  @Test func aModeThatChangesNothingIsNoChange() {
    onStage { stage in
      let view = Watcher(frame: Rect(0, 0, 50, 50))
      stage.show(view)
      view.tintAdjustmentMode = .normal
      view.tintAdjustmentMode = .automatic
      #expect(view.changes == 0)
      view.tintAdjustmentMode = .dimmed
      #expect(view.changes == 1)
    }
  }

  @Test func aGrayIsMadeOnce() {
    onStage { stage in
      let outer = UIView(frame: stage.window.bounds)
      let view = Watcher(frame: Rect(0, 0, 50, 50))
      outer.addSubview(view)
      stage.show(outer)
      view.tintAdjustmentMode = .dimmed
      #expect(view.tintColor === view.tintColor)
      outer.tintColor = UIColor { _ in .red }
      let gray = view.tintColor
      #expect(view.tintColor === gray)
      outer.tintColor = .green
      #expect(view.tintColor != gray)
    }
  }

  @Test func aDynamicColorIsDimmedWhereItIsShown() {
    let color = UIColor { $0.userInterfaceStyle == .dark ? .white : .black }.dimmed
    #expect(color.resolvedColor(with: .init(userInterfaceStyle: .dark)) == .white)
    #expect(color.resolvedColor(with: .init(userInterfaceStyle: .light)) == .black)
  }
}
