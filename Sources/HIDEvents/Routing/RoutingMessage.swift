/// What applications and the router say to each other.
///
/// One message is one packet of a `SOCK_SEQPACKET` socket.
public enum RoutingMessage: Hashable, Sendable {
  // From an application.

  /// The first message.
  case hello(ClientDescription)
  /// Something of what `hello` said is different now.
  case changed(ClientDescription)
  /// The first message of a program that is no application and controls the router: `bringToFront`, `lock` and `list` are
  /// for the router's own user, after `hello` or this.
  case control
  /// The application of this name shall be in front: for switchers of applications.
  case bringToFront(name: String)
  /// The screen is locked, or unlocked: nothing is in front while it is.
  case lock(Bool)
  /// Who is there? The answer is `clients`.
  case list

  // From the router.

  /// The answer to `hello`: the application's number, and the screen's size in points.
  case welcome(client: UInt32, width: Double, height: Double)
  /// An input event.
  case event(HIDEvent)
  /// The application read too slowly. So many events were dropped, its touches and keys are over, and what comes next
  /// begins anew.
  case overrun(dropped: UInt32)
  /// The router wants nothing of this client any more, and closes the channel.
  case refused(Refusal)
  /// The answer to `list`: at most 256 applications, the front one first, without programs that only control.
  case clients([Client])

  /// Why the router closes a channel. It is also sent, without a channel, to a peer that may not connect.
  public enum Refusal: UInt8, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The peer's user may not connect.
    case notAllowed = 1
    /// A packet was malformed, or a message was out of order, such as a second `hello`.
    case badMessage
    /// A packet was longer than `longestFromClient`.
    case tooLarge
    /// The client or its user sent more messages or made more connections than the router's settings allow in a time.
    case tooOften
    /// Its user already has as many clients as the router's settings allow.
    case tooManyClients
    /// No first message came in time, or too many of the user's connections waited without one.
    case noHello
    /// The router stops. A client may connect again later.
    case ended
    /// A control came from another user than the router's own.
    case notOwner
    /// The application's name belongs to another user.
    case nameTaken

    public var description: String {
      switch self {
      case .notAllowed: "this user may not connect: start the router with '--allow UID'"
      case .badMessage: "a message was none, or came out of turn"
      case .tooLarge: "a message was too large"
      case .tooOften: "too many messages came in a short time"
      case .tooManyClients: "the router has as many clients of this user as it takes"
      case .noHello: "no 'hello' came in time"
      case .ended: "the router ends"
      case .notOwner: "only the router's own user may list, lock or switch: run the command as that user"
      case .nameTaken: "the name belongs to another user's application: connect by another name"
      }
    }
  }

  /// A client as others see it.
  public struct Client: Hashable, Sendable {
    /// The router's number for the channel, as `welcome` gave it. Each connection has a new one.
    public var number: UInt32
    /// The number of the process that connected, as the kernel reports it.
    public var process: Int32
    /// The name of its description.
    public var name: String
    /// Whether it is seen and gets input.
    public var state: State
    /// Contacts that are down and belong to it.
    public var touches: UInt32
    /// The number of events sent to it, without those that are queued or were dropped.
    public var delivered: UInt64

    /// A client's state at one moment, as the router lists it.
    public init(
      number: UInt32, process: Int32, name: String, state: State, touches: UInt32 = 0, delivered: UInt64 = 0
    ) {
      self.number = number
      self.process = process
      self.name = name
      self.state = state
      self.touches = touches
      self.delivered = delivered
    }

    /// How far in front an application is.
    public enum State: UInt8, Hashable, Sendable, CaseIterable {
      /// Nothing of it can be seen.
      case background
      /// Some of it can be seen.
      case foreground
      /// It is in front, and gets keys, motion and remote control.
      case focused
    }
  }
}
