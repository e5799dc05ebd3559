/// The application's windows and views as text.
extension UIApplication {
  /// One line per view: class, name, frame, what is unusual about it, and what it has to do with events now. Windows from
  /// front to back, subviews from back to front.
  public final func dump() -> String {
    var lines = ["\(label) \(applicationState), \(windows.count) windows, \(touches.live.count) touches"]
    for window in windows.reversed() {
      var stack: [(view: UIView, depth: Int)] = [(window, 1)]
      while let (view, depth) = stack.popLast() {
        lines.append(String(repeating: "  ", count: depth) + line(view))
        stack += view.children.reversed().map { ($0, depth + 1) }
      }
    }
    if losses.total > 0 { lines.append("lost: \(losses)") }
    return lines.joined(separator: "\n")
  }

  private func line(_ view: UIView) -> String {
    var words = ["\(type(of: view))"]
    if !view.label.isEmpty { words.append("'\(view.label)'") }
    words.append("\(view.frame)")
    if view.bounds.origin != .zero { words.append("bounds at \(view.bounds.origin)") }
    let transform = view.transform
    if !transform.isIdentity {
      let numbers = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
      words.append("transform [\(numbers.map(\.short).joined(separator: " "))]")
    }
    if let window = view as? UIWindow {
      if window.windowLevel != .normal { words.append("level \(window.windowLevel.rawValue.short)") }
      if window.isKeyWindow { words.append("key") }
    }
    if view.tag != 0 { words.append("tag \(view.tag)") }
    if view.alphaStorage != 1 { words.append("alpha \(view.alpha.short)") }
    words += flags(view)
    if let controller = view.controller { words.append("of \(controller)") }
    return words.joined(separator: " ")
  }

  private func flags(_ view: UIView) -> [String] {
    let flags = view.geometry.flags
    var words: [String] = []
    if flags.contains(.hidden) { words.append("hidden") }
    if flags.contains(.notInteractive) { words.append("no-interaction") }
    if flags.contains(.animated) { words.append("animated") }
    if flags.contains(.singular) { words.append("no-place") }
    if flags.contains(.insets) { words.append("insets") }
    if view.layoutFlags.contains(.needsLayout) { words.append("needs-layout") }
    if view.layoutFlags.contains(.needsDisplay) { words.append("needs-display") }
    if view.isMultipleTouchEnabled { words.append("multi-touch") }
    if view.isExclusiveTouch { words.append("exclusive") }
    if !view.recognizers.isEmpty { words.append("recognizers \(view.recognizers.count)") }
    if view.home?.firstResponder === view { words.append("first-responder") }
    let touches = self.touches.live.filter { $0.view === view }
    if !touches.isEmpty { words.append("touches \(touches.map { "\($0.identity)" }.joined(separator: ","))") }
    return words
  }
}
