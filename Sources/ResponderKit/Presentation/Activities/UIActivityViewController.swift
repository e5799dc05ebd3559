/// Lets the user choose what is done with texts, pictures and what else a program shares: copying, and the program's own activities. It is presented as a sheet, or as a popover where that has a source
/// and the window is wide.
open class UIActivityViewController: UIViewController {
  /// Gets the type of the activity, nil if none was chosen; whether it was completed; nil, as no activity returns items; and nil, as none has an error.
  public typealias CompletionWithItemsHandler = (
    _ activityType: UIActivity.ActivityType?, _ completed: Bool, _ returnedItems: [Any]?,
    _ activityError: (any Error)?
  ) -> Void

  /// Activities of these types have no row.
  open var excludedActivityTypes: [UIActivity.ActivityType]? { didSet { update() } }
  /// Called once, after the sheet has been dismissed.
  open var completionWithItemsHandler: CompletionWithItemsHandler?
  private let items: [Any]
  private let own: [UIActivity]
  fileprivate var activities: [UIActivity] = []
  /// The activity that was chosen, until it has ended.
  private var chosen: UIActivity?
  /// What that has presented.
  private var shown: UIViewController?
  private var outcome: (type: UIActivity.ActivityType?, isDone: Bool) = (nil, false)
  private let titleLabel = UILabel()
  private let closeButton = UIButton()
  final let list = UITableView(frame: .zero, style: .insetGrouped)
  private lazy var rows = ActivityRows(self)

  /// A choice for some items. An item that is a ``UIActivityItemSource`` is asked for the one that is shared.
  public init(activityItems: [Any], applicationActivities: [UIActivity]?) {
    items = activityItems
    own = applicationActivities ?? []
    super.init(nibName: nil, bundle: nil)
    onDismissed = { [weak self] in self?.report() }
    modalPresentationStyle = .popover
    popoverPresentationController?.adaptiveSheetPresentationController.detents = [.medium(), .large()]
  }

  open override func loadView() {
    let view = UIView(frame: UIScreen.main.bounds)
    view.backgroundColor = .systemGroupedBackground
    titleLabel.font = UIFont(size: 15, weight: .semibold)
    closeButton.setImage(UIImage(systemName: "xmark.circle.fill"), for: .normal)
    closeButton.tintColor = .secondaryLabel
    closeButton.accessibilityLabel = "Close"
    closeButton.addAction(UIAction { [weak self] _ in self?.close() }, for: .touchUpInside)
    list.dataSource = rows
    list.delegate = rows
    for part in [titleLabel, closeButton, list] { view.addSubview(part) }
    self.view = view
    update()
  }

  /// The items by which activities are chosen.
  private var placeholders: [Any] {
    items.map {
      ($0 as? any UIActivityItemSource)?.activityViewControllerPlaceholderItem(self) ?? $0
    }
  }

  private func update() {
    guard isViewLoaded else { return }
    let placeholders = placeholders
    activities = ([CopyActivity()] + own).filter { activity in
      if let type = activity.activityType, excludedActivityTypes?.contains(type) == true { return false }
      return activity.canPerform(withActivityItems: placeholders)
    }
    let texts = placeholders.lazy.compactMap { $0 as? String ?? ($0 as? LinkAddress)?.absoluteString }
    titleLabel.text = title ?? texts.first ?? ""
    list.reloadData()
  }

  /// The activity of a row was chosen. While one is active, others can not be chosen, unless what it has presented has left.
  fileprivate func choose(_ activity: UIActivity) {
    guard chosen == nil || shown.map({ $0.presentingViewController == nil }) == true else { return }
    chosen?.onFinish = nil
    (chosen, shown) = (activity, nil)
    let shared = items.compactMap { item -> Any? in
      guard let source = item as? any UIActivityItemSource else { return item }
      return source.activityViewController(self, itemForActivityType: activity.activityType)
    }
    activity.onFinish = { [weak self, weak activity] isDone in self?.ended(activity?.activityType, isDone) }
    activity.prepare(withActivityItems: shared)
    guard chosen === activity else { return }
    if let controller = activity.activityViewController {
      shown = controller
      present(controller, animated: true)
    } else {
      activity.perform()
    }
  }

  private func ended(_ type: UIActivity.ActivityType?, _ isDone: Bool) {
    (chosen, shown) = (nil, nil)
    outcome = (type, isDone)
    close()
  }

  private func close() {
    guard let presentingViewController else { return report() }
    // In a controller that was presented, it is not dismissed itself.
    let isPart = presenter == nil
    presentingViewController.dismiss(animated: true) { [self] in if isPart { report() } }
  }

  open override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    if isBeingDismissed, presenter == nil { report() }
  }

  /// It was dismissed: the completion is called, once.
  private func report() {
    chosen?.onFinish = nil
    (chosen, shown) = (nil, nil)
    let ended = outcome
    outcome = (nil, false)
    completionWithItemsHandler.take()?(ended.type, ended.isDone, nil, nil)
  }

  open override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let area = view.bounds.inset(by: view.safeAreaInsets)
    titleLabel.frame = Rect(area.minX + 20, area.minY + 12, max(area.width - 80, 0), 32)
    closeButton.frame = Rect(area.maxX - 48, area.minY + 12, 32, 32)
    let top = area.minY + 52
    list.frame = Rect(view.bounds.minX, top, view.bounds.width, max(view.bounds.maxY - top, 0))
  }
}

/// The rows of the activities.
private final class ActivityRows: UITableViewDataSource, UITableViewDelegate {
  private unowned let controller: UIActivityViewController

  init(_ controller: UIActivityViewController) { self.controller = controller }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    controller.activities.count
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    guard controller.activities.indices.contains(indexPath.row) else { return cell }
    let activity = controller.activities[indexPath.row]
    var content = cell.defaultContentConfiguration()
    (content.text, content.image) = (activity.activityTitle ?? "", activity.activityImage)
    cell.contentConfiguration = content
    return cell
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: false)
    let activities = controller.activities
    if activities.indices.contains(indexPath.row) { controller.choose(activities[indexPath.row]) }
  }
}
