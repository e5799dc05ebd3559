import UIKit

// As in UIKit.

struct Recipe {
  let name: String
  let minutes: Int
  var isFavorite = false
}

protocol RecipeDetailDelegate: AnyObject {
  func recipeDetail(_ controller: RecipeDetailViewController, didChange recipe: Recipe, at index: Int)
}

/// A list, whose rows lead to a page about each.
final class RecipesViewController: UIViewController, UITableViewDataSource, UITableViewDelegate {
  let tableView = UITableView(frame: .zero, style: .plain)
  private(set) var recipes = [
    Recipe(name: "Bread", minutes: 90), Recipe(name: "Pancakes", minutes: 20),
    Recipe(name: "Soup", minutes: 45),
  ]

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Recipes"
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    tableView.dataSource = self
    tableView.delegate = self
    tableView.frame = view.bounds
    tableView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(tableView)
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    return recipes.count
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    let recipe = recipes[indexPath.row]
    cell.textLabel?.text = recipe.name
    cell.accessoryType = recipe.isFavorite ? .checkmark : .disclosureIndicator
    return cell
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    let detail = RecipeDetailViewController(recipe: recipes[indexPath.row], index: indexPath.row)
    detail.delegate = self
    navigationController?.pushViewController(detail, animated: true)
  }
}

extension RecipesViewController: RecipeDetailDelegate {
  func recipeDetail(_ controller: RecipeDetailViewController, didChange recipe: Recipe, at index: Int) {
    recipes[index] = recipe
    tableView.reloadRows(at: [IndexPath(row: index, section: 0)], with: .automatic)
  }
}

/// The page about a recipe; a button of the bar makes it a favorite.
final class RecipeDetailViewController: UIViewController {
  weak var delegate: RecipeDetailDelegate?
  private var recipe: Recipe
  private let index: Int
  let timeLabel = UILabel()

  init(recipe: Recipe, index: Int) {
    self.recipe = recipe
    self.index = index
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    title = recipe.name
    view.backgroundColor = .systemBackground
    timeLabel.text = "\(recipe.minutes) minutes"
    timeLabel.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(timeLabel)
    NSLayoutConstraint.activate([
      timeLabel.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 20),
      timeLabel.centerXAnchor.constraint(equalTo: view.centerXAnchor),
    ])
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      title: "Like", primaryAction: UIAction { [weak self] _ in self?.like() })
  }

  private func like() {
    recipe.isFavorite.toggle()
    delegate?.recipeDetail(self, didChange: recipe, at: index)
  }
}
