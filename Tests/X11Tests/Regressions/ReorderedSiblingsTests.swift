import ResponderKit
import TestHarness
import Testing

/// Siblings that only changed their order were not drawn again.
@Suite(.hangLimit) struct ReorderedSiblingsTests {
  private static let (red, green, blue): (UInt32, UInt32, UInt32) = (0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF)

  @Test func theBoxThatIsBroughtToTheFrontIsSeen() {
    KeptPicture.make { picture in
      let (first, second) = (
        PixelTests.box(Rect(10, 10, 40, 40), .red), PixelTests.box(Rect(30, 30, 40, 40), .blue)
      )
      let window = picture.window
      picture.expect("two boxes") {
        window.addSubview(first)
        window.addSubview(second)
      }
      #expect(picture.color(40, 40) == Self.blue)
      picture.expect("brought to the front") { window.bringSubviewToFront(first) }
      #expect(picture.color(40, 40) == Self.red && picture.color(60, 60) == Self.blue)
      // No more than one of them is drawn.
      #expect(picture.area <= 42 * 42)
      picture.expect("sent to the back") { window.sendSubviewToBack(first) }
      #expect(picture.color(40, 40) == Self.blue)
      picture.expect("exchanged") { window.exchangeSubview(at: 0, withSubviewAt: 1) }
      #expect(picture.color(40, 40) == Self.red)
      picture.expect("put above") { window.insertSubview(second, aboveSubview: first) }
      #expect(picture.color(40, 40) == Self.blue)
      picture.expect("put where it is") { window.bringSubviewToFront(second) }
      #expect(picture.parts.isEmpty)
    }
  }

  @Test func eachOrderOfThreeBoxesIsSeen() {
    let orders = [[0, 2, 1], [2, 1, 0], [1, 0, 2], [1, 2, 0], [0, 1, 2], [2, 0, 1]]
    for order in orders {
      KeptPicture.make { picture in
        let window = picture.window
        let boxes = [UIColor.red, .green, .blue].enumerated().map { index, color in
          PixelTests.box(Rect(10 + Double(index) * 10, 10, 30, 30), color)
        }
        for box in boxes { window.addSubview(box) }
        picture.expect("three boxes") {}
        for next in orders {
          picture.expect("\(next) after \(order)") {
            for index in next { window.bringSubviewToFront(boxes[index]) }
          }
          // There all three are.
          #expect(picture.color(35, 20) == [Self.red, Self.green, Self.blue][next[2]])
          picture.expect("\(order) again") {
            for index in order { window.bringSubviewToFront(boxes[index]) }
          }
        }
      }
    }
  }

  /// What lies over each other is deeper in the tree, outside of its superviews, in layers, or a border.
  @Test func viewsThatChangeTheirOrderTakeAlongWhatIsInThem() {
    for kind in 0..<5 {
      KeptPicture.make { picture in
        let window = picture.window
        let boxes = [UIColor.red, .blue].enumerated().map { index, color in
          let outer = UIView(frame: Rect(Double(index) * 60, 0, 10, 10))
          outer.addSubview(PixelTests.box(Rect(40 - Double(index) * 60, 20, 30, 30), color))
          if kind == 1 { outer.alpha = 0.6 }
          if kind == 2 {
            outer.frame = Rect(10 + Double(index) * 15, 10, 50, 50)
            outer.clipsToBounds = true
            outer.layer.cornerRadius = 20
          }
          if kind == 3 {
            outer.frame = Rect(10 + Double(index) * 15, 10, 50, 50)
            outer.layer.borderWidth = 6
          }
          if kind == 4 { outer.transform = AffineTransform(rotationAngle: 0.1) }
          window.addSubview(outer)
          return outer
        }
        picture.expect("kind \(kind)") {}
        picture.expect("the first to the front, kind \(kind)") { window.bringSubviewToFront(boxes[0]) }
        #expect(!picture.parts.isEmpty)
        picture.expect("the second to the front and moved, kind \(kind)") {
          window.bringSubviewToFront(boxes[1])
          boxes[1].center.x += 7
        }
        picture.expect("the first below and hidden, kind \(kind)") {
          window.sendSubviewToBack(boxes[0])
          boxes[1].isHidden = true
        }
        picture.expect("into the other, kind \(kind)") {
          boxes[1].isHidden = false
          boxes[1].addSubview(boxes[0])
        }
      }
    }
  }
}
