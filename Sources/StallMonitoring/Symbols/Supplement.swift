import LinuxSystem

/// The file to which `dwz` has moved entries and texts that several files have in common, as one of these names it.
struct SupplementLink: Equatable {
  /// From the file's folder on, if it is not absolute.
  var path: String
  /// The supplement's build, or the checksum that stands in its place.
  var id: [UInt8]

  /// A longer section is invalid.
  fileprivate static let longest: UInt64 = 4_096

  fileprivate init?(path: String, id: [UInt8]) {
    guard !path.isEmpty, !id.isEmpty else { return nil }
    (self.path, self.id) = (path, id)
  }
}

extension ElfFile {
  /// By `.gnu_debugaltlink`, or by `.debug_sup`, which DWARF 5 has in its place; nil when all is in this file.
  var supplementLink: SupplementLink? {
    if let section = section(named: ".gnu_debugaltlink"), section.size <= SupplementLink.longest,
      let bytes = bytes(of: section), let end = bytes.firstIndex(of: 0)
    {
      return SupplementLink(
        path: String(decoding: bytes[..<end], as: UTF8.self), id: Array(bytes[(end + 1)...]))
    }
    guard let note = supplementNote, !note.isSupplement else { return nil }
    return SupplementLink(path: note.path, id: note.id)
  }

  /// What a supplement is found by.
  var supplementID: [UInt8] {
    if let note = supplementNote, note.isSupplement { return note.id }
    return buildID
  }

  private var supplementNote: (isSupplement: Bool, path: String, id: [UInt8])? {
    guard let section = section(named: ".debug_sup"), section.size <= SupplementLink.longest,
      let bytes = bytes(of: section)
    else { return nil }
    return bytes.withUnsafeBytes { bytes in
      var reader = ByteReader(bytes)
      // The version.
      reader.skip(2)
      let isSupplement = reader.u8() != 0
      let path = reader.text()
      let count = reader.unsignedLEB()
      let start = reader.position
      reader.skip(count)
      return reader.hasFailed ? nil : (isSupplement, path, Array(bytes[start..<reader.position]))
    }
  }

  /// The file that this one's link names, where it is found.
  func supplement(_ search: SymbolSearch?) -> ElfFile? {
    guard let link = supplementLink else { return nil }
    let search = search ?? SymbolSearch(ofLiveProcess: ())
    return search.paths(of: link, from: path).lazy.compactMap { ElfFile(path: $0) }
      .first { $0.supplementID == link.id }
  }
}
