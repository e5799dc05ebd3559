import CLinux
import Glibc
import Testing

@testable import StallMonitoring

@inline(never) func sleepsInANamedFunction(_ flag: SharedFlag) {
  flag.set()
  usleep(300_000)
  Load.sink &+= 1
}

struct SymbolTests {
  private func sleepingStack() -> StackSample {
    let world = LinuxWorld(signal: 0)
    let flag = SharedFlag()
    let target = TargetThread(world) { sleepsInANamedFunction(flag) }
    while !flag.isSet { usleep(100) }
    var sample = StackSample()
    for _ in 0..<50 where !sample.isComplete { sample = world.sample(thread: target.thread) }
    target.join()
    return sample
  }

  @Test func functionsAreNamedAsPeopleWriteThem() throws {
    let frames = SymbolNames().frames(sleepingStack().addresses)
    let own = try #require(frames.first { $0.name.contains("sleepsInANamedFunction") })
    #expect(own.name.hasPrefix("StallMonitoringTests.sleepsInANamedFunction("))
    #expect(own.rawName.hasPrefix("$s"))
    #expect(own.offset > 0 && own.image.hasPrefix("/"))
    #expect(frames.contains { $0.imageName.hasPrefix("libc.so") })
  }

  @Test func filesAndLinesAreFoundWhereThereIsDebugInformation() throws {
    let addresses = sleepingStack().addresses
    let frames = SourceLines.frames(addresses, names: SymbolNames())
    let own = try #require(frames.first { $0.name.contains("sleepsInANamedFunction") })
    #expect(frames.count >= addresses.count)
    #expect(own.file.hasSuffix("SymbolTests.swift"))
    #expect((8...14).contains(own.line), "\(own.line)")
    #expect(SourceLines.frames([], names: SymbolNames()).isEmpty)
    // Addresses of nothing have no names, and do no harm.
    let nowhere = SourceLines.frames([0, 1, .max, 0x1234_5678], names: SymbolNames())
    #expect(nowhere.map(\.address) == [0, 1, .max, 0x1234_5678])
  }

  @Test func stacksAreCodedAsTheToolchainDoes() {
    #expect(
      CompactStack.bytes([0x1234, 0x1230, 0x9230]) == [2, 0x11, 0x12, 0x34, 0x20, 0xfc, 0x22, 0, 0x80, 0, 0])
    #expect(CompactStack.text([0x1234]) == "AhESNAA")
  }

  @Test func addressesAreNamedInAnotherProcess() throws {
    // A child that waits in `read` of a pipe: `cat`.
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    posix_spawn_file_actions_addclose(&actions, ends[1])
    var child = pid_t()
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("cat"), nil]
    try #require(posix_spawn(&child, "/bin/cat", &actions, nil, &arguments, nil) == 0)
    defer {
      close(ends[0])
      close(ends[1])
      var status: Int32 = 0
      waitpid(child, &status, 0)
      free(arguments[0])
    }
    var place: UInt?
    for _ in 0..<2000 {
      let words = ProcFile.line("/proc/\(child)/syscall").split(separator: " ")
      if words.first == "0", let last = words.last { place = UInt(last.dropFirst(2), radix: 16) }
      if place != nil, ProcFile.line("/proc/\(child)/comm") == "cat" { break }
      usleep(1000)
    }
    let frame = SymbolNames(process: child).frame(try #require(place), isReturnAddress: false)
    #expect(frame.imageName.hasPrefix("libc.so"))
    #expect(frame.rawName.contains("read"), "\(frame)")
    #expect(LoadedImage.list(of: child).contains { $0.path.hasSuffix("/cat") })
  }

  @Test func addressesAreNamedFromImagesThatWereNoted() throws {
    let images = LoadedImage.list()
    let sample = sleepingStack()
    // Somewhere else in memory, as in a later report of a process that is gone.
    let moved = images.map { image in
      var image = image
      image.start &+= 1 << 45
      image.end &+= 1 << 45
      image.bias &+= 1 << 45
      return image
    }
    let frames = SymbolNames(images: moved).frames(sample.addresses.map { $0 &+ 1 << 45 })
    #expect(frames.map(\.name) == SymbolNames().frames(sample.addresses).map(\.name))
    #expect(images.contains { !$0.buildID.isEmpty })
    var other = moved
    for index in other.indices { other[index].buildID = [1, 2, 3] }
    let strangers = SymbolNames(images: other).frames(sample.addresses.map { $0 &+ 1 << 45 })
    #expect(strangers.allSatisfy { $0.rawName.isEmpty })
  }

  @Test func namesAreMadeReadableWhereThatIsPossible() {
    #expect(Demangling.readable("start_thread") == "start_thread")
    #expect(Demangling.readable("_Z") == "_Z")
    #expect(Demangling.readable("_ZN5swift3fooEv") == "swift::foo()")
    #expect(Demangling.readable("$s") == "$s")
    #expect(Demangling.readable("$s4main4grabyS2i_SpySuGtF").hasPrefix("main.grab("))
  }
}
