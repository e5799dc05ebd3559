import PlainText

extension UIWindow {
  /// The window as a picture: its views as they are shown now, its touches as dots, and the views that were hit by them,
  /// with their superviews, outlined.
  public final func snapshotSVG() -> String {
    let size = bounds.size
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(bounds.origin.x.short) \(bounds.origin.y.short) \
      \(size.width.short) \(size.height.short)" width="\(size.width.short)" height="\(size.height.short)">

      """
    let live = application?.touches.live.filter { $0.window === self } ?? []
    var hit: Set<ObjectIdentifier> = []
    for touch in live {
      var view = touch.view
      while let current = view {
        hit.insert(ObjectIdentifier(current))
        view = current.parent
      }
    }
    draw(self, isRoot: true, hit, into: &svg)
    for touch in live {
      let place = touch.location
      svg += """
        <g><title>touch \(touch.identity) \(touch.phase)</title>\
        <circle cx="\(place.x.short)" cy="\(place.y.short)" r="12" fill="#ff2d55" fill-opacity="0.6"/></g>

        """
    }
    return svg + "</svg>\n"
  }

  /// Without recursion, as a tree may be deep.
  private func draw(_ root: UIView, isRoot: Bool, _ hit: Set<ObjectIdentifier>, into svg: inout String) {
    enum Step {
      case view(UIView), end
    }
    var clips = 0
    var steps = [Step.view(root)]
    while let step = steps.popLast() {
      guard case .view(let view) = step else {
        svg += "</g>\n"
        continue
      }
      let shown = view.presentation
      if view !== root, view.geometry.flags.contains(.hidden) || view.geometry.flags.contains(.singular) {
        continue
      }
      if view.clipsToBounds {
        clips += 1
        svg += "<defs><clipPath id=\"clip\(clips)\"><rect\(box(shown.bounds))/></clipPath></defs>\n"
      }
      svg +=
        "<g" + (view === root ? "" : place(shown))
        + (shown.opacity < 1 ? " opacity=\"\(shown.opacity.short)\"" : "")
      if view.clipsToBounds { svg += " clip-path=\"url(#clip\(clips))\"" }
      svg += ">\n"
      svg += body(view, shown, isHit: hit.contains(ObjectIdentifier(view)))
      steps.append(.end)
      steps += view.children.reversed().map(Step.view)
    }
  }

  private func body(_ view: UIView, _ shown: LayerState, isHit: Bool) -> String {
    let fill =
      shown.look.background.map { "fill=\"\($0.hex)\" fill-opacity=\"\($0.alpha.short)\"" } ?? "fill=\"none\""
    let stroke = isHit ? "stroke=\"#ff2d55\" stroke-width=\"2\"" : "stroke=\"#8e8e93\" stroke-width=\"0.5\""
    return
      "<rect\(box(shown.bounds)) \(fill) \(stroke)><title>\(view.description.escapedForXML)</title></rect>\n"
  }

  private func place(_ shown: LayerState) -> String {
    let t = shown.transform
    let middle = Point(
      shown.bounds.origin.x + shown.bounds.size.width / 2,
      shown.bounds.origin.y + shown.bounds.size.height / 2)
    let matrix = AffineTransform(translationX: -middle.x, y: -middle.y).concatenating(t)
      .concatenating(AffineTransform(translationX: shown.position.x, y: shown.position.y))
    let numbers = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty]
    return " transform=\"matrix(\(numbers.map(\.short).joined(separator: " ")))\""
  }

  private func box(_ rect: Rect) -> String {
    " x=\"\(rect.minX.short)\" y=\"\(rect.minY.short)\" width=\"\(rect.width.short)\" height=\"\(rect.height.short)\""
  }
}

extension CGColor {
  fileprivate var hex: String {
    let digits = [red, green, blue].map { part -> String in
      let number = Int((min(max(part.isFinite ? part : 0, 0), 1) * 255).rounded())
      let text = String(number, radix: 16)
      return text.count < 2 ? "0" + text : text
    }
    return "#" + digits.joined()
  }
}
