import TestHarness
import Testing

@testable import ResponderKit

/// `updateConstraints` before the first layout.
@Suite(.hangLimit) struct FirstUpdateTests {
  /// Makes its constraints when it is asked for.
  private class Late: UIView {
    let box = UIView()
    var count = 0

    override func updateConstraints() {
      count += 1
      if count == 1 {
        box.translatesAutoresizingMaskIntoConstraints = false
        addSubview(box)
        box.leftAnchor.constraint(equalTo: leftAnchor, constant: 7).isActive = true
        box.widthAnchor.constraint(equalToConstant: 20).isActive = true
      }
      super.updateConstraints()
    }
  }

  private final class Alone: Late {
    override class var requiresConstraintBasedLayout: Bool { true }
  }

  @Test func aViewThatIsConstrainedIsAskedOnce() {
    let root = UIView(frame: Rect(0, 0, 300, 400))
    let view = Late()
    view.translatesAutoresizingMaskIntoConstraints = false
    root.addSubview(view)
    view.topAnchor.constraint(equalTo: root.topAnchor, constant: 5).isActive = true
    root.layoutIfNeeded()
    #expect(view.count == 1 && view.box.frame.minX == 7 && view.box.frame.width == 20)
    root.setNeedsLayout()
    root.layoutIfNeeded()
    #expect(view.count == 1)
    view.setNeedsUpdateConstraints()
    root.layoutIfNeeded()
    #expect(view.count == 2)
  }

  @Test func aViewThatSaysSoIsAskedAlthoughNothingIsConstrained() {
    let root = UIView(frame: Rect(0, 0, 300, 400))
    let (plain, alone) = (Late(), Alone())
    root.addSubview(plain)
    root.addSubview(alone)
    root.layoutIfNeeded()
    #expect(plain.count == 0 && alone.count == 1 && alone.box.frame.width == 20)
  }

  private final class Updating: UIViewController {
    var calls = 0
    let label = UILabel("Text")

    override func viewDidLoad() {
      super.viewDidLoad()
      label.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(label)
      label.topAnchor.constraint(equalTo: view.topAnchor, constant: 30).isActive = true
    }

    override func updateViewConstraints() {
      calls += 1
      super.updateViewConstraints()
    }
  }

  @Test func aControllerIsAskedInPlaceOfItsView() {
    onStage { stage in
      let controller = Updating()
      stage.show(controller)
      stage.wait(20)
      #expect(controller.calls == 1 && controller.label.frame.minY == 30)
      controller.view.setNeedsUpdateConstraints()
      stage.wait(20)
      #expect(controller.calls == 2)
    }
  }
}
