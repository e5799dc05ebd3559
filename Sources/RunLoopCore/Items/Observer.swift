extension RunLoop {
  /// An item that is called at points of a run: when it begins and ends, in each turn, and around sleep.
  ///
  /// An observer does not keep a run going. While its callout runs, inner runs do not call it.
  /// Corresponds to `CFRunLoopObserver`.
  public final class Observer: BoundItem, @unchecked Sendable {
    /// The activities for which it is called. Empty: never.
    public let activities: Activity
    /// Observers of one point are called by ascending order; those of the same order as they were added.
    public let order: Int
    /// Whether it is called repeatedly, or only for its first activity and is invalid after that.
    public let repeats: Bool
    /// Nil while it is being called, and when the observer is invalid.
    @exclusivity(unchecked) var body: Action?

    /// An observer of the given activities; it belongs to no mode until it is added to one.
    public init(
      activities: Activity, repeats: Bool = true, order: Int = 0, label: String = "",
      file: StaticString = #fileID, line: UInt = #line, _ body: @escaping @Sendable (Activity) -> Void
    ) {
      self.activities = activities
      self.order = order
      self.repeats = repeats
      self.body = Action(call: body)
      super.init(kind: .observer)
      if !label.isEmpty { give(Extras(label: label, file: file, line: line)) }
    }
  }
}

extension RunLoop.Observer {
  /// See `Callback`.
  struct Action {
    let call: (RunLoop.Activity) -> Void
  }
}
