import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// In which color views show pictures: their own, or the tint color.
@Suite(.hangLimit) struct RenderingModeTests {
  private func square(_ color: UIColor) -> UIImage {
    let bitmap = Bitmap(width: 20, height: 20)
    bitmap.clear(bitmap.bounds, to: color)
    return UIImage(bitmap)
  }

  private var disc: UIImage? { UIImage(systemName: "circle.fill") }

  @Test func anImageViewTintsSymbolsAndTemplates() {
    onStage { stage in
      let view = UIImageView(frame: Rect(0, 0, 20, 20))
      view.tintColor = .red
      stage.show(view)
      let photo = square(.green)
      let cases: [(UIImage?, UIColor)] = [
        (photo, .green), (photo.withRenderingMode(.alwaysTemplate), .red), (disc, .red),
        (disc?.withRenderingMode(.alwaysOriginal), .black), (photo.withTintColor(.blue), .blue),
        (disc?.withTintColor(.blue), .red),
        (disc?.withTintColor(.blue, renderingMode: .alwaysOriginal), .blue),
      ]
      for (index, (image, color)) in cases.enumerated() {
        view.image = image
        #expect(stage.window.snapshot().color(x: 10, y: 10) == color, "\(index)")
      }
    }
  }

  @Test func aTintIsInheritedAndFollowed() {
    onStage { stage in
      let (outer, other) = (UIView(frame: Rect(0, 0, 100, 40)), UIView(frame: Rect(0, 40, 100, 40)))
      (outer.tintColor, other.tintColor) = (.red, .blue)
      let view = UIImageView(frame: Rect(0, 0, 20, 20))
      view.image = disc
      outer.addSubview(view)
      stage.show(outer)
      stage.window.addSubview(other)
      #expect(stage.window.snapshot().color(x: 10, y: 10) == .red)
      outer.tintColor = .green
      #expect(stage.window.snapshot().color(x: 10, y: 10) == .green)
      other.addSubview(view)
      #expect(stage.window.snapshot().color(x: 10, y: 50) == .blue)
      view.tintColor = .red
      other.tintColor = .green
      #expect(stage.window.snapshot().color(x: 10, y: 50) == .red)
    }
  }

  private final class Listener: UIView {
    var changes = 0
    override func tintColorDidChange() { changes += 1 }
  }

  @Test func viewsHearOfATintThatIsTheirs() {
    onStage { _ in
      let (outer, inner, own) = (Listener(frame: .zero), Listener(frame: .zero), Listener(frame: .zero))
      outer.addSubview(inner)
      outer.addSubview(own)
      own.tintColor = .red
      #expect(own.changes == 1)
      outer.tintColor = .green
      #expect(outer.changes == 1 && inner.changes == 1 && own.changes == 1)
    }
  }

  @Test func aSystemButtonTintsItsPicture() {
    onStage { stage in
      stage.window.backgroundColor = .white
      func color(_ button: UIButton) -> UIColor {
        button.frame = Rect(0, 0, 40, 40)
        button.tintColor = .red
        button.setImage(square(.green), for: .normal)
        stage.show(button)
        defer { button.removeFromSuperview() }
        return stage.window.snapshot().color(x: 20, y: 20)
      }
      #expect(color(UIButton(frame: .zero)) == .green && color(UIButton(type: .system)) == .red)
      #expect(color(UIButton(configuration: .filled())) == .white)
      let button = UIButton(type: .system)
      _ = button.imageView
      #expect(color(button) == .red)
      // The program may color the picture's own view.
      button.imageView?.tintColor = .blue
      #expect(color(button) == .blue)
      button.setImage(square(.green).withRenderingMode(.alwaysOriginal), for: .normal)
      stage.show(button)
      #expect(stage.window.snapshot().color(x: 20, y: 20) == .green)
    }
  }

