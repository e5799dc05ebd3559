import UIKit

// A file that imports Testing can not import UIKit: the toolchain looks for a module that joins both, which is Apple's.

typealias UIKitTimer = UIKit.Timer
