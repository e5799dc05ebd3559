extension RunLoop {
  /// The points of a run at which observers are called.
  ///
  /// The numbers are CFRunLoop's. Corresponds to `CFRunLoopActivity`.
  public struct Activity: OptionSet, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// Once, when a run begins.
    public static let entry = Activity(rawValue: 1 << 0)
    /// At the start of each turn.
    public static let beforeTimers = Activity(rawValue: 1 << 1)
    /// Right after `beforeTimers`; what is signalled here is served in the same turn.
    public static let beforeSources = Activity(rawValue: 1 << 2)
    /// Before the loop sleeps. Not called in a turn that does not sleep.
    public static let beforeWaiting = Activity(rawValue: 1 << 5)
    /// After the loop slept, before what woke it is served.
    public static let afterWaiting = Activity(rawValue: 1 << 6)
    /// Once, when a run ends, however it ends.
    public static let exit = Activity(rawValue: 1 << 7)
    /// All activities, including future ones.
    public static let all = Activity(rawValue: 0x0FFF_FFFF)

    private static let names: [(Activity, String)] = [
      (.entry, "entry"), (.beforeTimers, "beforeTimers"), (.beforeSources, "beforeSources"),
      (.beforeWaiting, "beforeWaiting"), (.afterWaiting, "afterWaiting"), (.exit, "exit"),
    ]

    public var description: String {
      if self == .all { return "all" }
      let names = Self.names.filter { contains($0.0) }.map(\.1)
      return names.isEmpty ? "none" : names.joined(separator: ",")
    }
  }
}