  @Test func aButtonsSymbolsHaveTheSizeItPrefers() {
    onStage { _ in
      let button = UIButton(type: .custom)
      button.setImage(disc, for: .normal)
      let small = button.sizeThatFits(.zero)
      button.setPreferredSymbolConfiguration(.init(pointSize: 100), forImageIn: .normal)
      let growth = button.sizeThatFits(.zero).width - small.width
      #expect(abs(growth - 120 + (disc?.size.width ?? 0)) < 1)
      let view = UIImageView(image: disc)
      view.preferredSymbolConfiguration = .init(pointSize: 50)
      #expect(abs(view.intrinsicContentSize.width - 60) < 1)
      // What the symbol says itself counts.
      view.image = UIImage(systemName: "circle", withConfiguration: .init(pointSize: 40))
      #expect(abs(view.intrinsicContentSize.width - 48) < 1)
    }
  }

  @Test func aBarTintsPicturesThatMayBe() {
    onStage { stage in
      let controller = UIViewController()
      let own = UIBarButtonItem(
        image: square(.green).withRenderingMode(.alwaysOriginal), style: .plain, target: nil, action: nil)
      let item = UIBarButtonItem(image: square(.green), style: .plain, target: nil, action: nil)
      item.tintColor = .blue
      controller.navigationItem.rightBarButtonItems = [item, own]
      let navigation = UINavigationController(rootViewController: controller)
      navigation.tabBarItem = UITabBarItem(
        title: nil, image: square(.green).withRenderingMode(.alwaysOriginal), tag: 0)
      let second = UIViewController()
      second.tabBarItem = UITabBarItem(title: nil, image: square(.green), tag: 1)
      let tabs = UITabBarController()
      tabs.viewControllers = [navigation, second]
      tabs.view.tintColor = .red
      stage.show(tabs)
      stage.wait(20)
      let picture = stage.window.snapshot()
      func has(_ color: UIColor, _ rows: Range<Int>) -> Bool {
        rows.contains { y in (0..<picture.width).contains { picture.color(x: $0, y: y) == color } }
      }
      #expect(has(.green, 0..<100) && has(.blue, 0..<100) && !has(.red, 0..<100))
      let bottom = picture.height - 60..<picture.height
      #expect(has(.green, bottom) && has(UIColor.systemGray.bright, bottom))
    }
  }

  @Test func systemItemsAreSymbols() {
    onStage { _ in
      let add = UIBarButtonItem(systemItem: .add)
      #expect(add.image == UIImage(systemName: "plus") && UIBarButtonItem(systemItem: .done).image == nil)
      let search = UITabBarItem(tabBarSystemItem: .search, tag: 0)
      #expect(search.image == UIImage(systemName: "magnifyingglass") && search.title == "Search")
    }
  }

  @Test func aCellsPictureHasTheSizeThatItsViewPrefers() {
    onStage { stage in
      let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
      cell.frame = Rect(0, 0, 300, 80)
      cell.imageView?.image = disc
      cell.imageView?.preferredSymbolConfiguration = .init(pointSize: 50)
      cell.accessoryType = .checkmark
      cell.tintColor = .red
      stage.show(cell)
      stage.wait(20)
      #expect(abs((cell.imageView?.frame.width ?? 0) - 60) < 1)
      // The tick has the color, too.
      let picture = stage.window.snapshot()
      let colors = (270..<284).flatMap { x in (32..<48).map { picture.color(x: x, y: $0) } }
      let isRed = colors.contains { $0.red > 0.9 && $0.green < 0.3 }
      #expect(isRed)
    }
  }

  @Test func aListTintsItsSymbols() {
    onStage { stage in
      var content = UIListContentConfiguration.cell()
      content.image = disc
      content.imageProperties.tintColor = .red
      content.imageProperties.preferredSymbolConfiguration = .init(pointSize: 30)
      let view = UIListContentView(configuration: content)
      view.frame = Rect(0, 0, 200, 60)
      stage.show(view)
      #expect(stage.window.snapshot().color(x: 34, y: 30) == .red)
      #expect(view.intrinsicContentSize.height >= 36)
    }
  }
}
