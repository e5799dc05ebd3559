import TestHarness
import Testing

@testable import ResponderKit

/// Small things that programs set: pasteboards, pictures, colors of bars, selected rows, shadows of titles.
@Suite(.hangLimit) struct SmallNameTests {
  private func picture(_ color: UIColor) -> UIImage {
    UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4)).image { context in
      color.setFill()
      context.fill(Rect(0, 0, 4, 4))
    }
  }

  @Test func aPasteboardHasTextsOrPictures() {
    final class Desk: UIPasteboard.Desktop {
      var texts: [String] = []
      func publish(_ text: String) { texts.append(text) }
      func request(_ take: @escaping (String?) -> Void) { take(nil) }
    }
    onStage { stage in
      let (board, desk) = (UIPasteboard.general, Desk())
      board.desktop = desk
      #expect(board.strings == nil && board.image == nil && !board.hasImages)
      board.string = "one"
      #expect(board.strings == ["one"])
      board.strings = ["two", "three"]
      #expect(board.string == "two" && board.strings == ["two", "three"])
      #expect(desk.texts == ["one", "two\nthree"])
      var read: [String?] = []
      board.readString { read.append($0) }
      #expect(read == ["two\nthree"])
      // Pictures in texts are not for others.
      board.strings = ["a\u{FFFC}", "b"]
      board.strings = ["\u{FFFC}"]
      #expect(desk.texts.dropFirst(2) == ["a\nb"])
      board.desktop = nil
      board.strings = ["", "x"]
      #expect(board.hasStrings)
      board.strings = ["", ""]
      #expect(!board.hasStrings)
      board.desktop = desk
      let image = picture(.red)
      board.image = image
      #expect(board.image === image && board.hasImages && board.string == nil && board.strings == nil)
      board.string = "four"
      #expect(board.image == nil && !board.hasImages && board.strings == ["four"])
      board.images = [image, image]
      board.wasTakenOver()
      #expect(!board.hasImages)
      board.images = []
      board.strings = []
      #expect(!board.hasImages && board.strings == nil)
    }
  }

  @Test func brightnessIsKept() {
    onStage { stage in
      let screen = stage.application.screen
      for (value, kept) in [(0.5, 0.5), (.nan, 0.5), (-3, 0), (.infinity, 1)] {
        screen.brightness = value
        #expect(screen.brightness == kept)
      }
    }
  }

  @Test func namesOfMenusAreWhatCanBeCopied() {
    func identifier(_ value: (any NSCopying)?) -> AnyHashable? {
      UIContextMenuConfiguration(identifier: value, previewProvider: nil).identifier
    }
    #expect(identifier("row" as any NSCopying) as? String == "row")
    #expect(identifier(IndexPath(row: 1, section: 2) as any NSCopying) as? IndexPath == [2, 1])
    #expect(identifier(nil) == nil)
    let menu = UIContextMenuConfiguration(identifier: "row", previewProvider: nil)
    #expect(menu.identifier as? String == "row")
    #expect(UIContextMenuConfiguration(identifier: nil, previewProvider: nil).identifier == nil)
  }

  @Test func barsOfScrollViewsHaveAColor() {
    onStage { stage in
      let scrollView = stage.show(UIScrollView(frame: Rect(0, 0, 100, 100)))
      scrollView.contentSize = Size(100, 1000)
      scrollView.indicatorStyle = .white
      scrollView.flashScrollIndicators()
      let white = UIColor(white: 1, alpha: 0.45)
      #expect(scrollView.indicators.vertical?.backgroundColor == white)
      scrollView.indicatorStyle = .default
      #expect(scrollView.indicators.vertical?.backgroundColor == ControlLooks.scrollIndicator)
    }
  }

  @Test func picturesAreInPlaceOfDots() {
    onStage { stage in
      let control = UIPageControl(frame: Rect(0, 0, 42, 26))
      control.numberOfPages = 2
      control.currentPageIndicatorTintColor = .red
      control.pageIndicatorTintColor = .blue
      let root = stage.show(UIView(frame: stage.window.bounds))
      root.backgroundColor = .white
      root.addSubview(control)
      func corner(_ x: Int) -> UIColor {
        stage.wait(20)
        return stage.window.snapshot().color(x: x, y: 8)
      }
      // A dot is round, and smaller.
      #expect(corner(8) == .white && corner(24) == .white)
      control.preferredIndicatorImage = picture(.black)
      #expect(corner(8) == .red && corner(24) == .blue)
      control.preferredIndicatorImage = nil
      control.setIndicatorImage(picture(.black), forPage: 1)
      #expect(corner(8) == .white && corner(24) == .blue && control.indicatorImage(forPage: 0) == nil)
      control.setIndicatorImage(UIImage(), forPage: 1)
      #expect(corner(24) == .white)
    }
  }

  @Test func rowsHaveAnotherBackgroundWhereSeveralAreSelected() {
    final class Source: UITableViewDataSource {
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
      func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = UITableViewCell()
        (cell.selectedBackgroundView, cell.multipleSelectionBackgroundView) = (UIView(), UIView())
        return cell
      }
    }
    onStage { stage in
      let table = stage.show(UITableView(frame: Rect(0, 0, 300, 400)))
      let source = Source()
      table.dataSource = source
      stage.wait(20)
      func shown(_ row: Int) -> [Bool] {
        let cell = table.cellForRow(at: IndexPath(row: row, section: 0))
        return [cell?.selectedBackgroundView, cell?.multipleSelectionBackgroundView].map {
          $0?.isHidden == false
        }
      }
      #expect(shown(0) == [false, false])
      table.selectRow(at: IndexPath(row: 0, section: 0), animated: false, scrollPosition: .none)
      #expect(shown(0) == [true, false])
      table.allowsMultipleSelection = true
      table.selectRow(at: IndexPath(row: 1, section: 0), animated: false, scrollPosition: .none)
      #expect(shown(1) == [false, true])
      table.cellForRow(at: IndexPath(row: 1, section: 0))?.selectionStyle = .none
      #expect(shown(1) == [false, false])
    }
  }

  @Test func titlesHaveShadowsByState() {
    let button = UIButton(frame: Rect(0, 0, 100, 40))
    button.setTitle("Title", for: .normal)
    button.setTitleShadowColor(.red, for: .normal)
    button.setTitleShadowColor(.blue, for: .highlighted)
    button.layoutIfNeeded()
    #expect(button.titleLabel?.shadowColor == .red && button.titleShadowColor(for: .highlighted) == .blue)
    button.isHighlighted = true
    button.layoutIfNeeded()
    #expect(button.titleLabel?.shadowColor == .blue && button.currentTitleShadowColor == .blue)
    button.setTitleShadowColor(nil, for: .highlighted)
    button.setTitleShadowColor(nil, for: .normal)
    button.layoutIfNeeded()
    #expect(button.titleLabel?.shadowColor == nil)
    let other = UIButton(frame: Rect(0, 0, 100, 40))
    other.setTitle("Title", for: .normal)
    other.titleLabel?.shadowColor = .green
    other.layoutIfNeeded()
    #expect(other.titleLabel?.shadowColor == .green)
  }

  @Test func someValuesAreKeptWithoutEffect() {
    let image = picture(.red).withAlignmentRectInsets(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
    #expect(image.alignmentRectInsets.right == 4 && image.size == Size(4, 4))
    let others = [
      image.withRenderingMode(.alwaysTemplate), image.withTintColor(.blue),
      image.resizableImage(withCapInsets: EdgeInsets(left: 1)),
      image.imageFlippedForRightToLeftLayoutDirection(),
    ]
    for other in others { #expect(other.alignmentRectInsets == image.alignmentRectInsets) }
    #expect(image.withHorizontallyFlippedOrientation().alignmentRectInsets.left == 4)
    let style = NSMutableParagraphStyle()
    #expect(style.lineBreakStrategy == [])
    style.lineBreakStrategy = [.pushOut]
    #expect((style.copy() as? NSParagraphStyle)?.lineBreakStrategy == .pushOut)
    let label = UILabel()
    #expect(label.lineBreakStrategy == .standard && label.baselineAdjustment == .alignBaselines)
    let effect = UIInterpolatingMotionEffect(keyPath: "center.x", type: .tiltAlongHorizontalAxis)
    (effect.minimumRelativeValue, effect.maximumRelativeValue) = (-10, 10)
    let group = UIMotionEffectGroup()
    group.motionEffects = [effect]
    label.addMotionEffect(group)
    label.addMotionEffect(group)
    #expect(label.motionEffects.count == 1 && label.motionEffects[0] === group)
    label.removeMotionEffect(group)
    #expect(label.motionEffects.isEmpty)
    #expect(group.keyPathsAndRelativeValues(forViewerOffset: UIOffset()) == nil)
  }

  @Test func feedbackAndStatusBarsAreNames() {
    final class Page: UIViewController {
      override var preferredStatusBarStyle: UIStatusBarStyle { .lightContent }
      override var prefersStatusBarHidden: Bool { true }
    }
    onStage { stage in
      let (impact, notification) = (
        UIImpactFeedbackGenerator(style: .rigid), UINotificationFeedbackGenerator()
      )
      let generators: [UIFeedbackGenerator] = [impact, notification, UISelectionFeedbackGenerator()]
      generators.forEach { $0.prepare() }
      impact.impactOccurred(intensity: .nan)
      notification.notificationOccurred(.warning)
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 40, left: 0, bottom: 30, right: 0))
      let page = Page()
      #expect(!page.definesPresentationContext)
      page.definesPresentationContext = true
      stage.show(page)
      page.setNeedsStatusBarAppearanceUpdate()
      stage.wait(20)
      // No bar is hidden: its room stays.
      #expect(page.view.safeAreaInsets.top == 40 && page.view.frame == stage.window.bounds)
      #expect(page.definesPresentationContext)
    }
  }
}
