import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// Changes one by one: what they make untrue of the picture is drawn again, and little else.
@Suite(.hangLimit) struct KeptPictureTests {
  @Test func whatMovesGoesOrIsCutOffIsNotSeenAnyMore() {
    for inLayer in [false, true] {
      KeptPicture.make { picture in
        let outer = PixelTests.box(Rect(20, 20, 30, 30), .green)
        let inner = PixelTests.box(Rect(-10, -10, 60, 60), .red)
        let deep = PixelTests.box(Rect(50, 0, 20, 20), .blue)
        inner.addSubview(deep)
        outer.addSubview(inner)
        if inLayer { outer.alpha = 0.7 }
        picture.expect("made") { picture.window.addSubview(outer) }
        picture.expect("moved") { outer.center = Point(40, 40) }
        picture.expect("cut off") { outer.clipsToBounds = true }
        picture.expect("cut off elsewhere") { outer.bounds.size.width = 40 }
        picture.expect("scrolled") { outer.bounds.origin = Point(8, 3) }
        picture.expect("not cut off") { outer.clipsToBounds = false }
        picture.expect("another color") { inner.backgroundColor = .yellow }
        picture.expect("no color") { inner.backgroundColor = nil }
        picture.expect("a border") { inner.layer.borderWidth = 3 }
        picture.expect("hidden") { inner.isHidden = true }
        picture.expect("shown") { inner.isHidden = false }
        picture.expect("transparent") { inner.alpha = 0 }
        picture.expect("less transparent and smaller") {
          inner.alpha = 0.5
          inner.frame = Rect(0, 0, 10, 10)
        }
        picture.expect("less transparent and larger") {
          inner.alpha = 0.6
          inner.frame = Rect(-20, -20, 60, 60)
        }
        picture.expect("opaque and smaller") {
          inner.alpha = 1
          inner.frame = Rect(0, 0, 10, 10)
        }
        picture.expect("removed from inside") { deep.removeFromSuperview() }
        picture.expect("removed") { outer.removeFromSuperview() }
        #expect(picture.renderer.bitmap.bounds.places.allSatisfy { picture.color($0.x, $0.y) == 0xFFFF_FFFF })
      }
    }
  }

  @Test func aLayerThatChangesInTwoWaysAtOnceIsNotSeenWhereItWas() {
    let places = [Rect(5, 5, 60, 50), Rect(50, 30, 20, 20), Rect(0, 0, 90, 70), Rect(10, 60, 10, 10)]
    KeptPicture.make { picture in
      let outer = PixelTests.box(places[0], .green)
      outer.addSubview(PixelTests.box(Rect(5, 5, 10, 10), .red))
      picture.expect("made") { picture.window.addSubview(outer) }
      for (index, alpha) in [0.5, 0.7, 1, 0.4, 0.5, 0.9, 1, 0.3].enumerated() {
        picture.expect("alpha \(alpha), place \(index % 4)") {
          outer.alpha = alpha
          outer.frame = places[index % 4]
        }
      }
      for index in 0..<4 {
        picture.expect("masked: \(index % 2 == 0), place \(index)") {
          outer.clipsToBounds = index % 2 == 0
          outer.layer.cornerRadius = 8
          outer.frame = places[index]
        }
      }
    }
  }

  @Test func aPictureThatIsWantedWholeIsDrawnWhole() {
    KeptPicture.make { picture in
      let all = [picture.renderer.bitmap.bounds]
      picture.expect("wanted") { picture.renderer.setNeedsPicture() }
      #expect(picture.parts == all)
      picture.window.backgroundColor = nil
      picture.expect("no color") {}
      #expect(picture.color(50, 40) == 0xFFFF_FFFF)
      picture.renderer.background = .blue
      #expect(picture.renderer.update() == all && picture.color(50, 40) == 0xFF00_00FF)
      #expect(picture.renderer.update().isEmpty)
    }
  }

  @Test func changesThatOverlapAreAllDrawn() {
    KeptPicture.make { picture in
      let boxes = (0..<12).map { index in
        PixelTests.box(Rect(Double(index % 4) * 22, Double(index / 4) * 22, 30, 30), .gray)
      }
      picture.expect("made") { for box in boxes { picture.window.addSubview(box) } }
      for count in 1...12 {
        picture.expect("\(count) of them change") {
          for (index, box) in boxes.prefix(count).enumerated() {
            box.backgroundColor = UIColor(white: Double(index + count) / 24)
          }
        }
      }
      picture.expect("two that overlap a little") {
        boxes[0].backgroundColor = .red
        boxes[5].backgroundColor = .blue
      }
    }
  }

  @Test func manyChangesFarApartAreAllDrawn() {
    KeptPicture.make(Size(200, 200)) { picture in
      let boxes = (0..<100).map { index in
        PixelTests.box(Rect(Double(index % 10) * 20, Double(index / 10) * 20, 6, 6), .gray)
      }
      picture.expect("made") { for box in boxes { picture.window.addSubview(box) } }
      for count in [7, 8, 9, 10, 30, 100] {
        picture.expect("\(count) of them change") {
          for index in 0..<count {
            boxes[index * 37 % 100].backgroundColor = UIColor(white: Double(count) / 200)
          }
        }
        #expect(picture.parts.count <= 8)
        // Parts do not overlap: nothing is drawn twice.
        for (index, part) in picture.parts.enumerated() {
          #expect(!picture.parts[..<index].contains { $0.intersects(part) })
        }
      }
    }
  }

