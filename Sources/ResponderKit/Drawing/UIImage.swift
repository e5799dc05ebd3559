import HIDEvents
import LinuxSystem
import RunLoopCore

/// A picture that does not change, of a PNG or JPEG file or of pixels that a program has made.
///
///     let image = UIImage(contentsOfFile: "photo.png")
///     let view = UIImageView(image: image)
///
/// There are no bundles: a picture by name is a file of a folder beside the program.
///
/// It may be read on another thread, as by `Offload`, and shown on the application's.
public final class UIImage: @unchecked Sendable {
  /// Not changed after the picture was made; nil: a symbol.
  private let stored: Bitmap?
  /// What it draws in place of pixels.
  let symbol: SymbolImage?
  private let made = Guarded(Made())
  /// Pixels per point.
  public let scale: Double
  /// The edges that keep their size when the picture is stretched; none by default.
  public let capInsets: EdgeInsets
  /// Kept; without effect: views are aligned by their frames.
  public private(set) var alignmentRectInsets = EdgeInsets.zero
  /// Whether views show it in their tint color.
  public let renderingMode: RenderingMode
  /// Whether image views and buttons mirror it where content begins at the right.
  public let flipsForRightToLeftLayoutDirection: Bool
  /// How the pixels of `cgImage` are turned in this picture. Of a file always `up`: its pixels are turned when it is read.
  public internal(set) var imageOrientation = Orientation.up
  /// The pictures of an animated one, which image views show one after the other; nil: it is not animated.
  public internal(set) var images: [UIImage]?
  /// How long all of these are shown once, in seconds; 0: a thirtieth each.
  public internal(set) var duration: TimeInterval = 0
  /// The pixels that it was made of, where these are turned otherwise.
  var source: CGImage?

  /// A copy of a picture in memory.
  public init(_ bitmap: Bitmap, scale: Double = 1) {
    stored = bitmap.copy(of: bitmap.bounds)
    self.scale = scale.isFinite && scale > 0 ? scale : 1
    (symbol, capInsets, renderingMode, flipsForRightToLeftLayoutDirection) = (
      nil, EdgeInsets(), .automatic, false
    )
  }

  /// A picture without pixels.
  public convenience init() { self.init(sharing: Bitmap(width: 0, height: 0), scale: 1) }

  init(sharing bitmap: Bitmap, scale: Double, capInsets: EdgeInsets = EdgeInsets()) {
    (stored, symbol, renderingMode, flipsForRightToLeftLayoutDirection) = (bitmap, nil, .automatic, false)
    self.scale = scale
    self.capInsets = capInsets
  }

  init(symbol: SymbolImage, scale: Double, renderingMode: RenderingMode, flips: Bool) {
    (stored, self.symbol, capInsets) = (nil, symbol, EdgeInsets())
    flipsForRightToLeftLayoutDirection = flips
    self.scale = scale
    self.renderingMode = renderingMode
  }

  /// The same picture, of other pixels or in a mode, with all else that it has.
  ///
  /// - Parameters:
  ///   - pixels: nil: its own, or its symbol.
  ///   - each: makes the same of the pictures of an animated one.
  init(
    _ image: UIImage, pixels: Bitmap? = nil, capInsets: EdgeInsets? = nil, renderingMode: RenderingMode,
    flips: Bool, each: (UIImage) -> UIImage
  ) {
    (stored, symbol) = (pixels ?? image.stored, pixels == nil ? image.symbol : nil)
    (scale, self.capInsets) = (image.scale, capInsets ?? image.capInsets)
    flipsForRightToLeftLayoutDirection = flips
    self.renderingMode = renderingMode
    alignmentRectInsets = image.alignmentRectInsets
    (imageOrientation, source, duration) = (image.imageOrientation, image.source, image.duration)
    images = image.images?.map(each)
  }

  /// The same picture, of the same pixels, in a mode.
  convenience init(_ image: UIImage, renderingMode: RenderingMode, flips: Bool) {
    self.init(image, renderingMode: renderingMode, flips: flips) {
      UIImage($0, renderingMode: renderingMode, flips: flips)
    }
  }

  /// The same picture, of the same pixels, with insets for its alignment, which have no effect.
  public func withAlignmentRectInsets(_ insets: EdgeInsets) -> UIImage {
    guard insets != alignmentRectInsets else { return self }
    let flips = flipsForRightToLeftLayoutDirection
    let image = UIImage(self, renderingMode: renderingMode, flips: flips) {
      $0.withAlignmentRectInsets(insets)
    }
    image.alignmentRectInsets = insets
    return image
  }

  /// Reads a PNG file that is in memory.
  public convenience init(png bytes: [UInt8], scale: Double = 1) throws(ImageError) {
    if JPEGReader.isJPEG(bytes) { throw .notPNG }
    self.init(sharing: try PNGReader.read(bytes), scale: scale.isFinite && scale > 0 ? scale : 1)
  }

  /// Reads a PNG or JPEG file that is in memory.
  private convenience init(of bytes: [UInt8], scale: Double) throws(ImageError) {
    self.init(sharing: try ImageReader.read(bytes), scale: scale.isFinite && scale > 0 ? scale : 1)
  }

