import Synchronization

extension RunLoop {
  /// What can be put into a loop's modes: a source, a port source, a timer or an observer.
  ///
  /// Items may be used from any thread. A loop retains the items of its modes.
  public class Item: @unchecked Sendable {
    let validity = Atomic<Bool>(true)

    init() {}

    /// False once the item was invalidated, or has done its one call.
    public final var isValid: Bool { validity.load(ordering: .acquiring) }
  }
}
