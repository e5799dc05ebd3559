/// How `stroke` draws.
extension UIBezierPath {
  /// In points, 1 by default.
  public var lineWidth: Double {
    get { look.width }
    set { look.width = newValue }
  }
  /// The shape of the lines' ends; `butt` by default.
  public var lineCapStyle: CGLineCap {
    get { look.cap }
    set { look.cap = newValue }
  }
  /// The shape of the lines' corners; `miter` by default.
  public var lineJoinStyle: CGLineJoin {
    get { look.join }
    set { look.join = newValue }
  }
  /// How far the point of a corner may be away, in parts of the line's width: sharper corners are cut. 10 by default.
  public var miterLimit: Double {
    get { look.miterLimit }
    set { look.miterLimit = newValue }
  }

  /// The lengths of dashes and gaps, in turn, and where in them the line begins; without lengths it has no gaps.
  public func setLineDash(_ pattern: [Double]?, count: Int, phase: Double) {
    (look.dash, look.phase) = (Array((pattern ?? []).prefix(max(count, 0))), phase)
  }
}
