import TestHarness
import Testing

@testable import ResponderKit

/// What the comparison with stored pictures notices, and what it lets pass.
@Suite(.hangLimit) struct StoredPictureTests {
  /// A picture with a box, in points of a pixel.
  private func picture(_ frame: Rect, _ color: UIColor = .blue, size: Size = Size(240, 160)) -> UIImage {
    UIImage(
      PixelTests.picture(size) { $0.addSubview(PixelTests.box(frame, color)) }.value)
  }

  private func mean(_ one: UIImage, _ other: UIImage) -> Double {
    let stored = UIImage(StoredPicture.squares(of: other))
    let differences = StoredPicture.differences(StoredPicture.squares(of: one), stored)
    return Double(differences.reduce(0, +)) / Double(max(differences.count, 1))
  }

  @Test func aPictureIsTheSquaresThatItsPixelsMake() {
    let squares = StoredPicture.squares(of: picture(Rect(10, 10, 20, 20)))
    #expect((squares.width, squares.height) == (120, 80))
    #expect(squares[5, 5] == 0xFF00_00FF && squares[4, 5] == 0xFFFF_FFFF && squares[15, 5] == 0xFFFF_FFFF)
  }

  @Test func whatIsElsewhereMissingOrOfAnotherColorIsNoticed() {
    let box = picture(Rect(20, 20, 100, 60))
    #expect(mean(box, box) == 0)
    // Half a square to the side.
    #expect(mean(picture(Rect(21, 20, 100, 60)), box) < 1)
    for other in [
      picture(Rect(60, 20, 100, 60)), picture(.zero), picture(Rect(20, 20, 100, 60), .red),
      picture(Rect(20, 20, 100, 90)),
    ] {
      #expect(mean(other, box) > 8)
    }
    // Another size is compared with nothing, which fails.
    let large = StoredPicture.squares(of: picture(Rect(20, 20, 100, 60), size: Size(200, 160)))
    #expect(StoredPicture.differences(large, UIImage(StoredPicture.squares(of: box))).isEmpty)
  }
}
