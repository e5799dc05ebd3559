extension Scene {
  /// What is to be shown of a view or a layer.
  struct Shown {
    var object: ObjectIdentifier
    var alpha: Double
    var bounds: Rect
    var look: LayerLook
    var drawing: Drawing?
    var extent: Rect?
    var clips: Bool
    var mask: CALayer?
    var dissolve: ViewPresentation.Dissolve?
    var replica: ReplicaLook?
    /// What its `sublayerTransform` does; nil for the identity.
    var space: SublayerSpace?
    /// Whether it is in a dark place.
    var isDark = false
    /// Whether the program says that its shadow has a shape of its own, which is taken for its box.
    var hasShadowPath = false
    /// Whether its shadow is that of its box, as it has shown subviews or sublayers.
    var hasParts = false
    /// Which copy it is, and how that differs.
    var copy = Copy()

    /// What can not be seen is not there.
    init?(_ view: UIView, isRoot: Bool) {
      let presentation = view.presentationStorage
      alpha = isRoot ? 1 : presentation?.state.opacity ?? Double(view.alphaStorage)
      guard alpha > 0.002 else { return nil }
      object = ObjectIdentifier(view)
      bounds = presentation?.state.bounds ?? view.geometry.bounds
      clips = view.clipsToBounds
      dissolve = presentation?.dissolve
      guard let layer = view.layerStorage else {
        look = presentation?.state.look ?? LayerLook(background: view.shownBackground)
        takePattern(of: view)
        drawing = view.recording()
        return
      }
      look = presentation?.state.look ?? layer.state.look
      if presentation == nil { look.background = view.shownBackground }
      look = look.drawable
      takePattern(of: view)
      hasParts = look.shadowOpacity > 0 && layer.hasShownParts
      if look.backdrop != nil || look.vibrancy != nil {
        isDark = view.traitCollection.userInterfaceStyle == .dark
      }
      mask = layer.maskStorage
      hasShadowPath = layer.shadowPath != nil
      replica = presentation?.state.replica ?? layer.state.replica
      if let state = presentation?.state ?? (layer.hasSpace ? view.layerState : nil) {
        space = SublayerSpace(state)
      }
      // A view whose layer is of another class shows what that draws.
      if layer.drawsContent, let recorder = layer.recorder {
        let content = layer.content(presentation?.state ?? view.layerState, recorder)
        (drawing, extent) = (content.drawing, content.extent)
      } else {
        drawing = view.recording()
      }
    }

    /// While the background is animated, it is a color.
    private mutating func takePattern(of view: UIView) {
      guard let pattern = view.backgroundStorage?.pattern, look.background == pattern.meanColor else {
        return
      }
      look.pattern = pattern
    }

    init?(_ layer: CALayer, _ recorder: DrawingRecorder, _ copy: Copy) {
      let state = layer.shown(earlier: copy.delay)
      alpha = state.opacity
      guard alpha > 0.002 else { return nil }
      object = ObjectIdentifier(layer)
      bounds = state.bounds
      look = state.look.drawable
      hasParts = look.shadowOpacity > 0 && layer.hasShownParts
      clips = layer.masksStorage
      mask = layer.maskStorage
      hasShadowPath = layer.shadowPath != nil
      replica = state.replica
      space = SublayerSpace(state)
      self.copy = copy
      let content = layer.content(state, recorder)
      (drawing, extent) = (content.drawing, content.extent)
    }
  }

  /// Which copy of a replicator something belongs to.
  struct Copy {
    /// Another one for each copy; 0 for what is no copy.
    var number = 0
    /// In seconds.
    var delay = 0.0
    /// What its colors are multiplied with, where it is the topmost of its copy.
    var color: CGColor?
    /// Depth of directly nested transform layers.
    var bodies = 0

    /// What is in it.
    var inner: Copy { Copy(number: number, delay: delay) }

    /// A copy of what is in this one.
    func next(_ index: Int, _ copy: ReplicaLook.Copy) -> Copy {
      var hasher = Hasher()
      hasher.combine(number)
      hasher.combine(index)
      return Copy(
        number: index == 0 ? number : hasher.finalize(), delay: delay + copy.delay, color: copy.color)
    }
  }
}

/// The `sublayerTransform` of a layer, around its anchor. In an object, as hardly anything that is shown has one.
final class SublayerSpace {
  let map: CATransform3D
  let pivot: Point

  /// Nil for the identity.
  init?(_ state: LayerState) {
    guard let map = state.around else { return nil }
    (self.map, pivot) = (map, state.pivot)
  }
}

extension Scene.Shown {
  /// Whether its shadow is that of what it draws: where it has no box of its own that throws one, and nothing is in it.
  var contentThrowsShadow: Bool {
    look.shadowOpacity > 0 && look.background?.isClear != false && look.gradient == nil
      && look.borderWidth <= 0
      && look.backdrop == nil && !clips && !hasShadowPath && !hasParts && drawing?.operations.isEmpty == false
  }

  /// Those from the back to the front.
  ///
  /// - Parameter isOrdered: is set if their order is not that of the list.
  func byDepth(_ layers: [CALayer], _ isOrdered: inout Bool) -> [CALayer] {
    layers.byDepth(&isOrdered) { $0.depth(around: space?.map, space?.pivot ?? .zero) }
  }

  func byDepth(_ views: [UIView], _ isOrdered: inout Bool) -> [UIView] {
    views.byDepth(&isOrdered) { $0.depth(around: space?.map, space?.pivot ?? .zero) }
  }
}
