/// A view whose letters may follow the size category.
public protocol UIContentSizeCategoryAdjusting: AnyObject {
  /// Whether fonts of text styles and scaled ones change their size with the size category.
  var adjustsFontForContentSizeCategory: Bool { get set }
}
