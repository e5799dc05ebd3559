/// Gives responders a `label`, as an extension of a protocol: so a subclass may have a `label` of its own that is something else.
public protocol NamedResponder: AnyObject {}

extension NamedResponder where Self: UIResponder {
  /// A name for traces and dumps.
  public var label: String {
    get { name }
    set { name = newValue }
  }
}
