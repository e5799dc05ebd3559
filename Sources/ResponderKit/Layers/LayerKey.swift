/// The values of a layer that animations change, by their key paths.
enum LayerKey: String {
  case opacity, position, zPosition, bounds, transform, sublayerTransform, backgroundColor
  case cornerRadius, borderWidth, borderColor
  case shadowOpacity, shadowRadius, shadowOffset, shadowColor, anchorPoint
  case positionX = "position.x"
  case positionY = "position.y"
  case boundsOrigin = "bounds.origin"
  case boundsSize = "bounds.size"
  case boundsWidth = "bounds.size.width"
  case boundsHeight = "bounds.size.height"
  case scale = "transform.scale"
  case scaleXY = "transform.scale.xy"
  case scaleX = "transform.scale.x"
  case scaleY = "transform.scale.y"
  case scaleZ = "transform.scale.z"
  case rotation = "transform.rotation"
  case rotationX = "transform.rotation.x"
  case rotationY = "transform.rotation.y"
  case rotationZ = "transform.rotation.z"
  case translation = "transform.translation"
  case translationX = "transform.translation.x"
  case translationY = "transform.translation.y"
  case translationZ = "transform.translation.z"
  case colors, locations, startPoint, endPoint
  case instanceDelay, instanceTransform, instanceColor
  case instanceRedOffset, instanceGreenOffset, instanceBlueOffset, instanceAlphaOffset
  case fontSize, foregroundColor, contents, contentsRect
  case path, fillColor, strokeColor, lineWidth, strokeStart, strokeEnd, lineDashPhase

  func value(in state: LayerState) -> LayerValue {
    let look = state.look
    let replica = state.replica ?? ReplicaLook()
    switch self {
    case .opacity: return .number(state.opacity)
    case .position: return .point(state.position)
    case .positionX: return .number(state.position.x)
    case .positionY: return .number(state.position.y)
    case .anchorPoint: return .point(state.anchor)
    case .bounds: return .rect(state.bounds)
    case .boundsOrigin: return .point(state.bounds.origin)
    case .boundsSize: return .size(state.bounds.size)
    case .boundsWidth: return .number(state.bounds.size.width)
    case .boundsHeight: return .number(state.bounds.size.height)
    case .zPosition: return .number(state.depth)
    case .transform: return .transform(state.spatial)
    case .sublayerTransform: return .transform(state.sublayers)
    case .scale, .scaleXY, .scaleX, .scaleY, .scaleZ, .rotation, .rotationX, .rotationY, .rotationZ:
      return .number(turn(in: state.spatial))
    case .translation: return .size(Size(state.spatial.m41, state.spatial.m42))
    case .translationX: return .number(state.spatial.m41)
    case .translationY: return .number(state.spatial.m42)
    case .translationZ: return .number(state.spatial.m43)
    case .backgroundColor: return .color(look.background)
    case .cornerRadius: return .number(look.cornerRadius)
    case .borderWidth: return .number(look.borderWidth)
    case .borderColor: return .color(look.borderColor)
    case .shadowOpacity: return .number(look.shadowOpacity)
    case .shadowRadius: return .number(look.shadowRadius)
    case .shadowOffset: return .size(look.shadowOffset)
    case .shadowColor: return .color(look.shadowColor)
    case .colors: return .colors(look.gradient?.colors ?? [])
    case .locations: return .numbers(look.gradient?.stops.map(\.place) ?? [])
    case .startPoint: return .point(look.gradient?.startPoint ?? Point(0.5, 0))
    case .endPoint: return .point(look.gradient?.endPoint ?? Point(0.5, 1))
    case .instanceDelay: return .number(replica.delay)
    case .instanceTransform: return .transform(CATransform3D(replica.transform))
    case .instanceColor: return .color(replica.color)
    case .instanceRedOffset: return .number(replica.offset.red)
    case .instanceGreenOffset: return .number(replica.offset.green)
    case .instanceBlueOffset: return .number(replica.offset.blue)
    case .instanceAlphaOffset: return .number(replica.offset.alpha)
    case .fontSize: return .number(state.shape.fontSize)
    case .foregroundColor: return .color(state.shape.textColor)
    case .contents: return .picture(state.shape.picture)
    case .contentsRect: return .rect(state.shape.contentsRect)
    case .path: return .path(state.shape.path)
    case .fillColor: return .color(state.shape.fill)
    case .strokeColor: return .color(state.shape.stroke)
    case .lineWidth: return .number(state.shape.lineWidth)
    case .strokeStart: return .number(state.shape.start)
    case .strokeEnd: return .number(state.shape.end)
    case .lineDashPhase: return .number(state.shape.dashPhase)
    }
  }

