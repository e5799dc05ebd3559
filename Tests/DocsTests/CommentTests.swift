import Foundation
import TestHarness
import Testing

/// Every public symbol has a comment: types, members, protocols' requirements and enumerations' cases.
@Suite(.hangLimit) struct CommentTests {
  @Test(
    .enabled(
      if: PublicInterfaceTests.modules.allSatisfy { PublicInterface.isThere($0) },
      "skipped: not all modules were built"), arguments: PublicInterfaceTests.modules)
  func everyPublicSymbolHasAComment(_ module: String) throws {
    let interface = try PublicInterface(of: module)
    #expect(!interface.lines.isEmpty)
    let missing = interface.undocumented
    #expect(
      missing.isEmpty, "public, and without a comment:\n\(missing.joined(separator: "\n"))")
  }

  /// Declarations of all kinds in one module; a line that ends with `// no` has the name of a symbol without a comment.
  private static let sample = """
    /// A type.
    public struct Shape: Equatable, CustomStringConvertible {
      public let corners: Int  // no
      /// Documented.
      public var (width, height): (Double, Double)
      /// Documented, with an attribute between.
      @available(*, deprecated)
      @inlinable
      public func area() -> Double { width * height }
      @discardableResult
      public func grow() -> Shape { self }  // no
      // An ordinary comment is none.
      public static let unit = 1.0  // no
      ///
      public var isEmpty: Bool { true }  // no
      public init(corners: Int) { (self.corners, width, height) = (corners, 0, 0) }  // no
      public subscript(index: Int) -> Int { index }  // no
      var inside = 0
      package var shared = 0
      public var description: String { "the standard library describes it" }
      public static func == (one: Shape, other: Shape) -> Bool { true }
    }

    /// An enumeration, whose raw value is the compiler's.
    public enum Kind: Int, CaseIterable {
      /// The first two share a comment.
      case round, square
      case flat  // no
    }

    public protocol Drawable {  // no
      /// Documented.
      func draw()
      var colour: Int { get }  // no
    }

    extension Shape: Drawable {
      public func draw() {}
      public var colour: Int { 1 }  // no
      public struct Nested {}  // no
    }

    extension Array where Element == Shape {
      public var total: Int { 0 }  // no
    }

    /// A class, whose deinitializer needs no words.
    open class Base {
      /// Documented.
      open func run() {}
      open func stop() {}  // no
      deinit {}
    }

    /// Another one.
    public final class Derived: Base {
      override public func run() {}
    }

    public typealias Number = Int  // no
    public func make() {}  // no
    """

  @Test func eachKindOfSymbolWithoutACommentIsFound() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.sample.write(to: folder.appending(path: "Sample.swift"), atomically: true, encoding: .utf8)
    _ = try ChildProgram.lines(
      of: "swiftc",
      [
        "-emit-module", "-emit-module-path", folder.appending(path: "Sample.swiftmodule").path,
        "-module-name", "Sample", "-package-name", "sample", "-suppress-warnings",
        folder.appending(path: "Sample.swift").path,
      ])
    let found = try PublicInterface(of: "Sample", in: folder).undocumented.map { $0.split(separator: ":")[1] }
    let wanted = Self.sample.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { $0.element.hasSuffix("// no") }.map { "\($0.offset + 1)" }
    #expect(Set(found.map(String.init)) == Set(wanted))
    #expect(found.count == wanted.count)
  }
}
