import LinuxSystem
import TestHarness
import Testing

@testable import BenchmarkKit

/// Where reports go to.
@Suite("Output of a report", .hangLimit)
struct ReportOutputTests {
  /// How many descriptors of this process are open for a file.
  private func descriptors(of path: String) throws -> Int {
    try Folder.names(in: "/proc/self/fd").count { name in
      var target = [CChar](repeating: 0, count: 4096)
      let count = readlink("/proc/self/fd/\(name)", &target, target.count)
      let bytes = target.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }
      return String(decoding: bytes, as: UTF8.self).hasPrefix(path)
    }
  }

  @Test("leaves no file open, whether it can be written or not")
  func closing() throws {
    let folder = try TemporaryFolder()
    let file = ReportFile(folder.path + "/a")
    try file.check()
    try file.write("text")
    try file.check()
    #expect(try descriptors(of: file.name) == 0)
    let before = try descriptors(of: "/dev/full")
    for _ in 0..<16 { #expect(throws: ReportFile.Failure.self) { try ReportFile("/dev/full").write("x") } }
    #expect(try descriptors(of: "/dev/full") < before + 16)
  }

  /// The environment and standard error are the process's: in one of its own.
  @Test("on a terminal fits its width, and takes the progress line away")
  func terminal() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      setenv("TERM", "xterm", 1)
      unsetenv("NO_COLOR")
      let (master, end) = try openTerminal()
      precondition(Terminal(end) == Terminal(columns: 80, hasColours: true), "it does not tell its size")
      var size = winsize(ws_row: 40, ws_col: 132, ws_xpixel: 0, ws_ypixel: 0)
      precondition(ioctl(end, UInt(TIOCSWINSZ), &size) == 0)
      setenv("NO_COLOR", "", 1)
      precondition(Terminal(end) == Terminal(columns: 132, hasColours: true), "an empty word says nothing")
      setenv("NO_COLOR", "1", 1)
      precondition(Terminal(end) == Terminal(columns: 132, hasColours: false))
      setenv("TERM", "dumb", 1)
      precondition(Terminal(end) == nil && Terminal(open("/dev/null", O_RDWR)) == nil)

      let errors = dup(2)
      dup2(end, 2)
      let progress = Progress()
      progress.clear()
      progress.show("a long text")
      progress.show("short")
      progress.clear()
      dup2(errors, 2)
      write(end, "!", 1)
      var (text, byte) = ("", UInt8(0))
      while !text.hasSuffix("!"), read(master, &byte, 1) == 1 { text.unicodeScalars.append(.init(byte)) }
      let gaps = (String(repeating: " ", count: 6), String(repeating: " ", count: 5))
      precondition(text == "\ra long text\rshort\(gaps.0)\r\(gaps.1)\r!", text.debugDescription)
    }
  }
}

/// Both ends of a terminal without a screen: what is written to the second one is read from the first.
private func openTerminal() throws -> (master: Int32, end: Int32) {
  let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
  var (locked, number): (Int32, UInt32) = (0, 0)
  // TIOCSPTLCK and TIOCGPTN.
  guard master >= 0, ioctl(master, 0x4004_5431, &locked) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
    throw Errno.last
  }
  let end = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
  guard end >= 0 else { throw Errno.last }
  return (master, end)
}
