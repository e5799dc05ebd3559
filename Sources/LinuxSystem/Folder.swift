/// An open folder, whose entries are read one after the other, unordered.
package struct Folder: ~Copyable {
  /// An entry. Valid until the next one is read.
  package struct Entry {
    fileprivate let record: UnsafeMutablePointer<dirent>

    /// Not always UTF-8.
    package var bytes: UnsafeRawBufferPointer {
      let start = UnsafeRawPointer(record) + MemoryLayout<dirent>.offset(of: \.d_name)!
      return UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self)))
    }

    package var name: String { String(decoding: bytes, as: UTF8.self) }

    /// A name that is a number, as those of processes, threads and descriptors.
    package var number: Int32? {
      var number: Int32 = 0
      for byte in bytes {
        let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
        let (sum, isOver) = tens.addingReportingOverflow(Int32(byte) - 48)
        guard (48...57).contains(byte), !isTooLarge, !isOver else { return nil }
        number = sum
      }
      return number
    }

    /// `DT_DIR` and others, as far as the file system knows them.
    package var kind: UInt8 { record.pointee.d_type }
  }

  private let stream: OpaquePointer

  package init(_ path: String) throws(Errno) {
    // The kernel would take what is in front of a NUL.
    if path.utf8.contains(0) { throw Errno(ENOENT) }
    guard let stream = opendir(path) else { throw .last }
    self.stream = stream
  }

  deinit { closedir(stream) }

  /// The next entry but `.` and `..`; nil at the end.
  package func next() throws(Errno) -> Entry? {
    while true {
      // The end and an error look the same otherwise.
      Errno.last = Errno(0)
      guard let record = readdir(stream) else {
        if Errno.last != 0 { throw .last }
        return nil
      }
      let entry = Entry(record: record)
      let isDots = entry.bytes.elementsEqual(".".utf8) || entry.bytes.elementsEqual("..".utf8)
      if !isDots { return entry }
    }
  }

  /// All names.
  package static func names(in path: String) throws(Errno) -> [String] {
    let folder = try Folder(path)
    var names: [String] = []
    while let entry = try folder.next() { names.append(entry.name) }
    return names
  }

  /// All names that are numbers.
  package static func numbers(in path: String) throws(Errno) -> [Int32] {
    let folder = try Folder(path)
    var numbers: [Int32] = []
    while let entry = try folder.next() {
      if let number = entry.number { numbers.append(number) }
    }
    return numbers
  }
}
