// Drawing of lines.

extension [StyledText.StyledLine] {
  /// The size of all, with the room beside and between them.
  var size: Size {
    Size(map(\.outerWidth).max() ?? 0, last.map { $0.y + $0.height } ?? 0)
  }

  /// Draws the lines from a point on.
  ///
  /// - Parameters:
  ///   - width: in which they are aligned; the widest line's if it is infinite.
  ///   - alignment: of lines without a paragraph style.
  ///   - isMirrored: whether natural lines are at the right.
  func draw(
    at point: Point, width: Double, _ alignment: NSTextAlignment = .natural, isMirrored: Bool = false,
    in drawing: Drawing
  ) {
    let width = width.isFinite ? width : size.width
    for line in self {
      let own = line.place.look?.alignment ?? alignment
      let x = line.x(in: width, own == .natural && isMirrored ? .right : own)
      line.draw(at: Point(point.x + x, point.y + line.y), in: drawing)
    }
  }
}

extension StyledText.StyledLine {
  /// Makes the line as high as letters of these styles, and its pictures.
  mutating func measure(_ styles: [StyledText.LetterStyle]) {
    for style in styles {
      ascent = max(ascent, style.font.ascender + style.offset)
      descent = max(descent, style.font.lineHeight - style.font.ascender - style.offset)
    }
    height = styles.count == 1 ? styles[0].font.lineHeight : ascent + descent
    for run in runs {
      guard let box = run.object?.box else { continue }
      ascent = max(ascent, box.maxY + run.style.offset)
      descent = max(descent, -box.minY - run.style.offset)
      height = ascent + descent
    }
  }

  /// Gives tabs, which are runs by themselves, their widths, from the edge on where the line begins.
  mutating func move(behindTabs tabs: [Int], _ place: LinePlace) {
    let order = place.isRightToLeft ? Array(runs.indices.reversed()) : Array(runs.indices)
    let tabs = Set(tabs)
    var x = 0.0
    for (number, index) in order.enumerated() {
      if tabs.contains(index) {
        let following = order[(number + 1)...].prefix { !tabs.contains($0) }.reduce(0) { $0 + runs[$1].width }
        runs[index].width = place.tabWidth(at: x, before: following) ?? runs[index].width
      }
      x += runs[index].width
    }
    width = 0
    for index in runs.indices {
      runs[index].x = width
      width += runs[index].width
    }
  }

  /// Makes the line higher or lower: room is added, or taken, above the letters.
  mutating func setHeight(_ new: Double) {
    ascent += new - height
    height = new
  }

  /// With the paragraph's indents.
  fileprivate var outerWidth: Double { place.indent + width + place.roomBehind }

  fileprivate func x(in width: Double, _ alignment: NSTextAlignment) -> Double {
    let (left, room) = (place.left(in: width), place.width(in: width) - self.width)
    return switch alignment.resolved(place.isRightToLeft) {
    case .center: left + room / 2
    case .right: left + room
    default: left
    }
  }
}

extension StyledText.StyledLine {
  /// Draws the line with its upper left corner at a point.
  ///
  /// - Parameter color: of all letters, in place of the runs' colors.
  func draw(at point: Point, in drawing: Drawing, color: UIColor? = nil) {
    drawBackgrounds(at: point, in: drawing)
    drawLetters(at: point, in: drawing, color: color)
  }

  func drawBackgrounds(at point: Point, in drawing: Drawing) {
    for run in runs {
      guard let background = run.style.background else { continue }
      drawing.fill(Rect(point.x + run.x, point.y, run.width, height), background)
    }
  }

  func drawLetters(at point: Point, in drawing: Drawing, color: UIColor? = nil) {
    for var run in runs {
      if let color { run.style.color = color }
      run.draw(at: Point(point.x + run.x, point.y + ascent), in: drawing)
    }
  }
}
