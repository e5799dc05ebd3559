import UIKit

// As in UIKit, but for the recognizer's action.

/// A map with a sheet of places in front of it that stays, settings in a second sheet, and a popover under a button of the bar.
final class PlacesViewController: UIViewController, UIPopoverPresentationControllerDelegate {
  let places = PlaceListViewController()
  var pins = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Places"
    view.backgroundColor = .systemTeal
    let tap = UITapGestureRecognizer()
    tap.addAction { [unowned self] _ in pins += 1 }
    view.addGestureRecognizer(tap)
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      title: "Layers", primaryAction: UIAction { [unowned self] _ in showLayers() })
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    guard places.presentingViewController == nil else { return }
    places.isModalInPresentation = true
    if let sheet = places.sheetPresentationController {
      let small = UISheetPresentationController.Detent.custom(identifier: .init("small")) { context in
        0.2 * context.maximumDetentValue
      }
      sheet.detents = [small, .medium(), .large()]
      sheet.largestUndimmedDetentIdentifier = .medium
      sheet.prefersGrabberVisible = true
      sheet.preferredCornerRadius = 20
    }
    present(places, animated: true)
  }

  func showLayers() {
    let layers = LayersViewController()
    layers.modalPresentationStyle = .popover
    layers.preferredContentSize = CGSize(width: 240, height: 160)
    layers.popoverPresentationController?.barButtonItem = navigationItem.rightBarButtonItem
    layers.popoverPresentationController?.permittedArrowDirections = .up
    layers.popoverPresentationController?.delegate = self
    places.present(layers, animated: true)
  }

  func adaptivePresentationStyle(
    for controller: UIPresentationController, traitCollection: UITraitCollection
  ) -> UIModalPresentationStyle { .none }
}

final class LayersViewController: UIViewController {
  let trafficSwitch = UISwitch()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    trafficSwitch.frame.origin = CGPoint(x: 20, y: 20)
    view.addSubview(trafficSwitch)
  }
}

final class PlaceListViewController: UITableViewController, UISheetPresentationControllerDelegate {
  var heights: [String] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "place")
    sheetPresentationController?.delegate = self
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 40 }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "place", for: indexPath)
    cell.textLabel?.text = "Place \(indexPath.row + 1)"
    return cell
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    let settings = UINavigationController(rootViewController: PlaceSettingsViewController())
    if let sheet = settings.sheetPresentationController {
      sheet.detents = [.medium(), .large()]
      sheet.prefersGrabberVisible = true
    }
    present(settings, animated: true)
  }

  func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
    _ sheetPresentationController: UISheetPresentationController
  ) {
    heights.append(sheetPresentationController.selectedDetentIdentifier?.rawValue ?? "")
  }
}

final class PlaceSettingsViewController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Place"
    view.backgroundColor = .systemBackground
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      systemItem: .done, primaryAction: UIAction { [unowned self] _ in dismiss(animated: true) })
  }
}
