import Foundation
import ResponderKit
import TestHarness
import Testing

/// Rules of fonts, of pictures in colors, and of symbols.
@Suite(.hangLimit) struct FontAndTintRuleTests {
  private let font = UIFont(size: 20, design: .builtIn)

  @Test func textsAreMeasuredAndCutToTheirRoom() {
    #expect(font.width(of: "") == 0)
    let width = font.width(of: "mmm")
    #expect(font.truncated("mmm", to: width) == "mmm" && font.truncated("mmm", to: width - 1) != "mmm")
  }

  @Test func attributesMayBeNumbersOfAnyKind() {
    func width(_ kern: Any) -> Double { "mmm".size(withAttributes: [.font: font, .kern: kern]).width }
    let five: Double = width(5.0)
    #expect(five > width(0.0) + 9)
    #expect(width(5 as Int) == five && width(5 as Float) == five)
  }

  @Test func aLimitMakesLargeLettersSmallOnly() {
    func size(_ most: Double) -> Double {
      UIFontMetrics.default.scaledFont(for: font, maximumPointSize: most).pointSize
    }
    #expect(size(12) == 12 && size(30) == 20 && size(0) == 20)
  }

  @Test func cornersAreAtMostHalfOfTheirRectangle() {
    let path = UIBezierPath(
      roundedRect: Rect(0, 0, 100, 50), byRoundingCorners: .allCorners, cornerRadii: Size(80, 80))
    // An ellipse.
    for x in [20.0, 80] { #expect(path.contains(Point(x, 6)) && path.contains(Point(x, 44))) }
    for x in [5.0, 95] { #expect(!path.contains(Point(x, 6)) && !path.contains(Point(x, 44))) }
  }

  @Test func aPictureHasTheTintThatItIsShownIn() {
    let bitmap = Bitmap(width: 6, height: 6)
    bitmap.clear(bitmap.bounds, to: .green)
    let image = UIImage(bitmap).withRenderingMode(.alwaysTemplate)
    for color in [UIColor.red, .blue] { #expect(image.withTintColor(color).color(x: 3, y: 3) == color) }
    let resizable = image.resizableImage(withCapInsets: UIEdgeInsets(2))
    #expect(resizable.renderingMode == .alwaysTemplate && resizable.capInsets == UIEdgeInsets(2))
  }

  @Test func aSymbolKeepsTheWeightThatAConfigurationDoesNotName() {
    let bold = UIImage.SymbolConfiguration(weight: .bold)
    let large = UIImage.SymbolConfiguration(scale: .large)
    #expect(bold.applying(large) == large.applying(bold) && bold.applying(large) != large)
  }

  private final class Reader: UIView {
    var image: UIImage?
    var seen: [UIColor?] = []
    override func draw(_ rect: Rect) { seen.append(image?.color(x: 30, y: 30)) }
  }

  @Test func aSymbolIsInTheColorOfThePlaceWhereItIsDrawn() {
    onStage { stage in
      let reader = Reader(frame: Rect(0, 0, 50, 50))
      reader.image = UIImage(systemName: "circle.fill")?.withTintColor(.label)
      stage.show(reader)
      _ = stage.window.snapshot()
      reader.overrideUserInterfaceStyle = .dark
      reader.setNeedsDisplay()
      _ = stage.window.snapshot()
      #expect(reader.seen.first == .black && reader.seen.last == .white)
    }
  }

  @Test func theSVGOfASymbolHasColorsOfSixDigits() {
    onStage { stage in
      let view = UIImageView(image: UIImage(systemName: "star"))
      view.tintColor = .blue
      stage.show(view)
      #expect(stage.window.pictureSVG().contains("stroke=\"#0000ff\""))
    }
  }

  @Test func theScaleIsThatOfTheFilesOwnName() throws {
    let folder = try TemporaryFolder()
    let inner = "\(folder.path)/a.b"
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
    let bytes = try Data(#require(UIImage(Bitmap(width: 4, height: 4)).pngData()))
    for (name, scale) in [("photo@2x", 2.0), ("photo@3x.png", 3), ("photo", 1)] {
      let path = "\(inner)/\(name)"
      #expect(FileManager.default.createFile(atPath: path, contents: bytes))
      #expect(try UIImage(file: path).scale == scale)
    }
  }
}
