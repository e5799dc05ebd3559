/// Where letters stand that were made smaller. Without effect here.
public enum UIBaselineAdjustment: Int, Hashable, Sendable {
  /// On the line of the larger ones, around its middle, or at the upper edge.
  case alignBaselines, alignCenters, none
}
