import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

/// The modules of a process that loads and unloads some.
@Suite(.hangLimit) struct ModuleMapTests {
  /// Maps a file as code, at a place or anywhere.
  private func map(_ path: String, at place: UnsafeMutableRawPointer? = nil) throws -> UnsafeMutableRawPointer
  {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let flags = MAP_PRIVATE | (place == nil ? 0 : MAP_FIXED)
    let memory = try #require(mmap(place, 4_096, PROT_READ | PROT_EXEC, flags, descriptor, 0))
    try #require(memory != MAP_FAILED)
    return memory
  }

  @Test func aModuleInThePlaceOfAnotherOneIsNoticed() throws {
    let folder = try TemporaryFolder()
    for name in ["one", "other"] {
      try FileBytes.replace("\(folder.path)/\(name)", with: TinyElf.program([]))
    }
    let modules = ModuleMap(memory: ProcessMemory())
    let memory = try map(folder.path + "/one")
    defer { munmap(memory, 4_096) }
    let address = UInt(bitPattern: memory) + 16
    modules.refresh(time: 1)
    let first = try #require(modules.module(at: address))
    #expect(first.mapping.path == folder.path + "/one")
    // What is known of a module stays with it.
    modules.refresh(time: 2)
    #expect(modules.module(at: address) === first)
    _ = try map(folder.path + "/other", at: memory)
    modules.refresh(time: 3)
    #expect(modules.module(at: address)?.mapping.path == folder.path + "/other" && modules.readTime == 3)
    #expect(modules.module(at: UInt(bitPattern: memory) + 4_096) !== first)
  }
}
