import LinuxSystem

/// Font files of the system: their places, and parts of their bytes.
enum FontFiles {
  static let mostFiles = 4096
  static let mostLevels = 8
  static let mostBytes = 64 << 20

  /// The usual folders, and the folders in fontconfig's main configuration file.
  static func folders() -> [String] {
    folders(
      home: Environment.value("HOME"), configuration: bytes("/etc/fonts/fonts.conf", atMost: 1 << 20) ?? [])
  }

  static func folders(home: String?, configuration: [UInt8]) -> [String] {
    var folders = ["/usr/share/fonts", "/usr/local/share/fonts"]
    if let home { folders += [home + "/.local/share/fonts", home + "/.fonts"] }
    let text = String(decoding: configuration, as: UTF8.self)
    for part in text.components(between: "<dir>", and: "</dir>") where part.hasPrefix("/") {
      if !folders.contains(String(part)) { folders.append(String(part)) }
    }
    return folders
  }

  /// Paths of font files, sorted, so that the same system always gives the same choice.
  static func paths(in folders: [String]) -> [String] {
    var paths: [String] = []
    var open = folders.map { (path: $0, level: 0) }
    var seen = 0
    while let folder = open.popLast(), seen < mostFiles * 4, paths.count < mostFiles {
      guard let names = try? Folder(folder.path) else { continue }
      while let entry = try? names.next(), seen < mostFiles * 4, paths.count < mostFiles {
        seen += 1
        let name = entry.name
        guard !name.hasPrefix(".") else { continue }
        let path = folder.path + "/" + name
        if [".ttf", ".ttc", ".otf"].contains(where: { name.lowercased().hasSuffix($0) }) {
          paths.append(path)
        } else if folder.level < mostLevels, isFolder(path) {
          open.append((path, folder.level + 1))
        }
      }
    }
    return paths.sorted()
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// A whole file, nil if it is larger, or no file.
  static func bytes(_ path: String, atMost most: Int) -> [UInt8]? {
    guard let file = StoredFile(path), file.size <= most else { return nil }
    return file.read(0, file.size)
  }
}

extension String {
  /// The texts between two marks.
  fileprivate func components(between start: String, and end: String) -> [String] {
    var (found, rest) = ([String](), self[...])
    while let first = rest.firstRange(of: start) {
      rest = rest[first.upperBound...]
      guard let last = rest.firstRange(of: end) else { break }
      found.append(String(rest[..<last.lowerBound]))
      rest = rest[last.upperBound...]
    }
    return found
  }
}
