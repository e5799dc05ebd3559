import Glibc
import RunLoopCore
import RunLoopNet

import class RunLoopCore.RunLoop

/// Sends all received bytes back on each connection.
///
///     echo-server [address]          # localhost:7000, or unix:/run/echo
///
/// What to see here: a peer that sends and does not read is slowed down instead of filling our memory, and one that has
/// ended its output still gets the rest.
@main
enum EchoServer {
  static func main() {
    do { try serve(CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "localhost:7000") } catch {
      say("\(error)")
      exit(1)
    }
  }

  private static func serve(_ text: String) throws {
    let listener = try Listener(at: Address(text), label: "echo") { connection in
      let handlers = Connection.Handlers(
        received: { connection, bytes in
          if !connection.write(bytes) { connection.pauseReading() }
        },
        endOfInput: { $0.close() },
        drained: { $0.resumeReading() })
      do {
        try connection.start(handlers, label: "echo client")
      } catch {
        say("a client could not be served: \(error)")
      }
    }
    say("echo on \(listener.address)")
    RunLoop.current.run()
  }
}

/// A line that is seen at once, also through a pipe.
private func say(_ line: String) {
  print(line)
  fflush(nil)
}
