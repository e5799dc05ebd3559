import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import enum RunLoopCore.SystemCall

/// System calls that the library wraps.
@Suite(.hangLimit) struct SystemPartsTests {
  @Test func theListingOfADirectoryEndsWhenItsReaderHasEnough() throws {
    var names: [[UInt8]] = []
    try SystemCall.directoryEntries(of: "/proc/self") { name, _ in
      names.append(name)
      return names.count < 3
    }
    #expect(names.count == 3 && !names.contains([46]) && !names.contains([46, 46]))
  }

  /// In processes of their own, whose environment and limits these change.
  @Test func aReceiverWithoutDescriptorsIsNotifiedThatItMissesSome() async {
    await #expect(processExitsWith: .success) {
      let (near, far) = try Socket.pair(.packets)
      let (sent, _) = try Socket.pair(.stream)
      let bytes: [UInt8] = [1, 2]
      for _ in 0..<2 { _ = bytes.withUnsafeBytes { near.send($0, with: [sent.number]) } }
      var buffer = [UInt8](repeating: 0, count: 8)
      var descriptors: [Int32] = []
      let whole = buffer.withUnsafeMutableBytes { far.receive(into: $0, descriptors: &descriptors) }
      #expect(whole == (2, false) && descriptors.count == 1)
      limitDescriptors(to: 3)
      let cut = buffer.withUnsafeMutableBytes { far.receive(into: $0, descriptors: &descriptors) }
      #expect(cut == (2, true) && descriptors.count == 1)
    }
  }

  @Test func aVariableThatIsEmptyHasNoValue() async {
    await #expect(processExitsWith: .success) {
      let name = "MAINSPRING_TEST_OF_VARIABLES"
      #expect(Environment.value(name) == nil)
      setenv(name, "", 1)
      #expect(Environment.value(name) == nil)
      setenv(name, "some", 1)
      #expect(Environment.value(name) == "some")
    }
  }

  @Test func readingToTheEndEndsAtItsLimit() throws {
    let pipe = try Pipe()
    for byte in UInt8(0)..<100 { pipe.write(byte) }
    #expect(try ByteTransfer.readToEnd(pipe.reader, limit: 10) == Array(0..<10))
    #expect(try ByteTransfer.readToEnd(pipe.reader, limit: 30, expecting: 7) == Array(10..<40))
    pipe.closeWriter()
    #expect(try ByteTransfer.readToEnd(pipe.reader) == Array(40..<100))
  }

  @Test func theNamesInAFolderAreNeitherItsOwnNorThatAboveIt() throws {
    let names = try Folder.names(in: "/proc/self")
    #expect(names.contains("status") && !names.contains(".") && !names.contains(".."))
    #expect(throws: Errno(ENOENT)) { try Folder.names(in: "/proc/self/no such folder") }
    #expect(throws: Errno(ENOENT)) { try Folder.names(in: "/proc/self\0/fd") }
  }

  @Test func onlyAWholeNameIsANumber() throws {
    let folder = try TemporaryFolder()
    for name in ["7", "2147483647", "2147483648", "21474836470", "7a", "-7", "+7", "x"] {
      close(open("\(folder.path)/\(name)", O_WRONLY | O_CREAT, 0o600))
    }
    #expect(try Folder.numbers(in: folder.path).sorted() == [7, 2_147_483_647])
  }

  @Test func aKernelFileOfOneLineIsReadToTheLinesEnd() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/file"
    for (content, line) in [
      ("Some Machine\u{0}\n", "Some Machine"), ("\n1 2\n", ""), ("", ""), ("1\n2\n", "1"),
    ] {
      let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      defer { close(file) }
      try ByteTransfer.writeAll(content, to: file)
      #expect(KernelFile.line(path) == line)
      #expect((KernelFile.readable(path) == nil) == content.isEmpty)
    }
    #expect(KernelFile.line(folder.path + "/none") == nil)
  }

  @Test func aFIFOInAKernelFilesPlaceDoesNotBlock() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.path + "/fifo", 0o600) == 0)
    #expect(KernelFile.line(folder.path + "/fifo") == "")
  }
}
