/// The size categories that a view allows.
struct ContentSizeLimits: CustomStringConvertible {
  var minimum: UIContentSizeCategory?
  var maximum: UIContentSizeCategory?

  var isEmpty: Bool { minimum == nil && maximum == nil }

  func apply(to traits: inout UITraitCollection) {
    if let minimum, traits.preferredContentSizeCategory < minimum {
      traits.preferredContentSizeCategory = minimum
    }
    if let maximum, traits.preferredContentSizeCategory > maximum {
      traits.preferredContentSizeCategory = maximum
    }
  }

  var description: String {
    "\(minimum?.rawValue ?? "no minimum") to \(maximum?.rawValue ?? "no maximum")"
  }
}
