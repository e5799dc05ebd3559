import TestHarness
import Testing

@testable import ResponderKit

/// Names that programs of others use.
@Suite(.hangLimit) struct MadeByOthersTests {
  private final class Heart: UIButton {
    var isMade = false
    override init(frame: Rect) {
      super.init(frame: frame)
      isMade = true
    }
    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
  }

  @Test func aSubclassWithAnInitializerIsMadeByItsKind() {
    onStage { _ in
      var presses = 0
      let button = Heart(type: .close)
      #expect(button.isMade && button.buttonType == .close && button.currentImage != nil)
      #expect(Heart(type: .custom).buttonType == .custom)
      let acting = Heart(type: .system, primaryAction: UIAction(title: "Go") { _ in presses += 1 })
      acting.sendActions(for: .primaryActionTriggered)
      #expect(acting.isMade && acting.currentTitle == "Go" && presses == 1)
      var filled = UIButton.Configuration.filled()
      filled.title = "Fill"
      let configured = Heart(configuration: filled)
      #expect(configured.isMade && configured.configuration?.title == "Fill")
    }
  }

  @Test func aColorIsALiteral() {
    let color = #colorLiteral(red: 0, green: 0.5, blue: 1, alpha: 0.25)
    #expect(color == UIColor(red: 0, green: 0.5, blue: 1, alpha: 0.25))
  }

  @Test func aConstraintAboutNothingIsNotActivated() {
    onStage { _ in
      let constraint = NSLayoutConstraint()
      constraint.isActive = true
      constraint.constant = 10
      #expect(!constraint.isActive)
    }
  }

  @Test func aBoxAndWhatIsInItAreFoundByEachOther() {
    let (box, rect) = (NSValue(cgRect: Rect(1, 2, 3, 4)) as Any, Rect(5, 6, 7, 8) as Any)
    #expect(box as? Rect == Rect(1, 2, 3, 4) && (rect as? NSValue)?.cgRectValue == Rect(5, 6, 7, 8))
    #expect(box as? Point == nil && box as? Size == nil)
    #expect(NSValue(cgPoint: Point(1, 2)) as Any as? Point == Point(1, 2))
    #expect(NSValue(cgSize: Size(1, 2)) as Any as? Size == Size(1, 2))
    #expect(NSValue(cgSize: Size(1, 2)) as Any as? Rect == nil)
  }

  @Test func aBackgroundsColorIsTransformed() {
    onStage { _ in
      let cell = UICollectionViewCell(frame: Rect(0, 0, 50, 50))
      var configuration = UIBackgroundConfiguration.clear()
      configuration.backgroundColorTransformer = UIConfigurationColorTransformer {
        $0 == .clear ? .red : .blue
      }
      cell.backgroundConfiguration = configuration
      #expect(cell.shownPlate?.backgroundColor == .red)
      configuration.backgroundColor = .green
      cell.backgroundConfiguration = configuration
      #expect(cell.shownPlate?.backgroundColor == .blue)
      #expect(configuration.resolvedBackgroundColor(for: .black) == .blue)
      configuration.backgroundColorTransformer = nil
      #expect(configuration.resolvedBackgroundColor(for: .black) == .green)
    }
  }

  @Test func aHeaderHasABackground() {
    onStage { stage in
      let header = stage.show(UITableViewHeaderFooterView(frame: Rect(0, 0, 100, 40)))
      header.backgroundConfiguration = .listPlainHeaderFooter()
      header.backgroundConfiguration?.backgroundColor = .red
      #expect(stage.window.snapshot().color(x: 50, y: 20) == .red)
      header.backgroundConfiguration = nil
      #expect(stage.window.snapshot().color(x: 50, y: 20) != .red)
      // Set before it has a size, and inset.
      let second = UITableViewHeaderFooterView(reuseIdentifier: nil)
      second.backgroundConfiguration = .listPlainHeaderFooter()
      second.backgroundConfiguration?.backgroundColor = .red
      second.backgroundConfiguration?.backgroundInsets = .init(top: 0, leading: 16, bottom: 0, trailing: 16)
      stage.window.addSubview(second)
      second.frame = Rect(0, 100, 200, 40)
      stage.wait(20)
      #expect(second.subviews.contains { $0.frame == Rect(16, 0, 168, 40) && $0.backgroundColor == .red })
    }
  }

  @Test func dotsHaveACapsuleBehindThem() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let dots = stage.show(UIPageControl(frame: Rect(0, 0, 100, 26)))
      dots.numberOfPages = 3
      #expect(stage.window.snapshot().color(x: 50, y: 3) == .white)
      dots.backgroundStyle = .prominent
      #expect(stage.window.snapshot().color(x: 50, y: 3) != .white)
      #expect(stage.window.snapshot().color(x: 5, y: 13) == .white)
    }
  }

  @Test func theWayBackHasTheTitleThatTheItemWants() {
    let item = UINavigationItem(title: "Inbox")
    #expect(item.shownBackTitle == "Inbox")
    item.backButtonDisplayMode = .generic
    #expect(item.shownBackTitle == "Back")
    item.backButtonDisplayMode = .minimal
    #expect(item.shownBackTitle.isEmpty)
    item.backButtonDisplayMode = .default
    item.backButtonTitle = "In"
    #expect(item.shownBackTitle == "In")
  }

  @Test func severalItemsAreSelectedWhileACollectionIsEdited() {
    onStage { _ in
      let view = UICollectionView(
        frame: Rect(0, 0, 300, 300), collectionViewLayout: UICollectionViewFlowLayout())
      view.allowsMultipleSelectionDuringEditing = true
      #expect(!view.selectsSeveral)
      view.isEditing = true
      #expect(view.selectsSeveral)
      view.allowsMultipleSelectionDuringEditing = false
      #expect(!view.selectsSeveral)
    }
  }

  @Test func aLayerIsScaledAcrossAndDown() {
    onStage { stage in
      let (view, layer) = (stage.show(UIView(frame: Rect(0, 0, 100, 100))), CALayer())
      layer.frame = Rect(0, 0, 100, 100)
      view.layer.addSublayer(layer)
      stage.wait(20)
      let growth = CABasicAnimation(keyPath: "transform.scale.xy")
      (growth.fromValue, growth.toValue, growth.duration) = (0, 1, 1)
      layer.add(growth, forKey: nil)
      stage.wait(500)
      let shown = layer.presentation()?.affineTransform() ?? .identity
      #expect(shown.a > 0.4 && shown.a < 0.6 && shown.d == shown.a)
      layer.setValue(0.5, forKeyPath: "transform.scale.xy")
      #expect(layer.affineTransform() == AffineTransform(scaleX: 0.5, y: 0.5))
    }
  }

  @Test func aPictureHasThePreferredFormat() {
    onStage { _ in
      #expect(
        UIGraphicsImageRendererFormat.preferred().scale == UIGraphicsImageRendererFormat.default().scale)
    }
  }

  @Test func aPlaceIsALiteral() {
    let places: [IndexPath] = [[1, 2], [3], []]
    #expect(
      places == [IndexPath(row: 2, section: 1), IndexPath(row: 0, section: 3), IndexPath(row: 0, section: 0)])
  }
}
