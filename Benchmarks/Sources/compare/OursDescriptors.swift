import Glibc
import Peers
import RunLoopCore

/// Each byte that is read is written into the next pipe.
final class OurPipes: Workload, @unchecked Sendable {
  private let loop = RunLoop.current
  private let parameters: PeerParameters
  private var descriptors: [Int32]
  private var sources: [RunLoop.PortSource] = []
  private var remaining = 0
  private var unwritten = 0

  init(_ parameters: PeerParameters) {
    self.parameters = parameters
    descriptors = Array(repeating: -1, count: 2 * Int(parameters.size))
  }

  func prepare() throws(Unprepared) {
    let size = Int(parameters.size)
    guard peer_open_pipes(&descriptors, parameters.size) == 0 else {
      throw Unprepared(description: "no descriptors for \(size) pipes")
    }
    do {
      for index in 0..<size {
        let (reading, next) = (descriptors[2 * index], descriptors[2 * ((index + 1) % size) + 1])
        let source = RunLoop.PortSource(try RunLoop.Port(borrowing: reading)) { [self] in
          readable(reading, next)
        }
        try loop.add(source)
        sources.append(source)
      }
    } catch {
      throw Unprepared(description: "\(error)")
    }
  }

  private func readable(_ descriptor: Int32, _ next: Int32) {
    var byte: UInt8 = 0
    guard read(descriptor, &byte, 1) == 1 else { return }
    if unwritten > 0 {
      unwritten -= 1
      guard write(next, &byte, 1) == 1 else { fatalError("a pipe does not take a byte") }
    }
    remaining -= 1
    if remaining == 0 { loop.stop() }
  }

  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    let active = Int(parameters.active)
    remaining = max(count, active)
    unwritten = remaining - active
    let step = Int(parameters.size) / active
    let start = peer_now()
    for index in 0..<active where write(descriptors[2 * index * step + 1], "e", 1) != 1 {
      fatalError("a pipe does not take a byte")
    }
    loop.run()
    return peer_now() - start
  }

  func finish() {
    for source in sources { source.invalidate() }
    peer_close_all(descriptors, Int32(descriptors.count))
  }
}

/// What a connection sends, it gets back.
final class OurEcho: Workload, @unchecked Sendable {
  private let loop = RunLoop.current
  private let parameters: PeerParameters
  private var descriptors: [Int32]
  private var sources: [RunLoop.PortSource] = []
  private var remainingBytes = 0
  private let buffer = UnsafeMutableRawPointer.allocate(byteCount: 65536, alignment: 16)

  init(_ parameters: PeerParameters) {
    self.parameters = parameters
    descriptors = Array(repeating: -1, count: Int(parameters.size))
  }

  deinit { buffer.deallocate() }

  func prepare() throws(Unprepared) {
    guard
      peer_echo_open(&descriptors, parameters.size, parameters.active, parameters.other_cpu) == 0
    else { throw Unprepared(description: "no connections over loopback") }
    do {
      for descriptor in descriptors {
        let source = RunLoop.PortSource(try RunLoop.Port(borrowing: descriptor)) { [self] in
          readable(descriptor)
        }
        try loop.add(source)
        sources.append(source)
      }
    } catch {
      throw Unprepared(description: "\(error)")
    }
  }

  private func readable(_ descriptor: Int32) {
    let length = read(descriptor, buffer, 65536)
    if length <= 0 { return }
    guard write(descriptor, buffer, length) == length else { fatalError("a socket does not take a message") }
    remainingBytes -= length
    if remainingBytes <= 0 { loop.stop() }
  }

  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    remainingBytes = count * Int(parameters.active)
    let start = peer_now()
    peer_echo_start(Int64(count))
    loop.run()
    return peer_now() - start
  }

  func finish() {
    for source in sources { source.invalidate() }
    peer_close_all(descriptors, Int32(descriptors.count))
    peer_echo_close()
  }
}
