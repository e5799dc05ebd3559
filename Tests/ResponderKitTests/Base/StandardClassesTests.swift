import TestHarness
import Testing

@testable import ResponderKit

/// Which classes of views are judged without being called: the module's own say so of themselves, and for themselves only.
@Suite(.hangLimit) struct StandardClassesTests {
  @Test(
    arguments: [
      UIView.self, UIControl.self, UIButton.self, UISwitch.self, UISlider.self, UILabel.self,
      UIScrollView.self,
      UITableView.self, UITableViewCell.self, UICollectionView.self, UICollectionViewCell.self,
      UICollectionReusableView.self, UIPickerView.self, UIRefreshControl.self,
    ] as [UIView.Type])
  func theModulesClassesAreStandard(_ viewClass: UIView.Type) {
    #expect(ObjectIdentifier(viewClass.standardHitTestClass) == ObjectIdentifier(viewClass))
  }

  @Test func aSubclassIsNotStandard() {
    final class Own: UIView {}
    final class Button: UIButton {}
    #expect(UIView().geometry.flags.contains(.standard))
    #expect(UIButton().geometry.flags.contains(.standard))
    #expect(!Own().geometry.flags.contains(.standard))
    #expect(!Button().geometry.flags.contains(.standard))
  }
}
