import HIDEvents
import TestHarness
import Testing

@testable import ResponderKit

/// Buttons whose class says where their parts are.
@Suite(.hangLimit) struct ButtonPlaceTests {
  private final class StackedButton: UIButton {
    var room = EdgeInsets.zero
    override func contentRect(forBounds bounds: Rect) -> Rect { bounds.inset(by: room) }
    override func imageRect(forContentRect contentRect: Rect) -> Rect {
      Rect(contentRect.minX, contentRect.minY, contentRect.width, contentRect.height - 20)
    }
    override func titleRect(forContentRect contentRect: Rect) -> Rect {
      Rect(contentRect.minX, contentRect.maxY - 20, contentRect.width, 20)
    }
    override func backgroundRect(forBounds bounds: Rect) -> Rect { bounds.insetBy(dx: 10, dy: 10) }
  }

  private final class OddButton: UIButton {
    override func contentRect(forBounds bounds: Rect) -> Rect { Rect(.nan, 0, 1, 1) }
    var rooms: [Rect] = []
    override func imageRect(forContentRect contentRect: Rect) -> Rect {
      rooms.append(contentRect)
      return Rect(0, .infinity, 1, 1)
    }
    override func titleRect(forContentRect contentRect: Rect) -> Rect { Rect(.nan, 0, 1, 1) }
    override func backgroundRect(forBounds bounds: Rect) -> Rect { Rect(0, 0, .infinity, 1) }
  }

  private final class RaisedButton: UIButton {
    override func titleRect(forContentRect contentRect: Rect) -> Rect {
      super.titleRect(forContentRect: contentRect).offsetBy(dx: 0, dy: -30)
    }
  }

  private func picture(_ color: UIColor) -> UIImage {
    let bitmap = Bitmap(width: 8, height: 8)
    bitmap.clear(bitmap.bounds, to: color)
    return UIImage(bitmap)
  }

  private func show(_ stage: Stage, _ button: UIButton) {
    stage.window.backgroundColor = .white
    button.frame = Rect(0, 0, 100, 100)
    stage.show(UIView(frame: stage.window.bounds)).addSubview(button)
    stage.wait(20)
  }

  @Test func partsAreWhereTheClassSays() {
    onStage { stage in
      let button = StackedButton()
      button.setImage(picture(.red), for: .normal)
      button.setBackgroundImage(picture(.blue), for: .normal)
      show(stage, button)
      #expect(stage.color(50, 50) == .red && stage.color(50, 85) == .blue && stage.color(50, 95) == .white)
      button.room = EdgeInsets(top: 30, left: 30, bottom: 0, right: 0)
      button.setNeedsDisplay()
      #expect(stage.color(20, 50) == .blue && stage.color(50, 50) == .red)
      button.setTitle("Title", for: .normal)
      #expect(button.titleLabel?.frame == Rect(30, 80, 70, 20))
      #expect(button.imageView?.frame == Rect(30, 30, 70, 50))
    }
  }

  @Test func aTitleThatIsDrawnIsThereToo() {
    onStage { stage in
      func rows(_ button: UIButton) -> (first: Int, last: Int) {
        button.setTitle("HHH", for: .normal)
        button.titleColor = .black
        show(stage, button)
        let picture = stage.window.snapshot()
        button.removeFromSuperview()
        let dark = (0..<100).filter { y in (0..<100).contains { picture.color(x: $0, y: y) != .white } }
        return (dark.first ?? 0, dark.last ?? 0)
      }
      let (plain, raised) = (rows(UIButton()), rows(RaisedButton()))
      #expect(plain.first > 35 && abs(plain.first - raised.first - 30) <= 1)
    }
  }

  @Test func theMethodsSayWherePartsAre() {
    let button = UIButton(frame: Rect(0, 0, 100, 60))
    button.setImage(picture(.red), for: .normal)
    button.contentEdgeInsets = EdgeInsets(top: 10, left: 0, bottom: 0, right: 20)
    #expect(button.backgroundRect(forBounds: button.bounds) == button.bounds)
    let content = button.contentRect(forBounds: button.bounds)
    #expect(content == Rect(0, 10, 80, 50))
    #expect(button.imageRect(forContentRect: content) == Rect(36, 31, 8, 8))
    #expect(button.imageRect(forContentRect: Rect(0, 0, 20, 20)) == Rect(6, 6, 8, 8))
    #expect(
      !button.overridesTitleRect && StackedButton().overridesTitleRect && StackedButton().overridesImageRect)
    #expect(RaisedButton().overridesTitleRect && !RaisedButton().overridesImageRect)
  }

  @Test func linesOfATitleAreWhereTheClassSays() {
    onStage { stage in
      let button = StackedButton()
      show(stage, button)
      button.setTitle("Two lines", for: .normal)
      button.titleLabel?.numberOfLines = 2
      stage.wait(20)
      #expect(button.titleLabel?.frame == Rect(0, 80, 100, 20))
      let other = RoomyButton()
      show(stage, other)
      other.setTitle("Two lines", for: .normal)
      other.titleLabel?.numberOfLines = 0
      stage.wait(20)
      #expect(other.titleLabel?.frame == Rect(20, 0, 80, 100))
    }
  }

  private final class RoomyButton: UIButton {
    var calls = 0
    override func contentRect(forBounds bounds: Rect) -> Rect {
      calls += 1
      return Rect(bounds.minX + 20, bounds.minY, bounds.width - 20, bounds.height)
    }
  }

  @Test func theRoomIsAskedForOnceForADrawing() {
    onStage { stage in
      let button = RoomyButton()
      button.setTitle("Title", for: .normal)
      show(stage, button)
      button.calls = 0
      button.setNeedsDisplay()
      #expect(stage.color(5, 5) == .white && button.calls == 1)
    }
  }

  @Test func nonFinitePlacesAreIgnored() {
    onStage { stage in
      let button = OddButton()
      button.setImage(picture(.red), for: .normal)
      button.setBackgroundImage(picture(.blue), for: .normal)
      show(stage, button)
      #expect(stage.color(50, 50) == .red && stage.color(5, 5) == .blue)
      _ = (button.titleLabel, button.imageView)
      stage.wait(20)
      #expect(button.imageView?.frame.midX == 50 && button.rooms.allSatisfy { $0 == button.bounds })
    }
  }
}
