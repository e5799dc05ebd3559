// What UIKit's programs get by `import UIKit`: the layer, under the name by which they know it. A file that imports Foundation, too,
// finds CGPoint and the like in both: Docs/responder.md says what to do.
@_exported import Dispatch
@_exported import ResponderKit