  @Test func aWindowOfAnotherSizeIsDrawnWhole() {
    KeptPicture.make { picture in
      let window = picture.window
      picture.expect("made") { window.addSubview(PixelTests.box(Rect(10, 10, 20, 20), .red)) }
      for size in [Size(120, 80), Size(60, 90), Size(60, 91), Size(100, 80)] {
        picture.expect("\(size)") { window.resize(to: size) }
        #expect(picture.parts == [PixelRect(x: 0, y: 0, width: Int(size.width), height: Int(size.height))])
        #expect(picture.color(15, 15) == 0xFFFF_0000 && picture.color(50, 70) == 0xFFFF_FFFF)
      }
    }
  }

  private final class Canvas: UIView {
    let bitmap = Bitmap(width: 100, height: 80)
    override func draw(_ rect: Rect) { Drawing.current?.image(bitmap, in: bounds) }
    func mark(_ x: Int, _ y: Int) {
      bitmap.clear(PixelRect(x: x, y: y, width: 1, height: 1), to: .black)
      setNeedsDisplay(in: Rect(Double(x), Double(y), 1, 1))
    }
  }

  @Test func markedPartsAreDrawnOnceHoweverManyThereAre() {
    KeptPicture.make { picture in
      let canvas = Canvas(frame: Rect(0, 0, 100, 80))
      let box = PixelTests.box(Rect(80, 60, 10, 10), .red)
      picture.expect("made") {
        picture.window.addSubview(canvas)
        picture.window.addSubview(box)
      }
      picture.expect("one") { canvas.mark(20, 20) }
      #expect(picture.area > 0 && picture.area <= 16)
      // The next change draws only itself.
      picture.expect("a box") { box.backgroundColor = .blue }
      #expect(picture.area <= 12 * 12)
      for count in [255, 256, 257, 300] {
        picture.expect("\(count) marks") {
          for _ in 1..<count { canvas.mark(30, 30) }
          canvas.mark(count % 100, 70)
        }
        #expect(picture.color(count % 100, 70) == 0xFF00_0000)
      }
      picture.expect("a box again") { box.backgroundColor = .green }
      #expect(picture.area <= 12 * 12)
      // Where the canvas has scrolled to.
      picture.expect("moved") { canvas.frame = Rect(10, 5, 100, 80) }
      picture.expect("one more") { canvas.mark(50, 50) }
      #expect(picture.color(60, 55) == 0xFF00_0000)
      picture.expect("outside") { canvas.mark(99, 79) }
    }
  }

  @Test func aTintColorComesToAllThatIsInTheView() {
    KeptPicture.make { picture in
      let box = UIView(frame: Rect(0, 0, 100, 80))
      let slider = UISlider(frame: Rect(0, 20, 100, 30))
      slider.value = 1
      box.addSubview(slider)
      picture.expect("made") { picture.window.addSubview(box) }
      for color in [UIColor.red, .green] {
        picture.expect("tinted") { box.tintColor = color }
        #expect(picture.color(30, 35) == (color == .red ? 0xFFFF_0000 : 0xFF00_FF00))
      }
      // Its own color is nearer.
      picture.expect("its own") { slider.tintColor = .blue }
      picture.expect("tinted again") { box.tintColor = .red }
      #expect(picture.color(30, 35) == 0xFF00_00FF)
    }
  }

  @Test func aViewThatAsksForDisplayIsDrawnWithWhatItShowsNow() {
    final class Lamp: UIView {
      var color = UIColor.red
      override func draw(_ rect: Rect) { Drawing.current?.fill(bounds, color) }
    }
    KeptPicture.make { picture in
      let lamp = Lamp(frame: Rect(10, 10, 20, 20))
      picture.expect("made") { picture.window.addSubview(lamp) }
      lamp.color = .blue
      picture.expect("not asked") {}
      #expect(picture.parts.isEmpty && picture.color(20, 20) == 0xFFFF_0000)
      picture.expect("asked") { lamp.setNeedsDisplay() }
      #expect(picture.color(20, 20) == 0xFF00_00FF && picture.area <= 22 * 22)
      // A new size is drawn anew without being asked.
      lamp.color = .green
      picture.expect("resized") { lamp.bounds.size = Size(24, 20) }
      #expect(picture.color(20, 20) == 0xFF00_FF00)
    }
  }

  @Test func aPartOfASymbolIsDrawnAgainAsThatPart() {
    KeptPicture.make { picture in
      let symbol = UIImageView(image: UIImage(systemName: "trash"))
      symbol.frame = Rect(10, 10, 60, 60)
      let cover = PixelTests.box(Rect(40, 10, 30, 60), .blue)
      picture.expect("made") {
        picture.window.addSubview(symbol)
        picture.window.addSubview(cover)
      }
      picture.expect("uncovered") { cover.removeFromSuperview() }
      #expect(picture.area <= 32 * 62)
    }
  }
}
