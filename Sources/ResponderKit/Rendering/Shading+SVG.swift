extension Shading {
  /// Its definition by this name. `paint` has the attributes of a stop's color.
  func svg(_ name: String, _ paint: (CGColor) -> String) -> String {
    var stops = colors.stops.map { (place: $0.place, color: $0.color) }
    // What is not to be seen begins there at once.
    if !before, let first = stops.first { stops.insert((0, first.color.withAlpha(0)), at: 0) }
    if !after, let last = stops.last { stops.append((1, last.color.withAlpha(0))) }
    let list = stops.map { "<stop offset=\"\($0.place.short)\"\(paint($0.color))/>" }.joined()
    let units = "id=\"\(name)\" gradientUnits=\"userSpaceOnUse\""
    switch ends {
    case .axial(let start, let end):
      let line =
        "x1=\"\(start.x.short)\" y1=\"\(start.y.short)\" x2=\"\(end.x.short)\" y2=\"\(end.y.short)\""
      return "<linearGradient \(units) \(line)>\(list)</linearGradient>\n"
    case .radial(let start, let first, let end, let last):
      let inner = "fx=\"\(start.x.short)\" fy=\"\(start.y.short)\" fr=\"\(first.short)\""
      let outer = "cx=\"\(end.x.short)\" cy=\"\(end.y.short)\" r=\"\(last.short)\""
      return "<radialGradient \(units) \(inner) \(outer)>\(list)</radialGradient>\n"
    }
  }
}

extension Drawing.Effect {
  /// A group's style; nil where SVG has none, and what is in it is left out.
  var css: String? {
    switch self {
    case .apart: return "isolation:isolate"
    case .faded(let alpha): return "isolation:isolate;opacity:\(alpha.short)"
    case .shadow(let shadow):
      let color = shadow.color
      let parts = [color.red, color.green, color.blue].map { "\(Int((min(max($0, 0), 1) * 255).rounded()))" }
      return
        "filter:drop-shadow(\(shadow.offset.x.short)px \(shadow.offset.y.short)px "
        + "\((2 * shadow.deviation).short)px rgba(\(parts.joined(separator: ",")),\(color.alpha.short)))"
    case .darkened(let alpha): return "filter:brightness(\((1 - alpha).short))"
    case .blend(let mode):
      let names: [CGBlendMode: String] = [
        .multiply: "multiply", .screen: "screen", .overlay: "overlay", .darken: "darken", .lighten: "lighten",
        .colorDodge: "color-dodge", .colorBurn: "color-burn", .softLight: "soft-light",
        .hardLight: "hard-light", .difference: "difference", .exclusion: "exclusion",
        .plusLighter: "plus-lighter",
      ]
      return names[mode].map { "mix-blend-mode:\($0)" }
    }
  }
}
