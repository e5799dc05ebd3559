import Synchronization

/// The fonts of the system and those that the program registered. Files are read when they are first needed.
final class FontBook: Sendable {
  static let shared = FontBook(folders: FontFiles.folders())

  /// A font in a file.
  struct Entry: Sendable {
    var path: String
    var start: Int
    var description: FontDescription
  }

  /// The design of a family, where none is named.
  enum FaceStyle: Hashable, Sendable {
    case system, serif, monospaced
  }

  struct Request: Hashable, Sendable {
    var family: String?
    var style: FaceStyle
    var weight: Int
    var isItalic: Bool
    /// 5 for normal; less is condensed.
    var width = 5
  }

  private struct Contents {
    var entries: [Entry]?
    var registered: [FontFace] = []
    var faces: [String: FontFace] = [:]
    var chosen: [Request: FontFace?] = [:]
    var fallbacks: [Unicode.Scalar: FontFace?] = [:]
    /// Faces that have already been used as a fallback.
    var helpers: [FontFace] = []
    /// The code points of files, by entry; read at the first fallback.
    var maps: [CharacterMap?]?
  }

  private static let mostMapBytes = 32 << 20
  private static let mostFallbacks = 4096
  private static let families: [FaceStyle: [String]] = [
    .system: ["DejaVu Sans", "Noto Sans", "Liberation Sans", "Cantarell", "Ubuntu", "FreeSans", "Roboto"],
    .serif: ["DejaVu Serif", "Noto Serif", "Liberation Serif", "FreeSerif"],
    .monospaced: ["DejaVu Sans Mono", "Noto Sans Mono", "Liberation Mono", "FreeMono"],
  ]

  private let folders: [String]
  private let state = Mutex(Contents())

  init(folders: [String]) { self.folders = folders }

  func register(_ face: FontFace) {
    state.withLock {
      $0.registered.append(face)
      $0.chosen = [:]
      $0.fallbacks = [:]
    }
  }

  /// All fonts that can be drawn, each once.
  var descriptions: [FontDescription] {
    state.withLock { state in
      var names: Set<String> = []
      return (state.registered.map(\.description) + entries(&state).map(\.description)).filter {
        names.insert($0.family + "\n" + $0.postScriptName).inserted
      }
    }
  }

  /// Whether a design stands for a family.
  static func isFamily(_ family: String, of style: FaceStyle) -> Bool {
    families[style]?.contains(family) ?? false
  }

  /// The face that comes nearest; nil when the family, or any font, is missing.
  func face(_ request: Request) -> FontFace? {
    state.withLock { state in
      if let known = state.chosen[request] { return known }
      let face = choose(request, &state)
      if state.chosen.count > 512 { state.chosen = [:] }
      state.chosen[request] = .some(face)
      return face
    }
  }

  /// A face that has a code point which the chosen one lacks.
  func fallback(_ scalar: Unicode.Scalar) -> FontFace? {
    state.withLock { state in
      if let known = state.fallbacks[scalar] { return known }
      let face = search(scalar, &state)
      if state.fallbacks.count > Self.mostFallbacks { state.fallbacks = [:] }
      state.fallbacks[scalar] = .some(face)
      return face
    }
  }

  // MARK: Inside

  private func choose(_ request: Request, _ state: inout Contents) -> FontFace? {
    let families = request.family.map { [$0] } ?? Self.families[request.style] ?? []
    func distance(_ description: FontDescription) -> Int {
      abs(description.weight - request.weight) + (description.isItalic == request.isItalic ? 0 : 1000)
        + abs(description.width - request.width) * 100
    }
    for family in families {
      let own = state.registered.filter { $0.description.family == family }
      if let face = own.min(by: { distance($0.description) < distance($1.description) }) { return face }
      let entries = entries(&state).filter { $0.description.family == family }
      for entry in entries.sorted(by: { distance($0.description) < distance($1.description) }).prefix(8) {
        if let face = open(entry, &state) { return face }
      }
    }
    guard request.family == nil else { return nil }
    // Any font that can write a plain word.
    for entry in entries(&state) {
      if let face = open(entry, &state), face.glyph("a") != nil, face.glyph("H") != nil { return face }
    }
    return nil
  }

  private func search(_ scalar: Unicode.Scalar, _ state: inout Contents) -> FontFace? {
    for face in state.registered + state.helpers where face.glyph(scalar) != nil { return face }
    let entries = entries(&state)
    if state.maps == nil {
      var room = Self.mostMapBytes
      state.maps = entries.map { entry in
        guard room > 0, let file = StoredFile(entry.path),
          let range = Self.directory(file, entry.start)?["cmap"]
        else { return nil }
        let bytes = file.read(range.lowerBound, min(range.count, 4 << 20))
        room -= bytes.count
        return CharacterMap(FontBytes(bytes: bytes), 0..<bytes.count)
      }
    }
    for (entry, map) in zip(entries, state.maps ?? []) where (map?.glyph(scalar) ?? 0) > 0 {
      guard let face = open(entry, &state), face.glyph(scalar) != nil else { continue }
      if !state.helpers.contains(where: { $0 === face }) { state.helpers.append(face) }
      return face
    }
    return nil
  }

  private func open(_ entry: Entry, _ state: inout Contents) -> FontFace? {
    let key = "\(entry.path)#\(entry.start)"
    if let face = state.faces[key] { return face }
    guard let bytes = FontFiles.bytes(entry.path, atMost: FontFiles.mostBytes) else { return nil }
    let face = FontFace(bytes, at: entry.start)
    state.faces[key] = face
    return face
  }

  private func entries(_ state: inout Contents) -> [Entry] {
    if let entries = state.entries { return entries }
    var entries: [Entry] = []
    var compact: [Entry] = []
    for path in FontFiles.paths(in: folders) {
      guard let file = StoredFile(path), file.size <= FontFiles.mostBytes else { continue }
      for start in FontDirectory.starts(FontBytes(bytes: file.read(0, 512))) {
        // Shapes of another kind can not be drawn.
        guard let directory = Self.directory(file, start) else { continue }
        let isCompact = directory["glyf"] == nil
        if isCompact, directory["CFF "] == nil { continue }
        let entry = Entry(path: path, start: start, description: Self.describe(file, directory))
        if isCompact { compact.append(entry) } else { entries.append(entry) }
      }
    }
    // TrueType's before PostScript's, and regular faces first: they stand in for others.
    entries += compact
    func isPlain(_ entry: Entry) -> Bool {
      entry.description.weight == 400 && !entry.description.isItalic && entry.description.width == 5
    }
    entries = entries.filter(isPlain) + entries.filter { !isPlain($0) }
    state.entries = entries
    return entries
  }

  private static func directory(_ file: borrowing StoredFile, _ start: Int) -> FontDirectory? {
    // Read where it is, as a file of its own.
    FontDirectory(
      FontBytes(bytes: file.read(start, 12 + 16 * FontDirectory.mostTables)), at: 0, size: file.size)
  }

  /// The two tables that describe a font, put together.
  private static func describe(_ file: borrowing StoredFile, _ directory: FontDirectory) -> FontDescription {
    var description = FontDescription(FontBytes(bytes: []), nil, nil)
    if let range = directory["OS/2"] {
      description = FontDescription(FontBytes(bytes: file.read(range.lowerBound, 96)), 0, nil)
    }
    if let range = directory["name"] {
      let bytes = FontBytes(bytes: file.read(range.lowerBound, min(range.count, 1 << 16)))
      let names = FontDescription(bytes, nil, 0)
      (description.family, description.face) = (names.family, names.face)
      description.postScriptName = names.postScriptName
    }
    return description
  }
}
