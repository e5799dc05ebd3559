import AccessibilityBus

/// A view, or an element of a program, with what it has by its class.
typealias ReadersResponder = UIResponder & ReadersCommands

/// What can be done with what readers find.
protocol ReadersCommands: ReadersNode {
  /// The commands that it takes now, beside those of the views around it and actions of the program's.
  var accessibilityCommands: [String] { get }
  var accessibilityIdentifier: String? { get set }
  var accessibilityElementsHidden: Bool { get set }
  /// The visible part, in the window's coordinates, to whose middle a tap goes; nil when nothing is visible.
  var partInSight: Rect? { get }
  func takeAccessibilityText(_ text: String, for name: Substring) throws(AccessibilityError)
}

extension UIView: ReadersCommands {}

extension ReadersCommands where Self: UIResponder {
  /// The name of a tap in other toolkits.
  private var click: String { "click" }

  /// The actions by AT-SPI's names. A text is set by the interface for texts.
  var readersActions: [String] {
    let commands = accessibilityCommands.filter { $0 != "set" }.map { $0 == "tap" ? click : $0 }
    return commands + offeredActions.map(\.name).filter { !commands.contains($0) }
  }

  func performReadersAction(_ action: String, in window: UIWindow?) -> Bool {
    guard let application = window?.application else { return false }
    do throws(AccessibilityError) {
      try application.performOnElement(
        self, called: accessibilityLabel ?? "",
        action == click && accessibilityCommands.contains("tap") ? "tap" : action)
      return true
    } catch {
      return false
    }
  }
}
