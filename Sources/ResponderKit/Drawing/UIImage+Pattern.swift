extension UIColor {
  /// A picture that is repeated over what it fills: the background of views, and paths and rectangles that a program fills. Elsewhere, also as a `cgColor`, it is
  /// the mean of its pixels.
  public convenience init(patternImage image: UIImage) { self.init(image.pattern) }
}
