import LinuxSystem
import RunLoopCore

/// The search for files with the names and lines of a build.
///
/// A file counts only when it has the build id of the module that ran, so that names are never those of another build. The
/// module's own path comes first; then the folders that were given, the places that debuggers use (beside the program, by
/// `.gnu_debuglink`, in `/usr/lib/debug`), and the servers of debuginfod where `DEBUGINFOD_URLS` names some.
public final class SymbolSearch: Sendable {
  /// Folders that are searched for any file of the right build.
  public let folders: [String]
  private let asksServers: Bool
  /// Whether files other than the module's own are used.
  private let looksElsewhere: Bool
  private let state = Guarded(Found())
  private static let standardFolder = "/usr/lib/debug"

  private struct Found {
    /// The files below the folders, by build id; nil before they are looked at.
    var index: [[UInt8]: [String]]?
    var answers: [[UInt8]: [String]] = [:]
    /// Tables by build id, read once for many runs of a program.
    var tables: [[UInt8]: SymbolTable?] = [:]
  }

  /// - Parameter asksServers: run the user's `debuginfod-find`, if there is one and `DEBUGINFOD_URLS` is set. It may take
  ///   long, and reveals the builds to the servers.
  public init(folders: [String] = [], asksServers: Bool = false) {
    self.folders = folders
    self.asksServers = asksServers
    looksElsewhere = true
  }

  /// The modules' own files only: of a process that is there.
  init(ofLiveProcess: Void) {
    folders = []
    asksServers = false
    looksElsewhere = false
  }

  /// A file with names of all functions of the module, or the best there is; nil when there is none of its build.
  func symbols(of image: LoadedImage) -> SymbolTable? {
    guard !image.buildID.isEmpty else { return SymbolTable(path: image.path) }
    if let known = state.withLock({ $0.tables[image.buildID] }) { return known }
    let path = path(of: image) { $0.hasAllSymbols }
    let table = path.flatMap { SymbolTable(path: $0, buildID: image.buildID) }
    state.withLock { state in
      if state.tables.count >= Self.mostTables { state.tables.removeAll() }
      state.tables[image.buildID] = .some(table)
    }
    return table
  }

  private static let mostTables = 64

  /// The file of the module's build that has lines, or the best there is.
  func pathWithLines(of image: LoadedImage) -> String? { path(of: image) { $0.hasLines } }

  private func path(of image: LoadedImage, best isBest: (ElfFile) -> Bool) -> String? {
    guard !image.buildID.isEmpty else { return nil }
    var fallback: String?
    let places: [() -> [String]] = [
      { self.near(image) }, { self.indexed(image.buildID) }, { self.served(image.buildID) },
    ]
    for place in places {
      for path in place() {
        guard let file = ElfFile(path: path), file.buildID == image.buildID else { continue }
        if isBest(file) { return path }
        fallback = fallback ?? path
      }
    }
    return fallback
  }

  /// Names that the file can have.
  private func near(_ image: LoadedImage) -> [String] {
    let path = image.path.hasSuffix(" (deleted)") ? String(image.path.dropLast(10)) : image.path
    guard path.hasPrefix("/") else { return [] }
    guard looksElsewhere else { return [path] }
    let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let folder = String(path[..<cut])
    let name = String(path[cut...])
    let digits = image.buildID.hexadecimal
    let byID = ".build-id/\(digits.prefix(2))/\(digits.dropFirst(2)).debug"
    var names = ["\(name).debug"]
    if let link = ElfFile(path: path)?.debugLink { names.append(link) }
    var paths = [path]
    for root in folders {
      paths += ["\(root)/\(byID)", "\(root)/\(byID.dropFirst(10))", "\(root)/\(name)", root + path]
      for name in names { paths.append("\(root)/\(name)") }
    }
    for name in names {
      paths += ["\(folder)\(name)", "\(folder).debug/\(name)", "\(Self.standardFolder)\(folder)\(name)"]
    }
    return paths + ["\(Self.standardFolder)/\(byID)"]
  }

  /// Where the supplement of a file may be: where the file says, in the folders, where debuggers look, and by its ID.
  func paths(of link: SupplementLink, from path: String) -> [String] {
    let name = link.path.split(separator: "/").last.map(String.init) ?? link.path
    let digits = link.id.hexadecimal
    let byID = ".build-id/\(digits.prefix(2))/\(digits.dropFirst(2)).debug"
    var paths: [String] = []
    if link.path.hasPrefix("/") {
      paths += folders.map { $0 + link.path } + [link.path]
    } else {
      // Files that are found by their build are links to where they are.
      for file in [path, Self.real(path)] { paths.append("\(Self.folder(of: file))\(link.path)") }
    }
    for root in folders + [Self.standardFolder] {
      paths += ["\(root)/.dwz/\(name)", "\(root)/\(name)", "\(root)/\(byID)"]
    }
    return paths + indexed(link.id) + served(link.id)
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  private static func real(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
  }

  // MARK: Folders

  /// Entries that are looked at, and how deep: a whole disk is no folder of symbols.
  private static let mostEntries = 20_000
  private static let deepest = 8

  private func indexed(_ buildID: [UInt8]) -> [String] {
    guard !folders.isEmpty else { return [] }
    return state.withLock { state in
      if let index = state.index { return index[buildID] ?? [] }
      var index: [[UInt8]: [String]] = [:]
      var left = Self.mostEntries
      for folder in folders { Self.walk(folder, depth: 0, &left, into: &index) }
      state.index = index
      return index[buildID] ?? []
    }
  }

  private static func walk(
    _ folder: String, depth: Int, _ left: inout Int, into index: inout [[UInt8]: [String]]
  ) {
    guard depth < deepest, let names = try? FileBytes.names(in: folder) else { return }
    for name in names {
      guard left > 0 else { return }
      left -= 1
      let path = "\(folder)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        walk(path, depth: depth + 1, &left, into: &index)
      } else if let file = ElfFile(path: path) {
        // A supplement of DWARF 5 has an ID, and may have no build id.
        for id in Set([file.buildID, file.supplementID]) where !id.isEmpty {
          index[id, default: []].append(path)
        }
      }
    }
  }

  // MARK: Servers

  private static let mostQuestions = 64

  private func served(_ buildID: [UInt8]) -> [String] {
    guard asksServers, Environment.value("DEBUGINFOD_URLS") != nil else { return [] }
    if let known = state.withLock({ $0.answers[buildID] }) { return known }
    // A forged report may name any number of builds.
    guard state.withLock({ $0.answers.count < Self.mostQuestions }) else { return [] }
    let answer = ChildOutput.firstLine(
      of: "debuginfod-find", ["debuginfo", buildID.hexadecimal], within: 60)
    let paths = [answer].compactMap(\.self).filter { $0.hasPrefix("/") }
    state.withLock { $0.answers[buildID] = paths }
    return paths
  }
}
