import TestHarness
import Testing

@testable import ResponderKit

/// What a program shares, and what the user can do with it.
@Suite(.hangLimit) struct ActivityTests {
  private final class Printing: UIActivity {
    var items: [Any] = []
    var controller: UIViewController?
    var isPatient = false
    override var activityType: ActivityType? { ActivityType("printing") }
    override var activityTitle: String? { "Print it" }
    override var activityViewController: UIViewController? { controller }
    override func canPerform(withActivityItems activityItems: [Any]) -> Bool {
      activityItems.contains { $0 is String }
    }
    override func prepare(withActivityItems activityItems: [Any]) { items = activityItems }
    override func perform() { if !isPatient { activityDidFinish(true) } }
  }

  private final class Source: UIActivityItemSource {
    func activityViewControllerPlaceholderItem(_ controller: UIActivityViewController) -> Any { "place" }
    func activityViewController(
      _ controller: UIActivityViewController, itemForActivityType type: UIActivity.ActivityType?
    ) -> Any? { type == .copyToPasteboard ? copied : nil }
    var copied: String? = "for copies"
  }

  /// A sheet over a page, and what its completion got.
  private final class Sheet {
    let root = UIViewController()
    let controller: UIActivityViewController
    var ends: [String] = []
    /// Whether another controller could be presented when the completion was called.
    var isGone = false

    init(
      _ stage: Stage, _ items: [Any], _ own: [UIActivity] = [], _ excluded: [UIActivity.ActivityType]? = nil
    ) {
      controller = UIActivityViewController(activityItems: items, applicationActivities: own)
      controller.excludedActivityTypes = excluded
      controller.completionWithItemsHandler = { [unowned self] type, isDone, items, error in
        #expect(items == nil && error == nil)
        isGone = root.presentedViewController == nil
        ends.append("\(type?.rawValue.split(separator: ".").last ?? "none") \(isDone)")
      }
      stage.show(root)
      stage.wait(20)
      root.present(controller, animated: false)
      stage.wait(500)
    }

    var rows: [String] {
      (0..<controller.list.numberOfRows(inSection: 0)).compactMap {
        let cell = controller.list.cellForRow(at: IndexPath(row: $0, section: 0))
        return (cell?.contentConfiguration as? UIListContentConfiguration)?.text
      }
    }
    func choose(_ row: Int, _ stage: Stage) {
      let box = controller.list.convert(
        controller.list.rectForRow(at: IndexPath(row: row, section: 0)), to: nil)
      stage.tap(box.midX, box.midY)
      stage.wait(1000)
    }
  }

  @Test func textsAndPicturesAreCopied() {
    onStage { stage in
      let address = LinkAddress(string: "https://example.org")!
      let texts = Sheet(stage, ["one", NSAttributedString(string: "two"), address, UIImage()])
      #expect(texts.rows == ["Copy"])
      texts.choose(0, stage)
      #expect(UIPasteboard.general.strings == ["one", "two", "https://example.org"])
      #expect(texts.ends == ["CopyToPasteboard true"] && texts.isGone)
      let image = UIImage()
      let pictures = Sheet(stage, [image])
      pictures.choose(0, stage)
      #expect(UIPasteboard.general.image === image && pictures.ends.count == 1)
      #expect(Sheet(stage, [7]).rows == [])
    }
  }

  @Test func theProgramHasActivitiesOfItsOwn() {
    onStage { stage in
      let printing = Printing()
      let sheet = Sheet(stage, ["text"], [printing])
      #expect(sheet.rows == ["Copy", "Print it"])
      printing.isPatient = true
      sheet.choose(1, stage)
      #expect(printing.items.count == 1 && sheet.ends == [])
      // Nothing else is chosen meanwhile.
      sheet.choose(0, stage)
      #expect(UIPasteboard.general.strings == nil)
      printing.activityDidFinish(false)
      printing.activityDidFinish(true)
      stage.wait(1000)
      #expect(sheet.ends == ["printing false"])
      #expect(Sheet(stage, [UIImage()], [printing]).rows == ["Copy"])
      let other = Sheet(stage, ["text"], [printing], [.copyToPasteboard])
      #expect(other.rows == ["Print it"])
      other.controller.excludedActivityTypes = [UIActivity.ActivityType("printing")]
      stage.wait(20)
      #expect(other.rows == ["Copy"])
    }
  }