  /// Sets a value; one of another kind is left out.
  func set(_ value: LayerValue, in state: inout LayerState) {
    switch value {
    case .number(let number): set(number, in: &state)
    case .point(let point): set(point, in: &state)
    case .size(let size): set(size, in: &state)
    case .color(let color): set(color, in: &state)
    case .rect(let rect):
      if self == .bounds { state.bounds = rect }
      if self == .contentsRect { state.shape.contentsRect = rect }
    case .picture(let picture): if self == .contents { state.shape.picture = picture }
    case .transform(let transform):
      if self == .transform { state.spatial = transform }
      if self == .sublayerTransform { state.sublayers = transform }
      if self == .instanceTransform { state.replica?.transform = transform.flat }
    case .path(let path): if self == .path { state.shape.path = path }
    case .colors(let colors): if self == .colors { state.look.gradient?.colors = colors }
    case .numbers(let numbers): if self == .locations { state.look.gradient?.locations = numbers }
    }
  }

  private func set(_ number: Double, in state: inout LayerState) {
    switch self {
    case .opacity: state.opacity = min(max(number, 0), 1)
    case .positionX: state.position.x = number
    case .positionY: state.position.y = number
    case .boundsWidth: state.bounds.size.width = number
    case .boundsHeight: state.bounds.size.height = number
    case .zPosition: if number.isFinite { state.depth = number }
    case .scale, .scaleXY, .scaleX, .scaleY, .scaleZ, .rotation, .rotationX, .rotationY, .rotationZ:
      turn(&state.spatial, number)
    case .translationX: state.spatial.m41 = number
    case .translationY: state.spatial.m42 = number
    case .translationZ: state.spatial.m43 = number
    case .cornerRadius: state.look.cornerRadius = number
    case .borderWidth: state.look.borderWidth = number
    case .shadowOpacity: state.look.shadowOpacity = number
    case .shadowRadius: state.look.shadowRadius = number
    case .lineWidth: state.shape.lineWidth = number
    case .strokeStart: state.shape.start = number
    case .strokeEnd: state.shape.end = number
    case .lineDashPhase: state.shape.dashPhase = number
    case .fontSize: state.shape.fontSize = number
    case .instanceDelay: state.replica?.delay = number
    case .instanceRedOffset: state.replica?.offset.red = number
    case .instanceGreenOffset: state.replica?.offset.green = number
    case .instanceBlueOffset: state.replica?.offset.blue = number
    case .instanceAlphaOffset: state.replica?.offset.alpha = number
    default: break
    }
  }

  private func set(_ point: Point, in state: inout LayerState) {
    switch self {
    case .position: state.position = point
    case .anchorPoint: state.anchor = point
    case .boundsOrigin: state.bounds.origin = point
    case .startPoint: state.look.gradient?.startPoint = point
    case .endPoint: state.look.gradient?.endPoint = point
    case .translation, .shadowOffset: set(Size(point.x, point.y), in: &state)
    default: break
    }
  }

  private func set(_ size: Size, in state: inout LayerState) {
    switch self {
    case .boundsSize: state.bounds.size = size
    case .shadowOffset: state.look.shadowOffset = size
    case .translation:
      var map = state.spatial
      (map.m41, map.m42) = (size.width, size.height)
      state.spatial = map
    default: break
    }
  }

  private func set(_ color: CGColor?, in state: inout LayerState) {
    switch self {
    case .backgroundColor: state.look.background = color
    case .borderColor: state.look.borderColor = color ?? .black
    case .shadowColor: state.look.shadowColor = color ?? .black
    case .fillColor: state.shape.fill = color
    case .strokeColor: state.shape.stroke = color
    case .foregroundColor: state.shape.textColor = color
    case .instanceColor: state.replica?.color = color ?? .white
    default: break
    }
  }
}
