/// The colors of the module's controls.
enum ControlLooks {
  static let tint = UIColor(red: 0.04, green: 0.48, blue: 1)
  static let on = UIColor(red: 0.2, green: 0.78, blue: 0.35)
  static let track = UIColor(white: 0.88)
  static let shade = UIColor(white: 0, alpha: 0.12)
}
