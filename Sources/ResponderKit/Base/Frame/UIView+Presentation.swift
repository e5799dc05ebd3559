/// What is shown of a view: its own values, or, while it is animated, what lies between the old and the new ones.
final class ViewPresentation {
  var state: LayerState {
    _read {
      if let find {
        // What it calls may ask for the state, and gets the former one.
        self.find = nil
        found = find()
      }
      yield found
    }
  }
  /// Unchecked, as it is read for each animated view of each picture. It is changed only by the first reading, before that yields it: then there is no `find`.
  @exclusivity(unchecked) private var found: LayerState
  /// Computes the state when it is needed for the first time.
  private var find: (() -> LayerState)?
  /// Whether the state has yet to be computed.
  var isPending: Bool { find != nil }
  /// What it looked like before a transition, and how far that has passed.
  let dissolve: Dissolve?

  struct Dissolve: Hashable {
    let picture: ViewPicture
    let part: Double
    let passage: ViewPassage
  }

  /// - Parameter find: computes the state on demand, in place of the one before.
  init(_ state: LayerState, dissolve: Dissolve? = nil, find: (() -> LayerState)? = nil) {
    (found, self.dissolve, self.find) = (state, dissolve, find)
  }
}

extension UIView {
  /// Its own values, with those of its layer.
  final var layerState: LayerState {
    var state = layerStorage?.state ?? LayerState()
    state.bounds = geometry.bounds
    state.position = geometry.center
    state.anchor = geometry.anchor
    if let space = geometry.space, space.isSpatial {
      state.spatial = space.transform
    } else {
      state.transform = geometry.transform
    }
    state.opacity = Double(alphaStorage)
    state.look.background = shownBackground
    return state
  }

  /// The present values on the screen.
  final var presentation: LayerState { presentationStorage?.state ?? layerState }

  /// Where the view is seen now: its frame, unless it is being animated.
  public final var presentationFrame: Rect { presentationStorage?.state.frame ?? frame }
  /// How much of it is seen through now.
  public final var presentationAlpha: Double { presentation.opacity }

  /// Makes what is shown its own values, where they differ.
  final func take(_ shown: LayerState) {
    let now = layerState
    if shown.bounds != now.bounds { bounds = shown.bounds }
    if shown.position != now.position { center = shown.position }
    if shown.spatial != now.spatial { transform3D = shown.spatial }
    if shown.anchor != now.anchor { anchorPoint = shown.anchor }
    if shown.opacity != now.opacity { alpha = shown.opacity }
    if shown.look.background != now.look.background {
      backgroundColor = shown.look.background.map(UIColor.init)
    }
    if shown.depth != now.depth { layer.zPosition = shown.depth }
    if shown.sublayers != now.sublayers { layer.sublayerTransform = shown.sublayers }
    if shown.look != now.look || shown.shape != now.shape {
      layer.state.look = shown.look
      layer.state.shape = shown.shape
    }
    looksChanged()
  }
}
