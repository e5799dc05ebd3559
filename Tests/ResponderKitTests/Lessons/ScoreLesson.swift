import UIKit

// As in UIKit.

/// The model of the view: it knows no views, and says by a closure what has changed.
final class ScoreViewModel {
  struct State: Equatable {
    var text: String
    var canGoDown: Bool
  }

  var onChange: ((State) -> Void)?
  private var score = 0 {
    didSet { onChange?(state) }
  }

  var state: State {
    State(text: score == 1 ? "1 point" : "\(score) points", canGoDown: score > 0)
  }

  func add(_ points: Int) {
    score = max(0, score + points)
  }
}

/// A score that a stepper's two buttons change: the controller binds views to the model.
final class ScoreViewController: UIViewController {
  private let viewModel: ScoreViewModel
  let scoreLabel = UILabel()
  let addButton = UIButton(type: .system)
  let removeButton = UIButton(type: .system)

  init(viewModel: ScoreViewModel) {
    self.viewModel = viewModel
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    setUpViews()
    viewModel.onChange = { [weak self] state in self?.render(state) }
    render(viewModel.state)
  }

  private func setUpViews() {
    scoreLabel.font = UIFont.preferredFont(forTextStyle: .largeTitle)
    scoreLabel.textAlignment = .center
    addButton.setTitle("Add", for: .normal)
    addButton.addAction(UIAction { [weak self] _ in self?.viewModel.add(1) }, for: .touchUpInside)
    removeButton.setTitle("Remove", for: .normal)
    removeButton.addAction(UIAction { [weak self] _ in self?.viewModel.add(-1) }, for: .touchUpInside)
    let buttons = UIStackView(arrangedSubviews: [removeButton, addButton])
    buttons.distribution = .fillEqually
    let stack = UIStackView(arrangedSubviews: [scoreLabel, buttons])
    stack.axis = .vertical
    stack.spacing = 24
    stack.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.centerYAnchor.constraint(equalTo: view.centerYAnchor),
      stack.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 20),
      stack.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -20),
    ])
  }

  private func render(_ state: ScoreViewModel.State) {
    scoreLabel.text = state.text
    removeButton.isEnabled = state.canGoDown
  }
}
