import BenchmarkKit
import Glibc
import Peers

/// An event loop of Python's: a process of its own.
struct PythonLoop: Sendable {
  static let names = ["asyncio", "uvloop"]

  let name: String
  let version: String

  /// Those whose modules there are; none where Python is not installed.
  static let installed: [PythonLoop] = names.compactMap { name in
    let module = name == "asyncio" ? "sys; v = sys.version.split()[0]" : "uvloop; v = uvloop.__version__"
    guard let file = popen("python3 -c 'import asyncio, \(module); print(v)' 2>/dev/null", "re") else {
      return nil
    }
    var line = [CChar](repeating: 0, count: 128)
    let isThere = fgets(&line, Int32(line.count), file) != nil
    guard pclose(file) == 0, isThere else { return nil }
    let text = String(decoding: line.prefix { $0 > 32 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return PythonLoop(name: name, version: name == "asyncio" ? "of Python \(text)" : text)
  }

  /// It writes one byte when it is ready: a second write, as of a line where PYTHONUNBUFFERED is set, would have no reader.
  /// What names the loop, how many connections there are, and the first one's descriptor come as arguments.
  static let echo = """
    import asyncio, os, socket, sys
    class Echo(asyncio.Protocol):
        def connection_made(self, transport):
            self.transport = transport
        def data_received(self, data):
            self.transport.write(data)
    async def main(first, count):
        loop = asyncio.get_running_loop()
        for number in range(first, first + count):
            await loop.connect_accepted_socket(Echo, socket.socket(fileno=number))
        os.write(1, b"r")
        await loop.create_future()
    if sys.argv[1] == "uvloop":
        import uvloop
        uvloop.install()
    asyncio.run(main(int(sys.argv[2]), int(sys.argv[3])))
    """
}

/// `echo`, whose server is a process of Python. The client is that of all loops; its end is the end of a round.
final class PythonEcho {
  private let loop: PythonLoop
  private let parameters: WorkloadParameters
  private var child: pid_t = 0

  init(_ loop: PythonLoop, _ parameters: WorkloadParameters) {
    (self.loop, self.parameters) = (loop, parameters)
  }

  private func prepare() throws(Unprepared) {
    let count = parameters.size
    var descriptors = [Int32](repeating: -1, count: count)
    guard
      peer_echo_open(&descriptors, Int32(count), Int32(parameters.active), Int32(parameters.otherCPU)) == 0
    else { throw Unprepared(description: "no \(count) connections over loopback") }
    // The server has copies of them.
    defer { peer_close_all(descriptors, Int32(count)) }
    do { try start(descriptors) } catch {
      peer_echo_close()
      throw error
    }
  }

  private func start(_ descriptors: [Int32]) throws(Unprepared) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Unprepared(description: "no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    // Behind all of this process's, so that no copy overwrites one that is still to be copied.
    let first = (descriptors + ends).max().map { $0 + 1 } ?? 3
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (place, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, first + Int32(place))
    }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    let words = ["python3", "-c", PythonLoop.echo, loop.name, "\(first)", "\(descriptors.count)"]
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    // On this thread's processor, which a child inherits.
    let error = posix_spawnp(&child, "python3", &actions, nil, &pointers, environ)
    close(ends[1])
    guard error == 0 else {
      child = 0
      throw Unprepared(description: "python3 can not be started: \(String(cString: strerror(error)))")
    }
    var byte: UInt8 = 0
    guard read(ends[0], &byte, 1) == 1 else {
      end()
      throw Unprepared(description: "python3 ended before it was ready")
    }
  }

  private func run(_ count: Int) -> Int64 {
    let start = peer_now()
    peer_echo_start(Int64(count))
    guard peer_echo_wait() == 0 else { Options.fail("\(loop.name): the process closed a connection") }
    return peer_now() - start
  }

  private func end() {
    guard child > 0 else { return }
    kill(child, SIGKILL)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    child = 0
  }

  private func finish() {
    peer_echo_close()
    end()
  }

  var workload: LoopWork {
    LoopWork(
      prepare: { () throws(Unprepared) in try self.prepare() }, run: { count, _ in self.run(count) },
      finish: { self.finish() })
  }
}
