/// Holds what a cell shows by a configuration, and the view that it has made.
final class ContentPlace {
  private(set) var configuration: (any UIContentConfiguration)?
  private(set) var view: (UIView & UIContentView)?
  /// Whether the program's hook for states is to be called before the next layout.
  private(set) var needsUpdate = true
  /// Whether a change of the state changes the configuration without the program.
  var followsStates = true

  /// - Parameter contents: the view that the configuration's view fills.
  func show(_ new: (any UIContentConfiguration)?, in contents: @autoclosure () -> UIView) {
    configuration = new
    guard let new else {
      view?.removeFromSuperview()
      view = nil
      return
    }
    if let view, view.supports(new) {
      view.configuration = new
      return
    }
    view?.removeFromSuperview()
    let contents = contents()
    let made = new.makeContentView()
    made.frame = contents.bounds
    // Those of the cell, unless the view has others.
    if !(made is UIListContentView), made.layoutItemStorage?.margins == nil {
      made.layoutMargins = contents.layoutMargins
    }
    made.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    made.translatesAutoresizingMaskIntoConstraints = true
    contents.addSubview(made)
    view = made
  }

  func setNeedsUpdate(of cell: UIView) {
    needsUpdate = true
    cell.setNeedsLayout()
  }

  /// Brings the configuration up to date, if its state has changed.
  ///
  /// - Parameters:
  ///   - update: calls the program's hooks.
  func updateIfNeeded(
    for state: @autoclosure () -> any UIConfigurationState, in contents: @autoclosure () -> UIView,
    calling update: () -> Void
  ) {
    guard needsUpdate else { return }
    if followsStates, let configuration { show(configuration.updated(for: state()), in: contents()) }
    update()
    // Last: a hook that asks for another update would never come to an end.
    needsUpdate = false
  }

  /// The height that the view needs in a width; nil without one.
  func height(inWidth width: Double) -> Double? {
    guard let view else { return nil }
    let wanted = view.sizeThatFits(Size(width, 0)).height
    // A view of the program's own, whose constraints know its height.
    guard !(view is UIListContentView) else { return wanted }
    return view.constrainedHeight(inWidth: width) ?? wanted
  }
}

extension UIView {
  /// The texts of the labels in it that are shown, in the order of the views.
  final var labelTexts: [String] {
    var texts: [String] = []
    var views = [self]
    while let view = views.popLast() {
      if let text = (view as? UILabel)?.text, !text.isEmpty, !view.isHidden { texts.append(text) }
      views += view.subviews.reversed()
    }
    return texts
  }
}
