import Foundation
import TestHarness
import Testing

/// Docs/interface: what programs may use, symbol by symbol. A change of it is a change for them, and is seen here first.
@Suite(.hangLimit) struct PublicInterfaceTests {
  static let modules = [
    "RunLoopCore", "RunLoopDispatch", "RunLoopExecutors", "RunLoopNet", "RunLoopTesting", "StallMonitoring",
    "FoundationBridge", "HIDEvents", "EventRouting", "ResponderKit", "UIKit", "DesktopWindows",
    "BenchmarkKit",
  ]
  /// Another compiler writes declarations in another way.
  private static var isCompilerOfTheTexts: Bool {
    #if compiler(>=6.3) && compiler(<6.4)
      true
    #else
      false
    #endif
  }

  private static let isWriting = ProcessInfo.processInfo.environment["MAINSPRING_WRITE_INTERFACE"] == "1"

  private static func heading(_ module: String) -> String {
    """
    # The public interface of \(module), as Swift 6.3 writes it. After a change that is meant:
    # MAINSPRING_WRITE_INTERFACE=1 swift test --filter PublicInterfaceTests
    """
  }

  @Test(
    .enabled(
      if: isCompilerOfTheTexts && modules.allSatisfy(PublicInterface.isThere),
      "skipped: another compiler than 6.3, or not all modules were built"), arguments: modules)
  func theInterfaceIsTheOneOfTheText(_ module: String) throws {
    let interface = try PublicInterface(of: module)
    let path = "Docs/interface/\(module).txt"
    let file = Documents.root.appending(path: path)
    if Self.isWriting {
      let text = ([Self.heading(module)] + interface.lines).joined(separator: "\n") + "\n"
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let known = Set(try Documents.lines(of: path).filter { !$0.hasPrefix("#") && !$0.isEmpty })
    let found = Set(interface.lines)
    #expect(found.subtracting(known).sorted() == [], "new: write the text anew (its first lines say how)")
    #expect(
      known.subtracting(found).sorted() == [], "gone or changed: programs that use it do not compile any more"
    )
  }
}
