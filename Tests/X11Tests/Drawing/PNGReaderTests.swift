import Foundation
import Packing
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// What another encoder writes is read, pixel by pixel, and damaged files are not.
@Suite(.hangLimit) struct PNGReaderTests {
  /// Writes pictures of all kinds, each with the pixels that it has: red, green, blue, alpha.
  private static let script = """
    import random, struct, sys, zlib
    folder, random = sys.argv[1], random.Random(7)
    def chunk(name, body):
        return struct.pack('>I', len(body)) + name + body + struct.pack('>I', zlib.crc32(name + body))
    def nearest(a, b, c):
        p = a + b - c
        return min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
    def packed(rows, bits):
        out, above = b'', None
        reach = max(bits // 8, 1)
        for row in rows:
            above = above or bytes(len(row))
            kind = random.randrange(5)
            line = bytearray()
            for i, byte in enumerate(row):
                a = row[i - reach] if i >= reach else 0
                b, c = above[i], above[i - reach] if i >= reach else 0
                line.append((byte - (0, a, b, (a + b) // 2, nearest(a, b, c))[kind]) & 255)
            out += bytes([kind]) + bytes(line)
            above = row
        return out
    parts = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
    depths = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
    number = 0
    for kind in parts:
        for depth in depths[kind]:
            for interlaced in (0, 1):
                for clear in (False, True):
                    for width, height in ((1, 1), (3, 2), (37, 29)):
                        most = (1 << depth) - 1
                        palette = [[random.randrange(256) for _ in range(3)] for _ in range(min(most + 1, 200))]
                        def sample(x, y, part):
                            if kind == 3: return random.randrange(len(palette))
                            return random.randrange(most + 1) if (x + y) % 3 else most * x // width
                        pixels = [[tuple(sample(x, y, p) for p in range(parts[kind])) for x in range(width)] for y in range(height)]
                        alphas = [random.randrange(256) for _ in range(len(palette) // 2 + 1)]
                        key = pixels[0][0]
                        out = b''
                        def byte(value): return (value * 255 + most // 2) // most
                        for row in pixels:
                            for p in row:
                                if kind == 3:
                                    alpha = alphas[p[0]] if clear and p[0] < len(alphas) else 255
                                    out += bytes(palette[p[0]] + [alpha])
                                else:
                                    color = [byte(v) for v in p]
                                    if kind in (0, 4): color = [color[0]] * 3 + color[1:]
                                    if kind in (0, 2): color.append(0 if clear and p == key else 255)
                                    out += bytes(color)
                        def line(row):
                            number = ''.join(format(v, '0%db' % depth) for p in row for v in p)
                            number += '0' * (-len(number) % 8)
                            return bytes(int(number[i:i + 8], 2) for i in range(0, len(number), 8))
                        bits = depth * parts[kind]
                        passes = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
                        data = b''
                        for x, y, dx, dy in passes if interlaced else ((0, 0, 1, 1),):
                            rows = [line(row[x::dx]) for row in pixels[y::dy] if row[x::dx]]
                            data += packed(rows, bits)
                        press = zlib.compressobj(number % 10, zlib.DEFLATED, 15, 9, (0, 1, 2, 3, 4)[number % 5])
                        data = press.compress(data) + press.flush()
                        file = bytes([137, 80, 78, 71, 13, 10, 26, 10])
                        file += chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, depth, kind, 0, 0, interlaced))
                        file += chunk(b'tEXt', b'Title\\0A test')
                        if kind == 3: file += chunk(b'PLTE', bytes(sum(palette, [])))
                        if clear and kind == 3: file += chunk(b'tRNS', bytes(alphas))
                        if clear and kind in (0, 2): file += chunk(b'tRNS', b''.join(struct.pack('>H', v) for v in key))
                        half = len(data) // 2
                        file += chunk(b'IDAT', data[:half]) + chunk(b'IDAT', data[half:]) + chunk(b'IEND', b'')
                        open('%s/%d.png' % (folder, number), 'wb').write(file)
                        open('%s/%d.raw' % (folder, number), 'wb').write(struct.pack('>II', width, height) + out)
                        number += 1
    print(number)
    """

  @Test(.enabled(if: Programs.python)) func picturesOfAllKindsAreRead() throws {
    let folder = try TemporaryFolder()
    try Self.script.write(toFile: folder.path + "/write.py", atomically: false, encoding: .utf8)
    let child = try ChildProgram("python3", [folder.path + "/write.py", folder.path])
    try #require(child.wait() == 0, "\(child.errors)")
    let count = try #require(Int(child.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(count == 15 * 2 * 2 * 3)
    for number in 0..<count {
      let raw = [UInt8](try Data(contentsOf: URL(filePath: "\(folder.path)/\(number).raw")))
      let image = try UIImage(file: "\(folder.path)/\(number).png")
      let size = Size(Double(raw[3]), Double(raw[7]))
      try #require(image.size == size, "\(number)")
      for y in 0..<Int(size.height) {
        for x in 0..<Int(size.width) {
          let start = 8 + 4 * (y * Int(size.width) + x)
          let solid =
            0xFF00_0000 | UInt32(raw[start]) << 16 | UInt32(raw[start + 1]) << 8 | UInt32(raw[start + 2])
          let word = Blending.scaled(solid, by: UInt32(raw[start + 3]))
          try #require(image.fullBitmap[x, y] == word, "\(number): \(x) \(y)")
        }
      }
    }
  }

