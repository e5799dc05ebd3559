/// A short movement of the device that a finger feels. Without effect: the machines of this layer have no motor for it.
open class UIFeedbackGenerator {
  /// A generator.
  public init() {}
  /// Without effect.
  open func prepare() {}
}

/// That of things that meet. Without effect.
open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
  /// How strong it would be.
  public enum FeedbackStyle: Int, Hashable, Sendable {
    /// In ascending order, and two more kinds of things.
    case light, medium, heavy, soft, rigid
  }

  /// A generator of a strength.
  public init(style: FeedbackStyle) { super.init() }
  /// A generator of medium strength.
  public override convenience init() { self.init(style: .medium) }
  /// Without effect.
  open func impactOccurred(intensity: Double = 1) {}
}

/// That of success and failure. Without effect.
open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
  /// How something ended.
  public enum FeedbackType: Int, Hashable, Sendable {
    /// Well, doubtfully, badly.
    case success, warning, error
  }

  /// Without effect.
  open func notificationOccurred(_ type: FeedbackType) {}
}

/// That of another choice. Without effect.
open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
  /// Without effect.
  open func selectionChanged() {}
}
