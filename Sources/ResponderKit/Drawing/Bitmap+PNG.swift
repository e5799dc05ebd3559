import Packing

/// Writes pictures as PNG files: 8 bits per part, each row as its difference from the one above, runs of equal bytes
/// packed. Small for what programs draw, and quick.
extension Bitmap {
  /// - Parameter keepsAlpha: whether the file says how opaque pixels are, or all are laid over white.
  public func png(keepsAlpha: Bool = false) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    var header: [UInt8] = []
    header.append(bigEndian: UInt32(max(width, 1)))
    header.append(bigEndian: UInt32(max(height, 1)))
    header += [8, keepsAlpha ? 6 : 2, 0, 0, 0]
    file.append(chunk: "IHDR", header)
    file.append(chunk: "IDAT", Deflate.zlib(filteredRows(keepsAlpha)))
    file.append(chunk: "IEND", [])
    return file
  }

  private func filteredRows(_ keepsAlpha: Bool) -> [UInt8] {
    let parts = keepsAlpha ? 4 : 3
    // A picture without pixels can not be a file: it is one clear pixel then.
    guard width > 0, height > 0 else { return [0] + [UInt8](repeating: 0, count: parts) }
    let stride = width * parts
    var rows = [UInt8](repeating: 0, count: (stride + 1) * height)
    var above = [UInt8](repeating: 0, count: stride)
    var row = above
    for y in 0..<height {
      for x in 0..<width {
        let pixel = pixels[y * width + x]
        let at = x * parts
        if keepsAlpha {
          let alpha = pixel >> 24
          row[at] = Self.unmultiplied(pixel >> 16 & 255, alpha)
          row[at + 1] = Self.unmultiplied(pixel >> 8 & 255, alpha)
          row[at + 2] = Self.unmultiplied(pixel & 255, alpha)
          row[at + 3] = UInt8(alpha)
        } else {
          let solid = Blending.over(pixel, 0xFFFF_FFFF)
          row[at] = UInt8(solid >> 16 & 255)
          row[at + 1] = UInt8(solid >> 8 & 255)
          row[at + 2] = UInt8(solid & 255)
        }
      }
      let start = y * (stride + 1)
      rows[start] = 2
      for index in 0..<stride { rows[start + 1 + index] = row[index] &- above[index] }
      swap(&row, &above)
    }
    return rows
  }

  private static func unmultiplied(_ part: UInt32, _ alpha: UInt32) -> UInt8 {
    alpha == 0 ? 0 : UInt8(min((part * 255 + alpha / 2) / alpha, 255))
  }
}

extension [UInt8] {
  fileprivate mutating func append(bigEndian value: UInt32) {
    for shift in [24, 16, 8, 0] { append(UInt8(truncatingIfNeeded: value >> UInt32(shift))) }
  }

  fileprivate mutating func append(chunk name: String, _ data: [UInt8]) {
    append(bigEndian: UInt32(data.count))
    let start = count
    append(contentsOf: name.utf8)
    append(contentsOf: data)
    append(bigEndian: Checksums.crc32(self[start...]))
  }
}
