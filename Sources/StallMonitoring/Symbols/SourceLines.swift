#if canImport(Runtime)
  import Runtime
#endif

/// Inlined functions, files and lines for addresses, from the debug information, read by the toolchain's own
/// symbolicator, for this process or an ended one. The first use takes milliseconds and megabytes, then some 30
/// microseconds a frame: too slow while sampling.
///
/// The symbolicator trusts what it reads: images whose file belongs to another user than root and the caller are left out,
/// as are images whose file is missing or is another build.
///
/// For one thread.
final class SourceLines {
  /// One frame of the debug information.
  struct Place {
    var rawName = ""
    var offset: UInt = 0
    var file = ""
    var line = 0
    var isInlined = false
  }

  #if canImport(Runtime)
    private let images: ImageMap?

    init(_ images: [LoadedImage], search: SymbolSearch?) {
      self.images = Self.map(images, search)
    }

    /// The functions at each address, innermost first: all except the last were inlined. Nil where none are known.
    func places(_ addresses: [(address: UInt, isReturnAddress: Bool)]) -> [[Place]]? {
      guard let images, !addresses.isEmpty, Architecture.isSupported else { return nil }
      let text = CompactForm.text(CompactForm.stack(addresses))
      let decoder = TextsDecoder(texts: ["architecture": Architecture.own.name, "backtrace": text])
      guard let found = (try? Backtrace(from: decoder))?.symbolicated(with: images, options: .default) else {
        return nil
      }
      var places: [[Place]] = []
      var isContinued = false
      for frame in found.frames {
        if !isContinued { places.append([]) }
        isContinued = frame.inlined
        places[places.count - 1].append(Self.place(frame))
      }
      return places.count == addresses.count ? places : nil
    }

    private static func place(_ frame: SymbolicatedBacktrace.Frame) -> Place {
      var place = Place(isInlined: frame.inlined)
      guard let symbol = frame.symbol else { return place }
      if symbol.rawName != "<unknown>" { place.rawName = symbol.rawName }
      if symbol.offset >= 0 { place.offset = UInt(symbol.offset) }
      if let source = symbol.sourceLocation, source.line > 0, !source.path.isEmpty {
        place.file = source.path
        place.line = source.line
      }
      return place
    }

    private static func map(_ images: [LoadedImage], _ search: SymbolSearch?) -> ImageMap? {
      let readable = images.filter { $0.path.hasPrefix("/") && !$0.buildID.isEmpty }.compactMap { image in
        var image = image
        if let path = search?.pathWithLines(of: image) { image.path = path }
        return ElfFile(path: image.path).flatMap { file in
          file.isTrusted && file.buildID == image.buildID ? (image, image.bias &+ file.firstPage) : nil
        }
      }
      guard !readable.isEmpty, let head else { return nil }
      let bytes = head + CompactForm.images(readable.map { (image: $0.0, base: $0.1) })
      return try? ImageMap(from: TextsDecoder(texts: ["": CompactForm.text(bytes)]))
    }

    /// The bytes before the images in the format of this version of the toolchain, taken from a map that it made. Nil for an
    /// unknown format, which the toolchain could not read.
    private static var head: [UInt8]? {
      let own = ImageMap.capture()
      guard let text = TextEncoder.text(of: own) else { return nil }
      return CompactForm.head(of: CompactForm.bytes(text), count: own.count)
    }
  #else
    init(_ images: [LoadedImage], search: SymbolSearch?) {}
    func places(_ addresses: [(address: UInt, isReturnAddress: Bool)]) -> [[Place]]? { nil }
  #endif
}

/// The forms in which the toolchain's `Backtrace` and `ImageMap` are coded. Addresses go largest byte first.
enum CompactForm {
  /// "Words of 64 bits", and version 0.
  private static let mark: UInt8 = 2

  /// For each frame a byte with its kind and the size of the difference to the last address, and the difference.
  static func stack(_ addresses: [(address: UInt, isReturnAddress: Bool)]) -> [UInt8] {
    var bytes = [mark]
    var last: UInt64 = 0
    for (address, isReturnAddress) in addresses {
      let difference = Int64(bitPattern: UInt64(address) &- last)
      last = UInt64(address)
      var digits = withUnsafeBytes(of: difference.bigEndian) { Array($0) }
      // No more bytes than keep the sign.
      while digits.count > 1,
        digits[0] == 0 && digits[1] & 0x80 == 0 || digits[0] == 0xff && digits[1] & 0x80 != 0
      {
        digits.removeFirst()
      }
      bytes.append((isReturnAddress ? 0x20 : 0x10) | UInt8(digits.count - 1))
      bytes += digits
    }
    bytes.append(0)
    return bytes
  }

  /// What stands before the images: the mark, and in some versions the name of the system after its length.
  static func head(of bytes: [UInt8], count: Int) -> [UInt8]? {
    guard bytes.count > 2, bytes[0] == mark else { return nil }
    let number = Self.count(count)
    let length = Int(bytes[1])
    if length > 0, length < 0x80, bytes.dropFirst(2).starts(with: "Linux".utf8),
      bytes.dropFirst(2 + length).starts(with: number)
    {
      return Array(bytes.prefix(2 + length))
    }
    return bytes.dropFirst().starts(with: number) ? [mark] : nil
  }

  /// How many there are; then for each image a byte that says "both addresses have eight bytes", where it begins, how long it is, its build id and
  /// its path in pieces of at most 63 bytes.
  static func images(_ images: [(image: LoadedImage, base: UInt)]) -> [UInt8] {
    func big(_ number: UInt) -> [UInt8] { withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) } }
    var bytes = count(images.count)
    for (image, base) in images.sorted(by: { $0.base < $1.base }) {
      bytes.append(7 << 3 | 7)
      bytes += big(base) + big(image.end &- base)
      bytes += count(image.buildID.count) + image.buildID
      var path = Array(image.path.utf8)[...]
      while !path.isEmpty {
        let piece = path.prefix(63)
        bytes.append(UInt8(piece.count))
        bytes += piece
        path = path.dropFirst(63)
      }
      bytes.append(0)
    }
    return bytes
  }

  /// Seven bits a byte, all but the last marked.
  private static func count(_ count: Int) -> [UInt8] {
    var bytes = [UInt8(count & 0x7f)]
    var rest = count >> 7
    while rest > 0 {
      bytes.insert(UInt8(rest & 0x7f) | 0x80, at: 0)
      rest >>= 7
    }
    return bytes
  }

  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Of base 64; ends before what is none.
  static func bytes(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for letter in text.utf8 {
      guard let value = letters.firstIndex(of: letter) else { break }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }

  /// As base 64 without padding.
  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits: UInt32 = 0
      for index in 0..<3 { bits = bits << 8 | UInt32(index < group.count ? group[start + index] : 0) }
      for index in 0...group.count { text.append(letters[Int(bits >> UInt32(18 - 6 * index)) & 63]) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
