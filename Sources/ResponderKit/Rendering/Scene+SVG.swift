import HIDEvents
import PlainText

extension UIWindow {
  /// The window's picture as SVG: shapes and letters as drawn, pictures inside as PNG.
  ///
  /// `snapshotSVG` shows how views lie in each other instead.
  public final func pictureSVG() -> String {
    application?.frame.commit()
    let size = bounds.size
    let box = PixelRect(around: Rect(origin: .zero, size: size))
    let scene = Scene(self, scale: 1, bounds: box)
    var writer = SVGWriter()
    writer.text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size.width.short) \(size.height.short)" \
      width="\(size.width.short)" height="\(size.height.short)">
      <rect width="100%" height="100%" fill="#fff"/>

      """
    writer.write(scene)
    return writer.text + "</svg>\n"
  }
}

/// Writes a scene as SVG.
private struct SVGWriter {
  var text = ""
  private var clips = 0

  mutating func write(_ scene: Scene) {
    var ends: [Int] = []
    var masked = 0
    for (index, item) in scene.items.enumerated() where index >= masked {
      while let end = ends.last, end <= index {
        text += "</g>\n"
        ends.removeLast()
      }
      if let group = item.group {
        masked = index + 1 + group.maskCount
        let mask = group.hasMask ? mask(scene.items[index + 1..<masked]) : ""
        text += "<g\(mask)"
        if group.alpha < 1 { text += " opacity=\"\(group.alpha.short)\"" }
        if group.isMasked { text += clip(item.look.shape(of: item.bounds), item.transform) }
        if let tint = group.tint { text += filter(tint) }
        text += ">\n"
        ends.append(item.end)
      }
      if let plane = item.plane {
        write(.image(plane.picture(of: item.box), Rect(item.box), alpha: 1))
      } else {
        write(item)
      }
    }
    for _ in ends { text += "</g>\n" }
  }

  /// Defines a clip after which the coming element is cut; its attribute.
  private mutating func clip(_ shape: Drawing.Shape, _ transform: AffineTransform) -> String {
    clips += 1
    // Defined behind its use, which SVG allows. The rule of what is filled is not that of clips.
    let rule = if case .evenOdd = shape { " clip-rule=\"evenodd\"" } else { "" }
    let attributes = "\(rule) transform=\"\(matrix(transform))\""
    let definition = "<clipPath id=\"c\(clips)\">\(element(shape, attributes))</clipPath>\n"
    definitions.append(definition)
    return " clip-path=\"url(#c\(clips))\""
  }

  private var definitions: [String] = []

  /// Defines a mask through whose opaque parts the coming element is seen; its attribute.
  private mutating func mask(_ items: ArraySlice<SceneItem>) -> String {
    clips += 1
    let name = "m\(clips)"
    text += "<mask id=\"\(name)\" style=\"mask-type:alpha\" maskUnits=\"userSpaceOnUse\">\n"
    for item in items { write(item) }
    text += "</mask>\n"
    return " mask=\"url(#\(name))\""
  }

  private mutating func write(_ item: SceneItem) {
    let clipRect = Rect(
      Double(item.clip.minX), Double(item.clip.minY), Double(item.clip.width), Double(item.clip.height))
    text += "<g\(clip(.rect(clipRect, radius: 0), .identity))><g transform=\"\(matrix(item.transform))\">\n"
    let shape = item.look.shape(of: item.bounds)
    if item.identity.isOverlay {
      write(item.look.border(of: item.bounds))
    } else {
      let look = item.look
      if look.shadowOpacity > 0, !item.contentThrowsShadow {
        let shadow = item.bounds.offsetBy(dx: look.shadowOffset.width, dy: look.shadowOffset.height)
        let color = look.shadowColor.withAlpha(look.shadowColor.alpha * look.shadowOpacity)
        text +=
          element(
            look.shape(of: shadow), paint("fill", color) + blur(look.shadowRadius)) + "\n"
      }
      // What is behind can not be blurred there: it is covered a little more.
      if let color = item.backdrop?.color { write(.fill(shape, color.withAlpha((color.alpha + 1) / 2))) }
      if let tiling = look.tiling(of: item.bounds) {
        write(.tiles(shape, tiling))
      } else if let color = look.background {
        write(.fill(shape, color))
      }
      if let gradient = look.gradient { write(.gradient(shape, gradient, in: item.bounds)) }
      for operation in item.contentOperations { write(operation) }
    }
    text += "</g></g>\n"
    for definition in definitions { text += definition }
    definitions = []
  }

  private mutating func write(_ operation: Drawing.Operation) {
    switch operation {
    case .fill(let shape, let color):
      if !color.isClear { text += element(shape, paint("fill", color)) + "\n" }
    case .gradient(let shape, let gradient, let frame): write(shape, gradient, frame)
    case .stroke(let shape, let width, let color):
      guard width > 0, !color.isClear else { return }
      text +=
        element(
          shape.inset(by: width / 2),
          " fill=\"none\" stroke-width=\"\(width.short)\"" + paint("stroke", color))
        + "\n"
    case .line(let points, let width, let color): writeLines([points], width, color)
    case .strokes(let parts, let style, let color): write(parts, style, color)
    case .text(let words, let point, let font, let color): write(words, point, font, color)
    case .picture(let image, let rect, let alpha): write(.image(image.fullBitmap, rect, alpha: alpha))
    case .symbol(let look, let rect, let color):
      guard !color.isClear else { return }
      clips += 1
      text += look.svg(in: rect, color, mask: "m\(clips)", matrix)
    case .placed(let inner, let placement):
      for cut in placement.clips { text += "<g\(clip(cut.shape, .identity))>" }
      text += "<g transform=\"\(matrix(placement.transform))\">\n"
      for operation in inner { write(operation) }
      text += String(repeating: "</g>", count: placement.clips.count + 1) + "\n"
    case .shading(let shading):
      clips += 1
      definitions.append(shading.svg("c\(clips)") { paint("stop-color", $0, opacity: "stop-opacity") })
      text += element(.rect(Rect(-1e5, -1e5, 2e5, 2e5), radius: 0), " fill=\"url(#c\(clips))\"") + "\n"
    case .effect(let inner, let effect):
      guard let style = effect.css else { return }
      text += "<g style=\"\(style)\">\n"
      for operation in inner { write(operation) }
      text += "</g>\n"
    case .tiles(let shape, let tiling):
      guard tiling.pattern.bitmap.width > 0 else { return }
      clips += 1
      definitions.append(tiling.svg("c\(clips)"))
      text += element(shape, " fill=\"url(#c\(clips))\"") + "\n"
    case .sprites(let sprites):
      for sprite in sprites {
        text += "<g transform=\"\(matrix(sprite.transform))\">\n"
        write(.image(sprite.coloredBitmap, sprite.rect, alpha: 1))
        text += "</g>\n"
      }
    case .image(let bitmap, let rect, let alpha):
      text += """
        <image x="\(rect.minX.short)" y="\(rect.minY.short)" width="\(rect.width.short)" \
        height="\(rect.height.short)" opacity="\(alpha.short)" preserveAspectRatio="none" \
        href="data:image/png;base64,\(Base64.text(bitmap.png(keepsAlpha: true)))"/>

