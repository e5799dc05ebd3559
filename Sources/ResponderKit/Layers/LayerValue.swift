/// A value of a layer, of one of the kinds that animations have.
enum LayerValue: Equatable {
  case number(Double)
  case point(Point)
  case size(Size)
  case rect(Rect)
  case color(CGColor?)
  case transform(CATransform3D)
  case colors([CGColor])
  case numbers([Double])
  case path(ShapePath?)
  case picture(LayerPicture?)

  /// What a program has set as an animation's value; nil for what no layer has.
  init?(_ value: Any?) {
    switch value {
    case let number as Double: self = .number(number)
    case let number as Int: self = .number(Double(number))
    case let number as Float: self = .number(Double(number))
    case let point as Point: self = .point(point)
    case let size as Size: self = .size(size)
    case let rect as Rect: self = .rect(rect)
    case let color as CGColor: self = .color(color)
    case let color as UIColor: self = .color(color.cgColor)
    case let transform as AffineTransform: self = .transform(CATransform3D(transform))
    case let transform as CATransform3D: self = .transform(transform)
    case let path as UIBezierPath: self = .path(ShapePath(path.shapeParts))
    case is UIImage, is CGImage: self = .picture(LayerPicture(contents: value))
    case let colors as [CGColor]: self = .colors(colors)
    case let colors as [UIColor]: self = .colors(colors.map(\.cgColor))
    case let numbers as [Double]: self = .numbers(numbers)
    case let value as NSValue: self = value.layerValue
    default: return nil
    }
  }

  /// A part of the way to another value; that one at once where it is of another kind.
  func mixed(with other: LayerValue, _ part: Double) -> LayerValue {
    switch (self, other) {
    case (.number(let from), .number(let to)): .number(.mix(from, to, part))
    case (.point(let from), .point(let to)): .point(.mix(from, to, part))
    case (.size(let from), .size(let to)): .size(.mix(from, to, part))
    case (.rect(let from), .rect(let to)):
      .rect(Rect(origin: .mix(from.origin, to.origin, part), size: .mix(from.size, to.size, part)))
    case (.color(let from), .color(let to)): .color(.mix(from, to, part))
    case (.transform(let from), .transform(let to)): .transform(.mix(from, to, part))
    case (.colors(let from), .colors(let to)) where from.count == to.count:
      .colors(zip(from, to).map { CGColor.mix($0, $1, part) })
    case (.numbers(let from), .numbers(let to)) where from.count == to.count:
      .numbers(zip(from, to).map { Double.mix($0, $1, part) })
    case (.path(let from), .path(let to)): .path(.mix(from, to, part))
    case (.picture, .picture): part < 0.5 ? self : other
    default: other
    }
  }

  /// The sum with another value of the same kind; of other kinds, the other one.
  func adding(_ other: LayerValue, times sign: Double = 1) -> LayerValue {
    switch (self, other) {
    case (.number(let one), .number(let two)): .number(one + sign * two)
    case (.point(let one), .point(let two)): .point(Point(one.x + sign * two.x, one.y + sign * two.y))
    case (.size(let one), .size(let two)):
      .size(Size(one.width + sign * two.width, one.height + sign * two.height))
    case (.rect(let one), .rect(let two)):
      .rect(
        Rect(
          one.minX + sign * two.minX, one.minY + sign * two.minY, one.width + sign * two.width,
          one.height + sign * two.height))
    case (.transform(let one), .transform(let two)): .transform(two.concatenating(one))
    default: other
    }
  }
}

/// A number, point, size, rectangle or transform in a box, as older programs give them to animations.
public final class NSValue {
  let layerValue: LayerValue

  /// A point.
  public init(cgPoint: Point) { layerValue = .point(cgPoint) }
  /// A size.
  public init(cgSize: Size) { layerValue = .size(cgSize) }
  /// A rectangle.
  public init(cgRect: Rect) { layerValue = .rect(cgRect) }
  /// A transform of the plane.
  public init(cgAffineTransform: AffineTransform) {
    layerValue = .transform(CATransform3D(cgAffineTransform))
  }
  /// A transform of space.
  public init(caTransform3D: CATransform3D) { layerValue = .transform(caTransform3D) }
}
