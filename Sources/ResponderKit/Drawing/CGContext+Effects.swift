/// Shadows, blend modes and gradients.
extension CGContext {
  /// Gives all that is drawn from now on, piece by piece, a shadow: moved by a distance to the right and down, or, in a context in memory, up, which transforms do not
  /// change. With a blur of `blur`, twice the standard deviation. Without a color there is none.
  public func setShadow(offset: Size, blur: Double, color: CGColor?) {
    let down = drawing.canvas?.growsUpwards == true ? -offset.height : offset.height
    drawing.state.shadow = color.map {
      Drawing.Shadow(offset: Point(offset.width, down), deviation: max(blur, 0) / 2, color: $0)
    }
  }

  /// A shadow of black, to a third opaque.
  public func setShadow(offset: Size, blur: Double) {
    setShadow(offset: offset, blur: blur, color: CGColor(white: 0, alpha: 1.0 / 3))
  }

  /// Chooses how the color of what is drawn from now on is combined with that of what the view has drawn before.
  public func setBlendMode(_ mode: CGBlendMode) { drawing.state.blendMode = mode }

  /// Draws the colors of a gradient from a point to another one, and along lines across that way; beside it only with the options.
  public func drawLinearGradient(
    _ gradient: CGGradient, start: Point, end: Point, options: CGGradientDrawingOptions
  ) {
    drawing.add(.shading(Shading(gradient.colors, .axial(start, end), options)))
  }

  /// Draws the colors of a gradient from a circle to another one, of which each lies between them; beyond them only with the options.
  public func drawRadialGradient(
    _ gradient: CGGradient, startCenter: Point, startRadius: Double, endCenter: Point, endRadius: Double,
    options: CGGradientDrawingOptions
  ) {
    let circles = Shading.Ends.radial(startCenter, max(startRadius, 0), endCenter, max(endRadius, 0))
    drawing.add(.shading(Shading(gradient.colors, circles, options)))
  }
}

/// How colors are combined. Those of CoreGraphics that are not listed are missing.
public enum CGBlendMode: Int32, Hashable, Sendable {
  /// Over what is there.
  case normal = 0
  /// The product of both, which is darker; that of their differences from white, which is lighter; one or the other, by what is there.
  case multiply, screen, overlay
  /// The darker or the lighter of both, part by part.
  case darken, lighten
  /// What is there becomes lighter, or darker, by the color.
  case colorDodge, colorBurn
  /// As multiply or screen by the color: softly, or as `overlay` the other way around.
  case softLight, hardLight
  /// The difference of both; with less contrast.
  case difference, exclusion
  /// Removes what is there.
  case clear = 16
  /// Takes the place of what is there.
  case copy
  /// Draws only where something is there, in its place. What was there is removed.
  case sourceIn = 18
  /// Draws only where nothing is there. What was there is removed.
  case sourceOut = 19
  /// Only where something is there.
  case sourceAtop = 20
  /// Behind what is there.
  case destinationOver = 21
  /// Keeps as much of what is there as is drawn.
  case destinationIn = 22
  /// Removes as much of what is there as is drawn.
  case destinationOut = 23
  /// Behind what is there, of which as much is kept as is drawn.
  case destinationAtop = 24
  /// Where only one of both is.
  case xor = 25
  /// The sum of both.
  case plusLighter = 27
}

/// Colors that pass into each other, for a context.
public final class CGGradient {
  let colors: Gradient

  /// Colors, ``CGColor``s, with their places from 0 to 1; without places in equal steps. Nil without a color. `colorsSpace` has no effect.
  public init?(colorsSpace: CGColorSpace?, colors: CFArray, locations: [Double]?) {
    let list = colors.compactMap { ($0 as? CGColor).map(UIColor.init(cgColor:)) }
    guard !list.isEmpty, list.count == colors.count else { return nil }
    self.colors = Gradient(colors: list, locations: locations)
  }

  /// Colors by their parts, four of each, with their places. Nil when there are too few.
  public convenience init?(
    colorSpace: CGColorSpace, colorComponents: [Double], locations: [Double]?, count: Int
  ) {
    guard count > 0, colorComponents.count / 4 >= count else { return nil }
    let colors = (0..<count).map { index in
      let parts = colorComponents[(4 * index)...]
      return CGColor(
        red: parts[4 * index], green: parts[4 * index + 1], blue: parts[4 * index + 2],
        alpha: parts[4 * index + 3])
    }
    self.init(colorsSpace: colorSpace, colors: colors, locations: locations.map { Array($0.prefix(count)) })
  }
}

/// What a gradient draws beside its way.
public struct CGGradientDrawingOptions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The first color, before the start.
  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
  /// The last color, behind the end.
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

/// Without effect: all colors are in sRGB.
public final class CGColorSpace: Sendable {
  fileprivate static let rgb = CGColorSpace()
}

/// The only color space.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { .rgb }

/// CoreFoundation's name of an array.
public typealias CFArray = [Any]
