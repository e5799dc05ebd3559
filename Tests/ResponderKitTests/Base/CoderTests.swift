import ResponderKit
import TestHarness
import Testing

/// Initializers in UIKit's words: with `init?(coder:)` and without it, both compile, and objects are made of a class alone.
@Suite(.hangLimit) struct CoderTests {
  private final class Plain: UIView {}

  private final class OnlyFrame: UIView {
    var made = 0
    override init(frame: CGRect) {
      super.init(frame: frame)
      made += 1
    }
  }

  private class Card: UIView {
    var setUps = 0
    override init(frame: CGRect) {
      super.init(frame: frame)
      setUps += 1
    }
    required init?(coder: NSCoder) {
      super.init(coder: coder)
      setUps += 10
    }
  }

  private final class Refusing: UIView {
    let name: String
    init(name: String) {
      self.name = name
      super.init(frame: .zero)
    }
    required init?(coder: NSCoder) {
      fatalError("init(coder:) has not been implemented")
    }
  }

  private final class LargeCard: Card {}

  private final class Knob: UIControl {
    override init(frame: CGRect) { super.init(frame: frame) }
    @available(*, unavailable)
    required init?(coder: NSCoder) { fatalError("not available") }
  }

  @Test func viewsHaveACoderOrNone() throws {
    try onStage { _ in
      #expect(Plain().frame == .zero && Plain(frame: CGRect(x: 1, y: 2, width: 3, height: 4)).frame.minX == 1)
      // Without arguments, `init(frame:)` of the class itself is called.
      #expect(OnlyFrame().made == 1 && Card().setUps == 1 && LargeCard().setUps == 1)
      let plain = try #require(UIView(coder: NSCoder()))
      #expect(Refusing(name: "a").name == "a" && Knob().isEnabled)
      let card = try #require(Card(coder: NSCoder()))
      #expect(card.setUps == 10 && plain.bounds == .zero)
      card.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
      #expect(card.hitTest(CGPoint(x: 5, y: 5), with: nil) === card)
    }
  }

  private final class Titled: UILabel {
    override init(frame: CGRect) { super.init(frame: frame) }
    required init?(coder: NSCoder) { super.init(coder: coder) }
  }

  private final class Column: UIStackView {
    override init(frame: CGRect) { super.init(frame: frame) }
    required init(coder: NSCoder) { super.init(coder: coder) }
  }

  @Test func subclassesOfReadyViewsAreSetUpByACoder() throws {
    try onStage { _ in
      let titled = try #require(Titled(coder: NSCoder()))
      #expect(!titled.isUserInteractionEnabled)
      #expect(Titled().isUserInteractionEnabled == false)
      #expect(Column(coder: NSCoder()).arrangedSubviews.isEmpty)
    }
  }

  private final class Details: UIViewController {
    let item: String
    init(item: String) {
      self.item = item
      super.init(nibName: nil, bundle: nil)
    }
    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
  }

  private final class Older: UIViewController {
    let item: String
    init(item: String) {
      self.item = item
      super.init()
    }
  }

