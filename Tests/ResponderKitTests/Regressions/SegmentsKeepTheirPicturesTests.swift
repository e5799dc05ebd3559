import ResponderKit
import TestHarness
import Testing

/// A segment with a picture that got a text had both, and went on showing the picture. As in UIKit it has one of them.
@Suite(.hangLimit) struct SegmentsKeepTheirPicturesTests {
  @Test func aSegmentHasATextOrAPicture() {
    onStage { stage in
      let bitmap = Bitmap(width: 20, height: 20)
      bitmap.clear(bitmap.bounds, to: .red)
      let picture = UIImage(bitmap).withRenderingMode(.alwaysOriginal)
      let control = UISegmentedControl(items: [picture, "Two"])
      control.frame = Rect(0, 0, 200, 32)
      stage.show(control)
      stage.wait(20)
      func isRed(_ x: Int) -> Bool { stage.window.snapshot().color(x: x, y: 16) == .red }
      #expect(isRed(50) && !isRed(150) && control.titleForSegment(at: 0) == nil)
      control.setTitle("One", forSegmentAt: 0)
      control.setImage(picture, forSegmentAt: 1)
      stage.wait(20)
      #expect(control.titleForSegment(at: 0) == "One" && control.imageForSegment(at: 0) == nil)
      #expect(control.titleForSegment(at: 1) == nil && control.imageForSegment(at: 1) === picture)
      #expect(!isRed(50) && isRed(150))
      // What it has not can not be taken away.
      control.setImage(nil, forSegmentAt: 0)
      control.setTitle(nil, forSegmentAt: 1)
      #expect(control.titleForSegment(at: 0) == "One" && control.imageForSegment(at: 1) === picture)
      control.setTitle(nil, forSegmentAt: 0)
      control.setImage(nil, forSegmentAt: 1)
      #expect(control.titleForSegment(at: 0) == nil && control.imageForSegment(at: 1) == nil)
    }
  }
}
