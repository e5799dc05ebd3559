extension UIButton {
  /// A button of the system's with a picture, which sends a message.
  public static func systemButton(with image: UIImage, target: AnyObject?, action: Selector?) -> Self {
    let button = DefaultMade.make(Self.self)
    button.become(.system, nil)
    button.setImage(image, for: .normal)
    if let action { button.addTarget(target, action: action, for: .touchUpInside) }
    return button
  }
}
