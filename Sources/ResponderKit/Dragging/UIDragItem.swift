/// One thing that is dragged.
open class UIDragItem: NSObject {
  /// The objects that a drop can get.
  public final let itemProvider: NSItemProvider
  /// What the program itself knows of it, for drops in the same program.
  open var localObject: Any?
  /// Makes what is seen of it from when the drag begins; nil, the default: what was lifted.
  open var previewProvider: (() -> UIDragPreview?)?

  /// The size of its picture.
  final var previewSize = Size.zero

  /// An item for `itemsForBeginning`.
  public init(itemProvider: NSItemProvider) {
    self.itemProvider = itemProvider
    super.init()
  }
}
