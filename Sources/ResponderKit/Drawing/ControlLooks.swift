/// The colors of the module's controls.
enum ControlLooks {
  static let tint = UIColor(light: CGColor(red: 0.04, green: 0.48, blue: 1), dark: CGColor(rgb: 0x0A84FF))
  static let on = UIColor(light: CGColor(red: 0.2, green: 0.78, blue: 0.35), dark: CGColor(rgb: 0x30D158))
  static let track = UIColor(light: CGColor(white: 0.88), dark: CGColor(white: 0.24))
  static let shade = UIColor(white: 0, alpha: 0.12)
}
