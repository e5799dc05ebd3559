import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// Pixels just outside of what has changed were not drawn: of letters, of fractional and turned edges, and of pictures that
/// are stretched.
@Suite(.hangLimit) struct MarginPixelTests {
  /// A label of exactly its text's size shows all of it, wherever it is.
  @Test func aLabelThatFitsIsNotCutBetweenPixels() {
    for size in [9.0, 12, 13, 17, 20] {
      let font = UIFont(size: size, design: .builtIn)
      for tenth in 0..<10 {
        let place = Point(10 + Double(tenth) / 10, 20 + Double(9 - tenth) / 10)
        let words = ["Wagon", "(jolly)", "MMM", "a|b"]
        let pictures = [0.0, 5].map { room in
          PixelTests.picture(Size(120, 200)) { window in
            for (index, word) in words.enumerated() {
              let label = UILabel(word, font: font)
              let fitting = label.sizeThatFits(.zero)
              label.frame = Rect(
                place.x, place.y + Double(index) * 40, fitting.width + room, fitting.height)
              window.addSubview(label)
            }
          }.value
        }
        #expect(pictures[0] == pictures[1], "\(size) points at \(place)")
      }
    }
  }

  @Test func fractionalAndTurnedEdgesAreDrawnToTheirLastPixel() {
    for kind in 0..<4 {
      KeptPicture.make(Size(120, 100)) { picture in
        let window = picture.window
        let box = PixelTests.box(Rect(30, 30, 31.3, 22.7), .black)
        window.addSubview(PixelTests.box(Rect(20, 40, 60, 10), .yellow))
        window.addSubview(box)
        if kind == 1 { box.layer.cornerRadius = 7.5 }
        if kind == 2 { box.layer.borderWidth = 2.3 }
        if kind == 3 {
          box.layer.shadowOpacity = 0.7
          box.layer.shadowRadius = 4.2
        }
        picture.expect("kind \(kind)") {}
        for step in 0..<40 {
          let part = Double(step)
          picture.expect("step \(step), kind \(kind)") {
            if step % 2 == 0 { box.transform = AffineTransform(rotationAngle: part * 0.37) }
            box.center = Point(40 + part * 0.77, 40 + part * 0.31)
            if step % 5 == 0 { box.bounds.size = Size(20.1 + part / 3, 15.9 + part / 7) }
            box.backgroundColor = UIColor(white: part / 80)
          }
        }
        picture.expect("removed") { box.removeFromSuperview() }
      }
    }
  }

  /// Shows a picture, stretched.
  private final class Canvas: UIView {
    let bitmap = Bitmap(width: 12, height: 10)
    override func draw(_ rect: Rect) { Drawing.current?.image(bitmap, in: bounds) }

    /// Makes one pixel black, and says so.
    func mark(_ x: Int, _ y: Int) {
      bitmap.clear(PixelRect(x: x, y: y, width: 1, height: 1), to: .black)
      let (width, height) = (bounds.width / 12, bounds.height / 10)
      setNeedsDisplay(in: Rect(Double(x) * width, Double(y) * height, width, height))
    }
  }

  @Test(arguments: [0.5, 1, 2, 3, 4, 6.5], [0.0, 0.3])
  func aChangedPixelOfAStretchedPictureIsDrawnWithAllThatItIsMixedInto(
    stretch: Double, place: Double
  ) {
    for scale in [1.0, 2] {
      for angle in [0.0, 0.4] {
        KeptPicture.make(Size(120, 100), scale: scale) { picture in
          let canvas = Canvas(frame: Rect(15 + place, 12 + place, 12 * stretch, 10 * stretch))
          canvas.bitmap.clear(canvas.bitmap.bounds, to: .orange)
          canvas.transform = AffineTransform(rotationAngle: angle)
          picture.window.addSubview(canvas)
          picture.expect("stretched by \(stretch), at \(scale)") {}
          for (x, y) in [(0, 0), (5, 4), (11, 9), (6, 4), (0, 9), (11, 3)] {
            picture.expect("pixel \(x) \(y), stretched by \(stretch), at \(scale), turned by \(angle)") {
              canvas.mark(x, y)
            }
          }
        }
      }
    }
  }
}
