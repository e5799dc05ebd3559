import ResponderKit
import TestHarness
import Testing

/// `CGContext`, clips, pictures that a program draws, texts in `draw(_:)`.
@Suite(.hangLimit) struct ContextTests {
  @Test func aPathIsFilledAndItsLinesLieOverIt() {
    let shown = Canvas.picture { context in
      context.setFillColor(UIColor.red.cgColor)
      context.setStrokeColor(UIColor.blue.cgColor)
      context.setLineWidth(10)
      context.addRect(CGRect(x: 20, y: 20, width: 60, height: 60))
      context.drawPath(using: .fillStroke)
      // The path was used up: nothing more is drawn.
      context.setFillColor(UIColor.green.cgColor)
      context.fillPath()
    }
    #expect(shown.color(x: 50, y: 50) == .red && shown.color(x: 5, y: 5) == .white)
    #expect(shown.color(x: 17, y: 50) == .blue && shown.color(x: 22, y: 50) == .blue)
  }

  @Test func transformsMoveWhatIsDrawnLater() {
    let shown = Canvas.picture { context in
      context.move(to: CGPoint(x: 0, y: 95))
      context.translateBy(x: 50, y: 0)
      // The path's first point stays where it was.
      context.addLine(to: CGPoint(x: 50, y: 95))
      context.setLineWidth(6)
      context.strokePath()
      UIColor.red.setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 10, height: 10))
      context.saveGState()
      context.scaleBy(x: 2, y: 2)
      UIBezierPath(rect: CGRect(x: 0, y: 20, width: 10, height: 10)).fill()
      context.restoreGState()
      context.rotate(by: .pi / 2)
      context.setFillColor(UIColor.blue.cgColor)
      context.fill(CGRect(x: 80, y: 0, width: 10, height: 10))
    }
    #expect(shown.color(x: 5, y: 95) == .black && shown.color(x: 95, y: 95) == .black)
    #expect(shown.color(x: 55, y: 5) == .red && shown.color(x: 5, y: 5) == .white)
    #expect(shown.color(x: 68, y: 58) == .red && shown.color(x: 72, y: 58) == .white)
    #expect(shown.color(x: 45, y: 85) == .blue && shown.color(x: 55, y: 85) == .white)
  }

  @Test func clipsCutUntilTheStateIsRestored() {
    let shown = Canvas.picture { context in
      context.saveGState()
      UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 100, height: 100)).addClip()
      context.clip(to: CGRect(x: 0, y: 0, width: 100, height: 50))
      UIColor.red.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 100, height: 100))
      context.restoreGState()
      UIColor.blue.setFill()
      context.fill(CGRect(x: 0, y: 90, width: 5, height: 5))
    }
    #expect(shown.color(x: 50, y: 25) == .red && shown.color(x: 50, y: 75) == .white)
    #expect(shown.color(x: 3, y: 3) == .white && shown.color(x: 2, y: 92) == .blue)
  }

  @Test func alphaIsThatOfAllThatFollows() {
    let shown = Canvas.picture { context in
      context.setAlpha(0.5)
      context.setFillColor(UIColor.black.cgColor)
      context.fill(CGRect(x: 0, y: 0, width: 100, height: 50))
    }
    #expect(abs(shown.color(x: 50, y: 25).red - 0.5) < 0.01)
  }

  @Test func onlyTheCornersThatAreAskedForAreRound() {
    let path = UIBezierPath(
      roundedRect: CGRect(x: 0, y: 0, width: 100, height: 50), byRoundingCorners: [.topLeft, .bottomRight],
      cornerRadii: CGSize(width: 20, height: 20))
    #expect(!path.contains(Point(2, 2)) && !path.contains(Point(98, 48)))
    #expect(path.contains(Point(98, 2)) && path.contains(Point(2, 48)) && path.contains(Point(50, 25)))
  }

  @Test func aCopyChangesAlone() throws {
    let path = UIBezierPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10))
    path.lineWidth = 7
    let copy = try #require(path.copy() as? UIBezierPath)
    copy.addLine(to: CGPoint(x: 90, y: 0))
    #expect(copy.lineWidth == 7 && copy.bounds.maxX == 90 && path.bounds.maxX == 10)
  }

  @Test func aRendererMakesPictures() {
    onStage { stage in
      let format = UIGraphicsImageRendererFormat()
      #expect(format.scale == stage.application.screen.scale)
      format.scale = 2
      let image = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 10), format: format).image {
        context in
        UIColor.red.setFill()
        context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
        context.cgContext.translateBy(x: 10, y: 0)
        context.cgContext.setFillColor(UIColor.blue.cgColor)
        context.cgContext.fillEllipse(in: CGRect(x: 0, y: 0, width: 10, height: 10))
      }
      #expect(image.size == CGSize(width: 20, height: 10) && image.scale == 2)
      #expect(image.color(x: 5, y: 5) == .red && image.color(x: 30, y: 10) == .blue)
      #expect(image.color(x: 21, y: 1) == .clear)
      #expect(UIGraphicsGetCurrentContext() == nil)
    }
  }

  @Test func picturesAreDrawnBetweenTwoCalls() throws {
    try onStage { _ in
      UIGraphicsBeginImageContextWithOptions(CGSize(width: 8, height: 8), true, 1)
      UIColor.green.setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 4, height: 8))
      let image = try #require(UIGraphicsGetImageFromCurrentImageContext())
      UIGraphicsEndImageContext()
      #expect(image.color(x: 1, y: 1) == .green && image.color(x: 6, y: 1) == .black)
      #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
    }
  }

  @Test func textsAreMeasuredAndDrawn() {
    let font = UIFont(size: 20, design: .builtIn)
    let size = "HHH".size(withAttributes: [.font: font])
    #expect(abs(size.width - font.width(of: "HHH")) < 0.01 && abs(size.height - font.lineHeight) < 0.01)
    let text = NSAttributedString(string: "HHH HHH", attributes: [.font: font])
    let box = text.boundingRect(
      with: CGSize(width: size.width + 1, height: .infinity), options: .usesLineFragmentOrigin, context: nil)
    #expect(abs(box.height - 2 * font.lineHeight) < 0.01 && text.size().height < box.height)
    let shown = Canvas.picture { _ in
      "HHH".draw(at: Point(10, 40), withAttributes: [.font: font, .backgroundColor: UIColor.red])
    }
    #expect(shown.color(x: 11, y: 41) == .red && shown.color(x: 5, y: 41) == .white)
    #expect(shown.color(x: 11, y: 39) == .white)
  }

  @Test func transformedDrawingsArePartOfSVG() {
    onStage { stage in
      let canvas = Canvas(frame: Rect(0, 0, 100, 100))
      canvas.body = { context in
        context.translateBy(x: 50, y: 7)
        context.clip(to: CGRect(x: 0, y: 0, width: 10, height: 10))
        context.fillEllipse(in: CGRect(x: 0, y: 0, width: 10, height: 10))
      }
      stage.show(canvas)
      let text = stage.window.pictureSVG()
      #expect(text.contains("50 7)") && text.contains("<ellipse"))
      #expect(text.components("<g") == text.components("</g>"))
    }
  }

  /// A square in a square.
  private static var ring: UIBezierPath {
    let path = UIBezierPath(rect: CGRect(x: 10, y: 10, width: 80, height: 80))
    path.append(UIBezierPath(rect: CGRect(x: 30, y: 30, width: 40, height: 40)))
    path.usesEvenOddFillRule = true
    return path.cgPath
  }

  @Test func aPathMayLeaveOutWhatItGoesAroundTwice() {
    let path = Self.ring
    #expect(!path.contains(CGPoint(x: 50, y: 50)) && path.contains(CGPoint(x: 20, y: 50)))
    let shown = Canvas.picture { _ in
      UIColor.red.setFill()
      Self.ring.fill()
    }
    #expect(shown.color(x: 50, y: 50) == .white && shown.color(x: 20, y: 50) == .red)
  }
}

extension String {
  /// How often a part occurs.
  fileprivate func components(_ part: String) -> Int {
    var (count, rest) = (0, self[...])
    while let index = rest.firstIndex(of: part.first!) {
      rest = rest[index...]
      if rest.hasPrefix(part) { count += 1 }
      rest = rest.dropFirst()
    }
    return count
  }
}
