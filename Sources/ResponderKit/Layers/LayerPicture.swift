/// A picture in a layer, as the program has set it: one reference, as each layer has the room for it. Equal to itself only.
enum LayerPicture: Hashable {
  case image(UIImage)
  case pixels(CGImage)

  /// A ``UIImage`` or a ``CGImage``; nil of others.
  init?(contents: Any?) {
    if let pixels = contents as? CGImage {
      self = .pixels(pixels)
    } else if let image = contents as? UIImage {
      self = .image(image)
    } else {
      return nil
    }
  }

  var image: UIImage {
    switch self {
    case .image(let image): image
    case .pixels(let pixels): pixels.image
    }
  }

  /// As the program has set it.
  var contents: Any {
    switch self {
    case .image(let image): image
    case .pixels(let pixels): pixels
    }
  }

  static func == (left: LayerPicture, right: LayerPicture) -> Bool { left.image === right.image }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(image)) }
}
