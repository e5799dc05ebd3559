/// Shows a controller's view over others: a sheet, a popover, or all of the window. Controllers know nothing else of it.
protocol ControllerPresentation: AnyObject {
  /// Puts the view into the presenter's window.
  func show(_ animated: Bool, _ completion: (() -> Void)?)
  /// The view is about to be taken away. Whether a program's animation shows that.
  func prepareToHide(_ animated: Bool) -> Bool
  /// Takes it away; `done` is called once, when it is out of sight and may be removed.
  func hide(_ animated: Bool, _ done: @escaping () -> Void)
  /// Takes it away at once, if it is on its way.
  func finishHiding()
  /// The view has left: nothing holds it any longer.
  func clear()
  /// The controller wants another size.
  func contentSizeChanged()
  /// Escape was pressed, which no responder took. Whether it was used.
  func userPressedEscape() -> Bool
}
