import HIDEvents
import TestHarness
import Testing

@testable import ResponderKit

/// Symbols: their names, sizes and weights, and how they are drawn.
@Suite(.hangLimit) struct SymbolTests {
  /// How much a symbol covers, in pixels.
  private func ink(_ image: UIImage?) -> Double {
    guard let bitmap = image?.fullBitmap else { return 0 }
    return bitmap.withPixels { $0.reduce(0) { $0 + Double($1 >> 24) } } / 255
  }

  private func symbol(_ name: String, _ size: Double, _ weight: UIImage.SymbolWeight = .regular) -> UIImage? {
    UIImage(systemName: name, withConfiguration: .init(pointSize: size, weight: weight))
  }

  @Test func eachDrawingCanBeRead() {
    for entry in SymbolTable.entries.values {
      let words = entry.drawing.split(separator: " ")
      if words[0].hasPrefix("=") {
        let other = SymbolTable.entry(words[0].dropFirst())
        #expect(other != nil && other?.drawing.hasPrefix("=") == false, "\(entry.name)")
        continue
      }
      for isFilled in [false, true] {
        var reader = SymbolReader(entry.drawing, isFilled: isFilled)
        reader.read()
        #expect(reader.errors == 0 && !reader.layers.isEmpty, "\(entry.name)")
      }
    }
  }

  @Test func eachNameIsASymbolInItsBox() {
    let names = SymbolBook.names
    #expect(names.count > 450 && Set(names).count == names.count)
    for name in names {
      let image = symbol(name, 20)
      let covered = ink(image)
      #expect(covered > 8 && image?.size.height == 24, "\(name): \(covered)")
      let points = SymbolBook.form(name)?.layers.flatMap { $0.pieces.flatMap(\.points) } ?? []
      let width = SymbolBook.form(name)?.width ?? 0
      let isInside = points.allSatisfy { $0.x > 0.4 && $0.x < width - 0.4 && $0.y > 0.4 && $0.y < 23.6 }
      #expect(isInside, "\(name)")
    }
  }

  @Test func otherNamesAreNone() {
    for name in [
      "", "no.such.symbol", "a", "1", "a.fill", "chevron.left.fill", "plus.slash", ".fill",
      "star.circle.circle", "Star",
    ] {
      #expect(UIImage(systemName: name) == nil, "\(name)")
    }
    #expect(UIImage(systemName: "star.circle.fill")?.isSymbolImage == true)
    #expect(UIImage(Bitmap(width: 1, height: 1)).applyingSymbolConfiguration(.unspecified) == nil)
  }

  @Test func sizeWeightAndScaleAreThoseOfTheConfiguration() {
    #expect(UIImage(systemName: "star")?.size == symbol("star", 17)?.size)
    #expect(symbol("star", 40)?.size == Size(48, 48) && symbol("chevron.left", 40)?.size == Size(28, 48))
    let large = UIImage.SymbolConfiguration(scale: .large).applying(.init(pointSize: 40))
    #expect(symbol("star", 20)?.applyingSymbolConfiguration(large)?.size == Size(61, 61))
    let inks: [Double] = [.ultraLight, .light, .regular, .bold, .black].map { ink(symbol("star", 40, $0)) }
    #expect(inks == inks.sorted() && inks[4] > 3 * inks[0])
    let title = UIImage.SymbolConfiguration(textStyle: .title1)
    #expect(UIImage(systemName: "star", withConfiguration: title)?.size == symbol("star", 28)?.size)
  }

  @Test("lines are as sharp in each size", arguments: [20.0, 77, 300])
  func sharp(_ size: Double) throws {
    let image = try #require(symbol("minus", size))
    let bitmap = image.fullBitmap
    // Of a column through the line: few pixels are neither clear nor black.
    let column = (0..<bitmap.height).map { bitmap[bitmap.width / 2, $0] >> 24 }
    let most = column.max() ?? 0
    #expect(most > 220 && column.count { $0 > 0 && $0 < 255 } <= 2, "\(column)")
    #expect(column == column.reversed())
  }

  @Test func aSignIsCutOutOfAFilledCircle() throws {
    let image = try #require(symbol("minus.circle.fill", 40))
    #expect(image.color(x: 24, y: 24) == .clear && image.color(x: 24, y: 14) == .black)
    let outlined = try #require(symbol("minus.circle", 40))
    #expect(outlined.color(x: 24, y: 24) == .black && outlined.color(x: 24, y: 14) == .clear)
    // What the sign itself lacks is there again.
    #expect(ink(symbol("clock.circle.fill", 40)) > ink(symbol("clock.circle.fill", 40, .ultraLight)))
  }

  @Test func aPaletteHasAColorForEachPart() throws {
    let image = try #require(symbol("minus.circle.fill", 40))
    let colored = try #require(image.applyingSymbolConfiguration(.init(paletteColors: [.white, .red])))
    #expect(colored.color(x: 24, y: 24) == .white && colored.color(x: 24, y: 14) == .red)
    let shaded = try #require(image.applyingSymbolConfiguration(.init(hierarchicalColor: .blue)))
    #expect(shaded.color(x: 24, y: 24) == .blue && abs(shaded.color(x: 24, y: 14).alpha - 0.5) < 0.01)
  }

  @Test func aTintIsTheColorOfWhatIsDrawn() throws {
    let image = try #require(symbol("circle.fill", 40))
    #expect(image.color(x: 24, y: 24) == .black)
    let tinted = image.withTintColor(.red)
    #expect(tinted.color(x: 24, y: 24) == .red && tinted.isSymbolImage && tinted.renderingMode == .automatic)
    #expect(tinted != image && tinted == image.withTintColor(.red))
  }

  @Test func theSVGHasLinesInPlaceOfPixels() {
    onStage { _ in
      let window = UIWindow(frame: Rect(0, 0, 60, 30))
      window.addSubview(UIImageView(image: UIImage(systemName: "star")))
      let view = UIImageView(image: UIImage(systemName: "checkmark.circle.fill"))
      view.frame.origin.x = 30
      view.tintColor = .red
      window.addSubview(view)
      window.makeKeyAndVisible()
      let text = window.pictureSVG()
      #expect(!text.contains("<image") && text.contains("<mask id=\"m"))
      #expect(text.contains("fill=\"#ff0000\" mask=\"url(#m") && text.contains("stroke-linejoin=\"round\""))
    }
  }

  /// A turned view's symbol, and one that is larger than what is kept.
  @Test func symbolsAreDrawnTurnedAndLarge() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let view = UIImageView(image: symbol("minus", 20))
      view.tintColor = .black
      view.frame = Rect(0, 0, 300, 300)
      stage.show(view)
      let large = stage.window.snapshot()
      #expect(large.color(x: 150, y: 150) == .black && large.color(x: 150, y: 60) == .white)
      view.transform = AffineTransform(rotationAngle: 0.5 * Double.pi + 0.0001)
      let turned = stage.window.snapshot()
      #expect(turned.color(x: 150, y: 60) == .black && turned.color(x: 60, y: 150) == .white)
    }
  }
}
