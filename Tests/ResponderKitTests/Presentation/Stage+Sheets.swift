import ResponderKit
import TestSupport

/// A controller that notes its calls.
final class SheetPage: NamedPage {
  override func viewDidLoad() { view.backgroundColor = .white }
  override func viewWillAppear(_ animated: Bool) { log("\(name) will appear") }
  override func viewDidAppear(_ animated: Bool) { log("\(name) did appear") }
  override func viewWillDisappear(_ animated: Bool) { log("\(name) will disappear") }
  override func viewDidDisappear(_ animated: Bool) { log("\(name) did disappear") }
}

/// Notes what the user does with a sheet or a popover.
final class SheetDelegate: UISheetPresentationControllerDelegate, UIPopoverPresentationControllerDelegate {
  let log: Log
  var allows = true
  var style = UIModalPresentationStyle.automatic
  init(_ log: Log) { self.log = log }

  func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle {
    style
  }
  func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool {
    log("may?")
    return allows
  }
  func presentationControllerWillDismiss(_ presentationController: UIPresentationController) { log("will") }
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController) { log("did") }
  func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {
    log("attempt")
  }
  func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
    _ sheetPresentationController: UISheetPresentationController
  ) { log(sheetPresentationController.selectedDetentIdentifier == .large ? "large" : "other") }
}

extension Stage {
  /// Presents a page from a root page, and waits until it is where it goes.
  func present(_ page: UIViewController, from root: UIViewController) {
    if window.rootViewController == nil {
      root.view.backgroundColor = .white
      show(root)
      wait(40)
    }
    root.present(page, animated: true)
    wait(500)
    _ = log.take()
  }

  /// Where a view is in the window.
  func place(of view: UIView) -> Rect { view.convert(view.bounds, to: nil) }
  func place(of page: UIViewController) -> Rect { place(of: page.view) }

  /// A finger goes from one height to another in steps of ten milliseconds, and rests before it is lifted if it `stops`.
  func drag(_ x: Double, _ from: Double, _ to: Double, steps: Int = 20, stops: Bool = true) {
    down(x, from, after: 500)
    for step in 1...steps { move(x, from + (to - from) * Double(step) / Double(steps)) }
    up(x, to, after: stops ? 200 : 10)
  }
}
