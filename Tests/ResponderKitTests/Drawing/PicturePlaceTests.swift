import TestHarness
import Testing

@testable import ResponderKit

/// Where small pictures are drawn: signs of tabs, menus and days, and in place of dots.
@Suite(.hangLimit) struct PicturePlaceTests {
  private func picture(_ width: Int, _ height: Int) -> UIImage {
    UIImage(Bitmap(width: width, height: height))
  }

  @Test func theLongerSideHasTheLength() {
    let middle = Point(50, 40)
    #expect(picture(20, 10).place(around: middle, longest: 40) == Rect(30, 30, 40, 20))
    #expect(picture(10, 20).place(around: middle, longest: 10) == Rect(47.5, 35, 5, 10))
    // Smaller ones stay as they are where that is wanted.
    #expect(picture(20, 10).place(around: middle, longest: 40, grows: false) == Rect(40, 35, 20, 10))
    #expect(picture(20, 10).place(around: middle, longest: 10, grows: false) == Rect(45, 37.5, 10, 5))
    #expect(picture(0, 0).place(around: middle, longest: 10) == Rect(50, 40, 0, 0))
  }
}
