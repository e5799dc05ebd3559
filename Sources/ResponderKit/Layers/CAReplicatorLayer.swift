/// A layer that shows what is in it several times, each time a little further, later, or in another color.
open class CAReplicatorLayer: CALayer {
  /// A layer with the values that are shown now.
  open override func presentation() -> CAReplicatorLayer? { show(on: CAReplicatorLayer()) }

  /// A layer that shows what is in it once.
  public override init() {
    super.init()
    state.replica = ReplicaLook()
  }

  /// A copy of another layer's values.
  public override init(layer: Any) {
    super.init(layer: layer)
    if state.replica == nil { state.replica = ReplicaLook() }
  }

  /// As `init()`, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) {
    super.init(coder: coder)
    state.replica = ReplicaLook()
  }

  private func set(_ key: LayerKey?, _ body: (inout ReplicaLook) -> Void) {
    var new = state.replica ?? ReplicaLook()
    body(&new)
    change(key, new != state.replica) { state.replica = new }
  }
  private var replica: ReplicaLook { state.replica ?? ReplicaLook() }

  /// How often what is in it is shown; 1 by default.
  public final var instanceCount: Int {
    get { replica.count }
    set { set(nil) { $0.count = newValue } }
  }
  /// How much later each copy's layers move than those of the copy before, in seconds. Animations of views are not delayed.
  public final var instanceDelay: TimeInterval {
    get { replica.delay }
    set { set(.instanceDelay) { $0.delay = newValue } }
  }
  /// From each copy to the next one, around the middle of the layer. The part in the plane counts.
  public final var instanceTransform: CATransform3D {
    get { CATransform3DMakeAffineTransform(replica.transform) }
    set { set(.instanceTransform) { $0.transform = CATransform3DGetAffineTransform(newValue) } }
  }
  /// What the colors of the first copy are multiplied with; white by default.
  public final var instanceColor: CGColor? {
    get { replica.color }
    set { set(.instanceColor) { $0.color = newValue ?? .white } }
  }
  /// Added to that color from copy to copy.
  public final var instanceRedOffset: Float {
    get { Float(replica.offset.red) }
    set { set(.instanceRedOffset) { $0.offset.red = Double(newValue) } }
  }
  /// Added to that color from copy to copy.
  public final var instanceGreenOffset: Float {
    get { Float(replica.offset.green) }
    set { set(.instanceGreenOffset) { $0.offset.green = Double(newValue) } }
  }
  /// Added to that color from copy to copy.
  public final var instanceBlueOffset: Float {
    get { Float(replica.offset.blue) }
    set { set(.instanceBlueOffset) { $0.offset.blue = Double(newValue) } }
  }
  /// Added to that color from copy to copy.
  public final var instanceAlphaOffset: Float {
    get { Float(replica.offset.alpha) }
    set { set(.instanceAlphaOffset) { $0.offset.alpha = Double(newValue) } }
  }
  /// Without effect: layers are flat.
  public final var preservesDepth = false
}
