import Foundation
import TestHarness
import Testing

@testable import StallMonitoring

/// What compilers write, read by us and by addr2line.
@Suite("Lines of compiled code", .hangLimit) struct CompiledLinesTests {
  private static let header = """
    static inline int twice(int number) {
      return number + number + (number > 3 ? 1 : 0);
    }
    """

  /// A cold part that GCC moves away, calls in calls, and a file that is included.
  private static let source = """
    #include "twice.h"
    extern volatile int sink;
    volatile int sink;
    __attribute__((noinline, cold)) static void rare(int number) { sink = number; }
    static inline int fourth(int number) {
      int half = twice(number);
      if (__builtin_expect(half == 77, 0)) { rare(half); sink = 3; rare(2); }
      return twice(half);
    }
    int outer(int number) {
      int result = fourth(number);
      for (int index = 0; index < number; index++) result += sink * twice(index);
      return result;
    }
    int other(void) { return outer(sink) + fourth(sink); }
    """

  /// "function file:line", innermost first, as addr2line prints it.
  private static func expected(_ library: String, _ addresses: [UInt64]) throws -> [[String]] {
    let list = addresses.map { "0x" + String($0, radix: 16) }.joined(separator: " ")
    let output = try ChildProgram.shell("addr2line -a -i -f -e '\(library)' \(list)").output
    var answers: [[String]] = []
    var name: String?
    for line in output.split(separator: "\n").map(String.init) {
      if line.hasPrefix("0x"), name == nil {
        answers.append([])
      } else if let function = name {
        let place = line.split(separator: " ").first.map(String.init) ?? ""
        answers[answers.count - 1].append("\(function) \(place.hasSuffix(":?") ? ":0" : place)")
        name = nil
      } else {
        name = line
      }
    }
    return answers
  }

  /// The library, without which there is no such compiler.
  static func compile(_ command: String, in folder: TemporaryFolder, as name: String = "library.so") throws
    -> String?
  {
    try Self.header.write(toFile: folder.path + "/twice.h", atomically: true, encoding: .utf8)
    try Self.source.write(toFile: folder.path + "/source.c", atomically: true, encoding: .utf8)
    let library = "\(folder.path)/\(name)"
    let link = "-shared -fPIC -nostdlib -Wl,--build-id -o '\(library)' '\(folder.path)/source.c'"
    return try ChildProgram.shell("\(command) \(link)").status == 0 ? library : nil
  }

  private static func addresses(of file: ElfFile) -> [UInt64] {
    SymbolTable.functions(of: file).flatMap { function in (0..<function.size).map { function.address + $0 } }
  }

  /// Of a library that is compiled in this way, "function file:line" for each function at each address; nil without the
  /// compiler.
  private static func places(_ command: String, in folder: TemporaryFolder) throws -> [[String]]? {
    guard let library = try compile(command, in: folder) else { return nil }
    return try places(of: library)
  }

  static func places(of library: String, _ search: SymbolSearch? = nil) throws -> [[String]] {
    let file = try #require(ElfFile(path: library))
    let lines = try #require(DwarfFile(file, search: search))
    let addresses = addresses(of: file)
    try #require(addresses.count > 60)
    return addresses.map { address in
      lines.places(at: address).map { "\($0.rawName) \($0.file):\($0.line)" }
    }
  }