  /// Reads a PNG or JPEG file, on the calling thread. `@2x` or `@3x` before the name's extension: the pixels per point.
  public convenience init(file path: String) throws(ImageError) {
    Errno.last = Errno(0)
    guard let file = StoredFile(path) else {
      throw .file(path: path, error: Errno.last == 0 ? "it is no regular file" : Errno.last.description)
    }
    guard file.size <= Self.largestFile else {
      throw .file(path: path, error: "it has more than \(Self.largestFile >> 20) MiB")
    }
    let last = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    let name = last[..<(last.lastIndex(of: ".") ?? last.endIndex)]
    try self.init(
      of: file.read(0, file.size), scale: name.hasSuffix("@3x") ? 3 : name.hasSuffix("@2x") ? 2 : 1)
  }

  /// As `init(file:)`; nil where that throws.
  public convenience init?(contentsOfFile path: String) {
    do throws(ImageError) { try self.init(file: path) } catch { return nil }
  }

  /// Reads a PNG or JPEG file that is in memory; nil where that is not possible.
  public convenience init?(data: [UInt8], scale: Double = 1) {
    do throws(ImageError) { try self.init(of: data, scale: scale) } catch { return nil }
  }

  private static var largestFile: Int { 256 << 20 }

  /// The size in points.
  public var size: Size {
    let pixels = stored.map { Size(Double($0.width), Double($0.height)) } ?? symbol?.pixels ?? .zero
    return Size(pixels.width / scale, pixels.height / scale)
  }

  /// The picture as a PNG file; nil without pixels.
  public func pngData() -> [UInt8]? { size.width > 0 && size.height > 0 ? bitmap.png(keepsAlpha: true) : nil }

  /// The color of a pixel; clear outside.
  public func color(x: Int, y: Int) -> UIColor { bitmap.color(x: x, y: y) }

  /// The same picture, of which these edges keep their size when it is stretched.
  public func resizableImage(withCapInsets insets: EdgeInsets) -> UIImage {
    let insets = EdgeInsets(
      top: max(insets.top, 0), left: max(insets.left, 0), bottom: max(insets.bottom, 0),
      right: max(insets.right, 0))
    return UIImage(
      self, pixels: bitmap, capInsets: insets, renderingMode: renderingMode,
      flips: flipsForRightToLeftLayoutDirection
    ) { $0.resizableImage(withCapInsets: insets) }
  }

  /// Draws it into the view that is being drawn, stretched to the rectangle.
  public func draw(in rect: Rect, alpha: Double = 1) { Drawing.current?.image(self, in: rect, alpha: alpha) }

  /// Draws it into the view that is being drawn, in its own size.
  public func draw(at point: Point, alpha: Double = 1) {
    draw(in: Rect(origin: point, size: size), alpha: alpha)
  }

  /// Draws it in the current context, stretched to the rectangle, and blends its colors with those below.
  public func draw(in rect: Rect, blendMode: CGBlendMode, alpha: Double) {
    guard let drawing = Drawing.current else { return }
    let before = drawing.state.blendMode
    drawing.state.blendMode = blendMode
    draw(in: rect, alpha: alpha)
    drawing.state.blendMode = before
  }

