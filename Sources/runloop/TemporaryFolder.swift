import LinuxSystem

/// Folders that the tool makes for itself.
enum TemporaryFolder {
  /// A new folder, for its maker only, who removes it. Its name begins with `name`.
  static func make(_ name: String, in parent: String = "/tmp") throws(Descriptors.Failure) -> String {
    var template = Array("\(parent)/\(name)-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Descriptors.Failure("mkdtemp in \(parent)") }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
