/// The linker's mark of a build, of a program or library on disk.
package enum BuildID {
  /// In hexadecimal digits; nil when the file has none, or is none of that kind.
  package static func ofFile(_ path: String) -> String? {
    guard let bytes = ElfFile(path: path)?.buildID, !bytes.isEmpty else { return nil }
    return bytes.hexadecimal
  }
}
