import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

@inline(never) func sleepsInANamedFunction(_ flag: Flag, until end: Flag) {
  flag.set()
  while !end.isSet { usleep(50_000) }
  Load.sink &+= 1
}

/// The stack of a thread that sleeps in that function.
func sleepingStack(in world: LinuxWorld = LinuxWorld(signal: 0)) -> StackSample {
  let (flag, end) = (Flag(), Flag())
  let target = TargetThread(world) { sleepsInANamedFunction(flag, until: end) }
  while !flag.isSet { usleep(100) }
  var sample = StackSample()
  for _ in 0..<200 where !sample.isComplete { sample = world.sample(thread: target.thread) }
  end.set()
  target.join()
  return sample
}

@Suite(.hangLimit) struct SymbolTests {
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
    let names = SymbolNames(images: LoadedImage.list(), lines: true)
    let frames = names.frames(addresses)
    let own = try #require(frames.first { $0.name.contains("sleepsInANamedFunction") })
    #expect(frames.count >= addresses.count)
    #expect(own.file.hasSuffix("SymbolTests.swift"))
    #expect((8...14).contains(own.line), "\(own.line)")
    #expect(names.frames([]).isEmpty)
    // Addresses of nothing have no names, and do no harm.
    #expect(names.frames([0, 1, .max, 0x1234_5678]).map(\.address) == [0, 1, .max, 0x1234_5678])
    // Names of our own are those of the symbols.
    let plain = SymbolNames().frames(addresses).first { $0.name.contains("sleepsInANamedFunction") }
    #expect(own.rawName == plain?.rawName && own.name == plain?.name)
  }

  /// In a later process the program lies elsewhere; only its file has the names.
  @Test func filesAndLinesAreFoundForAProcessThatIsGone() throws {
    let distance: UInt = 1 << 44
    let moved = LoadedImage.list().map { image in
      var image = image
      image.start &+= distance
      image.end &+= distance
      image.bias &+= distance
      return image
    }
    let addresses = sleepingStack().addresses.map { $0 &+ distance }
    let frames = SymbolNames(images: moved, lines: true).frames(addresses)
    let own = try #require(frames.first { $0.name.contains("sleepsInANamedFunction") })
    #expect(own.place == "SymbolTests.swift:\(own.line)" && (8...14).contains(own.line))
    // Another build's lines would be wrong: there are none.
    var other = moved
    for index in other.indices { other[index].buildID = [1, 2, 3] }
    #expect(SymbolNames(images: other, lines: true).frames(addresses).allSatisfy { $0.file.isEmpty })
    // What damaged reports may say of images.
    let odd = LoadedImage(path: moved[0].path, start: .max, end: 0, bias: 5, buildID: moved[0].buildID)
    let longPath = LoadedImage(
      path: "/" + String(repeating: "x/", count: 300), start: 1, end: 2, bias: 0, buildID: [1])
    #expect(SymbolNames(images: [odd, longPath], lines: true).frames([1, 2, .max]).count == 3)
  }

  @Test func addressesAreNamedInAnotherProcess() throws {
    // A child that waits in `read` of a pipe: `cat`.
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    let cat = try ChildProgram("/bin/cat", descriptors: [0: ends[0]])
    let child = cat.process
    defer {
      close(ends[0])
      close(ends[1])
      cat.wait()
    }
    // The loader reads files, too, before the program reads its pipe.
    var seen: CodeFrame?
    for _ in 0..<5000 where seen?.imageName.hasPrefix("libc.so") != true {
      usleep(1000)
      let words = (KernelFile.line("/proc/\(child)/syscall") ?? "").split(separator: " ")
      guard words.first == "0", let last = words.last, let place = UInt(last.dropFirst(2), radix: 16),
        KernelFile.line("/proc/\(child)/comm") == "cat"
      else { continue }
      seen = SymbolNames(process: child).frame(place, isReturnAddress: false)
    }
    let frame = try #require(seen)
    #expect(frame.imageName.hasPrefix("libc.so"), "\(frame)")
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
    #expect(frames.map(\.name) == SymbolNames(images: images).frames(sample.addresses).map(\.name))
    #expect(images.contains { !$0.buildID.isEmpty })
    var other = moved
    for index in other.indices { other[index].buildID = [1, 2, 3] }
    let strangers = SymbolNames(images: other).frames(sample.addresses.map { $0 &+ 1 << 45 })
    #expect(strangers.allSatisfy { $0.rawName.isEmpty })
  }

  @Test func aFileOfAnotherBuildGivesNoSymbols() throws {
    let image = try #require(LoadedImage.list().first { !$0.buildID.isEmpty && $0.path.contains("libc.so") })
    #expect(SymbolTable(path: image.path, buildID: image.buildID) != nil)
    #expect(SymbolTable(path: image.path, buildID: []) != nil)
    #expect(SymbolTable(path: image.path, buildID: image.buildID.reversed()) == nil)
  }

  @Test func namesAreMadeReadableWhereThatIsPossible() {
    #expect(Demangling.readable("start_thread") == "start_thread")
    #expect(Demangling.readable("_Z") == "_Z")
    #expect(Demangling.readable("_ZN5swift3fooEv") == "swift::foo()")
    #expect(Demangling.readable("$s") == "$s")
    #expect(Demangling.readable("$s4main4grabyS2i_SpySuGtF").hasPrefix("main.grab("))
  }
}
