extension CGBlendMode {
  /// Whether transparent parts of what is drawn change what is below.
  var countsClearParts: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop: true
    default: false
    }
  }
  /// Whether the clear parts of pictures count, too.
  var countsWholePictures: Bool { countsClearParts && self != .clear && self != .copy }

  /// Two words of a bitmap combined: the first is drawn over the second. `covered`, of 255, is how much of the pixel the thing takes.
  func mix(_ source: UInt32, _ below: UInt32, _ covered: UInt32) -> UInt32 {
    switch self {
    case .normal: return Blending.over(source, below)
    case .clear: return Blending.scaled(below, by: 255 - covered)
    case .copy: return source &+ Blending.scaled(below, by: 255 - covered)
    default: break
    }
    let (source, below) = (Pixel(source), Pixel(below))
    let (free, belowFree, beside) = (1 - source.alpha, 1 - below.alpha, 1 - Float(covered) / 255)
    switch self {
    case .sourceIn: return Pixel(source, below.alpha, below, beside).word
    case .sourceOut: return Pixel(source, belowFree, below, beside).word
    case .destinationIn: return Pixel(source, 0, below, source.alpha + beside).word
    case .destinationAtop: return Pixel(source, belowFree, below, source.alpha + beside).word
    case .sourceAtop: return Pixel(source, below.alpha, below, free).word
    case .destinationOver: return Pixel(source, belowFree, below, 1).word
    case .destinationOut: return Pixel(source, 0, below, free).word
    case .xor: return Pixel(source, belowFree, below, free).word
    case .plusLighter: return Pixel(source, 1, below, 1).word
    default: break
    }
    // Beside each other, and the mixture where both are.
    var mixed = Pixel(source, belowFree, below, free)
    let both = source.alpha * below.alpha
    guard both > 0 else { return mixed.word }
    mixed.red += both * part(source.red / source.alpha, below.red / below.alpha)
    mixed.green += both * part(source.green / source.alpha, below.green / below.alpha)
    mixed.blue += both * part(source.blue / source.alpha, below.blue / below.alpha)
    mixed.alpha += both
    return mixed.word
  }

  /// A part of a color over that of what is below.
  private func part(_ source: Float, _ below: Float) -> Float {
    switch self {
    case .multiply: source * below
    case .screen: source + below - source * below
    case .overlay: CGBlendMode.hardLight.part(below, source)
    case .darken: min(source, below)
    case .lighten: max(source, below)
    case .colorDodge: below == 0 ? 0 : source >= 1 ? 1 : min(below / (1 - source), 1)
    case .colorBurn: below >= 1 ? 1 : source <= 0 ? 0 : 1 - min((1 - below) / source, 1)
    case .hardLight:
      source <= 0.5 ? 2 * source * below : CGBlendMode.screen.part(2 * source - 1, below)
    case .softLight:
      if source <= 0.5 {
        below - (1 - 2 * source) * below * (1 - below)
      } else {
        below + (2 * source - 1)
          * ((below <= 0.25 ? ((16 * below - 12) * below + 4) * below : below.squareRoot()) - below)
      }
    case .difference: abs(source - below)
    case .exclusion: source + below - 2 * source * below
    default: source
    }
  }

  /// A word's parts, from 0 to 1, multiplied by its alpha.
  private struct Pixel {
    var red: Float
    var green: Float
    var blue: Float
    var alpha: Float

    init(_ word: UInt32) {
      alpha = Float(word >> 24) / 255
      red = Float(word >> 16 & 255) / 255
      green = Float(word >> 8 & 255) / 255
      blue = Float(word & 255) / 255
    }

    /// A sum of two.
    init(_ first: Pixel, _ times: Float, _ second: Pixel, _ secondTimes: Float) {
      red = first.red * times + second.red * secondTimes
      green = first.green * times + second.green * secondTimes
      blue = first.blue * times + second.blue * secondTimes
      alpha = first.alpha * times + second.alpha * secondTimes
    }

    var word: UInt32 {
      let alpha = byte(alpha, 255)
      return alpha << 24 | byte(red, alpha) << 16 | byte(green, alpha) << 8 | byte(blue, alpha)
    }

    private func byte(_ value: Float, _ most: UInt32) -> UInt32 {
      min(UInt32(min(max(value, 0), 1) * 255 + 0.5), most)
    }
  }
}
