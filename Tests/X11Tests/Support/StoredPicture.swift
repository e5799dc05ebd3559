import Foundation
import HIDEvents
import Testing

@testable import ResponderKit

/// A picture beside a stored one, both in squares of some pixels that have the mean of their colors: what is in its place and has its color
/// is the same, and an edge may be a pixel off.
///
/// `MAINSPRING_WRITE_PICTURES=1` stores them anew. Look at them then.
enum StoredPicture {
  /// No stored picture is wider, in squares.
  private static let width = 120
  /// The mean of the differences, and the part of the squares that may be quite different: digits of times are.
  private static let mean = 2.0
  private static let different = 0.02

  /// Tests/Pictures
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Pictures")

  /// - Parameter times: where the picture shows how long something took, which is another time in each run.
  static func expect(
    _ name: String, _ picture: UIImage, except times: [Rect] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let squares = squares(of: picture)
    guard let stored = try stored(name, squares) else { return }
    let side = picture.size.width / max(stored.size.width, 1)
    let isCompared = squares.bounds.places.map { x, y in
      let middle = Point((Double(x) + 0.5) * side, (Double(y) + 0.5) * side)
      return !times.contains { $0.contains(middle) }
    }
    let differences = zip(differences(squares, stored), isCompared).filter(\.1).map(\.0)
    let large = differences.count { $0 > 48 }
    let mean = Double(differences.reduce(0, +)) / Double(max(differences.count, 1))
    #expect(
      !differences.isEmpty && mean <= Self.mean && Double(large) <= different * Double(differences.count),
      "\(name): by \(mean) in the mean, \(large) of \(differences.count) squares by more than 48",
      sourceLocation: sourceLocation)
  }

  /// All pixels, for small pictures: letters, edges and shadows have their form.
  static func expectWhole(
    _ name: String, _ picture: Bitmap, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    guard let stored = try stored(name, picture) else { return }
    let difference = PictureDifference(picture, stored.fullBitmap)
    #expect(difference.isSmall, "\(name): \(difference)", sourceLocation: sourceLocation)
  }

  /// The stored picture; nil when this one has been stored in its place.
  private static func stored(_ name: String, _ picture: Bitmap) throws -> UIImage? {
    let file = folder.appending(path: name + ".png")
    guard ProcessInfo.processInfo.environment["MAINSPRING_WRITE_PICTURES"] == "1" else {
      return try UIImage(file: file.path)
    }
    try Data(picture.png()).write(to: file)
    return nil
  }

  /// Of each square, of the color that differs most; empty when the sizes differ.
  static func differences(_ picture: Bitmap, _ stored: UIImage) -> [Int] {
    guard Size(Double(picture.width), Double(picture.height)) == stored.size else { return [] }
    return picture.bounds.places.map { x, y in
      let (one, other) = (picture.color(x: x, y: y), stored.color(x: x, y: y))
      let parts = [one.red - other.red, one.green - other.green, one.blue - other.blue]
      return Int(parts.map { abs($0 * 255).rounded() }.max() ?? 0)
    }
  }

  static func squares(of picture: UIImage) -> Bitmap {
    let (width, height) = (Int(picture.size.width), Int(picture.size.height))
    let side = (width + Self.width - 1) / Self.width
    let squares = Bitmap(width: width / side, height: height / side)
    for (x, y) in squares.bounds.places {
      var sum = (0.0, 0.0, 0.0)
      for dy in 0..<side {
        for dx in 0..<side {
          let color = picture.color(x: x * side + dx, y: y * side + dy)
          sum = (sum.0 + color.red, sum.1 + color.green, sum.2 + color.blue)
        }
      }
      let count = Double(side * side)
      let mean = UIColor(red: sum.0 / count, green: sum.1 / count, blue: sum.2 / count)
      squares.clear(PixelRect(x: x, y: y, width: 1, height: 1), to: mean)
    }
    return squares
  }
}

/// How far two pictures of a size are apart, pixel by pixel; of each pixel, the color that differs most counts.
struct PictureDifference: CustomStringConvertible {
  /// The mean, of 255.
  var mean = 255.0
  /// The share of the pixels that differ by more than 32.
  var large = 1.0

  /// Everything, for pictures of other sizes.
  init(_ one: Bitmap, _ other: Bitmap) {
    guard one.width == other.width, one.height == other.height, one.width * one.height > 0 else { return }
    var (sum, count) = (0, 0)
    one.withPixels { ones in
      other.withPixels { others in
        for (one, other) in zip(ones, others) where one != other {
          let most = Self.distance(one, other)
          sum += most
          if most > 32 { count += 1 }
        }
      }
    }
    let pixels = Double(one.width * one.height)
    (mean, large) = (Double(sum) / pixels, Double(count) / pixels)
  }

  private static func distance(_ one: UInt32, _ other: UInt32) -> Int {
    var most = 0
    for shift: UInt32 in [16, 8, 0] {
      let (left, right) = (Int(one >> shift & 255), Int(other >> shift & 255))
      most = max(most, abs(left - right))
    }
    return most
  }

  /// Drawn by the same rules, on another machine.
  var isSmall: Bool { mean <= 0.5 && large <= 0.002 }
  var description: String { "by \(mean) in the mean, \(large * 100) % of the pixels by more than 32" }
}
