/// What names a boundary or a menu: a text or a number, compared as such. UIKit's programs write `"floor" as NSCopying`.
public protocol NSCopying {}

extension String: NSCopying {}
extension Int: NSCopying {}
