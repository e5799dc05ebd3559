/// A blur that is nearly a Gaussian: the mean over a row, three times, then over a column.
struct BoxBlur {
  /// How far a mean reaches to each side.
  private let radius: Int
  /// How far a pixel is seen.
  var reach: Int { 3 * radius }

  init(deviation: Double) {
    radius = Int((((4 * deviation * deviation + 1).squareRoot() - 1) / 2).rounded())
  }

  /// How opaque each pixel of a picture is after the blur; beyond its edges it is clear.
  func alphas(of picture: Bitmap) -> [UInt8] {
    let (width, height) = (picture.width, picture.height)
    var alphas = [UInt8](repeating: 0, count: width * height)
    for index in alphas.indices { alphas[index] = UInt8(picture.pixels[index] >> 24) }
    guard radius > 0 else { return alphas }
    var line = [UInt8](repeating: 0, count: max(width, height))
    alphas.withUnsafeMutableBufferPointer { alphas in
      for y in 0..<height {
        for _ in 0..<3 { spread(&line, alphas, from: y * width, step: 1, width) }
      }
      for x in 0..<width {
        for _ in 0..<3 { spread(&line, alphas, from: x, step: width, height) }
      }
    }
    return alphas
  }

  private func spread(
    _ line: inout [UInt8], _ alphas: UnsafeMutableBufferPointer<UInt8>, from start: Int, step: Int,
    _ count: Int
  ) {
    let length = 2 * radius + 1
    for index in 0..<count { line[index] = alphas[start + index * step] }
    var sum = 0
    for index in 0..<min(radius, count) { sum += Int(line[index]) }
    for index in 0..<count {
      if index + radius < count { sum += Int(line[index + radius]) }
      alphas[start + index * step] = UInt8((sum + radius) / length)
      if index >= radius { sum -= Int(line[index - radius]) }
    }
  }
}
