extension UIViewController {
  /// Whether its view comes since another controller presents it: in `viewWillAppear` and until `viewDidAppear` has returned.
  public final var isBeingPresented: Bool { move == .presented }
  /// Whether its view goes since it is dismissed: in `viewWillDisappear` and `viewDidDisappear`.
  public final var isBeingDismissed: Bool { move == .dismissed }
  /// Whether its view comes since it was added to its parent, as by a push: in `viewWillAppear` and until `viewDidAppear` has returned.
  public final var isMovingToParent: Bool { move == .toParent }
  /// Whether its view goes since it leaves its parent, as by a pop: in `viewWillDisappear` and `viewDidDisappear`.
  public final var isMovingFromParent: Bool { move == .fromParent }
}