  @Test(
    "are those of addr2line",
    arguments: [
      "gcc -O0 -gdwarf-2 -gstrict-dwarf", "gcc -O2 -gdwarf-3", "gcc -O2 -gdwarf-4", "gcc -O2 -gdwarf-5",
      "clang -O0 -g", "clang -O2 -gdwarf-4", "clang -O1 -gdwarf-4 -ffunction-sections -fuse-ld=lld",
    ])
  func lines(_ command: String) throws {
    let folder = try TemporaryFolder()
    guard let found = try Self.places(command, in: folder), try ChildProgram.shell("addr2line -v").status == 0
    else {
      print("skipped: no \(command), or no addr2line")
      return
    }
    let library = folder.path + "/library.so"
    let addresses = Self.addresses(of: try #require(ElfFile(path: library)))
    let expected = try Self.expected(library, addresses)
    try #require(expected.count == addresses.count)
    for (index, address) in addresses.enumerated() {
      // Where code has no line, addr2line says the one before.
      if found[index].contains(where: { $0.hasSuffix(" :0") }) { continue }
      #expect(found[index] == expected[index], "\(command): 0x\(String(address, radix: 16))")
    }
    #expect(found.count { $0.count > 1 } > 10 || command.contains("-O0"))
  }

  /// The tables of version 5 are beyond some readers, and the code is the same.
  @Test(
    "are the same in another form",
    arguments: [
      ("clang -O2 -gdwarf-4", "clang -O2 -gdwarf-5"),
      ("clang -O2 -gdwarf-5", "clang -O2 -gdwarf-5 -gdwarf64"),
      ("gcc -O2 -gdwarf-4", "gcc -O2 -gdwarf-5"), ("gcc -O2 -gdwarf-5", "gcc -O2 -gdwarf64 -gdwarf-5"),
      ("gcc -O2 -gdwarf-5", "gcc -O2 -gdwarf-5 -gz=zlib"),
      ("clang -O2 -gdwarf-4 -fuse-ld=lld", "clang -O2 -gdwarf-4 -fuse-ld=lld -gz=zlib"),
    ])
  func forms(_ first: String, _ second: String) throws {
    let folder = try TemporaryFolder()
    guard let expected = try Self.places(first, in: folder), let found = try Self.places(second, in: folder)
    else {
      print("skipped: no \(first), or no \(second)")
      return
    }
    #expect(expected.contains { $0.count > 2 })
    #expect(found == expected)
  }

  @Test("are the same when objcopy has compressed them", arguments: ["zlib", "zstd"])
  func compressed(_ packer: String) throws {
    let folder = try TemporaryFolder()
    guard let library = try Self.compile("gcc -O2 -gdwarf-5", in: folder) else {
      print("skipped: no gcc")
      return
    }
    let packed = folder.path + "/packed.so"
    let program = "objcopy --compress-debug-sections=\(packer) '\(library)' '\(packed)'"
    guard try ChildProgram.shell(program).status == 0 else {
      print("skipped: no objcopy that compresses with \(packer)")
      return
    }
    let section = try #require(ElfFile(path: packed)?.section(named: DwarfSections.Name.entries.rawValue))
    #expect(section.isCompressed)
    #expect(try Self.places(of: packed) == Self.places(of: library))
  }

  @Test("are in stacks: inlined functions by their names, and calls where they were made")
  func stacks() throws {
    let folder = try TemporaryFolder()
    guard let library = try Self.compile("clang -O2 -g", in: folder) else {
      print("skipped: no clang")
      return
    }
    let file = try #require(ElfFile(path: library))
    let base: UInt = 1 << 40
    let image = LoadedImage(
      path: library, start: base, end: base + 1 << 20, bias: base, buildID: file.buildID)
    let names = SymbolNames(images: [image], lines: true)
    let table = try #require(SymbolTable(path: library))
    let ranges = SymbolTable.functions(of: file)
    let outer = try #require(ranges.first { table.function(at: $0.address)?.name == "outer" })
    let stacks = (0..<outer.size).map { names.frames([base + UInt(outer.address + $0)]) }
    let deep = try #require(stacks.first { $0.count > 1 })
    #expect(["twice", "fourth"].contains(deep[0].name) && deep[0].isInlined && deep[0].offset == 0)
    #expect(deep.last?.name == "outer" && deep.last?.isInlined == false)
    #expect(deep.allSatisfy { $0.line > 0 && $0.file.hasPrefix(folder.path) })
    // A return address is that of the call in front of it, also behind a function's end.
    func places(_ frames: some Sequence<CodeFrame>) -> [String] { frames.map { "\($0.name) \($0.line)" } }
    let end = base + UInt(outer.address + outer.size)
    // Each knows only what it has looked up itself.
    let callers = SymbolNames(images: [image], lines: true)
    let leaves = SymbolNames(images: [image], lines: true)
    for address in end - UInt(outer.size) + 1...end {
      #expect(places(callers.frames([0, address]).dropFirst()) == places(leaves.frames([address - 1])))
    }
  }
}
