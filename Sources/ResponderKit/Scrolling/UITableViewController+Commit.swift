extension UITableViewController: InheritsCommit {
  /// Whether the controller's class, or one between it and this one, has a `tableView(_:commit:forRowAt:)` of its own.
  var overridesCommit: Bool { MethodTable.overridesCommit(type(of: self)) }
}

/// The methods of a class, as they are in memory. Swift does not say otherwise whether a class overrides one.
private enum MethodTable {
  private class Plain: UITableViewController {}

  private final class Committing: UITableViewController {
    override func tableView(
      _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
      forRowAt indexPath: IndexPath
    ) {
      // Not empty: a compiler may make one of two functions that are alike.
      tableView.setNeedsLayout()
    }
  }

  /// Where the method is: the one word in which a class that overrides it differs from both others.
  private static let place: Int? = {
    guard MemoryLayout<UInt>.size == 8 else { return nil }
    let (base, plain, committing) = (
      words(UITableViewController.self), words(Plain.self), words(Committing.self)
    )
    // The size of what all subclasses have, in bytes, with a part before the first word.
    let sizes = base[4]
    let bytes = Int(sizes & 0xFFFF_FFFF) - Int(sizes >> 32)
    guard bytes > 64, bytes < 1 << 16 else { return nil }
    // Before the methods are what a class is and how large it is.
    let found = (7..<bytes / 8).filter { base[$0] == plain[$0] && base[$0] != committing[$0] }
    return found.count == 1 ? found[0] : nil
  }()

  private static func words(_ type: UITableViewController.Type) -> UnsafePointer<UInt> {
    unsafeBitCast(type, to: UnsafePointer<UInt>.self)
  }

  static func overridesCommit(_ type: UITableViewController.Type) -> Bool {
    guard let place else { return true }
    return words(type)[place] != words(UITableViewController.self)[place]
  }
}
