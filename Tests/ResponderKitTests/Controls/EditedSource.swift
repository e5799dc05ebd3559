import ResponderKit
import TestSupport

/// Rows that can be swiped, deleted, inserted and moved; it logs its calls.
final class EditedSource: UITableViewDataSource, UITableViewDelegate {
  var groups: [[String]]
  let log = Log()
  var canEdit = false
  var canMove = false
  var style = UITableViewCell.EditingStyle.delete
  var target: (IndexPath) -> IndexPath = { $0 }
  var trailing: UISwipeActionsConfiguration?
  var leading: UISwipeActionsConfiguration?

  init(_ groups: [[String]]) { self.groups = groups }

  func numberOfSections(in tableView: UITableView) -> Int { groups.count }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    groups[section].count
  }
  func tableView(_ tableView: UITableView, cellForRowAt row: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: row)
    cell.textLabel?.text = groups[row.section][row.row]
    return cell
  }
  func tableView(_ tableView: UITableView, canEditRowAt row: IndexPath) -> Bool {
    canEdit || tableView.isEditing
  }
  func tableView(_ tableView: UITableView, canMoveRowAt row: IndexPath) -> Bool { canMove }
  func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt row: IndexPath
  ) {
    log("\(editingStyle) \(row)")
    if editingStyle == .delete {
      groups[row.section].remove(at: row.row)
      tableView.deleteRows(at: [row], with: .automatic)
    } else {
      groups[row.section].insert("new", at: row.row + 1)
      tableView.insertRows(at: [IndexPath(row: row.row + 1, section: row.section)], with: .automatic)
    }
  }
  func tableView(_ tableView: UITableView, moveRowAt old: IndexPath, to new: IndexPath) {
    log("move \(old) \(new)")
    groups[new.section].insert(groups[old.section].remove(at: old.row), at: new.row)
  }
  func tableView(
    _ tableView: UITableView, targetIndexPathForMoveFromRowAt old: IndexPath,
    toProposedIndexPath place: IndexPath
  ) -> IndexPath { target(place) }
  func tableView(_ tableView: UITableView, editingStyleForRowAt row: IndexPath)
    -> UITableViewCell.EditingStyle
  {
    style
  }
  func tableView(_ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt row: IndexPath)
    -> UISwipeActionsConfiguration?
  { trailing }
  func tableView(_ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt row: IndexPath)
    -> UISwipeActionsConfiguration?
  { leading }
  func tableView(_ tableView: UITableView, willBeginEditingRowAt row: IndexPath) { log("begin \(row)") }
  func tableView(_ tableView: UITableView, didEndEditingRowAt row: IndexPath?) {
    log(row.map { "end \($0)" } ?? "end")
  }
  func tableView(_ tableView: UITableView, didSelectRowAt row: IndexPath) { log("select \(row)") }

  /// An action that says its name, and how it is done.
  func action(_ title: String, _ style: UIContextualAction.Style = .normal) -> UIContextualAction {
    UIContextualAction(style: style, title: title) { [log] action, _, isDone in
      log(action.title ?? "")
      isDone(true)
    }
  }
}

extension Stage {
  /// A table of 300 by 400 points, with rows of 44.
  func table(_ source: EditedSource) -> UITableView {
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    table.dataSource = source
    table.delegate = source
    show(table)
    wait(20)
    return table
  }

  /// A finger goes from one place to another in ten steps, rests there, and goes up; all of it comes to rest.
  func drag(from: Point, to: Point, holds: Bool = true) {
    down(from.x, from.y, after: 500)
    for step in 1...10 {
      let part = Double(step) / 10
      move(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
    }
    up(to.x, to.y, after: holds ? 500 : 1)
    wait(1000)
  }
}
