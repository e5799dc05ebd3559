/// How a layer shows what is in it several times.
struct ReplicaLook: Hashable {
  var count = 1
  /// In seconds, from copy to copy.
  var delay = 0.0
  var transform = AffineTransform.identity
  var color = CGColor.white
  /// What the color changes by from copy to copy.
  var offset = CGColor(white: 0, alpha: 0)

  /// The most copies of one layer, so that a wrong number does not end the program.
  static let most = 10_000

  struct Copy {
    /// The transform of a copy, in the layer's coordinates.
    var transform: AffineTransform
    /// The delay of a copy, in seconds.
    var delay: Double
    /// Nil: colors stay as they are.
    var color: CGColor?
  }

  /// The copies of what is in a layer with these bounds.
  func copies(in bounds: Rect) -> [Copy] {
    let toMiddle = AffineTransform(translationX: -bounds.midX, y: -bounds.midY)
    let back = AffineTransform(translationX: bounds.midX, y: bounds.midY)
    var copies: [Copy] = []
    var power = AffineTransform.identity
    for number in 0..<min(max(count, 0), Self.most) {
      let color = color(of: number)
      copies.append(
        Copy(
          transform: toMiddle.concatenating(power).concatenating(back),
          delay: delay.isFinite ? delay * Double(number) : 0, color: color == .white ? nil : color))
      power = transform.concatenating(power)
    }
    return copies
  }

  private func color(of number: Int) -> CGColor {
    func part(_ start: Double, _ step: Double) -> Double {
      let value = start + step * Double(number)
      return value.isFinite ? min(max(value, 0), 1) : 0
    }
    return CGColor(
      red: part(color.red, offset.red), green: part(color.green, offset.green),
      blue: part(color.blue, offset.blue), alpha: part(color.alpha, offset.alpha))
  }
}

extension ReplicaLook: Interpolable {
  static func mix(_ from: ReplicaLook, _ to: ReplicaLook, _ part: Double) -> ReplicaLook {
    var result = to
    result.delay = .mix(from.delay, to.delay, part)
    result.transform = .mix(from.transform, to.transform, part)
    result.color = .mix(from.color, to.color, part)
    let (old, new) = (from.offset, to.offset)
    result.offset = CGColor(
      red: .mix(old.red, new.red, part), green: .mix(old.green, new.green, part),
      blue: .mix(old.blue, new.blue, part), alpha: .mix(old.alpha, new.alpha, part))
    return result
  }
}

extension ReplicaLook: Fading {
  /// Without copies.
  var faded: ReplicaLook { ReplicaLook() }
}
