import UIKit

// As in UIKit.

/// A clock that is started and stopped, and the times of its laps.
final class StopwatchViewController: UIViewController {
  private enum Section { case main }
  struct Lap: Hashable {
    let number: Int
    let tenths: Int
  }

  let timeLabel = UILabel()
  let startButton = UIButton(type: .system)
  let lapButton = UIButton(type: .system)
  let tableView = UITableView(frame: .zero, style: .insetGrouped)
  private var dataSource: UITableViewDiffableDataSource<Section, Lap>!
  private var timer: Timer?
  private(set) var laps: [Lap] = []
  private(set) var tenths = 0 {
    didSet { timeLabel.text = Self.format(tenths) }
  }

  static func format(_ tenths: Int) -> String {
    let seconds = tenths / 10 % 60
    return "\(tenths / 600):\(seconds < 10 ? "0" : "")\(seconds).\(tenths % 10)"
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    navigationItem.title = "Stopwatch"
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      systemItem: .trash, primaryAction: UIAction { [weak self] _ in self?.confirmReset() })
    view.backgroundColor = .systemGroupedBackground
    timeLabel.font = .monospacedDigitSystemFont(ofSize: 60, weight: .thin)
    timeLabel.textAlignment = .center
    tenths = 0
    startButton.setTitle("Start", for: .normal)
    startButton.setTitle("Stop", for: .selected)
    startButton.setTitleColor(.systemGreen, for: .normal)
    startButton.setTitleColor(.systemRed, for: .selected)
    startButton.addAction(UIAction { [weak self] _ in self?.toggle() }, for: .touchUpInside)
    lapButton.setTitle("Lap", for: .normal)
    lapButton.isEnabled = false
    lapButton.addAction(UIAction { [weak self] _ in self?.addLap() }, for: .touchUpInside)
    let buttons = UIStackView(arrangedSubviews: [lapButton, startButton])
    buttons.distribution = .equalSpacing
    let stack = UIStackView(arrangedSubviews: [timeLabel, buttons, tableView])
    stack.axis = .vertical
    stack.spacing = 16
    stack.setCustomSpacing(32, after: timeLabel)
    stack.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(stack)
    let guide = view.safeAreaLayoutGuide
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalToSystemSpacingBelow: guide.topAnchor, multiplier: 2),
      stack.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor),
      stack.bottomAnchor.constraint(equalTo: guide.bottomAnchor),
    ])
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "lap")
    dataSource = UITableViewDiffableDataSource(tableView: tableView) { tableView, indexPath, lap in
      let cell = tableView.dequeueReusableCell(withIdentifier: "lap", for: indexPath)
      var content = UIListContentConfiguration.valueCell()
      content.text = "Lap \(lap.number)"
      content.secondaryText = Self.format(lap.tenths)
      content.secondaryTextProperties.font = .monospacedDigitSystemFont(ofSize: 17, weight: .regular)
      cell.contentConfiguration = content
      return cell
    }
    dataSource.defaultRowAnimation = .top
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    timer?.invalidate()
    timer = nil
  }

  private func toggle() {
    startButton.isSelected.toggle()
    lapButton.isEnabled = startButton.isSelected
    UIApplication.shared.isIdleTimerDisabled = startButton.isSelected
    guard startButton.isSelected else {
      timer?.invalidate()
      timer = nil
      return
    }
    let timer = Timer(timeInterval: 0.1, repeats: true) { [weak self] _ in self?.tenths += 1 }
    RunLoop.current.add(timer, forMode: .common)
    self.timer = timer
  }

  private func addLap() {
    let before = laps.reduce(0) { $0 + $1.tenths }
    laps.insert(Lap(number: laps.count + 1, tenths: tenths - before), at: 0)
    apply()
  }

  private func apply() {
    var snapshot = NSDiffableDataSourceSnapshot<Section, Lap>()
    snapshot.appendSections([.main])
    snapshot.appendItems(laps, toSection: .main)
    dataSource.apply(snapshot, animatingDifferences: true)
  }

  private func confirmReset() {
    let alert = UIAlertController(title: "Reset?", message: nil, preferredStyle: .actionSheet)
    alert.addAction(
      UIAlertAction(title: "Reset", style: .destructive) { [weak self] _ in
        guard let self else { return }
        laps = []
        tenths = 0
        apply()
      })
    alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
    alert.popoverPresentationController?.barButtonItem = navigationItem.rightBarButtonItem
    present(alert, animated: true)
  }
}