  /// The same in its own size.
  public func draw(at point: Point, blendMode: CGBlendMode, alpha: Double) {
    draw(in: Rect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
  }

  // MARK: Drawn by others

  var fullBitmap: Bitmap { bitmap }
  /// Its pixels for others, made once.
  final var sharedPixels: CGImage {
    let bitmap = bitmap
    return made.withLock { made in
      if let shared = made.shared, shared.bitmap === bitmap { return shared }
      let shared = CGImage(sharing: bitmap)
      made.shared = shared
      return shared
    }
  }

  /// Its pixels for colors, made once.
  final var pattern: ColorPattern {
    let bitmap = bitmap
    return made.withLock { made in
      if let pattern = made.pattern, pattern.bitmap === bitmap { return pattern }
      let pattern = ColorPattern(bitmap, scale: scale)
      made.pattern = pattern
      return pattern
    }
  }

  /// Its pixels; a symbol's are drawn when they are wanted.
  private var bitmap: Bitmap {
    if let stored { return stored }
    let (pixels, parts) = (symbol?.pixels ?? .zero, symbol?.parts(in: nil) ?? [])
    // Colors are found before the lock is taken: a program's own code may find them.
    let colors = parts.map(\.color.cgColor)
    return made.withLock { made in
      if let drawn = made.drawn, drawn.colors == colors { return drawn.bitmap }
      let bitmap = Bitmap(width: Int(pixels.width), height: Int(pixels.height))
      let painter = Painter(bitmap)
      for (part, color) in zip(parts, colors) {
        let rect = Rect(origin: .zero, size: pixels)
        painter.symbol(part.look, rect, color, AffineTransform.identity, bitmap.bounds)
      }
      made.drawn = (colors, bitmap)
      return bitmap
    }
  }

  /// The same picture in one color.
  func tinted(_ color: CGColor) -> UIImage {
    let bitmap = bitmap
    return made.withLock { made in
      if let tinted = made.tinted, tinted.color == color { return tinted.image }
      let image = UIImage(sharing: bitmap.tinted(color), scale: scale, capInsets: capInsets)
      made.tinted = (color, image)
      return image
    }
  }

  /// The same picture with left and right exchanged, made once.
  final var mirrored: UIImage {
    if let mirrored = made.withLock({ $0.mirrored }) { return mirrored }
    let image =
      if let symbol {
        UIImage(symbol: symbol.mirrored(scale), scale: scale, renderingMode: renderingMode, flips: false)
      } else {
        UIImage(
          UIImage(sharing: bitmap.mirrored, scale: scale, capInsets: capInsets.mirrored),
          renderingMode: renderingMode, flips: false)
      }
    return made.withLock { made in
      if let first = made.mirrored { return first }
      made.mirrored = image
      return image
    }
  }

  /// The picture in a size that is not more than twice as large as it is shown.
  func bitmap(shownIn size: Size, _ transform: AffineTransform) -> Bitmap {
    let bitmap = bitmap
    let (width, height) = (size.width * transform.scaleX, size.height * transform.scaleY)
    guard width.isFinite, height.isFinite else { return bitmap }
    return made.withLock { made in
      var (level, current) = (0, bitmap)
      while Double(current.width) > 2 * width, Double(current.height) > 2 * height, current.width > 1,
        current.height > 1
      {
        if level == made.smaller.count { made.smaller.append(current.halved()) }
        current = made.smaller[level]
        level += 1
      }
      return current
    }
  }

  /// What was made of the picture, as far as it was needed.
  private struct Made {
    /// The picture at half, a quarter and so on of its size.
    var smaller: [Bitmap] = []
    /// Of a symbol, in the colors in which it was wanted last.
    var drawn: (colors: [CGColor], bitmap: Bitmap)?
    /// In the color in which it was shown last.
    var tinted: (color: CGColor, image: UIImage)?
    var mirrored: UIImage?
    var shared: CGImage?
    var pattern: ColorPattern?
    /// By number.
    var nineParts: [Int: UIImage] = [:]
  }

  /// The nine parts of a picture with edges that keep their size; nil where there are none.
  func parts(in rect: Rect) -> [(image: UIImage, rect: Rect)]? {
    guard capInsets != EdgeInsets() else { return nil }
    // Edges that do not fit beside each other share the room.
    func cuts(_ first: Double, _ last: Double, _ length: Double, _ room: Double) -> (
      own: [Double], shown: [Double]
    ) {
      let first = min(first, length)
      let last = min(last, length - first)
      let squeeze = first + last > room ? room / (first + last) : 1
      return ([0, first, length - last, length], [0, first * squeeze, room - last * squeeze, room])
    }
    let x = cuts(capInsets.left, capInsets.right, size.width, rect.width)
    let y = cuts(capInsets.top, capInsets.bottom, size.height, rect.height)
    var parts: [(UIImage, Rect)] = []
    for row in 0..<3 {
      for column in 0..<3 {
        let own = Rect(
          x.own[column], y.own[row], x.own[column + 1] - x.own[column], y.own[row + 1] - y.own[row])
        let shown = Rect(
          rect.minX + x.shown[column], rect.minY + y.shown[row], x.shown[column + 1] - x.shown[column],
          y.shown[row + 1] - y.shown[row])
        guard own.width > 0, own.height > 0, shown.width > 0, shown.height > 0 else { continue }
        parts.append((part(own, row * 3 + column), shown))
      }
    }
    return parts
  }

  private func part(_ rect: Rect, _ number: Int) -> UIImage {
    func pixel(_ place: Double) -> Int { PixelRect.whole((place * scale).rounded()) }
    let bitmap = bitmap
    return made.withLock { made in
      if let part = made.nineParts[number] { return part }
      let pixels = PixelRect(
        minX: pixel(rect.minX), minY: pixel(rect.minY), maxX: pixel(rect.maxX), maxY: pixel(rect.maxY))
      let part = UIImage(sharing: bitmap.copy(of: pixels), scale: scale)
      made.nineParts[number] = part
      return part
    }
  }
}

extension UIImage: Equatable {
  /// Whether the pixels or the symbol, the scale, the edges and the mode are the same.
  public static func == (left: UIImage, right: UIImage) -> Bool {
    left === right
      || left.scale == right.scale && left.capInsets == right.capInsets && left.symbol == right.symbol
        && left.renderingMode == right.renderingMode && left.stored == right.stored
        && left.flipsForRightToLeftLayoutDirection == right.flipsForRightToLeftLayoutDirection
        && left.images == right.images && left.duration == right.duration
  }
}

extension AffineTransform {
  /// How long a unit along the x axis becomes.
  fileprivate var scaleX: Double { (a * a + b * b).squareRoot() }
  /// How long a unit along the y axis becomes.
  fileprivate var scaleY: Double { (c * c + d * d).squareRoot() }
}
