/// What every `NSObject` is: the type of what `addObserver` returns.
public protocol NSObjectProtocol: AnyObject {}

extension NSObject: NSObjectProtocol {}
