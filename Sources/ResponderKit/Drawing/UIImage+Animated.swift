import RunLoopCore

extension UIImage {
  /// A picture that image views show as these pictures one after the other, without end; others show the first one. Of pictures that are animated themselves, all are
  /// taken. Nil without any.
  ///
  /// - Parameter duration: how long all of them are shown once, in seconds; 0: a thirtieth each.
  public static func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
    let frames = images.flatMap { $0.images ?? [$0] }
    guard let first = frames.first else { return nil }
    let image = UIImage(
      first, renderingMode: first.renderingMode, flips: first.flipsForRightToLeftLayoutDirection)
    image.images = frames
    image.duration = duration.isFinite ? max(duration, 0) : 0
    return image
  }

  /// An animated picture of the files of a name with a number behind it, from 0 or else from 1 on, up to the first that is missing or to 1024; nil where there
  /// is none. They are found as by `init(named:)`.
  public static func animatedImageNamed(_ name: String, duration: TimeInterval) -> UIImage? {
    guard !name.isEmpty else { return nil }
    var images: [UIImage] = []
    for number in 0...1024 {
      if let image = UIImage(named: "\(name)\(number)") {
        images.append(image)
      } else if number > 0 {
        break
      }
    }
    return animatedImage(with: images, duration: duration)
  }
}
