/// The numbers of the kernel's input protocol that the reader knows, by the names of `linux/input-event-codes.h`.
enum InputCode {
  // Kinds of records.
  static let synchronization: UInt16 = 0x00
  static let key: UInt16 = 0x01
  static let relative: UInt16 = 0x02
  static let absolute: UInt16 = 0x03
  static let miscellaneous: UInt16 = 0x04
}
