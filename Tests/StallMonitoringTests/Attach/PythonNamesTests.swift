import TestHarness
import Testing

@testable import StallMonitoring

/// Names of Python's functions, whose code stands here in this process's own memory.
@Suite(.hangLimit) struct PythonNamesTests {
  private let structures = PythonStructures()
  private let runtime: PythonRuntime
  private let stacks: PythonStacks
  private let code: UInt

  /// A function of eight instructions, from line 10 on: four at that line, and four two lines further.
  init() throws {
    runtime = structures.runtime(try #require(PythonLayout.of(version: 0x030c_01f0, table: [])))
    stacks = PythonStacks(memory: ProcessMemory(), of: 1, runtime: runtime)
    let layout = runtime.layout
    code = structures.make()
    structures.set(code + PythonLayout.type, UInt64(PythonStructures.codeType))
    structures.set(code + PythonLayout.count, Int64(8))
    structures.set(code + layout.name, UInt64(structures.text("load", in: runtime)))
    structures.set(code + layout.file, UInt64(structures.text("/app/feed.py", in: runtime)))
    structures.set(code + layout.firstLine, Int32(10))
    let table = structures.make()
    structures.set(table + PythonLayout.type, UInt64(PythonStructures.bytesType))
    let bytes = [0x83, 0x00, 0xe3, 0x00, 0x00] as [UInt8]
    structures.set(table + PythonLayout.count, Int64(bytes.count))
    for (index, byte) in bytes.enumerated() { structures.set(table + PythonLayout.bytes + UInt(index), byte) }
    structures.set(code + layout.lines, UInt64(table))
  }

  /// The name in the place of the interpreter's loop, when the function is at an instruction; nil when the loop stays.
  private func name(at offset: Int) -> String? {
    let instruction = code + runtime.layout.instructions &+ UInt(bitPattern: offset)
    let stack = PythonRuntime.Stack(entries: [[.init(code: code, instruction: instruction)]])
    let merged = stacks.merged([runtime.loop.lowerBound + 8], stack, isComplete: true)
    return merged.first.flatMap { stacks.function(at: $0)?.name }
  }

  @Test("A function has the line of its instruction, and its first line when it has just been called")
  func lines() {
    #expect(name(at: 0) == "load (/app/feed.py:10)" && name(at: 6) == "load (/app/feed.py:10)")
    #expect(name(at: 8) == "load (/app/feed.py:12)" && name(at: 14) == "load (/app/feed.py:12)")
    #expect(name(at: -2) == "load (/app/feed.py:10)")
    // Not in the function at all.
    #expect(name(at: -4) == nil && name(at: 16) == nil)
  }

  @Test("A function that lies where another one lay has its own name, file and line")
  func reusedMemory() {
    #expect(name(at: 0) == "load (/app/feed.py:10)")
    structures.set(code + runtime.layout.name, UInt64(structures.text("save", in: runtime)))
    #expect(name(at: 0) == "save (/app/feed.py:10)")
    structures.set(code + runtime.layout.file, UInt64(structures.text("/app/list.py", in: runtime)))
    #expect(name(at: 0) == "save (/app/list.py:10)")
    structures.set(code + runtime.layout.firstLine, Int32(20))
    #expect(name(at: 8) == "save (/app/list.py:22)")
  }
}
