import Glibc
import Peers

/// Each byte that is read is written into the next pipe.
final class Pipes<Kind: SwiftLoop>: LoopWorkload<Kind>, SwiftWorkload, @unchecked Sendable {
  private var descriptors: [Int32] = []
  private var watches: [Kind.Watch] = []
  private var remaining = 0
  private var unwritten = 0

  func prepare() throws(Unprepared) {
    let size = Int(parameters.size)
    var opened = [Int32](repeating: -1, count: 2 * size)
    guard peer_open_pipes(&opened, parameters.size) == 0 else {
      throw Unprepared(description: "no descriptors for \(size) pipes")
    }
    descriptors = opened
    for index in 0..<size {
      let (reading, next) = (opened[2 * index], opened[2 * ((index + 1) % size) + 1])
      watches.append(try Kind.watch(loop, reading) { [self] in readable(reading, next) })
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
    if remaining == 0 { Kind.stop(loop) }
  }

  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    let active = Int(parameters.active)
    remaining = max(count, active)
    unwritten = remaining - active
    let start = peer_now()
    Kind.perform(loop) { [self] in begin(active) }
    Kind.run(loop)
    return peer_now() - start
  }

  private func begin(_ active: Int) {
    let step = Int(parameters.size) / active
    for index in 0..<active where write(descriptors[2 * index * step + 1], "e", 1) != 1 {
      fatalError("a pipe does not take a byte")
    }
  }

  func finish() {
    Kind.end(loop, watches)
    watches = []
    peer_close_all(descriptors, Int32(descriptors.count))
    end()
  }
}

/// What a connection sends, it gets back.
final class Echo<Kind: SwiftLoop>: LoopWorkload<Kind>, SwiftWorkload, @unchecked Sendable {
  private var descriptors: [Int32] = []
  private var watches: [Kind.Watch] = []
  private var remaining = 0
  private let buffer = UnsafeMutableRawPointer.allocate(byteCount: 65536, alignment: 16)

  /// One processor for all of the loop; the client, which is not there yet, has the other one.
  init(_ parameters: PeerParameters) { super.init(parameters, keepsProcessor: true) }

  deinit { buffer.deallocate() }

  func prepare() throws(Unprepared) {
    var opened = [Int32](repeating: -1, count: Int(parameters.size))
    guard peer_echo_open(&opened, parameters.size, parameters.active, parameters.other_cpu) == 0 else {
      throw Unprepared(description: "no \(parameters.size) connections over loopback")
    }
    descriptors = opened
    for descriptor in opened {
      watches.append(try Kind.watch(loop, descriptor) { [self] in readable(descriptor) })
    }
  }

  private func readable(_ descriptor: Int32) {
    let length = read(descriptor, buffer, 65536)
    if length <= 0 { return }
    guard write(descriptor, buffer, length) == length else { fatalError("a socket does not take a message") }
    remaining -= length
    if remaining <= 0 { Kind.stop(loop) }
  }

  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    remaining = count * Int(parameters.active)
    let start = peer_now()
    peer_echo_start(Int64(count))
    Kind.run(loop)
    return peer_now() - start
  }

  func finish() {
    Kind.end(loop, watches)
    watches = []
    peer_close_all(descriptors, Int32(descriptors.count))
    peer_echo_close()
    end()
  }
}
