/// What a layout's closures may depend on.
public protocol NSCollectionLayoutEnvironment {
  /// The room.
  var container: any NSCollectionLayoutContainer { get }
  /// Of the collection.
  var traitCollection: UITraitCollection { get }
}

/// The room of a layout, or of a group.
public protocol NSCollectionLayoutContainer {
  /// The whole size.
  var contentSize: Size { get }
  /// The size without insets.
  var effectiveContentSize: Size { get }
  /// The insets.
  var contentInsets: NSDirectionalEdgeInsets { get }
  /// The insets.
  var effectiveContentInsets: NSDirectionalEdgeInsets { get }
}

struct LayoutEnvironment: NSCollectionLayoutEnvironment {
  struct Room: NSCollectionLayoutContainer, Equatable {
    var contentSize = Size.zero
    var contentInsets = NSDirectionalEdgeInsets.zero
    var effectiveContentInsets: NSDirectionalEdgeInsets { contentInsets }
    var effectiveContentSize: Size {
      let taken = contentInsets.size
      return Size(max(contentSize.width - taken.width, 0), max(contentSize.height - taken.height, 0))
    }
  }

  var room: Room
  var traitCollection: UITraitCollection
  var container: any NSCollectionLayoutContainer { room }
}
