@testable import StallMonitoring

/// Memory in which each structure of an interpreter has its place.
final class PythonStructures {
  static let codeType: UInt = 0x1000
  static let textType: UInt = 0x2000
  static let bytesType: UInt = 0x3000

  private let bytes = UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: 4_096)
  private var next: UInt = 0

  init() { bytes.initializeMemory(as: UInt8.self, repeating: 0, count: 1 << 16) }
  deinit { bytes.deallocate() }

  func make(size: UInt = 512) -> UInt {
    defer { next += size }
    return UInt(bitPattern: bytes) + next
  }

  func set<Word: FixedWidthInteger>(_ address: UInt, _ value: Word) {
    bytes.storeBytes(of: value, toByteOffset: Int(address - UInt(bitPattern: bytes)), as: Word.self)
  }

  func runtime(_ layout: PythonLayout) -> PythonRuntime {
    PythonRuntime(
      layout: layout, address: make(), loop: 0x1000..<0x2000, codeType: Self.codeType,
      textType: Self.textType, bytesType: Self.bytesType)
  }

  /// A text object whose characters have this many bytes, on pages of its own, because pages that were read once are not read again.
  func text(_ scalars: [UInt32], width: UInt32, isASCII: Bool = false, in runtime: PythonRuntime) -> UInt {
    let object = make(size: 8_192)
    set(object + PythonLayout.type, UInt64(Self.textType))
    set(object + PythonLayout.count, Int64(scalars.count))
    set(object + PythonLayout.textState, width << 2 | 1 << 5 | (isASCII ? 1 << 6 : 0))
    let start = object + (isASCII ? runtime.layout.asciiText : runtime.layout.otherText)
    for (index, scalar) in scalars.enumerated() {
      let place = start + UInt(index) * UInt(width)
      switch width {
      case 1: set(place, UInt8(scalar))
      case 2: set(place, UInt16(scalar))
      default: set(place, scalar)
      }
    }
    return object
  }

  func text(_ text: String, in runtime: PythonRuntime) -> UInt {
    self.text(text.utf8.map { UInt32($0) }, width: 1, isASCII: true, in: runtime)
  }
}
