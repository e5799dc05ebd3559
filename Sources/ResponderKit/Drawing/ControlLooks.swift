/// The colors of the module's controls, where it is bright and where it is dark.
enum ControlLooks {
  static let tint = UIColor(light: CGColor(red: 0.04, green: 0.48, blue: 1), dark: CGColor(rgb: 0x0A84FF))
  static let dimmedTint = tint.dimmed
  static let on = UIColor(light: CGColor(red: 0.2, green: 0.78, blue: 0.35), dark: CGColor(rgb: 0x30D158))
  static let track = UIColor(light: CGColor(white: 0.88), dark: CGColor(white: 0.24))
  /// Over what is pressed.
  static let shade = UIColor(light: black(0.12), dark: white(0.16))
  /// Behind segments, steppers and gray buttons.
  static let fill = UIColor(
    light: CGColor(white: 0.46, alpha: 0.12), dark: CGColor(rgb: 0x767680, alpha: 0.28))
  static let chosenSegment = UIColor(light: CGColor(white: 1), dark: CGColor(rgb: 0x636366))
  /// The track of a slider that can not be used.
  static let disabledTrack = UIColor(light: CGColor(white: 0.7), dark: CGColor(white: 0.36))
  static let disabledText = UIColor(light: CGColor(white: 0.6), dark: CGColor(white: 0.42))
  static let placeholder = UIColor(light: CGColor(white: 0.7), dark: CGColor(rgb: 0xEBEBF5, alpha: 0.3))
  /// Around fields.
  static let edge = UIColor(light: CGColor(white: 0.78), dark: CGColor(white: 0.28))
  /// Signs and small texts beside others.
  static let sign = UIColor(light: CGColor(white: 0.5), dark: CGColor(white: 0.6))

  // MARK: Pages and dots

  static let dot = UIColor(light: CGColor(white: 0.78), dark: CGColor(white: 0.35))
  static let currentDot = UIColor(light: CGColor(white: 0.3), dark: CGColor(white: 0.95))
  static let scrollIndicator = UIColor(light: CGColor(white: 0.3, alpha: 0.45), dark: white(0.45))

  // MARK: What is in front of everything

  /// The color behind alerts and sheets.
  static let dimming = UIColor(light: black(0.3), dark: black(0.5))
  /// The color of alerts and menus.
  static let panel = UIColor(light: CGColor(white: 0.97), dark: CGColor(rgb: 0x2C2C2E))
  static let panelEdge = UIColor(light: black(0.2), dark: white(0.18))
  /// Between groups of a menu.
  static let gap = UIColor(light: CGColor(white: 0.9), dark: CGColor(rgb: 0x1C1C1E))
  static let gapShade = UIColor(light: black(0.08), dark: black(0.24))
  static let unavailable = UIColor(light: CGColor(white: 2.0 / 3), dark: CGColor(white: 0.42))
  static let editMenu = UIColor(light: CGColor(white: 0.15), dark: CGColor(white: 0.25))

  // MARK: Tables

  /// Behind the titles of sections, and behind search bars.
  static let band = UIColor(light: CGColor(white: 0.97), dark: CGColor(rgb: 0x1C1C1E))
  static let rowLine = UIColor(light: black(0.08), dark: white(0.16))
  static let pressedRow = UIColor(light: CGColor(white: 0.86), dark: CGColor(rgb: 0x3A3A3C))
  static let selectedRow = UIColor(light: CGColor(white: 0.92), dark: CGColor(rgb: 0x2C2C2E))
  static let rowText = UIColor(light: CGColor(white: 0.1), dark: CGColor(white: 1))
  static let rowSign = UIColor(light: CGColor(white: 0.77), dark: CGColor(white: 0.36))

  // MARK: The keyboard on the screen

  static let keyboard = UIColor(light: CGColor(white: 0.84), dark: CGColor(white: 0.13))
  static let letterKey = UIColor(light: CGColor(white: 1), dark: CGColor(white: 0.42))
  static let otherKey = UIColor(light: CGColor(white: 0.72), dark: CGColor(white: 0.27))
  static let pressedKey = UIColor(light: black(0.2), dark: white(0.2))
  static let activeKey = UIColor(light: CGColor(white: 1), dark: CGColor(white: 0.55))

  private static func black(_ alpha: Double) -> CGColor { CGColor(white: 0, alpha: alpha) }
  private static func white(_ alpha: Double) -> CGColor { CGColor(white: 1, alpha: alpha) }
}
