/// What a program scrolls to, where the lengths of parts are not known before these come into sight.
struct ScrollAim {
  /// The offset that shows it, as far as lengths are known now; nil if it does not exist.
  let offset: () -> Point?
  /// Measures the parts that are in sight at that offset.
  let measure: () -> Void
}

extension UIScrollView {
  /// Scrolls to something. In a window it is there at the end, whatever lengths were expected.
  final func scroll(to aim: ScrollAim, animated: Bool) {
    guard let expected = aim.offset() else { return }
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

  /// Not in a layout: the data source would be asked for parts again and again.
  private var canMeasureAhead: Bool { window != nil && !layoutFlags.contains(.inLayout) }
}