  private static var picture: Bitmap {
    let bitmap = Bitmap(width: 60, height: 40)
    bitmap.draw { drawing in
      drawing.fillEllipse(in: Rect(3, 3, 50, 30), .orange)
      drawing.text("PNG", at: Point(10, 10), font: UIFont(size: 20, design: .builtIn), .black)
    }
    return bitmap
  }

  @Test func whatTheEncoderWritesIsReadAgain() throws {
    let bitmap = Self.picture
    #expect(try PNGReader.read(#require(UIImage(bitmap).pngData())) == bitmap)
    let white = try PNGReader.read(bitmap.png())
    #expect(white[0, 0] == 0xFFFF_FFFF && white[25, 5] == bitmap[25, 5])
  }

  @Test func damagedFilesEndWithAnErrorAndNothingElse() throws {
    var dice = SplitMix(3)
    var tally = FuzzTally("damaged PNG files")
    let whole = Self.picture.png(keepsAlpha: true)
    var seen: Set<String> = []
    for step in 0..<3000 {
      var file = whole
      switch step % 4 {
      case 0: file.removeLast(Int.random(in: 1..<file.count, using: &dice))
      case 1: file[Int.random(in: 8..<file.count, using: &dice)] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
      case 2:
        // Parts with the right checksums and wrong contents.
        let at = Int.random(in: 16..<29, using: &dice)
        file[at] = UInt8.random(in: 0...255, using: &dice)
        Self.signPart(&file, 8, 13)
      default:
        let at = Int.random(in: 41..<(file.count - 16), using: &dice)
        file[at] = UInt8.random(in: 0...255, using: &dice)
        Self.signPart(&file, 33, file.count - 12 - 12 - 33)
      }
      do throws(ImageError) {
        let bitmap = try PNGReader.read(file)
        tally.count(file == whole || bitmap != Self.picture)
      } catch {
        seen.insert("\(error)".split(separator: " ").prefix(5).joined(separator: " "))
        tally.count(true)
      }
    }
    tally.expectMostStepsDidSomething()
    #expect(seen.count >= 3, "\(seen)")
  }

  @Test func corpora() {
    Corpus.expectMade(
      "pictures",
      by: [("colors", Self.picture.png()), ("with-alpha", Self.picture.png(keepsAlpha: true))])
  }

  /// All else is as it should be.
  @Test func aWrongChecksumIsAnError() throws {
    let whole = Self.picture.png(keepsAlpha: true)
    #expect(try PNGReader.read(whole) == Self.picture)
    // Of the header, and of the pixels before they were packed, in a part whose own sum is right.
    for place in [29, 32, whole.count - 17, whole.count - 20] {
      var file = whole
      file[place] ^= 1
      if place > 32 { Self.signPart(&file, 33, file.count - 12 - 12 - 33) }
      #expect(throws: ImageError.self, "at \(place)") { try PNGReader.read(file) }
    }
  }

  /// Gives a part that begins at `start`, with so many bytes of data, the checksum of what is in it.
  private static func signPart(_ file: inout [UInt8], _ start: Int, _ length: Int) {
    let sum = Checksums.crc32(file[(start + 4)..<(start + 8 + length)])
    for index in 0..<4 {
      file[start + 8 + length + index] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * index))
    }
  }

  @Test func aFileThatPromisesMoreThanItHasGetsNoMemory() throws {
    // 8,000 × 8,000 pixels of 8 bytes, and nothing in it.
    var file = try #require(UIImage(Bitmap(width: 1, height: 1)).pngData())
    for (index, byte) in [0, 0, 0x1F, 0x40, 0, 0, 0x1F, 0x40, 16].enumerated() {
      file[16 + index] = UInt8(byte)
    }
    Self.signPart(&file, 8, 13)
    #expect(throws: ImageError.tooShort) { try PNGReader.read(file) }
    for index in [16, 20] { file[index] = 1 }
    Self.signPart(&file, 8, 13)
    #expect(throws: ImageError.tooLarge(width: 0x0100_1F40, height: 0x0100_1F40)) { try PNGReader.read(file) }
    #expect(throws: ImageError.unknownFormat) { try PNGReader.read([0xFF, 0xD8, 0xFF]) }
    #expect(throws: ImageError.file(path: "/nowhere.png", error: "No such file or directory")) {
      try UIImage(file: "/nowhere.png")
    }
    #expect(throws: ImageError.file(path: "/", error: "it is no regular file")) { try UIImage(file: "/") }
    #expect(UIImage(contentsOfFile: "/nowhere.png") == nil && UIImage(data: []) == nil)
  }

  @Test func aNameSaysHowManyPixelsAPointHas() throws {
    let folder = try TemporaryFolder()
    let file = try #require(UIImage(Bitmap(width: 8, height: 8)).pngData())
    for (name, side) in [("a.png", 8.0), ("a@2x.png", 4.0), ("a.b@3x.png", 8.0 / 3)] {
      try Data(file).write(to: URL(filePath: folder.path + "/" + name))
      #expect(try UIImage(file: folder.path + "/" + name).size == Size(side, side))
    }
  }
}