  @Test func anActivityShowsAController() {
    onStage { stage in
      let printing = Printing()
      printing.controller = UIViewController()
      let sheet = Sheet(stage, ["text"], [printing])
      sheet.choose(1, stage)
      #expect(sheet.controller.presentedViewController === printing.controller && sheet.ends == [])
      printing.activityDidFinish(true)
      stage.wait(1000)
      #expect(sheet.isGone && sheet.ends == ["printing true"])
    }
  }

  @Test func aDismissalChoosesNothing() {
    onStage { stage in
      let sheet = Sheet(stage, ["text"])
      sheet.root.dismiss(animated: true)
      stage.wait(1000)
      #expect(sheet.ends == ["none false"])
      sheet.root.present(sheet.controller, animated: false)
      stage.wait(20)
      sheet.root.dismiss(animated: false)
      stage.wait(20)
      #expect(sheet.ends.count == 1)
    }
  }

  @Test func aDismissalThatShowsNothingEndsItOnce() {
    onStage { stage in
      let sheet = Sheet(stage, ["text"])
      sheet.root.dismiss(animated: false)
      stage.wait(20)
      sheet.ends = []
      var calls = 0
      func presentAndDismiss(_ root: UIViewController) {
        let controller = UIActivityViewController(activityItems: ["text"], applicationActivities: nil)
        controller.completionWithItemsHandler = { type, isDone, _, _ in
          calls += 1
          #expect(type == nil && !isDone && root.presentedViewController == nil)
        }
        root.present(controller, animated: false)
        root.dismiss(animated: false)
        stage.wait(500)
      }
      presentAndDismiss(sheet.root)
      #expect(calls == 1)
      // Without a window.
      presentAndDismiss(UIViewController())
      #expect(calls == 2 && sheet.ends == [])
    }
  }

  @Test func theNextEndIsItsOwn() {
    onStage { stage in
      let sheet = Sheet(stage, ["text"])
      let handler = sheet.controller.completionWithItemsHandler
      sheet.choose(0, stage)
      sheet.controller.completionWithItemsHandler = handler
      sheet.root.present(sheet.controller, animated: false)
      stage.wait(500)
      sheet.root.dismiss(animated: false)
      stage.wait(500)
      #expect(sheet.ends == ["CopyToPasteboard true", "none false"])
    }
  }

  @Test func anActivityWhoseControllerHasLeftIsGivenUp() {
    onStage { stage in
      let printing = Printing()
      printing.controller = UIViewController()
      let sheet = Sheet(stage, ["text"], [printing])
      sheet.choose(1, stage)
      sheet.controller.dismiss(animated: false)
      stage.wait(500)
      #expect(sheet.ends == [])
      sheet.choose(0, stage)
      #expect(sheet.ends == ["CopyToPasteboard true"])
      printing.activityDidFinish(true)
      stage.wait(500)
      #expect(sheet.ends.count == 1)
    }
  }

  @Test func anActivityThatIsGivenUpDoesNotEndTheNextOne() {
    onStage { stage in
      let (first, second) = (Printing(), Printing())
      first.controller = UIViewController()
      second.isPatient = true
      let sheet = Sheet(stage, ["text"], [first, second])
      sheet.choose(1, stage)
      sheet.controller.dismiss(animated: false)
      stage.wait(500)
      sheet.choose(2, stage)
      first.activityDidFinish(true)
      stage.wait(1000)
      #expect(second.items.count == 1 && sheet.ends == [])
      #expect(sheet.root.presentedViewController === sheet.controller)
      second.activityDidFinish(false)
      stage.wait(1000)
      #expect(sheet.ends == ["printing false"] && sheet.isGone)
    }
  }

  @Test func nothingIsNotCopied() {
    onStage { stage in
      UIPasteboard.general.string = "before"
      let source = Source()
      source.copied = nil
      let sheet = Sheet(stage, [source])
      sheet.choose(0, stage)
      #expect(UIPasteboard.general.string == "before" && sheet.ends == ["CopyToPasteboard false"])
    }
  }

  @Test func aSourceGivesTheItem() {
    onStage { stage in
      let (source, printing) = (Source(), Printing())
      let sheet = Sheet(stage, [source], [printing])
      #expect(sheet.rows == ["Copy", "Print it"])
      sheet.choose(0, stage)
      #expect(UIPasteboard.general.strings == ["for copies"])
      let second = Sheet(stage, [source], [printing])
      second.choose(1, stage)
      #expect(printing.items.isEmpty && second.ends == ["printing true"])
    }
  }
}
