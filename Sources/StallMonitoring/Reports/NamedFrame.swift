/// A frame of a stack with what is known of it.
public struct NamedFrame: Sendable, Hashable {
  public var address: UInt
  /// As people write it; `libc.so.6+0x1234` where there is no name.
  public var function: String
  /// The program's or library's path; empty when the address is in none.
  public var module: String
  /// `Feed.swift:41`, or empty.
  public var place = ""
  public var isInlined = false

  /// The module's last part.
  public var moduleName: String { module.split(separator: "/").last.map(String.init) ?? module }

  /// Code of the system or of Swift's runtime, which nobody would mend.
  public var isSystem: Bool {
    module.isEmpty || module.hasPrefix("/lib") || module.hasPrefix("/usr/lib") || module.hasPrefix("[")
      || moduleName.hasPrefix("libswift") || moduleName.hasPrefix("libdispatch")
      || moduleName.hasPrefix("libFoundation") || moduleName.hasPrefix("lib_")
  }

  /// One of the loop's ways out into a user's code.
  public var isCallout: Bool {
    function.hasPrefix("callOutTo") || function.hasPrefix("RunLoopCore.callOutTo")
  }

  /// Part of the run loop: below the callout.
  public var isLoop: Bool {
    function.hasPrefix("RunLoop.") || function.hasPrefix("RunLoopCore.") || function.contains("in RunLoop.")
  }
}

/// Gives the frames of a run's stacks their names. For one thread.
public final class FrameNamer {
  private let modules: [ReportModule]
  private var cache: [UInt: [NamedFrame]] = [:]
  /// Why names are missing, by module.
  public private(set) var remarks: [String] = []

  public init(_ modules: [ReportModule]) { self.modules = modules }

  public convenience init(_ run: StallRun, _ record: StallRecord) { self.init(run.modules(of: record)) }

  /// The frames of a stack, leaf first. An inlined function is a frame of its own.
  public func frames(_ stack: StackSample) -> [NamedFrame] {
    stack.addresses.enumerated().flatMap { index, address in
      // A return address may be behind the end of the function that called.
      frames(at: index == 0 ? address : address &- 1)
    }
  }

  func frames(at address: UInt) -> [NamedFrame] {
    if let known = cache[address] { return known }
    let frames = [frame(at: address)]
    cache[address] = frames
    return frames
  }

  private func frame(at address: UInt) -> NamedFrame {
    guard let module = modules.last(where: { $0.start <= address && address < $0.end }) else {
      return NamedFrame(address: address, function: "0x" + String(address, radix: 16), module: "")
    }
    let offset = address &- module.bias
    return NamedFrame(
      address: address, function: "\(module.name)+0x" + String(offset, radix: 16), module: module.path)
  }
}
