/// A picture in a layer. Equal to itself only.
struct LayerPicture: Hashable {
  let image: UIImage
  /// What the program has set, where that was not the image.
  var pixels: CGImage?

  /// A ``UIImage`` or a ``CGImage``; nil of others.
  init?(contents: Any?) {
    if let pixels = contents as? CGImage {
      (image, self.pixels) = (pixels.image, pixels)
    } else if let image = contents as? UIImage {
      self.image = image
    } else {
      return nil
    }
  }

  /// As the program has set it.
  var contents: Any { pixels ?? image }

  static func == (left: LayerPicture, right: LayerPicture) -> Bool { left.image === right.image }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(image)) }
}
