import LinuxSystem
import TestHarness
import Testing

@testable import ResponderKit

/// JPEG files: those of another encoder are read, our own are written, and damaged ones are refused.
@Suite(.hangLimit) struct JPEGTests {
  /// Soft colors, and an edge.
  private static func picture(_ width: Int = 37, _ height: Int = 29) -> Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let (red, green) = (UInt32(x * 255 / max(width, 2)), UInt32(y * 255 / max(height, 2)))
        let blue: UInt32 = x * 2 < y ? 200 : 40
        bitmap.pixels[y * width + x] = 0xFF00_0000 | red << 16 | green << 8 | blue
      }
    }
    return bitmap
  }

  /// The mean of what parts of the pixels differ by, and the largest difference.
  private func distance(_ left: Bitmap, _ right: Bitmap) -> (mean: Double, most: Int)? {
    guard left.width == right.width, left.height == right.height else { return nil }
    var (sum, most) = (0, 0)
    for place in 0..<left.width * left.height {
      for shift in [UInt32(0), 8, 16, 24] {
        let parts = (Int(left.pixels[place] >> shift & 255), Int(right.pixels[place] >> shift & 255))
        sum += abs(parts.0 - parts.1)
        most = max(most, abs(parts.0 - parts.1))
      }
    }
    return (Double(sum) / Double(left.width * left.height * 3), most)
  }

  /// Of red, green and blue of all pixels, one after the other (FNV-1a).
  private func sum(_ bitmap: Bitmap) -> UInt32 {
    var sum: UInt32 = 2_166_136_261
    for place in 0..<bitmap.width * bitmap.height {
      for shift in [UInt32(16), 8, 0] {
        sum = (sum ^ (bitmap.pixels[place] >> shift & 255)) &* 16_777_619
      }
    }
    return sum
  }

  private func files() throws -> [[UInt8]] { try Corpus("jpegs").inputs }

  @Test func filesOfAnotherEncoderAreRead() throws {
    let pictures = try files().map { try JPEGReader.read($0) }
    #expect(pictures.count == 8 && pictures.allSatisfy { $0.width == 21 && $0.height == 18 })
    // What libjpeg makes of them, bit by bit.
    let sums: [Int: UInt32] = [2: 0x1BA0_8CE6, 3: 0xF83A_7BAB, 5: 0x676B_FCD9, 6: 0xF83A_7BAB]
    for (index, sum) in sums { #expect(self.sum(pictures[index]) == sum, "\(index)") }
    // In steps or at once: the same pixels.
    #expect(pictures[4] == pictures[0])
    // With fewer colors, or as ink, it is nearly the same picture.
    for index in [0, 1, 7] {
      let difference = try #require(distance(pictures[index], pictures[2]))
      #expect(difference.mean < 9, "\(index): \(difference)")
    }
  }

  @Test func aPictureIsWrittenAndReadAgain() throws {
    let picture = Self.picture()
    var (lastSize, lastMean) = (0, 100.0)
    for (quality, limit) in [(0.1, 14.0), (0.5, 7.0), (0.9, 5.0), (1, 1.0)] {
      let file = JPEGWriter.write(picture, quality: quality)
      let difference = try #require(distance(try JPEGReader.read(file), picture))
      #expect(
        difference.mean < limit && file.count > lastSize && difference.mean < lastMean,
        "\(quality): \(difference)")
      (lastSize, lastMean) = (file.count, difference.mean)
    }
    for odd in [Double.nan, .infinity, 7, -3, -.infinity] {
      let back = try JPEGReader.read(JPEGWriter.write(picture, quality: odd))
      #expect(back.width == 37 && back.height == 29)
    }
  }

  @Test(arguments: [(1, 1), (8, 8), (16, 16), (17, 16), (15, 33), (64, 1), (1, 64)])
  func picturesOfAllSizesAreWrittenWhole(width: Int, height: Int) throws {
    let picture = Self.picture(width, height)
    for (quality, limit, mean) in [(0.8, 120, 20.0), (1.0, 6, 2)] {
      let difference = try #require(
        distance(try JPEGReader.read(JPEGWriter.write(picture, quality: quality)), picture))
      #expect(
        difference.most <= limit && difference.mean < mean, "\(width) × \(height), \(quality): \(difference)")
    }
  }

  @Test func sharpEdgesAndNoiseAreWrittenWhole() throws {
    var dice = SplitMix(5)
    let picture = Bitmap(width: 40, height: 24)
    for place in 0..<40 * 24 {
      picture.pixels[place] =
        0xFF00_0000 | (Bool.random(using: &dice) ? 0xFFFFFF : UInt32.random(in: 0...0xFFFFFF, using: &dice))
    }
    let back = try JPEGReader.read(JPEGWriter.write(picture, quality: 1))
    #expect(try #require(distance(back, picture)).mean < 1)
  }

  @Test func imagesReadAndWriteThem() throws {
    let image = UIImage(Self.picture(20, 10), scale: 2)
    let file = try #require(image.jpegData(compressionQuality: 0.9))
    let back = try #require(UIImage(data: file, scale: 2))
    #expect(back.size == Size(10, 5) && file.starts(with: [0xFF, 0xD8, 0xFF]))
    #expect(UIImage(Bitmap(width: 0, height: 0)).jpegData(compressionQuality: 1) == nil)
    // What can be seen through lies over white.
    let clear = try #require(UIImage(Bitmap(width: 8, height: 8)).jpegData(compressionQuality: 1))
    #expect(UIImage(data: clear)?.color(x: 4, y: 4) == .white)
    // A symbol has pixels, too; a renderer's picture is written at once.
    #expect(UIImage(systemName: "star")?.jpegData(compressionQuality: 0.5) != nil)
    onStage { _ in
      let drawn = UIGraphicsImageRenderer(size: Size(8, 8)).jpegData(withCompressionQuality: 1) {
        UIColor.red.setFill()
        $0.fill(Rect(0, 0, 8, 8))
      }
      let color = UIImage(data: drawn)?.color(x: 4, y: 4)
      #expect((color?.red ?? 0) > 0.95 && (color?.green ?? 1) < 0.05)
    }
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/photo@2x.jpg"
    let stream = try #require(fopen(path, "we"))
    #expect(fwrite(file, 1, file.count, stream) == file.count && fclose(stream) == 0)
    #expect(UIImage(contentsOfFile: path)?.size == Size(10, 5))
    #expect(throws: ImageError.notPNG) { try UIImage(png: file) }
    #expect("\(ImageError.notPNG)".contains("JPEG") && !"\(ImageError.notPNG)".contains("no baseline"))
  }

  @Test(arguments: 1...8) func theSideThatIsUpIsShownUp(side: Int) throws {
    let picture = Self.picture(24, 8)
    let file = JPEGWriter.write(picture, quality: 1)
    let plain = try JPEGReader.read(file)
    for isLittle in [false, true] {
      func word(_ value: Int) -> [UInt8] { isLittle ? [UInt8(value), 0] : [0, UInt8(value)] }
      let tag: [UInt8] = isLittle ? [0x12, 0x01] : [0x01, 0x12]
      let offset = isLittle ? word(8) + word(0) : word(0) + word(8)
      let data: [UInt8] =
        [0x45, 0x78, 0x69, 0x66, 0, 0] + (isLittle ? [0x49, 0x49] : [0x4D, 0x4D]) + word(42) + offset
        + word(1) + tag
        + word(3) + [0, 0, 0, 1] + word(side) + [0, 0, 0, 0, 0, 0]
      let turned = try JPEGReader.read(
        Array(file[..<2]) + [0xFF, 0xE1, 0, UInt8(data.count + 2)] + data + file[2...])
      // Where the corner of the file's picture, and the one to its right, come to be.
      let (right, bottom) = (turned.width - 1, turned.height - 1)
      let corners = [(0, 0), (right, 0), (right, bottom), (0, bottom)]
      let places = [(0, 1), (1, 0), (2, 3), (3, 2), (0, 3), (1, 2), (2, 1), (3, 0)][side - 1]
      #expect((turned.width > turned.height) == (side < 5))
      let (first, second) = (corners[places.0], corners[places.1])
      #expect(turned[first.0, first.1] == plain[0, 0] && turned[second.0, second.1] == plain[23, 0])
      // A value that means nothing.
      #expect(JPEGOrientation(rawValue: 0) == nil && JPEGOrientation(rawValue: 9) == nil)
    }
    #expect(JPEGOrientation([0x45, 0x78, 0x69, 0x66, 0, 0, 0x4D]) == nil)
  }

  @Test func aScanMayBeginAnewInItsMiddle() throws {
    // Two gray blocks: two bits give the mean of each, and a restart is between them.
    func file(_ scan: [UInt8], interval: UInt8 = 1) -> [UInt8] {
      var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 8, count: 64)
      file += [0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 16, 1, 1, 0x11, 0]
      // Means: lengths 0 and 6, as `0` and `10`; frequencies: none, as `0`.
      file += [0xFF, 0xC4, 0, 21, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6]
      file += [0xFF, 0xC4, 0, 20, 0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      file += [0xFF, 0xDD, 0, 4, 0, interval, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
      return file + scan + [0xFF, 0xD9]
    }
    // 10 100000 0: 32 more than the middle, twice; without the restart the second one would be 64 more.
    let block: [UInt8] = [0b1010_0000, 0b0111_1111]
    let picture = try JPEGReader.read(file(block + [0xFF, 0xD0] + block))
    #expect(picture[0, 0] == 0xFFA0_A0A0 && picture[15, 7] == 0xFFA0_A0A0)
    // 10 100000 0 10 100000 0, in one piece.
    let whole = try JPEGReader.read(file([0b1010_0000, 0b0101_0000, 0b0011_1111], interval: 0))
    #expect(whole[0, 0] == 0xFFA0_A0A0 && whole[15, 7] == 0xFFC0_C0C0)
    #expect(throws: ImageError.damaged("a restart of its scan")) { try JPEGReader.read(file(block + block)) }
    // Cut off in the second block, in front of it, and in the first one: what is there is shown.
    for rest in [block + [0xFF, 0xD0, 0b1010_0000], block + [0xFF, 0xD0], block] {
      let cut = try JPEGReader.read(Array(file(rest).dropLast(2)))
      #expect(cut[0, 0] == 0xFFA0_A0A0)
    }
    let cut = try JPEGReader.read(Array(file(block).dropLast(2)))
    #expect(cut[0, 0] == 0xFFA0_A0A0 && cut[15, 7] == 0xFF80_8080)
    let short = try JPEGReader.read(Array(file([0b1010_0000], interval: 0).dropLast(2)))
    #expect(short[0, 0] == 0xFFA0_A0A0 && short[15, 7] == 0xFF80_8080)
    #expect(throws: ImageError.tooShort) { try JPEGReader.read(Array(file([], interval: 0).dropLast(10))) }
    // Damage is limited to its restart interval.
    let mended = try JPEGReader.read(file([0b1111_1110, 0x55, 0x55, 0xFF, 0, 0x55, 0xFF, 0xD0] + block))
    #expect(mended[15, 7] == 0xFFA0_A0A0)
  }

  @Test func aShortFileHasNoLargePicture() throws {
    var file = JPEGWriter.write(Self.picture(8, 8), quality: 0.5)
    let header = try #require(file.indices.first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
    file[(header + 5)...(header + 8)] = [0x0F, 0xFF, 0x0F, 0xFF]
    #expect(throws: ImageError.tooShort) { try JPEGReader.read(file) }
    file[(header + 5)...(header + 8)] = [0xFF, 0xFF, 0xFF, 0xFF]
    #expect(throws: ImageError.tooLarge(width: 65535, height: 65535)) { try JPEGReader.read(file) }
    file[(header + 5)...(header + 8)] = [0, 0, 0, 8]
    // Its height would be behind its first scan.
    #expect(throws: ImageError.unknownFormat) { try JPEGReader.read(file) }
    file[(header + 5)...(header + 8)] = [0, 8, 0, 0]
    #expect(throws: ImageError.damaged("its size")) { try JPEGReader.read(file) }
    file[(header + 5)...(header + 8)] = [0, 8, 0, 8]
    for bits: UInt8 in [12, 7] {
      file[header + 4] = bits
      #expect(throws: bits == 12 ? ImageError.unknownFormat : .damaged("its header")) {
        try JPEGReader.read(file)
      }
    }
    file[header + 4] = 8
    let other = Array(file[..<header]) + [0xFF, 0xC0, 0, 14, 8, 0, 8, 0, 8, 2, 1, 0x11, 0, 2, 0x11, 0]
    #expect(throws: ImageError.unknownFormat) { try JPEGReader.read(other) }
    file[header + 1] = 0xC9
    #expect(throws: ImageError.unknownFormat) { try JPEGReader.read(file) }
  }

  @Test func aFileMayNotHaveScansWithoutEnd() throws {
    let files = try files()
    let file = files[6]
    // The scan of means, again and again.
    let start = try #require(file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xDA })
    let end = try #require(((start + 2)..<file.count).first { file[$0] == 0xFF && file[$0 + 1] != 0 })
    func repeated(_ count: Int) -> [UInt8] {
      Array(file[..<start]) + (0..<count).flatMap { _ in file[start..<end] } + file[end...]
    }
    #expect(try JPEGReader.read(repeated(1)).width == 21)
    // The work of a scan is not repeated.
    #expect(throws: ImageError.damaged("the header of a scan")) { try JPEGReader.read(repeated(2)) }
  }

  /// A progressive file of one gray block: scans of a first and a last coefficient, their bits, and data.
  private func progressive(_ scans: [(first: UInt8, last: UInt8, bits: UInt8)]) -> [UInt8] {
    var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 8, count: 64)
    file += [0xFF, 0xC2, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
    // The difference 0, and the end of a block: each is `0`.
    for kind: UInt8 in [0, 0x10] {
      file += [0xFF, 0xC4, 0, 20, kind, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    }
    for scan in scans { file += [0xFF, 0xDA, 0, 8, 1, 1, 0, scan.first, scan.last, scan.bits, 0x7F] }
    return file + [0xFF, 0xD9]
  }

  @Test func noScanRepeatsTheWorkOfAnother() throws {
    let dc: (UInt8, UInt8, UInt8) = (0, 0, 0x01)
    #expect(try JPEGReader.read(progressive([dc, (0, 0, 0x10), (1, 63, 0x02), (1, 63, 0x21)])).width == 8)
    let damaged = ImageError.damaged("the header of a scan")
    let wrong: [[(UInt8, UInt8, UInt8)]] = [
      // Again; a refinement again; of unknown bits; of two bits at once; of other bits than are known; in front of DC values.
      [dc, dc], [dc, (1, 63, 0x01), (1, 63, 0x10), (1, 63, 0x10)], [dc, (1, 63, 0x10)],
      [dc, (1, 63, 0x03), (1, 63, 0x31)], [dc, (1, 63, 0x03), (1, 63, 0x21)], [(1, 63, 0)],
      [dc, (1, 9, 0x00), (9, 63, 0x00)],
    ]
    for scans in wrong { #expect(throws: damaged, "\(scans)") { try JPEGReader.read(progressive(scans)) } }
    // Each adds a bit, and they are too many.
    let bits: [UInt8] = [0x02, 0x21, 0x10]
    let all = [dc] + bits.flatMap { bits in (1...63).map { (UInt8($0), UInt8($0), bits) } }
    #expect(throws: ImageError.damaged("the number of its scans")) { try JPEGReader.read(progressive(all)) }
    #expect(try JPEGReader.read(progressive(Array(all[..<100]))).width == 8)
  }

  @Test func coefficientsAreFreedWhenTheyArePixels() throws {
    let frame = JPEGFrame(
      width: 16, height: 16, isProgressive: false, [.init(id: 1, across: 1, down: 1, quantizer: 0)])
    frame.allocate()
    frame.parts[0].table = [Int](repeating: 8, count: 64)
    #expect(frame.takes(0, 0...63, high: 0, low: 0) && frame.parts[0].coefficients != nil)
    #expect(try frame.bitmap(nil)[3, 3] == 0xFF80_8080 && frame.parts[0].coefficients == nil)
  }

  @Test func damagedFilesEndWithAnErrorOrAPicture() throws {
    var dice = SplitMix(11)
    var tally = FuzzTally("damaged JPEG files")
    let files = try files()
    let plain = try files.map { try JPEGReader.read($0) }
    for step in 0..<4000 {
      let index = step % files.count
      var file = files[index]
      switch step / files.count % 4 {
      case 0: file.removeLast(Int.random(in: 3..<file.count, using: &dice))
      case 1: file[Int.random(in: 2..<file.count, using: &dice)] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
      case 2:
        for _ in 0..<4 {
          file[Int.random(in: 2..<file.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
        }
      default:
        let other = files[Int.random(in: 0..<files.count, using: &dice)]
        let cut = Int.random(in: 2..<min(file.count, other.count), using: &dice)
        file.replaceSubrange(cut..., with: other[cut...])
      }
      do throws(ImageError) {
        tally.count(try JPEGReader.read(file) != plain[index])
      } catch {
        #expect(!"\(error)".isEmpty)
        tally.count(true)
      }
    }
    tally.expectMostStepsDidSomething()
  }
}
