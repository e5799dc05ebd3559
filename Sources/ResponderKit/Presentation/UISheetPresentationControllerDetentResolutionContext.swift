/// The room for which a detent's height is determined.
public protocol UISheetPresentationControllerDetentResolutionContext {
  /// The traits of the window.
  var containerTraitCollection: UITraitCollection { get }
  /// The greatest height that a sheet can have, without the part of the safe area below.
  var maximumDetentValue: Double { get }
}

/// The window that a sheet is in.
struct SheetContext: UISheetPresentationControllerDetentResolutionContext {
  let containerTraitCollection: UITraitCollection
  let maximumDetentValue: Double
  /// What makes a sheet half as high as the window.
  let half: Double
}
