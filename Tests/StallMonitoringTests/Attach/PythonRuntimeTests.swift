import TestHarness
import Testing

@testable import StallMonitoring

/// What is read of an interpreter's structures, which stand here in this process's own memory.
@Suite(.hangLimit) struct PythonRuntimeTests {
  private let structures = PythonStructures()

  private func runtime(_ version: UInt64) throws -> PythonRuntime {
    structures.runtime(try #require(PythonLayout.of(version: version, table: [])))
  }

  private func memory() -> PagedMemory { PagedMemory(ProcessMemory()) }

  /// States of threads, by their interpreters, newest first.
  private func add(_ interpreters: [[Int32]], to runtime: PythonRuntime) -> [Int32: UInt] {
    let layout = runtime.layout
    var states: [Int32: UInt] = [:]
    var place = runtime.address + layout.interpreters
    for threads in interpreters {
      let interpreter = structures.make()
      structures.set(place, UInt64(interpreter))
      place = interpreter + layout.nextInterpreter
      var statePlace = interpreter + layout.threads
      for thread in threads {
        let state = structures.make()
        structures.set(statePlace, UInt64(state))
        structures.set(state + layout.nativeThread, UInt64(thread))
        statePlace = state + layout.nextThread
        states[thread] = state
      }
    }
    return states
  }

  @Test("A thread's state is found in each interpreter, and a thread without Python has none")
  func states() throws {
    let runtime = try runtime(0x030c_01f0)
    let states = add([[11, 12], [], [13, 14]], to: runtime)
    var memory = memory()
    for (thread, state) in states { #expect(runtime.state(of: thread, memory: &memory) == state) }
    #expect(runtime.state(of: 15, memory: &memory) == nil)
  }

  /// Frames of a thread, innermost first; nil stands for the frame that marks an entry of the interpreter's loop.
  private func add(_ codes: [UInt?], of state: UInt, to runtime: PythonRuntime) throws {
    let layout = runtime.layout
    let current = structures.make()
    structures.set(state + layout.frame, UInt64(current))
    var place = current + (try #require(layout.frameBehind))
    for code in codes {
      let frame = structures.make()
      structures.set(place, UInt64(frame))
      structures.set(frame + layout.owner, code == nil ? PythonLayout.entryOwner : 0)
      if let code {
        structures.set(frame + layout.code, UInt64(code))
        structures.set(frame + layout.instruction, UInt64(code + 1))
      }
      place = frame + layout.previous
    }
  }

  @Test("Each entry of the interpreter's loop has the frames of its own functions")
  func frames() throws {
    let runtime = try runtime(0x030c_01f0)
    let state = try #require(add([[7]], to: runtime)[7])
    try add([0x100, 0x200, nil, 0x300, nil], of: state, to: runtime)
    var memory = memory()
    func codes(most: Int) -> (entries: [[UInt]], isCut: Bool)? {
      runtime.frames(ofState: state, thread: 7, most: most, memory: &memory).map {
        ($0.entries.map { $0.map(\.code) }, $0.isCut)
      }
    }
    let whole = try #require(codes(most: 10))
    #expect(whole.entries == [[0x100, 0x200], [0x300]] && !whole.isCut)
    let part = try #require(codes(most: 2))
    #expect(part.entries == [[0x100, 0x200]] && part.isCut)
    // The state is another thread's by now.
    #expect(runtime.frames(ofState: state, thread: 8, most: 10, memory: &memory) == nil)
  }

  @Test("In 3.11 the frame that the interpreter's loop was entered with is the last one of its entry")
  func markedFrames() throws {
    let runtime = try runtime(0x030b_02f0)
    let layout = runtime.layout
    let state = try #require(add([[7]], to: runtime)[7])
    let current = structures.make()
    structures.set(state + layout.frame, UInt64(current))
    var place = current + (try #require(layout.frameBehind))
    for (code, isEntry) in [(0x100, 0), (0x200, 1), (0x300, 1)] as [(UInt64, UInt8)] {
      let frame = structures.make()
      structures.set(place, UInt64(frame))
      structures.set(frame + layout.code, code)
      structures.set(frame + layout.instruction, code + 1)
      structures.set(frame + (try #require(layout.isEntry)), isEntry)
      place = frame + layout.previous
    }
    var memory = memory()
    let stack = try #require(runtime.frames(ofState: state, thread: 7, most: 10, memory: &memory))
    #expect(stack.entries.map { $0.map(\.code) } == [[0x100, 0x200], [0x300]] && !stack.isCut)
  }

  @Test("A frame that no interpreter makes ends the reading")
  func invalidFrames() throws {
    let runtime = try runtime(0x030c_01f0)
    let layout = runtime.layout
    let state = try #require(add([[7]], to: runtime)[7])
    let (current, frame) = (structures.make(), structures.make())
    structures.set(state + layout.frame, UInt64(current))
    structures.set(current, UInt64(frame))
    structures.set(frame + layout.code, UInt64(1))
    structures.set(frame + layout.instruction, UInt64(1))
    func isRead() -> Bool {
      var memory = memory()
      return runtime.frames(ofState: state, thread: 7, most: 10, memory: &memory) != nil
    }
    #expect(isRead())
    structures.set(frame + layout.owner, PythonLayout.entryOwner + 1)
    #expect(!isRead())
    structures.set(frame + layout.owner, UInt8(0))
    // Not where an object may begin.
    structures.set(current, UInt64(frame + 4))
    #expect(!isRead())
  }

  @Test("Texts are read in each of their widths, and a long one is cut")
  func texts() throws {
    let runtime = try runtime(0x030b_02f0)
    var memory = memory()
    func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }
    for (word, width, isASCII) in [
      ("serve", 1, true), ("größer", 1, false), ("Привет", 2, false), ("木 🚀", 4, false),
    ] as [(String, UInt32, Bool)] {
      let object = structures.text(scalars(word), width: width, isASCII: isASCII, in: runtime)
      #expect(runtime.text(object, memory: &memory) == word)
    }
    let long = structures.text([UInt32](repeating: 0x61, count: 2_000), width: 1, isASCII: true, in: runtime)
    #expect(runtime.text(long, memory: &memory)?.count == 1_024)
    // Half of a pair is no character.
    let half = structures.text([0xd800], width: 2, in: runtime)
    #expect(runtime.text(half, memory: &memory) == "\u{fffd}")
  }

  @Test("An object of another type, or of a form that there is not, is no text")
  func otherObjects() throws {
    let runtime = try runtime(0x030b_02f0)
    var memory = memory()
    let object = structures.text([0x61], width: 1, isASCII: true, in: runtime)
    structures.set(object + PythonLayout.count, Int64(-1))
    #expect(runtime.text(object, memory: &memory) == nil)
    var again = self.memory()
    structures.set(object + PythonLayout.count, Int64(1))
    structures.set(object + PythonLayout.textState, UInt32(3 << 2 | 1 << 5))
    #expect(runtime.text(object, memory: &again) == nil)
    var last = self.memory()
    structures.set(object + PythonLayout.type, UInt64(PythonStructures.bytesType))
    #expect(runtime.text(object, memory: &last) == nil)
    #expect(runtime.bytes(object, most: 0, memory: &last) == nil)
    #expect(runtime.bytes(object, most: 1, memory: &last)?.count == 1)
  }
}
