/// What a layer draws besides its box, as it was recorded.
struct LayerContent {
  var drawing: Drawing?
  /// Where that is seen, beyond the bounds.
  var extent: Rect?
}

extension CALayer {
  /// What it draws with these values: recorded now if they have changed.
  final func content(_ shown: LayerState, _ recorder: DrawingRecorder) -> LayerContent {
    if let recorded, recorded.shape == shown.shape, recorded.bounds == shown.bounds,
      recorded.own === ownDrawing
    {
      return recorded.content
    }
    let extent = contentExtent(shown)
    var content = LayerContent(drawing: nil, extent: extent)
    if extent != nil || drawsOwnContent || ownDrawing != nil {
      content.drawing = recorder.record(shown.bounds) { [self] in
        guard let drawing = recorder.current else { return }
        drawing.operations += ownDrawing?.operations ?? []
        drawContent(shown.shape, shown.bounds, into: drawing)
      }
    }
    recorded = (shown.shape, shown.bounds, ownDrawing, content)
    return content
  }
}
