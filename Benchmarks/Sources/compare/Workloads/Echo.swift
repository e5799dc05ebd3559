import Glibc
import Peers

/// What a connection sends, it gets back.
final class Echo<Kind: SwiftLoop>: LoopWorkload<Kind>, SwiftWorkload, @unchecked Sendable {
  private var descriptors: [Int32] = []
  private var watches: [Kind.Watch] = []
  private var remaining = 0
  private let buffer = UnsafeMutableRawPointer.allocate(byteCount: 65536, alignment: 16)

  /// One processor for all of the loop; the client, which is not there yet, has the other one.
  init(_ parameters: WorkloadParameters) { super.init(parameters, keepsProcessor: true) }

  deinit { buffer.deallocate() }

  func prepare() throws(Unprepared) {
    var opened = [Int32](repeating: -1, count: parameters.size)
    guard
      peer_echo_open(
        &opened, Int32(parameters.size), Int32(parameters.active), Int32(parameters.otherCPU)) == 0
    else {
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
    remaining = count * parameters.active
    let start = now
    peer_echo_start(Int64(count))
    Kind.run(loop)
    return now - start
  }

  func finish() {
    Kind.end(loop, watches)
    watches = []
    peer_close_all(descriptors, Int32(descriptors.count))
    peer_echo_close()
    end()
  }
}
