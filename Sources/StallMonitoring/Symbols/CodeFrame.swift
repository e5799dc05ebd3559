/// An address with its names, as far as they are known.
public struct CodeFrame: Sendable, Equatable {
  /// The address in the process that it was read from.
  public var address: UInt
  /// The function's readable name, or "0x…" when it has no name.
  public var name: String
  /// The name that the linker uses; empty when there is none.
  public var rawName = ""
  /// The offset of the address in the function.
  public var offset: UInt = 0
  /// The image's path; empty for an address of no image.
  public var image = ""
  /// The image's build id; empty for an address of no image.
  public var buildID: [UInt8] = []
  /// The address in the image's file, which is the same in every process, also in one that has ended. Nil for an address
  /// of no image.
  public var fileAddress: UInt?
  /// Empty when not known.
  public var file = ""
  /// The line in `file`, from 1; 0 when not known.
  public var line = 0
  /// Whether the function's code is part of the next frame's function.
  public var isInlined = false
  /// Whether it is part of a language's virtual machine, whose own functions are on the stack by name.
  var isMachine = false

  /// Addresses from here on are Python's: no process uses them.
  static let firstPythonAddress: UInt = 0xf << 60

  /// A frame of which nothing else is known.
  public init(address: UInt, name: String) {
    self.address = address
    self.name = name
  }

  /// The last part of the image's path.
  public var imageName: String {
    image.split(separator: "/").last.map(String.init) ?? image
  }
}
