/// The sections of a file that hold debug information. Only parts of them are read: those of a large program have hundreds of megabytes.
final class DwarfSections {
  enum Name: String, CaseIterable {
    case abbreviations = ".debug_abbrev"
    case addresses = ".debug_addr"
    case entries = ".debug_info"
    case lines = ".debug_line"
    case lineTexts = ".debug_line_str"
    case rangeLists = ".debug_rnglists"
    case ranges = ".debug_ranges"
    case textOffsets = ".debug_str_offsets"
    case texts = ".debug_str"
  }

  private let file: ElfFile?
  private var places: [Name: ElfFile.Section] = [:]
  /// Compressed sections that have not been read.
  private var packed: [Name: ElfFile.Section] = [:]
  /// Sections that have been read whole, as all compressed ones are.
  private var contents: [Name: [UInt8]]
  /// The bytes of entries, shapes, ranges and line programs that may still be read: a damaged file may refer to the same ones
  /// any number of times.
  private var budget = 1 << 30
  /// The bytes that compressed sections may have, all together.
  private var unpackedBudget: Int

  /// Of the file to which entries and texts were moved that several files have in common.
  private(set) lazy var supplement: DwarfSections? = findSupplement()
  private let findSupplement: () -> DwarfSections?

  /// - Parameter supplement: finds the file's supplement; a supplement has none itself.
  init(_ file: ElfFile, mostUnpacked: Int = 1 << 28, supplement: @escaping () -> ElfFile? = { nil }) {
    self.file = file
    findSupplement = { supplement().map { DwarfSections($0, mostUnpacked: mostUnpacked) } }
    unpackedBudget = mostUnpacked
    contents = [:]
    for name in Name.allCases {
      guard let place = file.section(named: name.rawValue) else { continue }
      if place.isCompressed { packed[name] = place } else { places[name] = place }
    }
  }

  /// Sections of no file.
  init(contents: [Name: [UInt8]], supplement: [Name: [UInt8]]? = nil) {
    file = nil
    findSupplement = { supplement.map { DwarfSections(contents: $0) } }
    unpackedBudget = 0
    self.contents = contents
  }

  /// Counts bytes that were read; false when they were too many.
  func mayRead(_ count: Int) -> Bool {
    budget = max(budget - count, 0)
    return budget > 0
  }

  func size(_ name: Name) -> UInt64 {
    unpack(name)
    return contents[name].map { UInt64($0.count) } ?? places[name]?.size ?? 0
  }

  private func unpack(_ name: Name) {
    guard let section = packed.removeValue(forKey: name) else { return }
    contents[name] = file?.unpacked(section, most: unpackedBudget) ?? []
    unpackedBudget -= contents[name]?.count ?? 0
  }

  /// Bytes of a section; nil when it has not all of them.
  func bytes(_ name: Name, at offset: UInt64, count: UInt64) -> [UInt8]? {
    let size = size(name)
    guard offset <= size, count <= size - offset else { return nil }
    if let whole = contents[name] { return Array(whole[Int(offset)..<Int(offset + count)]) }
    return places[name].flatMap { file?.bytes(at: $0.offset &+ offset, count: count) }
  }

  /// The bytes of a section from an offset on, at most as many.
  func bytes(_ name: Name, at offset: UInt64, most: UInt64) -> [UInt8]? {
    let size = size(name)
    return offset < size ? bytes(name, at: offset, count: min(most, size - offset)) : nil
  }

  /// A whole section; empty when there is none. It is kept: for sections that all units use.
  func whole(_ name: Name) -> [UInt8] {
    if let whole = contents[name] { return whole }
    let whole = bytes(name, at: 0, count: size(name)) ?? []
    contents[name] = whole
    return whole
  }

  /// The text at an offset of a section; empty when there is none.
  func text(_ name: Name, at offset: UInt64) -> String {
    guard offset < size(name) else { return "" }
    if let whole = contents[name] {
      let rest = whole[Int(offset)...]
      return rest.firstIndex(of: 0).map { String(decoding: rest[..<$0], as: UTF8.self) } ?? ""
    }
    return places[name].flatMap { file?.text(at: $0.offset &+ offset) } ?? ""
  }
}
