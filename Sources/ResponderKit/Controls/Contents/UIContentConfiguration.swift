/// What a cell, a header or a footer shows, as a value, from which a view is made:
///
///     var content = cell.defaultContentConfiguration()
///     content.text = "Milk"
///     content.secondaryText = "2 l"
///     cell.contentConfiguration = content
public protocol UIContentConfiguration {
  /// A new view that shows this.
  func makeContentView() -> UIView & UIContentView
  /// The same for a state: for instance gray where it can not be used.
  func updated(for state: any UIConfigurationState) -> Self
}

/// A view that a configuration has made.
public protocol UIContentView: AnyObject {
  /// What it shows now. Another one is set when the cell shows other content.
  var configuration: any UIContentConfiguration { get set }
  /// Whether the view can show a configuration, so that no new one is made. One of the type that it has, by default.
  func supports(_ configuration: any UIContentConfiguration) -> Bool
}

extension UIContentView {
  /// Whether it has the type of the present one.
  public func supports(_ configuration: any UIContentConfiguration) -> Bool {
    type(of: configuration) == type(of: self.configuration)
  }
}
