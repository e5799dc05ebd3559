import LinuxSystem

/// The kernel's side of a screen. Tests have a simulated one.
protocol ScreenKernel: AnyObject {
  /// Becomes readable when the device has events.
  var descriptor: Int32 { get }
  /// 0, or the negative number of the error.
  func call(_ request: UInt, _ argument: UnsafeMutableRawPointer?) -> Int32
  /// Reads the available bytes, up to the buffer's size; 0 at the end, or the negative number of the error.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int
  /// Memory of a picture.
  func map(_ offset: UInt64, _ length: Int) -> UnsafeMutableRawPointer?
  func unmap(_ memory: UnsafeMutableRawPointer, _ length: Int)
}

extension ScreenKernel {
  /// A call that reads and writes a value.
  func call<Value>(_ request: UInt, with value: inout Value) -> Int32 {
    withUnsafeMutableBytes(of: &value) { call(request, $0.baseAddress) }
  }
}

/// A device file.
final class ScreenFile: ScreenKernel {
  let descriptor: Int32

  init(_ path: String) throws(ScreenError) {
    descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .notOpened(path: path, reason: Errno.last.description) }
  }

  deinit { close(descriptor) }

  func call(_ request: UInt, _ argument: UnsafeMutableRawPointer?) -> Int32 {
    linux_screen_call(descriptor, request, argument)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = LinuxSystem.read(descriptor, buffer.baseAddress, buffer.count)
    return count >= 0 ? count : -Int(Errno.last.code)
  }

  func map(_ offset: UInt64, _ length: Int) -> UnsafeMutableRawPointer? {
    let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, off_t(offset))
    return memory == MAP_FAILED ? nil : memory
  }

  func unmap(_ memory: UnsafeMutableRawPointer, _ length: Int) { munmap(memory, length) }
}
