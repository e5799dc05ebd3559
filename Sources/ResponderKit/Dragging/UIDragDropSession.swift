/// What is dragged, for both sides.
public protocol UIDragDropSession: AnyObject {
  /// What is dragged.
  var items: [UIDragItem] { get }
  /// Whether the items can be moved: see `dragInteraction(_:sessionAllowsMoveOperation:)`.
  var allowsMoveOperation: Bool { get }
  /// Whether the items are for this program only. No other program gets them anyway.
  var isRestrictedToDraggingApplication: Bool { get }
  /// Where the finger is, in a view's coordinates.
  func location(in view: UIView) -> Point
  /// Whether an item has data of one of the kinds.
  func hasItemsConforming(toTypeIdentifiers typeIdentifiers: [String]) -> Bool
  /// Whether an item has an object of a class.
  func canLoadObjects(ofClass aClass: any NSItemProviderReading.Type) -> Bool
}

/// A drag, for the view that it began in.
public protocol UIDragSession: UIDragDropSession {
  /// What the program itself knows of the drag.
  var localContext: Any? { get set }
}

/// How a drop shows that it waits for data. Nothing waits here.
public enum UIDropSessionProgressIndicatorStyle: Hashable, Sendable {
  /// By nothing; by the system's own view.
  case none, `default`
}

/// A drag, for drop targets.
public protocol UIDropSession: UIDragDropSession {
  /// The drag that began it: in this program always.
  var localDragSession: (any UIDragSession)? { get }
  /// Without effect.
  var progressIndicatorStyle: UIDropSessionProgressIndicatorStyle { get set }
  /// Gives the objects of a class that the items have, in the items' order; never before the call has returned. UIKit returns a `Progress`.
  func loadObjects(
    ofClass aClass: any NSItemProviderReading.Type,
    completion: @escaping ([any NSItemProviderReading]) -> Void)
}

extension UIDragDropSession {
  public func hasItemsConforming(toTypeIdentifiers typeIdentifiers: [String]) -> Bool {
    items.contains { item in
      typeIdentifiers.contains { item.itemProvider.hasItemConformingToTypeIdentifier($0) }
    }
  }
  public func canLoadObjects(ofClass aClass: any NSItemProviderReading.Type) -> Bool {
    items.contains { $0.itemProvider.canLoadObject(ofClass: aClass) }
  }
}

extension UIDropSession {
  public func loadObjects(
    ofClass aClass: any NSItemProviderReading.Type,
    completion: @escaping ([any NSItemProviderReading]) -> Void
  ) {
    let found = items.compactMap { $0.itemProvider.object(of: aClass) }
    Later.call { completion(found) }
  }
  /// The same, with typed values.
  public func loadObjects<Value: NSItemProviderValue>(
    ofClass aClass: Value.Type, completion: @escaping ([Value]) -> Void
  ) {
    let found = items.compactMap { $0.itemProvider.object(of: aClass) as? Value }
    Later.call { completion(found) }
  }
}

/// What a drop does with the items.
public enum UIDropOperation: UInt, Hashable, Sendable {
  /// Nothing: the items go back.
  case cancel = 0
  /// Nothing, and a sign says so: elsewhere in the view they might be taken.
  case forbidden
  /// They are added here, which a sign says.
  case copy
  /// They are moved here, if the drag allows that.
  case move
}

/// What a view would do with the items if they were dropped now.
open class UIDropProposal: NSObject {
  /// What it would do.
  public final let operation: UIDropOperation
  /// Without effect, as the next one.
  open var isPrecise = false
  /// Without effect: previews keep their size.
  open var prefersFullSizePreview = false

  /// A proposal for `sessionDidUpdate`.
  public init(operation: UIDropOperation) {
    self.operation = operation
    super.init()
  }
}

/// Runs something along with an animation of what is dragged.
public protocol UIDragAnimating: AnyObject {
  /// Changes that are animated together with it.
  func addAnimations(_ animations: @escaping () -> Void)
  /// Called when it has ended.
  func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
}
