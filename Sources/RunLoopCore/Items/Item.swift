import Synchronization

extension RunLoop {
  /// The base of everything that can be added to a loop's modes: sources, port sources, timers and observers.
  ///
  /// Items may be used from any thread. A loop retains the items of its modes.
  public class Item: @unchecked Sendable {
    let validity = Atomic<Bool>(true)

    init() {}

    /// False once the item was invalidated, or has done its one call.
    public final var isValid: Bool { validity.load(ordering: .acquiring) }
  }
}
