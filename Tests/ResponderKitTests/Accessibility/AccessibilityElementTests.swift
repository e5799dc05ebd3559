import TestHarness
import Testing

@testable import ResponderKit

/// Elements without views, and containers that say what is in them.
@Suite(.hangLimit) struct AccessibilityElementTests {
  private static func element(_ container: Any, _ label: String, _ frame: Rect = .zero)
    -> UIAccessibilityElement
  {
    let element = UIAccessibilityElement(accessibilityContainer: container)
    element.accessibilityLabel = label
    element.accessibilityFrameInContainerSpace = frame
    return element
  }

  private final class Bars: UIView {
    var values = [3, 5]
    private(set) var bars: [Bar] = []
    override var accessibilityElements: [Any]? {
      get {
        if bars.isEmpty { bars = values.indices.map { Bar(self, $0) } }
        return bars
      }
      set {}
    }
  }

  private final class Bar: UIAccessibilityElement {
    private unowned let chart: Bars
    private let index: Int
    init(_ chart: Bars, _ index: Int) {
      (self.chart, self.index) = (chart, index)
      super.init(accessibilityContainer: chart)
      accessibilityLabel = "Bar \(index)"
      accessibilityTraits = .adjustable
      accessibilityFrameInContainerSpace = Rect(Double(index) * 10, 0, 10, 50)
    }
    override var accessibilityValue: String? {
      get { "\(chart.values[index])" }
      set {}
    }
    override func accessibilityIncrement() { chart.values[index] += 1 }
    override func accessibilityDecrement() { chart.values[index] -= 1 }
  }

