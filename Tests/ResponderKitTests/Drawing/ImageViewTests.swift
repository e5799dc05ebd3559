import Foundation
import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Pictures in views: where they are placed, how they are made larger and smaller.
@Suite(.hangLimit) struct ImageViewTests {
  /// Of four colored quarters.
  private static func quarters(_ side: Int, scale: Double = 1) -> UIImage {
    let bitmap = Bitmap(width: side, height: side)
    for (x, y, color) in [(0, 0, UIColor.red), (1, 0, .green), (0, 1, .blue), (1, 1, .white)] {
      bitmap.clear(PixelRect(x: x * side / 2, y: y * side / 2, width: side / 2, height: side / 2), to: color)
    }
    return UIImage(bitmap, scale: scale)
  }

  private func shown(_ view: UIView, _ size: Size) -> Bitmap {
    let window = UIWindow(frame: Rect(origin: .zero, size: size))
    window.backgroundColor = .black
    window.addSubview(view)
    window.makeKeyAndVisible()
    return window.snapshot()
  }

  @Test func eachModeHasItsPlace() {
    let (size, bounds) = (Size(20, 10), Rect(5, 5, 100, 100))
    let places: [(UIView.ContentMode, Rect)] = [
      (.scaleToFill, bounds), (.redraw, bounds), (.scaleAspectFit, Rect(5, 30, 100, 50)),
      (.scaleAspectFill, Rect(-45, 5, 200, 100)), (.center, Rect(45, 50, 20, 10)),
      (.top, Rect(45, 5, 20, 10)),
      (.bottom, Rect(45, 95, 20, 10)), (.left, Rect(5, 50, 20, 10)), (.right, Rect(85, 50, 20, 10)),
      (.topLeft, Rect(5, 5, 20, 10)), (.topRight, Rect(85, 5, 20, 10)), (.bottomLeft, Rect(5, 95, 20, 10)),
      (.bottomRight, Rect(85, 95, 20, 10)),
    ]
    #expect(places.count == UIView.ContentMode.allCases.count)
    for (mode, place) in places { #expect(mode.place(size, in: bounds) == place, "\(mode)") }
    #expect(UIView.ContentMode.scaleAspectFit.place(.zero, in: bounds) == bounds)
  }

  @Test func aPictureIsShownInItsViewAndNotBesideIt() {
    onStage { _ in
      let view = UIImageView(image: Self.quarters(8, scale: 2))
      #expect(view.bounds.size == Size(4, 4) && view.sizeThatFits(.zero) == Size(4, 4))
      view.frame = Rect(10, 10, 20, 10)
      view.contentMode = .scaleAspectFill
      let picture = shown(view, Size(40, 30))
      #expect(picture.color(x: 12, y: 11) == .red && picture.color(x: 28, y: 18) == .white)
      #expect(picture.color(x: 12, y: 8) == .black && picture.color(x: 12, y: 22) == .black)
      view.image = nil
      #expect(shown(view, Size(40, 30)).color(x: 12, y: 11) == .black)
    }
  }

  @Test("what is drawn smaller is the mean of what it lies over", arguments: [8, 64, 1000])
  func smaller(_ side: Int) {
    // Lines of black and white, one pixel wide: a picture that is looked at in a few places shows stripes.
    let bitmap = Bitmap(width: side, height: side)
    for x in 0..<side {
      bitmap.clear(PixelRect(x: x, y: 0, width: 1, height: side), to: x % 2 == 0 ? .white : .black)
    }
    let image = UIImage(bitmap)
    onStage { _ in
      for length in [4.0, 3.0, 2.7] {
        let view = UIImageView(image: image)
        view.frame = Rect(0, 0, length, length)
        let picture = shown(view, Size(8, 8))
        for x in 0..<2 {
          let gray = picture.color(x: x, y: 1).red
          #expect(abs(gray - 0.5) < (side == 8 ? 0.26 : 0.06), "\(side) \(length) \(x): \(gray)")
        }
      }
    }
  }

  /// A bitmap that changes has no smaller copies; the middle of a pixel is of another color than most of what it lies over.
  @Test func aBitmapThatIsDrawnMuchSmallerIsTheMean() {
    final class View: UIView {
      var bitmap: Bitmap?
      override func draw(_ rect: Rect) {
        if let bitmap { Drawing.current?.image(bitmap, in: bounds) }
      }
    }
    onStage { _ in
      let bitmap = Bitmap(width: 64, height: 64)
      for x in 0..<64 {
        bitmap.clear(PixelRect(x: x, y: 0, width: 1, height: 64), to: x % 4 == 0 ? .white : .black)
      }
      let view = View(frame: Rect(0, 0, 4, 4))
      view.bitmap = bitmap
      let picture = shown(view, Size(8, 8))
      for x in 0..<4 {
        let gray = picture.color(x: x, y: 1).red
        #expect(abs(gray - 0.25) < 0.06, "\(x): \(gray)")
      }
    }
  }

  @Test func edgesKeepTheirSizeWhenTheRestIsStretched() {
    let bitmap = Bitmap(width: 9, height: 9)
    bitmap.clear(bitmap.bounds, to: .red)
    bitmap.clear(PixelRect(x: 3, y: 3, width: 3, height: 3), to: .green)
    let image = UIImage(bitmap).resizableImage(withCapInsets: EdgeInsets(3))
    onStage { _ in
      let view = UIImageView(image: image)
      view.frame = Rect(0, 0, 30, 20)
      let picture = shown(view, Size(30, 20))
      for (x, y, color) in [
        (2, 10, UIColor.red), (3, 10, .green), (26, 16, .green), (27, 16, .red), (15, 17, .red),
      ] {
        #expect(picture.color(x: x, y: y) == color, "\(x) \(y)")
      }
      // Smaller than its edges: they share the room.
      view.frame = Rect(0, 0, 4, 4)
      #expect(shown(view, Size(30, 20)).color(x: 1, y: 1) == .red)
    }
  }

  @Test func aTintTakesTheShapeOnly() {
    let bitmap = Bitmap(width: 2, height: 1)
    bitmap.clear(PixelRect(x: 0, y: 0, width: 1, height: 1), to: .green)
    let tinted = UIImage(bitmap).withTintColor(.blue)
    #expect(tinted.color(x: 0, y: 0) == .blue && tinted.color(x: 1, y: 0) == .clear)
    #expect(tinted == tinted.withTintColor(.blue) && tinted != UIImage(bitmap))
  }

  @Test func aPictureIsInTheSVGAsPNG() {
    onStage { _ in
      let window = UIWindow(frame: Rect(0, 0, 20, 20))
      window.addSubview(UIImageView(image: Self.quarters(4)))
      window.makeKeyAndVisible()
      #expect(window.pictureSVG().contains("href=\"data:image/png;base64,iVBORw0KGgo"))
    }
  }

  @Test func aHighlightedViewShowsItsSecondPictureIfItHasOne() {
    onStage { _ in
      let view = UIImageView(image: Self.quarters(20))
      view.isHighlighted = true
      #expect(shown(view, Size(20, 20)).color(x: 5, y: 5) == .red)
      view.highlightedImage = Self.quarters(20).withTintColor(.blue)
      #expect(shown(view, Size(20, 20)).color(x: 5, y: 5) == .blue)
    }
  }

  @Test func aPictureOfAViewDoesNotChange() throws {
    try onStage { stage in
      let view = stage.show(UIView(frame: Rect(20, 20, 100, 100)))
      #expect(UIView().snapshotView(afterScreenUpdates: true) == nil)
      let inner = UIView(frame: Rect(10, 10, 20, 20))
      view.backgroundColor = .blue
      inner.backgroundColor = .red
      view.addSubview(inner)
      stage.wait(20)
      let picture = try #require(view.snapshotView(afterScreenUpdates: true))
      inner.removeFromSuperview()
      view.backgroundColor = .black
      #expect(picture.frame == Rect(0, 0, 100, 100))
      picture.frame.origin = Point(200, 20)
      stage.window.addSubview(picture)
      let shown = stage.window.snapshot()
      #expect(shown.color(x: 215, y: 35) == .red && shown.color(x: 280, y: 100) == .blue)
      #expect(shown.color(x: 35, y: 35) == .black)
    }
  }
}
