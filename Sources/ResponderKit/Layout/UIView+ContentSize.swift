extension UIView {
  /// The smallest size category of the view and what is in it; nil, the default: no limit.
  public final var minimumContentSizeCategory: UIContentSizeCategory? {
    get { rareStorage?.overrides.contentSizeLimits.minimum }
    set { if newValue != minimumContentSizeCategory { traitOverrides.contentSizeLimits.minimum = newValue } }
  }

  /// The largest size category of the view and what is in it; nil, the default: no limit. Where both limits contradict each other, this one counts.
  public final var maximumContentSizeCategory: UIContentSizeCategory? {
    get { rareStorage?.overrides.contentSizeLimits.maximum }
    set { if newValue != maximumContentSizeCategory { traitOverrides.contentSizeLimits.maximum = newValue } }
  }

  /// The limits of the view and of those around it, for debugging: a line for each view that has any, from the inside out.
  public final var appliedContentSizeCategoryLimitsDescription: String {
    var lines: [String] = []
    var next: UIView? = self
    while let view = next {
      if let limits = view.rareStorage?.overrides.contentSizeLimits, !limits.isEmpty {
        lines.append("\(type(of: view)): \(limits)")
      }
      next = view.superview
    }
    return lines.joined(separator: "\n")
  }
}