  private final class Overriding: UIViewController {
    var made = 0
    override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
      super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
      made += 1
    }
    required init?(coder: NSCoder) { super.init(coder: coder) }
  }

  private final class Argumentless: UIViewController {
    init() { super.init(nibName: nil, bundle: nil) }
    required init?(coder: NSCoder) { super.init(coder: coder) }
  }

  @Test func controllersHaveNibsByNameOnly() {
    onStage { _ in
      #expect(Details(item: "a").item == "a" && Older(item: "b").item == "b")
      #expect(Overriding().made == 1 && Overriding(nibName: nil, bundle: nil).made == 1)
      #expect(Argumentless().view.subviews.isEmpty && UIViewController().title == nil)
    }
  }

  @IBDesignable private final class Dial: UIView {
    @IBInspectable var count: Int = 3
    @IBAction func press(_ sender: Any) { count = 0 }
    override func awakeFromNib() {
      super.awakeFromNib()
      count = 0
    }
    override func prepareForInterfaceBuilder() {
      super.prepareForInterfaceBuilder()
      count = 0
    }
  }

  @Test func attributesForInterfaceBuilderHaveNoEffect() {
    onStage { stage in
      let dial = stage.show(Dial(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
      stage.wait(20)
      #expect(dial.count == 3)
    }
  }

  private final class Model: NSObject {
    let number: Int
    init(number: Int) { self.number = number }
    override func isEqual(_ object: Any?) -> Bool { (object as? Model)?.number == number }
    override var hash: Int { number }
  }

  @Test func objectsAreEqualAsTheySay() {
    #expect(Model(number: 1) == Model(number: 1) && Model(number: 1) != Model(number: 2))
    #expect(Set([Model(number: 1), Model(number: 1), Model(number: 2)]).count == 2)
    #expect(NSObject() != NSObject() && NSObject().description.contains("NSObject: 0x"))
  }
}

/// Types of numbers and rectangles in UIKit's words.
@Suite(.hangLimit) struct UIKitNumberTests {
  @Test func whatTwoRectanglesHaveInCommonMayBeNull() {
    let (one, other) = (CGRect(x: 0, y: 0, width: 10, height: 10), CGRect(x: 20, y: 0, width: 5, height: 5))
    #expect(one.intersection(other).isNull && one.intersection(other).isEmpty && !one.isNull)
    #expect(one.union(.null) == one && CGRect.null.union(other) == other)
    #expect(!CGRect.null.intersects(one) && !one.contains(CGPoint(x: 10, y: 0)))
  }

  @Test func wholeNumbersMakePoints() {
    let (width, index) = (80, 2)
    #expect(CGRect(x: index * width, y: 0, width: width, height: 40) == Rect(160, 0, 80, 40))
    #expect(CGPoint(x: index, y: index) == Point(2, 2) && CGSize(width: width, height: 1) == Size(80, 1))
    // As with CoreGraphics, whose initializers take both kinds of numbers.
    #expect(CGPoint(x: 1 / 2, y: 0).x == 0 && CGPoint(x: 1 / 2.0, y: 0).x == 0.5)
  }

  @Test func aSlidersValueIsAFloatWhereOneIsExpected() {
    onStage { _ in
      let slider = UISlider()
      slider.maximumValue = Float(10)
      slider.value = Float(2.5)
      let small: Float = slider.value
      let large: Double = slider.value
      let plain = slider.value
      #expect(small == 2.5 && large == 2.5 && type(of: plain) == Double.self)
      slider.setValue(small * 2, animated: true)
      #expect(slider.value == 5 && slider.minimumValue == 0)
    }
  }

  @Test func aPressLastsSeconds() {
    onStage { stage in
      let view = stage.plain()
      let press = stage.add(UILongPressGestureRecognizer(), "press", to: view)
      press.minimumPressDuration = 0.2
      let seconds: TimeInterval = press.minimumPressDuration
      #expect(abs(seconds - 0.2) < 1e-9)
      stage.down(50, 50)
      stage.wait(150)
      #expect(press.state == .possible)
      stage.wait(100)
      #expect(press.state == .began)
      stage.up(50, 50)
    }
  }

  @Test func aColorIsMadeOfHueAndBrightness() {
    let red = UIColor(hue: 0, saturation: 1, brightness: 1, alpha: 1)
    let green = UIColor(hue: 1.0 / 3, saturation: 1, brightness: 0.5, alpha: 0.5)
    #expect(red == .red && abs(green.green - 0.5) < 1e-9 && green.red < 1e-9 && green.alpha == 0.5)
    #expect(UIColor(hue: 0.7, saturation: 0, brightness: 0.3, alpha: 1) == UIColor(white: 0.3))
    #expect(UIColor(hue: .nan, saturation: 2, brightness: 2, alpha: 1) == .red)
  }

  private final class NibRow: UITableViewCell {
    override func awakeFromNib() { super.awakeFromNib() }
    override func prepareForInterfaceBuilder() { super.prepareForInterfaceBuilder() }
  }

  @Test func methodsOfNibsCanBeOverridden() {
    let row = NibRow(style: .default, reuseIdentifier: nil)
    row.awakeFromNib()
    row.prepareForInterfaceBuilder()
    #expect(row.textLabel != nil)
  }
}
