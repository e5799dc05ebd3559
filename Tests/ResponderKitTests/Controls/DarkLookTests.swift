import ResponderKit
import TestHarness
import Testing

/// What the module draws itself, where it is dark.
@Suite(.hangLimit) struct DarkLookTests {
  private func controls() -> [UIView] {
    let (toggle, slider, steps) = (UISwitch(), UISlider(frame: Rect(0, 0, 200, 30)), UIStepper())
    slider.value = 0.5
    let off = UISlider(frame: Rect(0, 0, 200, 30))
    (off.value, off.isEnabled) = (0.5, false)
    let segments = UISegmentedControl(items: ["Day", "Week", "Month"])
    segments.selectedSegmentIndex = 1
    let bar = UIProgressView(frame: Rect(0, 0, 200, 8))
    bar.progress = 0.3
    let dots = UIPageControl(frame: Rect(0, 0, 200, 20))
    dots.numberOfPages = 4
    let wheel = UIActivityIndicatorView()
    wheel.startAnimating()
    let field = UITextField(frame: Rect(0, 0, 200, 34))
    field.borderStyle = .roundedRect
    field.placeholder = "Name"
    let filled = UITextField(frame: Rect(0, 0, 200, 34))
    filled.borderStyle = .roundedRect
    filled.text = "Text"
    filled.clearButtonMode = .always
    let search = UISearchBar(frame: Rect(0, 0, 374, 56))
    search.placeholder = "Search"
    let buttons: [UIButton.Configuration] = [.plain(), .gray(), .tinted(), .filled()]
    let text = UITextView(frame: Rect(0, 0, 200, 40))
    text.text = "A text view"
    let disabled = UIButton(configuration: .filled())
    disabled.setTitle("Disabled", for: .normal)
    disabled.isEnabled = false
    return [toggle, slider, off, steps, segments, bar, dots, wheel, field, filled, search, text, disabled]
      + buttons.map { configuration in
        let button = UIButton(configuration: configuration)
        button.setTitle("Button", for: .normal)
        return button
      }
  }

  /// Shows a page of a dark window.
  private func page(_ stage: Stage) -> UIViewController {
    stage.window.overrideUserInterfaceStyle = .dark
    let page = UIViewController()
    stage.show(page)
    stage.wait(20)
    return page
  }

  @Test func controlsAreDark() {
    onStage { stage in
      let page = page(stage)
      let views = controls()
      stage.gallery(views, in: page.view)
      stage.wait(20)
      #expect(stage.brightness(stage.window.bounds) < 0.2)
      for view in views
      where view is UISegmentedControl || view is UIStepper || view is UITextField || view is UISearchBar {
        #expect(stage.brightness(view.frame) < 0.35)
      }
    }
  }

  @Test func alertsAreDark() throws {
    onStage { stage in
      let page = page(stage)
      for style in [UIAlertController.Style.alert, .actionSheet] {
        let alert = UIAlertController(title: "Delete?", message: "It is lost.", preferredStyle: style)
        if style == .alert { alert.addTextField { $0.placeholder = "Name" } }
        alert.addAction(UIAlertAction(title: "Delete", style: .destructive))
        alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
        page.present(alert, animated: false)
        stage.wait(500)
        #expect(stage.brightness(stage.window.bounds) < 0.2)
        page.dismiss(animated: false)
        stage.wait(500)
      }
    }
  }

  @Test func theKeyboardIsAsDarkAsItsField() {
    onStage { stage in
      let field = UITextField(frame: Rect(20, 100, 200, 34))
      stage.application.showsScreenKeyboard = true
      stage.show(UIView(frame: stage.window.bounds)).addSubview(field)
      var place = Rect.zero
      stage.window.onInputViewChange = { place = $0 }
      field.becomeFirstResponder()
      stage.wait(50)
      #expect(stage.brightness(place) > 0.7)
      field.resignFirstResponder()
      stage.wait(50)
      field.overrideUserInterfaceStyle = .dark
      field.becomeFirstResponder()
      stage.wait(50)
      #expect(stage.brightness(place) < 0.4)
    }
  }

  @Test func menusAreAsDarkAsTheirButtons() {
    onStage { stage in
      let button = UIButton(frame: Rect(20, 20, 100, 40))
      button.menu = UIMenu(
        title: "Title",
        children: [
          UIAction(title: "Copy", state: .on) { _ in },
          UIAction(title: "Move", attributes: .disabled) { _ in },
          UIMenu(
            options: .displayInline, children: [UIAction(title: "Delete", attributes: .destructive) { _ in }]),
        ])
      button.showsMenuAsPrimaryAction = true
      button.overrideUserInterfaceStyle = .dark
      stage.show(UIView(frame: stage.window.bounds)).addSubview(button)
      stage.wait(20)
      stage.tap(60, 40)
      stage.wait(20)
      let list = Rect(24, 68, 190, 120)
      #expect(stage.brightness(list) < 0.3)
    }
  }

  @Test func tablesAreDarkAlsoInABrightWindow() {
    onStage { stage in
      for style in [UITableView.Style.plain, .grouped, .insetGrouped] {
        let source = EditedSource([["a", "b", "c"], ["d", "e"]])
        let table = UITableView(frame: stage.window.bounds, style: style)
        table.overrideUserInterfaceStyle = .dark
        table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
        table.dataSource = source
        table.delegate = source
        stage.show(table)
        stage.wait(20)
        table.selectRow(at: IndexPath(row: 1), animated: false, scrollPosition: .none)
        table.cellForRow(at: IndexPath(row: 0))?.accessoryType = .disclosureIndicator
        table.cellForRow(at: IndexPath(row: 1))?.accessoryType = .detailDisclosureButton
        table.cellForRow(at: IndexPath(row: 2))?.accessoryType = .checkmark
        stage.wait(20)
        #expect(stage.brightness(stage.window.bounds) < 0.15)
        table.removeFromSuperview()
      }
    }
  }

  @Test func pickersAreDark() {
    onStage { stage in
      let page = page(stage)
      let picker = UIDatePicker(frame: Rect(0, 0, 320, 216))
      page.view.addSubview(picker)
      stage.wait(20)
      #expect(stage.brightness(stage.window.bounds) < 0.15)
    }
  }

  @Test func whatHasABorderChangesItsColor() {
    onStage { stage in
      let field = UITextField(frame: Rect(20, 100, 200, 34))
      field.borderStyle = .roundedRect
      stage.show(UIView(frame: stage.window.bounds)).addSubview(field)
      stage.wait(20)
      let bright: CGColor? = field.layer.borderColor
      stage.window.overrideUserInterfaceStyle = .dark
      stage.wait(20)
      let dark: CGColor? = field.layer.borderColor
      #expect(bright == CGColor(white: 0.78) && dark != bright)
      stage.window.overrideUserInterfaceStyle = .light
      stage.wait(20)
      #expect(field.layer.borderColor == bright)
    }
  }
}
