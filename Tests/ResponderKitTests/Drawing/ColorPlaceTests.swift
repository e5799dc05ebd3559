import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Colors that are what their place makes them: the tint color, and backgrounds in front of others.
@Suite(.hangLimit) struct ColorPlaceTests {
  private final class Mark: UIView {
    override func draw(_ rect: Rect) {
      UIColor.tintColor.setFill()
      UIRectFill(rect)
    }
  }

  @Test func theTintColorIsThatOfTheViewThatShowsIt() {
    onStage { stage in
      let (left, right) = (UIView(frame: Rect(0, 0, 100, 50)), UIView(frame: Rect(100, 0, 100, 50)))
      left.tintColor = .red
      right.tintColor = .green
      stage.show(left)
      stage.window.addSubview(right)
      let (box, mark) = (UIView(frame: Rect(0, 0, 50, 50)), Mark(frame: Rect(50, 0, 50, 50)))
      box.backgroundColor = .tintColor
      left.addSubview(box)
      left.addSubview(mark)
      var picture = stage.window.snapshot()
      #expect(picture.color(x: 10, y: 10) == .red && picture.color(x: 60, y: 10) == .red)
      left.tintColor = .blue
      picture = stage.window.snapshot()
      #expect(picture.color(x: 10, y: 10) == .blue && picture.color(x: 60, y: 10) == .blue)
      right.addSubview(box)
      right.addSubview(mark)
      picture = stage.window.snapshot()
      #expect(picture.color(x: 110, y: 10) == .green && picture.color(x: 160, y: 10) == .green)
      // A tint color that is itself is the usual one.
      right.tintColor = .tintColor
      let usual = UIColor.tintColor.resolvedColor(with: UITraitCollection())
      #expect(UIColor.tintColor.resolvedColor(with: right.traitCollection) == usual)
    }
  }

  @Test func aBackgroundInTheTintColorFollowsIt() {
    onStage { stage in
      let (box, part) = (UIView(frame: Rect(0, 0, 50, 50)), UIView(frame: Rect(0, 0, 10, 10)))
      part.backgroundColor = .tintColor
      box.addSubview(part)
      stage.show(box)
      let renderer = WindowRenderer(stage.window)
      _ = renderer.update()
      #expect(!renderer.isStale)
      box.tintColor = .red
      #expect(renderer.isStale)
      _ = renderer.update()
      #expect(renderer.bitmap.color(x: 5, y: 5) == .red)
    }
  }

  @Test func darkBackgroundsAreBrighterInFront() {
    let base = UITraitCollection(userInterfaceStyle: .dark)
    var front = base
    front.userInterfaceLevel = .elevated
    let colors: [UIColor] = [
      .systemBackground, .secondarySystemBackground, .systemGroupedBackground,
      .secondarySystemGroupedBackground,
    ]
    let next: [UIColor] = [
      .secondarySystemBackground, .tertiarySystemBackground, .secondarySystemGroupedBackground,
      .tertiarySystemGroupedBackground,
    ]
    for (color, next) in zip(colors, next) {
      #expect(color.resolvedColor(with: front) == next.resolvedColor(with: base))
      #expect(
        color.resolvedColor(with: UITraitCollection(userInterfaceLevel: .elevated))
          == color.resolvedColor(with: .init()))
    }
    let faint = UIColor.systemBackground.withAlphaComponent(0.5)
    #expect(faint.resolvedColor(with: front).red == UIColor.systemBackground.resolvedColor(with: front).red)
    #expect(
      base.hasDifferentColorAppearance(comparedTo: front)
        && !front.hasDifferentColorAppearance(comparedTo: front))
  }

  @Test func aSheetIsInFrontAndItsControllerWhereItWasPresentedIsNot() {
    onStage { stage in
      let (page, sheet) = (UIViewController(), UIViewController())
      stage.show(page)
      stage.wait(1)
      stage.window.overrideUserInterfaceStyle = .dark
      let box = Drawn(frame: Rect(0, 0, 40, 40))
      page.view.addSubview(box)
      let before = stage.window.snapshot().color(x: 10, y: 10)
      #expect(before == .black && box.traitCollection.userInterfaceLevel == .base)
      page.present(sheet, animated: false)
      stage.wait(100)
      #expect(sheet.traitCollection.userInterfaceLevel == .elevated)
      #expect(page.traitCollection.userInterfaceLevel == .base)
      sheet.view.backgroundColor = .systemBackground
      sheet.view.addSubview(box)
      let place = sheet.view.convert(Point(10, 10), to: nil)
      let picture = stage.window.snapshot()
      let brighter = UIColor(red: 28.0 / 255, green: 28.0 / 255, blue: 30.0 / 255)
      #expect(picture.color(x: Int(place.x), y: Int(place.y)) == brighter)
      #expect(picture.color(x: Int(place.x) + 60, y: Int(place.y)) == brighter)
    }
  }

  private final class Drawn: UIView {
    override func draw(_ rect: Rect) {
      UIColor.systemBackground.setFill()
      UIRectFill(rect)
    }
  }
}
