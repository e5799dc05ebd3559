/// Names for addresses by the files' own symbol tables: of this process, of another one, or of one that is gone.
///
/// For one thread. A name that was found is kept.
public final class SymbolNames {
  private let images: [LoadedImage]
  private let process: Int32?
  private var tables: [String: SymbolTable?] = [:]
  private var known: [UInt: CodeFrame] = [:]
  private static let cacheLimit = 65536

  /// Of a process as it is now; this one when nil.
  public convenience init(process: Int32? = nil) {
    self.init(images: LoadedImage.list(of: process), process: process)
  }

  /// Of images that were noted earlier.
  public convenience init(images: [LoadedImage]) {
    self.init(images: images, process: nil)
  }

  private init(images: [LoadedImage], process: Int32?) {
    self.images = images.sorted { $0.start < $1.start }
    self.process = process
  }

  /// A stack, leaf first, as `StackSample` has it: all but the first are return addresses.
  public func frames(_ addresses: [UInt]) -> [CodeFrame] {
    addresses.enumerated().map { frame($1, isReturnAddress: $0 > 0) }
  }

  /// `isReturnAddress`: the call is meant, which ends there.
  public func frame(_ address: UInt, isReturnAddress: Bool) -> CodeFrame {
    let place = isReturnAddress && address > 0 ? address - 1 : address
    if var frame = known[place] {
      frame.address = address
      return frame
    }
    let frame = lookUp(address, place)
    if known.count >= Self.cacheLimit { known.removeAll(keepingCapacity: true) }
    known[place] = frame
    return frame
  }

  private func lookUp(_ address: UInt, _ place: UInt) -> CodeFrame {
    var frame = CodeFrame(address: address, name: "0x" + String(address, radix: 16))
    guard let image = image(at: place) else { return frame }
    frame.image = image.path
    let inFile = place &- image.bias
    frame.offset = inFile
    guard let function = table(image)?.function(at: UInt64(inFile)) else {
      frame.name = "\(frame.imageName)+0x\(String(inFile, radix: 16))"
      return frame
    }
    frame.rawName = function.name
    frame.name = Demangling.readable(function.name)
    frame.offset = UInt(function.offset)
    return frame
  }

  private func image(at address: UInt) -> LoadedImage? {
    var low = 0
    var high = images.count
    while low < high {
      let middle = (low + high) / 2
      if images[middle].start <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0, address < images[low - 1].end else { return nil }
    return images[low - 1]
  }

  /// Nil for an image whose file is gone or is another build by now.
  private func table(_ image: LoadedImage) -> SymbolTable? {
    if let known = tables[image.path] { return known }
    var table = LoadedImage.openable(image.path, process).flatMap { SymbolTable(path: $0) }
    if let found = table, !image.buildID.isEmpty, found.buildID != image.buildID { table = nil }
    tables[image.path] = .some(table)
    return table
  }
}
