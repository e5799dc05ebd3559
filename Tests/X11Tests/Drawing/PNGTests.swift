import Foundation
import HIDEvents
import ResponderKit
import TestHarness
import TestSupport
import Testing

/// What the encoder writes, another decoder reads.
@Suite(.hangLimit) struct PNGTests {
  /// Unpacks a PNG file and compares it, pixel by pixel, with the words of the picture.
  private static let script = """
    import struct, sys, zlib
    data, raw = open(sys.argv[1], 'rb').read(), open(sys.argv[2], 'rb').read()
    parts = int(sys.argv[3])
    assert data[:8] == bytes([137, 80, 78, 71, 13, 10, 26, 10])
    place, packed = 8, b''
    while place < len(data):
        length, name = struct.unpack('>I4s', data[place:place + 8])
        body = data[place + 8:place + 8 + length]
        assert zlib.crc32(name + body) == struct.unpack('>I', data[place + 8 + length:place + 12 + length])[0]
        if name == b'IHDR': width, height, bits, kind = struct.unpack('>IIBB', body[:10])
        if name == b'IDAT': packed += body
        place += 12 + length
    assert bits == 8 and kind == (6 if parts == 4 else 2)
    rows, out, above = zlib.decompress(packed), b'', bytes(width * parts)
    for y in range(height):
        row = rows[y * (width * parts + 1):(y + 1) * (width * parts + 1)]
        assert row[0] == 2
        above = bytes((a + b) & 255 for a, b in zip(row[1:], above))
        out += above
    assert out == raw, 'pixels differ'
    print(width, height)
    """

  @Test(.enabled(if: Programs.python), arguments: [false, true])
  func python3ReadsThePixelsThatWereWritten(_ keepsAlpha: Bool) throws {
    var dice = SplitMix(9)
    let folder = try TemporaryFolder()
    for (width, height) in [(1, 1), (3, 7), (64, 1), (300, 150)] {
      let bitmap = Bitmap(width: width, height: height)
      bitmap.clear(bitmap.bounds, to: .white)
      bitmap.draw { drawing in
        drawing.fill(Rect(5, 5, 100, 60), .orange, cornerRadius: 9)
        drawing.text("PNG", at: Point(20, 20), font: UIFont(size: 40, design: .builtIn), .black)
      }
      // A part without any order in it, and runs of all lengths.
      for y in 0..<height / 3 {
        for x in 0..<width {
          bitmap.clear(
            PixelRect(x: x, y: y, width: Int.random(in: 1...300, using: &dice), height: 1),
            to: UIColor(white: Double.random(in: 0...1, using: &dice)))
        }
      }
      if keepsAlpha { bitmap.clear(PixelRect(x: 0, y: 0, width: 20, height: 2)) }
      var raw: [UInt8] = []
      for y in 0..<height {
        for x in 0..<width {
          let word = bitmap[x, y]
          raw += [UInt8(word >> 16 & 255), UInt8(word >> 8 & 255), UInt8(word & 255)]
          if keepsAlpha { raw.append(UInt8(word >> 24)) }
        }
      }
      try Data(bitmap.png(keepsAlpha: keepsAlpha)).write(to: URL(filePath: folder.path + "/a.png"))
      try Data(raw).write(to: URL(filePath: folder.path + "/a.raw"))
      try Self.script.write(toFile: folder.path + "/read.py", atomically: false, encoding: .utf8)
      let child = try ChildProgram(
        "python3",
        [folder.path + "/read.py", folder.path + "/a.png", folder.path + "/a.raw", keepsAlpha ? "4" : "3"])
      #expect(child.wait() == 0, "\(child.errors)")
      #expect(child.output == "\(width) \(height)\n")
    }
  }
}
