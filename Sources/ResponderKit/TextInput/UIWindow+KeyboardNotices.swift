/// Names and keys of notices about what is shown for entering text: an input view, or the keyboard on the screen.
extension UIResponder {
  /// It will come; posted by the window's layout in which it does.
  public static let keyboardWillShowNotification = Notice.Name("UIKeyboardWillShowNotification")
  /// It has come.
  public static let keyboardDidShowNotification = Notice.Name("UIKeyboardDidShowNotification")
  /// It will go.
  public static let keyboardWillHideNotification = Notice.Name("UIKeyboardWillHideNotification")
  /// It was hidden.
  public static let keyboardDidHideNotification = Notice.Name("UIKeyboardDidHideNotification")
  /// It will come, go or get another size.
  public static let keyboardWillChangeFrameNotification = Notice.Name("UIKeyboardWillChangeFrameNotification")
  /// It was shown, hidden or resized.
  public static let keyboardDidChangeFrameNotification = Notice.Name("UIKeyboardDidChangeFrameNotification")

  /// Where it is before, on the screen: an `NSValue` with a rectangle, below the window's lower edge when it is not shown.
  public static let keyboardFrameBeginUserInfoKey = "UIKeyboardFrameBeginUserInfoKey"
  /// Where it is afterwards.
  public static let keyboardFrameEndUserInfoKey = "UIKeyboardFrameEndUserInfoKey"
  /// How long it moves, in seconds: 0, as it comes and goes at once.
  public static let keyboardAnimationDurationUserInfoKey = "UIKeyboardAnimationDurationUserInfoKey"
  /// The curve of the movement, a `UInt`, as most programs expect: 0.
  public static let keyboardAnimationCurveUserInfoKey = "UIKeyboardAnimationCurveUserInfoKey"
  /// Whether it is this application's: true.
  public static let keyboardIsLocalUserInfoKey = "UIKeyboardIsLocalUserInfoKey"
}

extension UIWindow {
  /// Posts that what is shown for entering text will get another place, or has got it.
  func postInputView(from old: Rect, to new: Rect, isThere: Bool) {
    guard let center = application?.notices else { return }
    var names = [
      isThere
        ? UIResponder.keyboardDidChangeFrameNotification : UIResponder.keyboardWillChangeFrameNotification
    ]
    if new.height > 0 {
      names.append(
        isThere ? UIResponder.keyboardDidShowNotification : UIResponder.keyboardWillShowNotification)
    } else {
      names.append(
        isThere ? UIResponder.keyboardDidHideNotification : UIResponder.keyboardWillHideNotification)
    }
    let below = Rect(bounds.minX, bounds.maxY, bounds.width, max(old.height, new.height))
    func place(_ frame: Rect) -> NSValue {
      let frame = frame.height > 0 ? frame : below
      return NSValue(cgRect: Rect(origin: convert(frame.origin, to: nil), size: frame.size))
    }
    let info: [AnyHashable: Any] = [
      UIResponder.keyboardFrameBeginUserInfoKey: place(old),
      UIResponder.keyboardFrameEndUserInfoKey: place(new),
      UIResponder.keyboardAnimationDurationUserInfoKey: 0.0,
      UIResponder.keyboardAnimationCurveUserInfoKey: UInt(0),
      UIResponder.keyboardIsLocalUserInfoKey: true,
    ]
    for name in names { center.post(name: name, object: screen, userInfo: info) }
  }
}
