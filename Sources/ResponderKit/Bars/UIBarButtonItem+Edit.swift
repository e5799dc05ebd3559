extension UIViewController {
  /// A button that turns the controller's `isEditing` on and off, by `setEditing`: "Edit", or "Done" while it is on.
  public final var editButtonItem: UIBarButtonItem {
    if let item = barItems["edit"] as? UIBarButtonItem { return item }
    let item = UIBarButtonItem(
      title: nil,
      primaryAction: UIAction { [weak self] _ in self.map { $0.setEditing(!$0.isEditing, animated: true) } })
    let update = { [weak self, weak item] in
      let isEditing = self?.isEditing ?? false
      item?.title = isEditing ? "Done" : "Edit"
      item?.style = isEditing ? .done : .plain
    }
    update()
    onEditingChange = update
    barItems["edit"] = item
    return item
  }
}

extension UIBarButtonItem {
  /// The width that a bar keeps free for it; nil: what fits.
  var shownWidth: Double? { customView?.bounds.width ?? (isRoom || width > 0 ? width : nil) }
}
