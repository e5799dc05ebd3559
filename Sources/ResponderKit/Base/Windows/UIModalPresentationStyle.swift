/// How a controller's view is shown when another one presents it.
public enum UIModalPresentationStyle: Hashable, Sendable {
  /// All of the window, here; in UIKit a sheet on phones.
  case automatic, fullScreen, overFullScreen, currentContext, overCurrentContext, popover, none
  /// `pageSheet`: below a strip at the window's upper edge. `formSheet`: in the window's middle. What is behind is darkened.
  case pageSheet, formSheet

  /// Where a sheet is in a window; nil for the others.
  func sheet(in bounds: Rect) -> Rect? {
    switch self {
    case .pageSheet: return bounds.inset(by: EdgeInsets(top: min(54, bounds.height / 4)))
    case .formSheet:
      let (width, height) = (min(540, bounds.width - 20), min(620, bounds.height - 40))
      return Rect(bounds.midX - width / 2, bounds.midY - height / 2, max(width, 0), max(height, 0))
    default: return nil
    }
  }
}

/// How a controller's view would come. Without effect here.
public enum UIModalTransitionStyle: Hashable, Sendable {
  /// A move of the view, a turn, a change of opacity, a turned page.
  case coverVertical, flipHorizontal, crossDissolve, partialCurl
}
