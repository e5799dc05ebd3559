extension UIScrollView {
  /// The room that the bar at the right leaves, as for a keyboard: at its ends, and beside it.
  public final var verticalScrollIndicatorInsets: EdgeInsets {
    get { indicators.verticalInsets }
    set {
      indicators.verticalInsets = newValue
      indicators.layOut(in: self)
    }
  }

  /// The room that the bar below leaves.
  public final var horizontalScrollIndicatorInsets: EdgeInsets {
    get { indicators.horizontalInsets }
    set {
      indicators.horizontalInsets = newValue
      indicators.layOut(in: self)
    }
  }

  /// The room that both bars leave. Reading it gives that of the vertical one.
  public final var scrollIndicatorInsets: EdgeInsets {
    get { verticalScrollIndicatorInsets }
    set { (verticalScrollIndicatorInsets, horizontalScrollIndicatorInsets) = (newValue, newValue) }
  }
}
