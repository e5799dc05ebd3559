/// The target of a programmatic scroll whose offset may change as cells are measured.
struct ScrollAim {
  /// The offset that shows it, as far as lengths are known now; nil if it does not exist.
  let offset: () -> Point?
  /// Whether lengths may be estimates: otherwise the offset is final.
  let isEstimate: Bool
  /// Measures the parts that are in sight at that offset. Does nothing between changes: numbers are not yet those of the data source.
  let measure: () -> Void
}

extension UIScrollView {
  /// Scrolls to something. In a window it is there at the end, whatever lengths were expected; but inside a layout and between changes nothing is measured,
  /// and a scroll without animation has the expected offset.
  final func scroll(to aim: ScrollAim, animated: Bool) {
    guard let expected = aim.offset() else { return }
    guard aim.isEstimate else { return setContentOffset(expected, animated: animated) }
    // Where it is expected to be in sight already, there may be no way to measure it on.
    if !animated || expected == contentOffset, canMeasureAhead { aim.measure() }
    guard let offset = aim.offset() else { return }
    let moves = animated && window != nil && offset != contentOffset
    setContentOffset(offset, animated: animated)
    if moves { motion?.aim = aim }
  }

  /// Parts that came into sight on the way have other lengths than expected: the way is longer or shorter.
  final func followAim(of motion: ScrollMotion) {
    if let offset = motion.aim?.offset() { motion.turn(to: offset) }
  }

  /// At the end of a way: what is in sight there is measured before the delegate is notified.
  final func arrive(_ motion: ScrollMotion) {
    guard let aim = motion.aim, canMeasureAhead else { return }
    aim.measure()
    if self.motion === motion, let offset = aim.offset() { place(offset) }
  }

  /// Not during layout: that would ask the data source again for cells being made.
  private var canMeasureAhead: Bool { window != nil && !layoutFlags.contains(.inLayout) }
}
