/// How what lies behind a view is seen through it: blurred, and under a color.
struct Backdrop: Hashable {
  /// The standard deviation of a Gaussian, in points.
  var radius: Double
  /// The color in a bright place and in a dark one.
  var light: CGColor
  var dark: CGColor

  /// As it is seen in one place.
  struct Shown: Hashable {
    /// In pixels.
    var deviation: Double
    var color: CGColor
  }

  func shown(isDark: Bool, scale: Double) -> Shown {
    let deviation = radius * scale
    return Shown(
      deviation: deviation.isFinite ? min(max(deviation, 0), 200) : 0, color: isDark ? dark : light)
  }
}

extension Backdrop: Interpolable, Fading {
  static func mix(_ from: Backdrop, _ to: Backdrop, _ part: Double) -> Backdrop {
    Backdrop(
      radius: .mix(from.radius, to.radius, part), light: .mix(from.light, to.light, part),
      dark: .mix(from.dark, to.dark, part))
  }

  var faded: Backdrop { Backdrop(radius: 0, light: light.faded, dark: dark.faded) }
}

/// The color of all that is in a view, in a bright place and in a dark one.
struct Vibrancy: Hashable {
  var light: CGColor
  var dark: CGColor
}
