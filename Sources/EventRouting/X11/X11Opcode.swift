/// The numbers of requests, as the X protocol has them.
enum X11Opcode: UInt8 {
  case createWindow = 1
  case changeWindowAttributes = 2
  case destroyWindow = 4
  case mapWindow = 8
  case unmapWindow = 10
  case configureWindow = 12
  case internAtom = 16
  case getAtomName = 17
  case changeProperty = 18
  case getProperty = 20
  case setSelectionOwner = 22
  case getSelectionOwner = 23
  case convertSelection = 24
  case sendEvent = 25
  case translateCoordinates = 40
  case setInputFocus = 42
  case getInputFocus = 43
  case createGC = 55
  case putImage = 72
  case getImage = 73
  case createColormap = 78
  case queryExtension = 98
  case getKeyboardMapping = 101
  case getModifierMapping = 119
  case noOperation = 127

  /// Requests of the X Input extension.
  enum Input {
    static let selectEvents: UInt8 = 46
    static let queryVersion: UInt8 = 47
  }

  /// Requests of the keyboard extension.
  enum Keyboard {
    static let perClientFlags: UInt8 = 21
  }
}
