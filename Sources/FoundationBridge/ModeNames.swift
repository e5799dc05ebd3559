internal import CFoundationHooks
internal import RunLoopCore

/// Names of modes: CF's strings, and ours.
///
/// The default mode and the common ones have other names here than there. A mode that a program calls `default` or `common` itself
/// gets a `=` in front, so that each of CF's names has one of ours and back. CF compares the common modes by address in some functions
/// and by value in others; here it is always by value.
enum ModeNames {
  private static let defaultText = "kCFRunLoopDefaultMode"
  private static let commonText = "kCFRunLoopCommonModes"
  private static let mark: Character = "="

  /// The mode that a string of CF's names.
  @inline(__always)
  static func mode(_ name: cf_type) -> RunLoop.Mode {
    if name == CoreFoundation.functions.defaultMode { return .default }
    if name == CoreFoundation.functions.commonModes { return .common }
    return otherMode(name)
  }

  @inline(never)
  private static func otherMode(_ name: cf_type) -> RunLoop.Mode {
    let text = CoreFoundation.text(name)
    if text == defaultText { return .default }
    if text == commonText { return .common }
    return RunLoop.Mode(rawValue: isOurs(text) ? "\(mark)\(text)" : text)
  }

  /// CF's string for a mode, retained for the caller.
  static func createName(_ mode: RunLoop.Mode) -> cf_type? {
    if mode == .default { return CoreFoundation.functions.CFRetain(CoreFoundation.functions.defaultMode) }
    if mode == .common { return CoreFoundation.functions.CFRetain(CoreFoundation.functions.commonModes) }
    let text = mode.rawValue
    return CoreFoundation.createString(text.first == mark && isOurs(text) ? String(text.dropFirst()) : text)
  }

  /// Whether the text is this library's name of a well-known mode, perhaps marked already.
  private static func isOurs(_ text: String) -> Bool {
    let rest = text.drop { $0 == mark }
    return rest == "default" || rest == "common"
  }
}
