import ResponderKit

extension Stage {
  /// A table of 300 by 400 points, shown alone in the window.
  func table(of source: some UITableViewDataSource & UITableViewDelegate) -> UITableView {
    let table = UITableView(frame: Rect(0, 0, 300, 400))
    (table.dataSource, table.delegate) = (source, source)
    show(table)
    wait(20)
    return table
  }
}
