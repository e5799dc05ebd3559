/// How a controller's view is shown when another one presents it.
public enum UIModalPresentationStyle: Hashable, Sendable {
  /// A sheet, as `pageSheet`.
  case automatic
  /// All of the window.
  case fullScreen, overFullScreen, currentContext, overCurrentContext
  /// A sheet at the window's lower edge; where there is much room, in its middle. What is behind is darkened.
  case pageSheet, formSheet
  /// A panel beside what it is about, with an arrow; in a narrow window a sheet.
  case popover
  /// By the presentation controller of the `transitioningDelegate`, or in all of the window.
  case custom
  /// As a program's answer to how a popover adapts itself to a narrow window: not at all.
  case none
}

/// How a controller's view would come. Without effect here.
public enum UIModalTransitionStyle: Hashable, Sendable {
  /// A move of the view, a turn, a change of opacity, a turned page.
  case coverVertical, flipHorizontal, crossDissolve, partialCurl
}
