// Pictures that are drawn between two calls: what UIKit had before `UIGraphicsImageRenderer`. On the thread of an application.

/// Begins a picture: until `UIGraphicsEndImageContext`, all that is drawn goes into it. A scale of 0 is the screen's.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsBeginImageContextWithOptions(_ size: Size, _ opaque: Bool, _ scale: Double) {
  guard let application = UIApplication.current else { return }
  application.frame.recorder.begin(
    .init(
      bounds: Rect(origin: .zero, size: size), scale: scale > 0 ? scale : application.screen.scale,
      isOpaque: opaque))
}

/// Begins a clear picture with one pixel for each point.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsBeginImageContext(_ size: Size) {
  UIGraphicsBeginImageContextWithOptions(size, false, 1)
}

/// The picture that was begun last, as it is now; nil when none is.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
  guard let drawing = UIApplication.current?.frame.recorder.begun else { return nil }
  return drawing.canvas.map { UIImage(drawing: drawing, $0) }
}

/// Ends the picture that was begun last, and what was pushed since. One that a view's `draw` begins, and does not end, ends with that.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsEndImageContext() { UIApplication.current?.frame.recorder.end() }

/// Makes a context the one that texts, pictures, colors and `UIBezierPath` draw in, until `UIGraphicsPopContext`, or the end of the `draw` that it is called in.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsPushContext(_ context: CGContext) {
  UIApplication.current?.frame.recorder.push(context.drawing)
}

/// Goes back to the context before the one that was pushed last; without effect when none was, or a picture was begun since.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsPopContext() { UIApplication.current?.frame.recorder.pop() }
