/// What an address is, as far as it is known.
public struct CodeFrame: Sendable, Equatable {
  /// The address in the process that it was read from.
  public var address: UInt
  /// The function as people write it, or "0x…" when it has no name.
  public var name: String
  /// The name that the linker uses; empty when there is none.
  public var rawName = ""
  /// How far into the function the address is.
  public var offset: UInt = 0
  /// The image's path; empty for an address of none.
  public var image = ""
  /// The linker's mark of the image's build; empty for an address of no image.
  public var buildID: [UInt8] = []
  /// The address as the image's file has it: what it is in every process, also in one that is gone. Nil for an address
  /// of no image.
  public var fileAddress: UInt?
  /// Empty when not known.
  public var file = ""
  /// The line in `file`, from 1; 0 when not known.
  public var line = 0
  /// The function's code is part of the next frame's function.
  public var isInlined = false
  /// Part of the machine of a language whose functions are on the stack by their own names.
  var isMachine = false

  /// Addresses from here on are Python's: no process has any there.
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