        """
    }
  }

  private mutating func write(_ shape: Drawing.Shape, _ gradient: Gradient, _ frame: Rect) {
    guard !gradient.colors.isEmpty, frame.width > 0, frame.height > 0 else { return }
    clips += 1
    let (start, end) = (gradient.startPoint, gradient.endPoint)
    // In parts of the frame, as the gradient itself: its lines are not at right angles to its way in a frame that is no square.
    let unit = AffineTransform(
      a: frame.width, b: 0, c: 0, d: frame.height, tx: frame.minX, ty: frame.minY)
    let (name, form): (String, String)
    switch gradient.shape {
    case .conic:
      let slices = gradient.slices("c\(clips)", matrix(unit)) { paint("fill", $0) }
      // Around nothing all has the last color.
      guard !slices.isEmpty else { return write(.fill(shape, gradient.colors.last ?? .clear)) }
      definitions.append(slices)
      text += element(shape, " fill=\"url(#c\(clips))\"") + "\n"
      return
    case .axial:
      name = "linearGradient"
      form =
        "x1=\"\(start.x.short)\" y1=\"\(start.y.short)\" x2=\"\(end.x.short)\" y2=\"\(end.y.short)\" "
        + "gradientTransform=\"\(matrix(unit))\""
    case .radial:
      let center = Point(frame.minX + start.x * frame.width, frame.minY + start.y * frame.height)
      let around = AffineTransform(
        a: (end.x - start.x) * frame.width, b: 0, c: 0, d: (end.y - start.y) * frame.height, tx: center.x,
        ty: center.y)
      name = "radialGradient"
      form = "cx=\"0\" cy=\"0\" r=\"1\" gradientTransform=\"\(matrix(around))\""
    }
    let stops = gradient.stops.map { stop in
      "<stop offset=\"\(stop.place.short)\"\(paint("stop-color", stop.color, opacity: "stop-opacity"))/>"
    }
    definitions.append(
      "<\(name) id=\"c\(clips)\" gradientUnits=\"userSpaceOnUse\" \(form)>\(stops.joined())</\(name)>\n")
    text += element(shape, " fill=\"url(#c\(clips))\"") + "\n"
  }

  /// Defines a change of colors; the attribute for what it changes.
  private mutating func filter(_ tint: SceneItem.Tint) -> String {
    clips += 1
    definitions.append(tint.svg("c\(clips)"))
    return " filter=\"url(#c\(clips))\""
  }

  /// Defines a blur; the attribute for what it blurs.
  private mutating func blur(_ radius: Double) -> String {
    guard radius > 0 else { return "" }
    clips += 1
    definitions.append(
      "<filter id=\"c\(clips)\" x=\"-100%\" y=\"-100%\" width=\"300%\" height=\"300%\">"
        + "<feGaussianBlur stdDeviation=\"\(radius.short)\"/></filter>\n")
    return " filter=\"url(#c\(clips))\""
  }

  private mutating func write(_ words: String, _ point: Point, _ font: UIFont, _ color: CGColor) {
    if let face = font.face {
      writeLetters(words, point, font, face, color)
    } else {
      writeStrokes(words, point, font, color)
    }
    writeText(words, point, font)
  }

  /// The letters that every program has.
  private mutating func writeStrokes(_ words: String, _ point: Point, _ font: UIFont, _ color: CGColor) {
    var lines: [[Point]] = []
    var x = point.x + font.strokeWidth / 2
    let y = point.y + font.strokeWidth / 2
    for character in words.visualText {
      let glyph = Glyph.of(character)
      func place(_ grid: Point) -> Point { Point(x + grid.x * font.unit, y + grid.y * font.unit) }
      lines += glyph.lines.map { [place($0.from), place($0.to)] }
      lines += glyph.dots.map { [place($0), place($0)] }
      x += (glyph.width + font.gap) * font.unit
    }
    writeLines(lines, font.strokeWidth, color)
  }

  private mutating func writeLetters(
    _ words: String, _ point: Point, _ font: UIFont, _ face: FontFace, _ color: CGColor
  ) {
    guard !color.isClear else { return }
    let start = Point(point.x, point.y + font.capHeight)
    var path = ""
    for piece in font.line(words, face).pieces {
      let outline = font.outline(piece, at: start, scale: 4)
      for (index, first) in outline.starts.enumerated() {
        let end = outline.end(ofPolygon: index)
        for (step, point) in outline.points[first..<end].enumerated() where point.isFinite {
          path += "\(step == 0 ? "M" : "L")\(point.x.short) \(point.y.short)"
        }
        if end > first { path += "Z" }
      }
    }
    if !path.isEmpty { text += "<path d=\"\(path)\"\(paint("fill", color))/>\n" }
  }

  /// The words as such, unseen over their lines: a viewer finds and copies them, a screen reader says them.
  private mutating func writeText(_ words: String, _ point: Point, _ font: UIFont) {
    let width = font.width(of: words)
    guard width > 0, words.contains(where: { !$0.isWhitespace }) else { return }
    text +=
      "<text x=\"\(point.x.short)\" y=\"\((point.y + font.capHeight).short)\" "
      + "font-size=\"\(font.pointSize.short)\" textLength=\"\(width.short)\" "
      + "lengthAdjust=\"spacingAndGlyphs\" fill-opacity=\"0\">\(words.escapedForXML)</text>\n"
  }

  private mutating func write(_ parts: [PathPiece], _ style: StrokeStyle, _ color: CGColor) {
    let join = "\(style.join)\" stroke-miterlimit=\"\(style.miterLimit.short)"
    let cap = style.isRound ? "round" : "butt"
    writeLines(parts.map(\.points), style.width, color, cap: cap, join: join, closed: parts.map(\.isClosed))
  }

  private mutating func writeLines(
    _ lines: [[Point]], _ width: Double, _ color: CGColor, cap: String = "round", join: String = "round",
    closed: [Bool] = []
  ) {
    guard !lines.isEmpty, !color.isClear else { return }
    text += "<path d=\""
    for (number, line) in lines.enumerated() {
      for (index, point) in line.enumerated() {
        text += "\(index == 0 ? "M" : "L")\(point.x.short) \(point.y.short)"
      }
      if line.count == 1, let point = line.first { text += "L\(point.x.short) \(point.y.short)" }
      if number < closed.count, closed[number], !line.isEmpty { text += "Z" }
    }
    text +=
      "\" fill=\"none\" stroke-linecap=\"\(cap)\" stroke-linejoin=\"\(join)\" stroke-width=\"\(width.short)\"\(paint("stroke", color))/>\n"
  }

  // MARK: Parts

  private func element(_ shape: Drawing.Shape, _ attributes: String) -> String {
    switch shape {
    case .rect(let rect, let radius):
      return
        "<rect x=\"\(rect.minX.short)\" y=\"\(rect.minY.short)\" width=\"\(rect.width.short)\" "
        + "height=\"\(rect.height.short)\" rx=\"\(radius.short)\"\(attributes)/>"
    case .ellipse(let rect):
      return
        "<ellipse cx=\"\(rect.midX.short)\" cy=\"\(rect.midY.short)\" rx=\"\((rect.width / 2).short)\" "
        + "ry=\"\((rect.height / 2).short)\"\(attributes)/>"
    case .polygon(let points):
      let list = points.map { "\($0.x.short),\($0.y.short)" }.joined(separator: " ")
      return "<polygon points=\"\(list)\"\(attributes)/>"
    case .evenOdd(let points): return element(.polygon(points), " fill-rule=\"evenodd\"" + attributes)
    }
  }

  private func paint(_ name: String, _ color: CGColor, opacity: String? = nil) -> String {
    let word = color.withAlpha(1).pixel & 0xFFFFFF
    let digits = String(word, radix: 16)
    let hex = String(repeating: "0", count: 6 - digits.count) + digits
    return " \(name)=\"#\(hex)\""
      + (color.isOpaque ? "" : " \(opacity ?? name + "-opacity")=\"\(color.alpha.short)\"")
  }

  private func matrix(_ transform: AffineTransform) -> String {
    // The linear part is small: three digits would move far corners.
    let linear = [transform.a, transform.b, transform.c, transform.d].map { "\(($0 * 1e6).rounded() / 1e6)" }
    return "matrix(\((linear + [transform.tx.short, transform.ty.short]).joined(separator: " ")))"
  }
}

extension Drawing.Shape {
  fileprivate func inset(by distance: Double) -> Drawing.Shape {
    switch self {
    case .rect(let rect, let radius):
      .rect(rect.insetBy(dx: distance, dy: distance), radius: max(radius - distance, 0))
    case .ellipse(let rect): .ellipse(rect.insetBy(dx: distance, dy: distance))
    case .polygon, .evenOdd: self
    }
  }
}
