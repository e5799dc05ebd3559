import ResponderKit
import TestHarness
import Testing

/// `UISearchBar.appearance()` and those of further classes.
@Suite(.hangLimit) struct FurtherAppearanceTests {
  private func picture() -> UIImage {
    UIGraphicsImageRenderer(size: Size(4, 4)).image { $0.fill(Rect(0, 0, 4, 4)) }
  }

  @Test func searchBarsGetColorsAndPicturesWhereTheyHaveNone() {
    onStage { stage in
      let (background, sign, field, own) = (picture(), picture(), picture(), picture())
      let proxy = UISearchBar.appearance()
      proxy.barTintColor = .red
      proxy.tintColor = .green
      proxy.backgroundImage = background
      proxy.setImage(sign, for: .search, state: .normal)
      proxy.setImage(sign, for: .clear, state: .normal)
      proxy.setSearchFieldBackgroundImage(field, for: .normal)
      proxy.searchTextPositionAdjustment = UIOffset(horizontal: 3, vertical: 0)
      let (bar, other) = (UISearchBar(frame: Rect(0, 0, 300, 56)), UISearchBar(frame: Rect(0, 60, 300, 56)))
      other.barTintColor = .blue
      other.setImage(own, for: .clear, state: .normal)
      let root = stage.show(UIView(frame: stage.window.bounds))
      for view in [bar, other] { root.addSubview(view) }
      stage.wait(20)
      #expect([bar, other].map(\.barTintColor) == [.red, .blue] && bar.tintColor == .green)
      #expect(bar.backgroundImage === background)
      #expect(bar.image(for: .search, state: .normal) === sign)
      #expect(bar.image(for: .clear, state: .normal) === sign)
      #expect(other.image(for: .search, state: .normal) === sign)
      #expect(other.image(for: .clear, state: .normal) === own)
      #expect(bar.searchFieldBackgroundImage(for: .normal) === field)
      #expect(bar.searchTextPositionAdjustment.horizontal == 3)
    }
  }

  @Test func wheelsAndTextViewsGetWhatWasNotSetInThem() {
    onStage { stage in
      UIActivityIndicatorView.appearance().color = .red
      UITextView.appearance().textColor = .green
      UITextView.appearance().font = UIFont(size: 30)
      let wheels = [UIActivityIndicatorView(style: .medium), UIActivityIndicatorView(style: .large)]
      wheels[1].color = .blue
      let texts = [UITextView(frame: .zero), UITextView(frame: .zero)]
      (texts[1].textColor, texts[1].font) = (.brown, UIFont(size: 9))
      let root = stage.show(UIView(frame: stage.window.bounds))
      for view in wheels + texts as [UIView] { root.addSubview(view) }
      #expect(wheels.map(\.color) == [.red, .blue])
      #expect(texts.map(\.textColor) == [.green, .brown])
      #expect(texts.map { $0.font } == [UIFont(size: 30), UIFont(size: 9)])
    }
  }

  @Test func furtherClassesGetTheirBackground() {
    onStage { stage in
      let proxies = [
        UIStepper.appearance(), UIImageView.appearance(), UICollectionView.appearance(),
        UICollectionViewCell.appearance(), UITableViewHeaderFooterView.appearance(),
        UIRefreshControl.appearance(), UIDatePicker.appearance(), UIPickerView.appearance(),
      ]
      for proxy in proxies { proxy.backgroundColor = .red }
      let views = [
        UIStepper(frame: .zero), UIImageView(frame: .zero), UICollectionView(frame: .zero),
        UICollectionViewCell(frame: .zero), UITableViewHeaderFooterView(frame: .zero), UIRefreshControl(),
        UIDatePicker(frame: .zero), UIPickerView(frame: .zero),
      ]
      let root = stage.show(UIView(frame: stage.window.bounds))
      for view in views + [UIView()] { root.addSubview(view) }
      #expect(root.subviews.map { $0.backgroundColor == .red } == [Bool](repeating: true, count: 8) + [false])
    }
  }
}
