/// What the debug information knows of one frame.
struct SourcePlace: Equatable {
  /// The function's name for the linker; empty when not known.
  var rawName = ""
  /// Both empty when either is not known.
  private(set) var file = ""
  private(set) var line = 0
  var isInlined = false

  mutating func setLine(_ file: String, _ line: Int) {
    (self.file, self.line) = file.isEmpty || line <= 0 ? ("", 0) : (file, line)
  }
}

/// Inlined functions, files and lines for addresses, from the debug information of the images' files, for this process or an
/// ended one. It reads files: too slow while sampling.
///
/// Images whose file is missing or is another build are left out. For one thread.
final class SourceLines {
  private let images: [LoadedImage]
  private let search: SymbolSearch?
  private var files: [String: DwarfFile?] = [:]

  init(_ images: [LoadedImage], search: SymbolSearch?) {
    self.images = images.sorted { $0.start < $1.start }
    self.search = search
  }

  /// The functions at an address, innermost first: all but the last were inlined. Empty where none are known.
  ///
  /// - Parameter isReturnAddress: the call is meant, which ends there.
  func places(_ address: UInt, isReturnAddress: Bool) -> [SourcePlace] {
    let place = isReturnAddress && address > 0 ? address - 1 : address
    guard let image = images.image(at: place), let file = file(image) else { return [] }
    return file.places(at: UInt64(place &- image.bias))
  }

  private func file(_ image: LoadedImage) -> DwarfFile? {
    let key = "\(image.path) \(image.buildID)"
    if let known = files[key] { return known }
    let file = open(image)
    files[key] = .some(file)
    return file
  }

  private func open(_ image: LoadedImage) -> DwarfFile? {
    guard image.path.hasPrefix("/"), !image.buildID.isEmpty else { return nil }
    let path = search?.pathWithLines(of: image) ?? image.path
    guard let file = ElfFile(path: path), file.buildID == image.buildID else { return nil }
    return DwarfFile(file, search: search)
  }
}
