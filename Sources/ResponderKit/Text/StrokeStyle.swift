/// How lines along paths look.
struct StrokeStyle: Hashable {
  enum Join { case miter, round, bevel }

  var width = 1.0
  /// Open paths end round, or are cut at their last points.
  var isRound = false
  var join = Join.miter
  /// The longest way from a corner's inner to its outer point, in widths: sharper corners are cut.
  var miterLimit = 10.0

  /// How far from the path something may be drawn.
  var reach: Double {
    let limit = join == .miter && miterLimit.isFinite ? max(miterLimit / 2, 1) : 1
    return max(width, 0) * limit
  }
}
