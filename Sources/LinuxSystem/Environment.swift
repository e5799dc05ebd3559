/// The environment of the process.
package enum Environment {
  /// Nil for a variable that is empty, too.
  package static func value(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}
