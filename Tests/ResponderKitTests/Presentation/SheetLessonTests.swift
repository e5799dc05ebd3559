import TestHarness
import Testing

@testable import ResponderKit

/// A program with sheets and a popover, as for UIKit.
@Suite(.hangLimit) struct SheetLessonTests {
  @Test func aMapHasASheetThatStays() throws {
    try onStage { stage in
      let map = PlacesViewController()
      stage.show(UINavigationController(rootViewController: map))
      stage.wait(600)
      let places: PlaceListViewController = map.places
      #expect(stage.place(of: places).minY == 844 - 158)
      // The map is touched, and the sheet stays.
      stage.tap(200, 400, after: 500)
      stage.drag(200, 700, 830)
      stage.wait(500)
      #expect(map.pins == 1 && map.presentedViewController === places)
      // A drag of its rows makes it higher.
      stage.drag(200, 750, 500)
      stage.wait(500)
      #expect(stage.place(of: places).minY == 422 && places.heights == ["com.apple.UIKit.medium"])
      #expect(places.tableView.contentOffset.y == 0)
      // A row shows another sheet above it, with a button that takes it away.
      stage.tap(100, 500, after: 500)
      stage.wait(500)
      let settings: UIViewController = try #require(places.presentedViewController)
      #expect(stage.place(of: settings).minY == 422)
      stage.tap(365, 444, after: 500)
      stage.wait(500)
      #expect(places.presentedViewController == nil && settings.view.window == nil)
    }
  }

  @Test func aPopoverStaysOneOnAPhone() throws {
    try onStage { stage in
      let map = PlacesViewController()
      stage.show(UINavigationController(rootViewController: map))
      stage.wait(600)
      stage.tap(360, 22, after: 500)
      stage.wait(500)
      let layers = try #require(map.places.presentedViewController as? LayersViewController)
      #expect(stage.place(of: layers) == Rect(140, 57, 240, 160))
      let toggle: Rect = stage.place(of: layers.trafficSwitch)
      stage.tap(toggle.midX, toggle.midY, after: 500)
      #expect(layers.trafficSwitch.isOn)
      stage.tap(30, 400, after: 500)
      stage.wait(500)
      #expect(map.places.presentedViewController == nil && map.pins == 0)
    }
  }

  @Test func aSheetThatIsGoneKeepsNothing() {
    onStage { stage in
      let root = SheetPage("root", stage.log)
      weak var page: UIViewController?
      weak var popover: UIViewController?
      do {
        let (first, second) = (SheetPage("sheet", stage.log), SheetPage("popover", stage.log))
        second.modalPresentationStyle = .popover
        second.popoverPresentationController?.sourceView = root.view
        (page, popover) = (first, second)
        stage.present(first, from: root)
        stage.present(second, from: first)
      }
      #expect(page != nil && popover != nil)
      root.dismiss(animated: true)
      stage.wait(500)
      #expect(page == nil && popover == nil && stage.window.subviews.count == 1)
    }
  }
}