  @Test func partsOfADrawingAreElementsThatCanBeAdjusted() {
    onStage { stage in
      let chart = stage.show(Bars(frame: Rect(20, 30, 100, 50)))
      #expect(
        stage.readersLines == [
          "slider \"Bar 0\" value \"3\" [20 30 10 50] can increment decrement",
          "slider \"Bar 1\" value \"5\" [30 30 10 50] can increment decrement",
        ])
      #expect(stage.refusal("Bar 1", "increment") == nil)
      #expect(stage.refusal("Bar 0", "decrement") == nil && chart.values == [2, 6])
      // They move with their view.
      chart.frame.origin = Point(0, 0)
      #expect(stage.readersLines.last == "slider \"Bar 1\" value \"6\" [10 0 10 50] can increment decrement")
      chart.accessibilityElementsHidden = true
      #expect(stage.readersLines == [])
    }
  }

  @Test func aContainerChoosesItsViewsAndTheirOrder() {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let labels = ["a", "b", "c"].map { UILabel($0, frame: Rect(0, 0, 20, 20)) }
      let (inner, stranger) = (UIView(), UILabel("x", frame: Rect(0, 0, 20, 20)))
      inner.addSubview(labels[2])
      for view in [labels[0], labels[1], inner] { root.addSubview(view) }
      root.accessibilityElements = [labels[2], 7, labels[0], labels[0], stranger, root]
      #expect(stage.readersLines == ["text \"c\" [0 0 20 20]", "text \"a\" [0 0 20 20]"])
      #expect(root.accessibilityElementCount() == 6 && root.index(ofAccessibilityElement: labels[0]) == 2)
      #expect(root.accessibilityElement(at: 0) as? UIView === labels[2])
      #expect(
        root.accessibilityElement(at: 6) == nil && root.index(ofAccessibilityElement: labels[1]) == .max)
      inner.isHidden = true
      #expect(stage.readersLines == ["text \"a\" [0 0 20 20]"])
      root.accessibilityElements = []
      #expect(stage.readersLines == [])
      root.accessibilityElements = nil
      #expect(stage.readersLines.count == 2)
    }
  }

  @Test func aContainerMayCountItsElements() {
    final class Counted: UIView {
      lazy var element = AccessibilityElementTests.element(self, "only")
      override func accessibilityElementCount() -> Int { 1 }
      override func accessibilityElement(at index: Int) -> Any? { index == 0 ? element : nil }
    }
    onStage { stage in
      stage.show(Counted(frame: Rect(0, 0, 10, 10)))
      #expect(stage.readersLines == ["view \"only\" [0 0 0 0]"])
    }
  }

  @Test func nothingBesideAModalViewIsFound() {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let (behind, card) = (UILabel("behind", frame: .zero), UIView())
      card.addSubview(UILabel("card", frame: .zero))
      root.addSubview(behind)
      root.addSubview(card)
      #expect(stage.readersLines.count == 2)
      card.accessibilityViewIsModal = true
      #expect(stage.readersLines == ["text \"card\" [0 0 0 0]"])
      card.isHidden = true
      #expect(stage.readersLines == ["text \"behind\" [0 0 0 0]"])
    }
  }

  @Test func aTapOfAnElementGoesToItsPlaceOrItsActivationPoint() {
    onStage { stage in
      var taps: [Point] = []
      final class Pad: UIView {
        var touched: (Point) -> Void = { _ in }
        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
          for touch in touches { touched(touch.location(in: nil)) }
        }
      }
      let pad = stage.show(Pad(frame: Rect(10, 10, 100, 100)))
      pad.touched = { taps.append($0) }
      let element = Self.element(pad, "Key", Rect(20, 20, 40, 20))
      element.accessibilityTraits = .button
      pad.accessibilityElements = [element]
      stage.wait(20)
      #expect(stage.readersLines == ["button \"Key\" [30 30 40 20] can tap"])
      #expect(stage.refusal("Key", "tap") == nil)
      stage.wait(5)
      element.accessibilityActivationPoint = Point(100, 100)
      #expect(stage.refusal("Key", "tap") == nil)
      stage.wait(5)
      #expect(taps == [Point(50, 40), Point(100, 100)])
      element.accessibilityActivationPoint = Point(300, 300)
      stage.window.addSubview(UIView(frame: Rect(280, 280, 50, 50)))
      stage.wait(20)
      #expect(stage.refusal("Key", "tap")?.contains("covered") == true)
    }
  }

  @Test func customActionsAreOfferedAndDoneByName() {
    final class Mail: UIView {
      var flagged = 0
      func flag() { flagged += 1 }
    }
    onStage { stage in
      let mail = stage.show(Mail(frame: Rect(0, 0, 10, 10)))
      mail.accessibilityLabel = "Mail"
      mail.accessibilityCustomActions = [
        UIAccessibilityCustomAction(name: "Delete it") { _ in false },
        UIAccessibilityCustomAction(
          name: "Flag", target: mail, selector: Selector("flag") { (mail: Mail) in mail.flag() }),
      ]
      #expect(stage.readersLines == ["view \"Mail\" [0 0 10 10] can \"Delete it\" \"Flag\""])
      #expect(stage.refusal("Mail", "Flag") == nil && mail.flagged == 1)
      #expect(stage.refusal("Mail", "Delete it") == "'Mail' could not do 'Delete it'")
      #expect(
        stage.refusal("Mail", "flag") == "'Mail' does not take 'flag': its actions are Delete it, Flag")
      mail.accessibilityTraits = .notEnabled
      #expect(stage.refusal("Mail", "Flag")?.contains("disabled") == true)
      mail.accessibilityTraits = .none
      mail.accessibilityCustomActions = (0..<1000).map { .init(name: "\($0)") { _ in true } }
      #expect(mail.accessibleActions.count == UIResponder.mostCustomActions)
    }
  }

  @Test func escapeIsForTheFirstResponderThatTakesIt() {
    final class Page: UIViewController {
      var isClosed = false
      override func accessibilityPerformEscape() -> Bool {
        isClosed = true
        return true
      }
    }
    onStage { stage in
      let page = Page()
      stage.show(page)
      let element = Self.element(page, "Part")
      page.view.accessibilityElements = [element]
      #expect(stage.refusal("Part", "escape") == nil && page.isClosed)
      stage.window.rootViewController = nil
      stage.show(UILabel("Alone", frame: Rect(0, 0, 10, 10)))
      #expect(
        stage.refusal("Alone", "escape") == "nothing around 'Alone' can be closed by escape")
    }
  }

  @Test func elementsInElementsAreInTheirBoxes() {
    onStage { stage in
      let root = stage.show(UIView(frame: Rect(5, 5, 100, 100)))
      let group = Self.element(root, "Group", Rect(10, 10, 50, 50))
      let leaf = Self.element(group, "Leaf", Rect(1, 2, 3, 4))
      group.accessibilityElements = [leaf]
      root.accessibilityElements = [group]
      #expect(stage.readersLines == ["view \"Group\" [15 15 50 50]", "view \"Leaf\" [16 17 3 4]"])
      #expect(leaf.accessibleParent === group && group.accessibleParent === stage.window)
      group.accessibilityFrame = Rect(0, 0, 10, 10)
      #expect(stage.readersLines.last == "view \"Leaf\" [1 2 3 4]")
      group.isAccessibilityElement = false
      #expect(stage.readersLines == ["view \"Leaf\" [1 2 3 4]"] && leaf.accessibleParent === stage.window)
      // Out of the list it is in nothing.
      root.accessibilityElements = []
      #expect(group.accessibleParent == nil && leaf.accessibleParent == nil)
    }
  }
}
