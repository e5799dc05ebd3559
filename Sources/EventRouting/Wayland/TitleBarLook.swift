/// What the title bar of a window shows, where this side draws it.
public struct TitleBarLook: Hashable, Sendable {
  /// A button at the bar's right end.
  public enum Button: Sendable, CaseIterable {
    /// Takes the window off the screen.
    case minimize
    /// Makes the window as large as the desktop allows, or as it was before.
    case maximize
    /// Asks the program to close the window.
    case close
  }

  /// The bar's height, in the compositor's units.
  public static let height = 32
  /// The width of a button, in the compositor's units.
  public static let buttonWidth = 36

  /// The bar's width, in the compositor's units.
  public var width: Int
  /// Pixels per unit.
  public var scale: Double
  /// The window's title.
  public var title: String
  /// Whether the window is the one that the user works with.
  public var isActive: Bool
  /// Whether the window is as large as the desktop allows.
  public var isMaximized: Bool
  /// The buttons, from left to right.
  public var buttons: [Button]
  /// The button under the pointer.
  public var hovered: Button?
  /// The button that is held down.
  public var pressed: Button?

  /// The width of the bar's picture.
  public var pixelWidth: Int { max(Int((Double(width) * scale).rounded()), 1) }
  /// The height of the bar's picture.
  public var pixelHeight: Int { max(Int((Double(Self.height) * scale).rounded()), 1) }

  /// The left edge of a button, in the compositor's units; nil when the bar does not have it, or has no room for it.
  public func left(of button: Button) -> Int? {
    guard let index = buttons.firstIndex(of: button) else { return nil }
    let left = width - (buttons.count - index) * Self.buttonWidth
    return left >= 0 ? left : nil
  }

  /// The button at a place, in the compositor's units.
  func button(_ x: Double, _ y: Double) -> Button? {
    guard y >= 0, y < Double(Self.height) else { return nil }
    return buttons.first { button in
      left(of: button).map { x >= Double($0) && x < Double($0 + Self.buttonWidth) } ?? false
    }
  }
}
