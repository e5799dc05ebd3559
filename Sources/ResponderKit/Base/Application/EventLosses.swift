/// How much of the input was dropped or cancelled, and why.
public struct EventLosses: Hashable, Sendable, CustomStringConvertible {
  /// Why input was lost. Reasons with the same label are equal.
  public struct Reason: Hashable, Sendable, CustomStringConvertible {
    /// The reason in a few words, as dumps show it.
    public let label: String
    init(_ label: String) { self.label = label }
    public var description: String { label }

    /// A place that is no number or infinite.
    public static let notFinite = Reason("place is no number")
    /// A contact that moved or ended and never began.
    public static let unknownContact = Reason("contact never began")
    /// A contact that is twice in one frame.
    public static let duplicateContact = Reason("contact twice in a frame")
    /// A contact that began with the identity of one that had not ended: that one was cancelled.
    public static let identityReused = Reason("identity of a live contact")
    /// More contacts at once than `UIApplication.maximumTouches`.
    public static let tooManyContacts = Reason("too many contacts")
    /// An event that is older than the one before it: it counts as of that one's time.
    public static let timeWentBack = Reason("older than the event before")
    /// Interaction events are ignored now.
    public static let ignored = Reason("interaction ignored")
    /// The application is not active.
    public static let inactive = Reason("application not active")
    /// No window was hit.
    public static let nowhere = Reason("no window there")
    /// Moves that were dropped since the queue was full.
    public static let queueFull = Reason("queue full")
    /// A key or button that was released and never pressed.
    public static let unknownPress = Reason("key never pressed")
    /// The channel of events broke.
    public static let channelClosed = Reason("channel closed")
    /// The router dropped events, since the application read too slowly.
    public static let overrun = Reason("router: too slow")
    /// An end that a subclass's `sendEvent` swallowed: the view's touch was cancelled.
    public static let swallowed = Reason("end swallowed")
  }

  private(set) var counts: [Reason: Int] = [:]

  /// No losses.
  public init() {}

  /// How often something was lost for this reason.
  public func count(of reason: Reason) -> Int { counts[reason] ?? 0 }

  /// By label.
  public func count(of label: String) -> Int { count(of: Reason(label)) }

  /// Losses for all reasons together.
  public var total: Int { counts.values.reduce(0, +) }

  mutating func add(_ reason: Reason, _ count: Int = 1) { counts[reason, default: 0] += count }

  public var description: String {
    counts.sorted { $0.key.label < $1.key.label }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
  }
}
