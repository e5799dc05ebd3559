/// Where the closure of an observer is called: on the thread that posts, in any case. The module UIKit calls it `OperationQueue`.
public struct NoticeQueue: Sendable {
  /// The thread of the application.
  public static let main = NoticeQueue()
}
