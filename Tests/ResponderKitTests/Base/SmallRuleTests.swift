import TestHarness
import Testing

@testable import ResponderKit

/// Rules of one line, of several parts.
@Suite(.hangLimit) struct SmallRuleTests {
  @Test func buttonsHaveNumbersFromOneToSixteen() {
    #expect(UIEvent.ButtonMask.button(1) == .primary && UIEvent.ButtonMask.button(2) == .secondary)
    #expect(UIEvent.ButtonMask.button(16).rawValue == 32_768)
    for odd in [0, -1, 17, .min, .max] { #expect(UIEvent.ButtonMask.button(odd) == []) }
  }

  @Test func aSceneWithoutADelegateIsNoLongerInTheChain() throws {
    final class Delegate: UIResponder, UISceneDelegate {}
    try onStage { stage in
      stage.show(UIView())
      stage.wait(20)
      let scene = try #require(stage.window.windowScene)
      scene.delegate = Delegate()
      #expect(stage.window.next === scene)
      scene.delegate = nil
      #expect(stage.window.next === stage.application)
    }
  }

  @Test func aBackgroundIsBehindItsCellsUnlessItIsSaidToBeInFront() {
    final class Plate: UICollectionReusableView {}
    onStage { stage in
      let section = CompositionalLayoutTests.thirds()
      let layout = UICollectionViewCompositionalLayout(section: section)
      layout.register(Plate.self, forDecorationViewOfKind: "plate")
      section.decorationItems = [-2, 0, 1, 3].map {
        let item = NSCollectionLayoutDecorationItem.background(elementKind: "plate")
        item.zIndex = $0
        return item
      }
      let collection = stage.collection(CollectionSource(3), layout)
      let found = layout.layoutAttributesForElements(in: collection.bounds) ?? []
      let (plates, cells) = (
        found.filter { $0.representedElementCategory == .decorationView }.map(\.zIndex).sorted(),
        found.filter { $0.representedElementCategory == .cell }.map(\.zIndex)
      )
      #expect(plates == [-3, -1, 1, 3] && cells == [0, 0, 0])
    }
  }

  @Test func aColorWhoseTouchIsCancelledIsChosen() {
    final class Listener: UIColorPickerViewControllerDelegate {
      var ends: [Bool] = []
      func colorPickerViewController(
        _ viewController: UIColorPickerViewController, didSelect color: UIColor, continuously: Bool
      ) { ends.append(!continuously) }
    }
    onStage { stage in
      let (picker, listener) = (UIColorPickerViewController(), Listener())
      picker.delegate = listener
      stage.show(picker)
      stage.wait(20)
      let box = picker.grid.convert(picker.grid.bounds, to: nil)
      stage.down(box.minX + 5, box.minY + 5)
      #expect(listener.ends == [false])
      stage.cancel()
      #expect(listener.ends == [false, true] && picker.selectedColor == .white)
    }
  }
}
