import HIDEvents
import RunLoopCore

/// The pixels of a picture, without a scale or an orientation: what layers and contexts have. A ``UIImage`` is what programs hold.
///
///     if let part = photo.cgImage?.cropping(to: CGRect(x: 0, y: 0, width: 64, height: 64)) {
///       view.image = UIImage(cgImage: part, scale: photo.scale, orientation: photo.imageOrientation)
///     }
public final class CGImage: @unchecked Sendable {
  /// Not changed after it was made.
  let bitmap: Bitmap
  /// What draws it: a pixel is a point.
  let image: UIImage

  init(sharing bitmap: Bitmap) {
    self.bitmap = bitmap
    image = UIImage(sharing: bitmap, scale: 1)
  }

  /// A copy of a picture in memory.
  public convenience init(_ bitmap: Bitmap) { self.init(sharing: bitmap.copy(of: bitmap.bounds)) }

  /// How many pixels a row has.
  public var width: Int { bitmap.width }
  /// How many rows of pixels there are.
  public var height: Int { bitmap.height }
  /// 8: red, green, blue and alpha are bytes.
  public var bitsPerComponent: Int { 8 }
  /// 32.
  public var bitsPerPixel: Int { 32 }
  /// Four for each pixel of a row.
  public var bytesPerRow: Int { width * 4 }
  /// The only color space.
  public var colorSpace: CGColorSpace? { CGColorSpaceCreateDeviceRGB() }
  /// The picture itself, as it does not change.
  public func copy() -> CGImage? { self }

  /// A part of the picture, in pixels, made larger to whole ones; nil where none of these is in the picture.
  public func cropping(to rect: Rect) -> CGImage? {
    guard !rect.isNull, rect.isFinite else { return nil }
    let part = PixelRect(around: rect.standardized).intersection(bitmap.bounds)
    return part.isEmpty ? nil : CGImage(sharing: bitmap.copy(of: part))
  }

  /// The picture, as opaque in each place as another one is bright there, which is stretched over it: black hides.
  public func masking(_ mask: CGImage) -> CGImage? {
    guard width > 0, height > 0, mask.width > 0, mask.height > 0 else { return nil }
    let cover = Bitmap(width: width, height: height)
    let whole = Rect(0, 0, Double(width), Double(height))
    Painter(cover).paint([.image(mask.asMask, whole, alpha: 1)], .identity, clip: cover.bounds)
    let result = Bitmap(width: width, height: height)
    for index in 0..<(width * height) {
      result.pixels[index] = Blending.scaled(bitmap.pixels[index], by: cover.pixels[index] >> 24)
    }
    return CGImage(sharing: result)
  }

  private let madeMask = Guarded<Bitmap?>(nil)

  /// A picture that is as opaque as this one, or, where this one is opaque everywhere, as it is bright; made once.
  var asMask: Bitmap {
    madeMask.withLock { made in
      let mask = made ?? makeMask()
      made = mask
      return mask
    }
  }

  private func makeMask() -> Bitmap {
    let count = width * height
    guard (0..<count).allSatisfy({ bitmap.pixels[$0] >> 24 == 255 }) else { return bitmap }
    let mask = Bitmap(width: width, height: height)
    for index in 0..<count {
      let pixel = bitmap.pixels[index]
      let (red, green, blue) = (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
      mask.pixels[index] = ((red * 77 + green * 150 + blue * 29) >> 8) << 24
    }
    return mask
  }
}

extension UIImage {
  /// The pixels of the picture, as they are without its orientation; nil without pixels. The same object each time.
  public var cgImage: CGImage? {
    if let source { return source }
    guard size.width > 0, size.height > 0 else { return nil }
    return sharedPixels
  }

  /// A picture of these pixels, each a point.
  public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, scale: 1, orientation: .up) }

  /// A picture of these pixels, turned so that the side that `orientation` says is up.
  public convenience init(cgImage: CGImage, scale: Double, orientation: Orientation) {
    self.init(
      sharing: orientation.file.turned(cgImage.bitmap), scale: scale.isFinite && scale > 0 ? scale : 1)
    (source, imageOrientation) = (cgImage, orientation)
  }

  /// How the pixels of a ``CGImage`` are turned to be seen as they should.
  public enum Orientation: Int, Hashable, Sendable {
    /// Not at all, by a half, against the clock by a quarter, with it by a quarter.
    case up, down, left, right
    /// The same, and then with left and right exchanged, as cameras say it.
    case upMirrored, downMirrored, leftMirrored, rightMirrored

    /// As files have it.
    fileprivate var file: JPEGOrientation {
      switch self {
      case .up: .up
      case .down: .down
      case .left: .left
      case .right: .right
      case .upMirrored: .upMirrored
      case .downMirrored: .downMirrored
      case .leftMirrored: .leftMirrored
      case .rightMirrored: .rightMirrored
      }
    }

    /// That of what is seen with left and right exchanged.
    var flipped: Orientation {
      switch self {
      case .up: .upMirrored
      case .upMirrored: .up
      case .down: .downMirrored
      case .downMirrored: .down
      case .left: .rightMirrored
      case .rightMirrored: .left
      case .right: .leftMirrored
      case .leftMirrored: .right
      }
    }
  }
}
