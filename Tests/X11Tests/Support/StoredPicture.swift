import Foundation
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

  /// - Parameter unsteady: a part in pixels that is another one each time.
  static func expect(
    _ name: String, _ picture: UIImage, except unsteady: Rect = .zero,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let squares = squares(of: picture)
    let side = picture.size.width / Double(squares.width)
    squares.clear(
      PixelRect(
        minX: Int(unsteady.minX / side), minY: Int(unsteady.minY / side), maxX: Int(unsteady.maxX / side),
        maxY: Int(unsteady.maxY / side)), to: .gray)
    let file = folder.appending(path: name + ".png")
    if ProcessInfo.processInfo.environment["MAINSPRING_WRITE_PICTURES"] == "1" {
      return try Data(squares.png()).write(to: file)
    }
    let stored = try UIImage(file: file.path)
    let differences = differences(squares, stored)
    let large = differences.count { $0 > 48 }
    let mean = Double(differences.reduce(0, +)) / Double(max(differences.count, 1))
    #expect(
      !differences.isEmpty && mean <= Self.mean && Double(large) <= different * Double(differences.count),
      "\(name): by \(mean) in the mean, \(large) of \(differences.count) squares by more than 48",
      sourceLocation: sourceLocation)
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
