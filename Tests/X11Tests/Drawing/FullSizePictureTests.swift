import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Small pictures pixel by pixel: the forms of letters, edges and shadows, which squares of a demo's picture do not show.
@Suite(.hangLimit) struct FullSizePictureTests {
  private typealias Font = @Sendable (Double, UIFont.Weight) -> UIFont
  private static let builtIn: Font = { UIFont(size: $0, weight: $1, design: .builtIn) }
  private static let dejaVu: Font = { size, weight in
    var font = UIFont(name: "DejaVu Sans", size: size) ?? UIFont(size: size)
    font.weight = weight
    return font
  }

  /// Lines of several sizes, light and bold, between pixels too, and a line that is turned.
  private static func text(_ font: @escaping Font, shift: Double = 0) -> Bitmap {
    PixelTests.picture(Size(260, 170)) { window in
      let lines: [(y: Double, size: Double, weight: UIFont.Weight)] = [
        (4, 12, .regular), (22.5, 17, .regular), (46, 17, .bold), (72.25, 26, .regular),
      ]
      for (y, size, weight) in lines {
        let label = UILabel(
          "Hamburgefonts 0123", frame: Rect(8 + shift, y, 250, size * 1.4), font: font(size, weight))
        window.addSubview(label)
      }
      let turned = UILabel("Turned by 0.2", frame: Rect(30 + shift, 124, 200, 26), font: font(17, .bold))
      turned.textColor = .red
      turned.transform = AffineTransform(rotationAngle: 0.2)
      window.addSubview(turned)
    }.value
  }

  private static func edges(radius: Double = 12) -> Bitmap {
    PixelTests.picture(Size(130, 90)) { window in
      let round = PixelTests.box(Rect(8.5, 8, 50, 36), .blue)
      round.layer.cornerRadius = radius
      let turned = PixelTests.box(Rect(70, 14, 44, 30), .orange)
      turned.layer.cornerRadius = 8
      turned.transform = AffineTransform(rotationAngle: 0.35)
      let framed = PixelTests.box(Rect(14, 54, 40, 28), .yellow)
      framed.layer.cornerRadius = 14
      framed.layer.borderWidth = 3
      framed.transform = AffineTransform(rotationAngle: -0.1)
      let clipped = PixelTests.box(Rect(72, 54, 44, 30), nil)
      clipped.clipsToBounds = true
      clipped.layer.cornerRadius = 10
      clipped.addSubview(PixelTests.box(Rect(-10, 10, 100, 100), .red))
      for view in [round, turned, framed, clipped] { window.addSubview(view) }
    }.value
  }

  private static func shadows(radius: Double = 9) -> Bitmap {
    PixelTests.picture(Size(150, 90)) { window in
      for (index, angle) in [0.0, 0.3].enumerated() {
        let card = PixelTests.box(Rect(22 + Double(index) * 68, 22, 42, 34), .white)
        card.layer.cornerRadius = 10
        card.layer.shadowOpacity = 0.5
        card.layer.shadowRadius = radius
        card.layer.shadowOffset = Size(0, 4)
        card.transform = AffineTransform(rotationAngle: angle)
        window.addSubview(card)
      }
    }.value
  }

  @Test func lettersThatAreTheSameOnEachMachine() throws {
    try StoredPicture.expectWhole("whole-text", Self.text(Self.builtIn))
  }

  @Test(.enabled(if: Programs.dejaVu)) func lettersOfATrueTypeFont() throws {
    try StoredPicture.expectWhole("whole-text-dejavu", Self.text(Self.dejaVu))
  }

  @Test func roundedAndTurnedEdges() throws { try StoredPicture.expectWhole("whole-edges", Self.edges()) }

  @Test func blurredShadows() throws { try StoredPicture.expectWhole("whole-shadows", Self.shadows()) }

  /// What a person would see is noticed: a line a third of a pixel off, another corner, a shadow less blurred, other letters.
  @Test func aSmallChangeIsNoticed() {
    #expect(PictureDifference(Self.edges(), Self.edges()).mean == 0)
    #expect(!PictureDifference(Self.text(Self.builtIn), Self.text(Self.builtIn, shift: 0.34)).isSmall)
    #expect(!PictureDifference(Self.edges(), Self.edges(radius: 9)).isSmall)
    #expect(!PictureDifference(Self.shadows(), Self.shadows(radius: 6)).isSmall)
    #expect(!PictureDifference(Self.shadows(), Self.edges()).isSmall, "another size")
    let bold: Font = { size, _ in UIFont(size: size, weight: .bold, design: .builtIn) }
    #expect(!PictureDifference(Self.text(Self.builtIn), Self.text(bold)).isSmall)
  }
}
