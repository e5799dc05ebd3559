import HIDEvents
import LinuxSystem
import TestHarness
import Testing

@testable import EventRouting

/// Memory that lags behind a program's picture, and catches up.
@Suite(.hangLimit) struct SharedPictureTests {
  @Test func newMemoryGetsThePictureAndThenEveryPartThatChanges() throws {
    var bytes = 0
    let made = SharedPicture(width: 100, height: 2) { descriptor, length in
      bytes = length
      close(descriptor)
    }
    let picture = try #require(made)
    var pixels = [UInt32](repeating: 1, count: 200)
    picture.update(pixels, stride: 100, rows: 2)
    #expect(bytes == 800 && picture.pixel(x: 0, y: 0) == 1 && picture.pixel(x: 99, y: 1) == 1)
    // Few parts, and more than are kept one by one.
    let counts = [3, 64, 65, 100]
    for (index, count) in counts.enumerated() {
      let color = UInt32(index) + 2
      for x in 0..<count {
        pixels[x] = color
        picture.mark(PixelRect(x: x, y: 0, width: 1, height: 1))
      }
      picture.update(pixels, stride: 100, rows: 2)
      let copied = (0..<100).map { picture.pixel(x: $0, y: 0) }
      #expect(copied == Array(pixels[..<100]), "\(count) parts")
    }
  }

  /// As after a change of the size, before the program has drawn anew.
  @Test func memoryThatIsLargerThanThePictureTakesOnlyThat() throws {
    let picture = try #require(SharedPicture(width: 10, height: 4) { descriptor, _ in close(descriptor) })
    picture.update([UInt32](repeating: 1, count: 40), stride: 6, rows: 3)
    for (x, y) in [(0, 0), (5, 2)] { #expect(picture.pixel(x: x, y: y) == 1) }
    for (x, y) in [(6, 0), (0, 3)] { #expect(picture.pixel(x: x, y: y) == 0) }
  }
}
