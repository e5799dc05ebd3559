import ResponderKit
import TestHarness
import Testing

/// `NSNumber` of the module UIKit.
@Suite(.hangLimit) struct NumberNameTests {
  @Test func animationsTakeNumbers() {
    let animation = CAKeyframeAnimation(keyPath: "opacity")
    animation.keyTimes = UIKitNumber.keyTimes
    #expect(animation.keyTimes == [0, 0.5, 1])
  }

  @Test func numbersKeepTheirValues() {
    #expect(UIKitNumber.number(true) == 1 && UIKitNumber.number(false) == 0)
    #expect(UIKitNumber.isSet(-2) && !UIKitNumber.isSet(0))
    #expect(UIKitNumber.text(3) == "3" && UIKitNumber.text(0.5) == "0.5")
  }

  @Test func wholeNumbersHaveEachSize() {
    #expect(UIKitNumber.number(UInt8(200)) == 200)
    #expect(UIKitNumber.small(-1.5) == (-1, 0, -1, 0) && UIKitNumber.small(300.9) == (127, 255, 300, 300))
    #expect(UIKitNumber.large(-1.5) == (-1, 0, -1, 0, 0))
    #expect(UIKitNumber.large(1e300) == (.max, .max, .max, .max, .max))
  }

  @Test func valuesOutOfRangeAreClamped() {
    #expect(UIKitNumber.whole(-2.9) == -2 && UIKitNumber.whole(.nan) == 0)
    #expect(UIKitNumber.whole(.infinity) == .max && UIKitNumber.whole(-1e300) == .min)
  }
}
