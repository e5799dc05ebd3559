/// Asked what a layer shows.
public protocol CALayerDelegate: AnyObject {
  /// Sets the layer's `contents`; unless implemented, the layer is drawn.
  func display(_ layer: CALayer)
  /// Draws into the layer, in its own coordinates.
  func draw(_ layer: CALayer, in ctx: CGContext)
  /// Places the sublayers, in the frame after its size has changed.
  func layoutSublayers(of layer: CALayer)
  /// What is done after a change of a value with this key path; nil: what the layer says. ``NSNull`` for nothing.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
  /// Has the layer drawn.
  public func display(_ layer: CALayer) { layer.record() }
  /// Does nothing.
  public func draw(_ layer: CALayer, in ctx: CGContext) {}
  /// Does nothing.
  public func layoutSublayers(of layer: CALayer) {}
  /// Leaves it to the layer.
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}

extension CALayer {
  /// Calls `display` before the coming frame; of a layer in no window, before the first one that shows it.
  public final func setNeedsDisplay() {
    needsDisplay = true
    clock?.needsDisplay(self)
  }

  /// As `setNeedsDisplay()`: a layer is displayed whole.
  public final func setNeedsDisplay(_ rect: Rect) { setNeedsDisplay() }

  /// Calls `display` now, if that is needed.
  public final func displayIfNeeded() {
    guard needsDisplay else { return }
    needsDisplay = false
    display()
  }

  /// Keeps what `draw(in:)` draws.
  final func record() {
    guard let recorder else { return }
    let drawing = recorder.record(bounds) { [self] in
      if let drawing = recorder.current { draw(in: CGContext(drawing: drawing)) }
    }
    ownDrawing = drawing.operations.isEmpty ? nil : drawing
    looksChanged()
  }
}
