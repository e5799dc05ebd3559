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
  /// Asks for the clients. The answer is `clients`.
  case list
  /// Memory for pictures, with the application's number for it. The memory's descriptor is sent with the packet: it must be sealed
  /// against shrinking. A pixel is a 32-bit word, red in bits 16 to 23; rows follow one another without gaps.
  case share(buffer: UInt32, width: UInt32, height: UInt32)
  /// The application no longer shows this memory.
  case unshare(buffer: UInt32)
  /// The windows that are seen, from back to front, and their places. Others are hidden.
  case arrange([WindowPlace])
  /// The window's picture is in this memory, and differs from the one before in these parts. The application must not change the
  /// memory until `free` names it.
  case show(window: UInt32, buffer: UInt32, changed: [Part])
  /// The application wants one `beat`.
  case awaitBeat

  // From the router.

  /// The answer to `hello`: the application's number, and the screen's size in points.
  case welcome(client: UInt32, width: Double, height: Double)
  /// An input event.
  case event(HIDEvent)
  /// The application read too slowly. This number of events was dropped, its touches and keys have ended, and later events
  /// start from the present state.
  case overrun(dropped: UInt32)
  /// The router accepts nothing more from this client, and closes the channel.
  case refused(Refusal)
  /// The answer to `list`: at most 256 applications, the front one first, without programs that only control.
  case clients([Client])
  /// The router has a screen and shows applications' pictures on it. Sent after `welcome`.
  case screen(Screen)
  /// The router no longer reads this memory.
  case free(buffer: UInt32)
  /// A blanking began, in nanoseconds of CLOCK_MONOTONIC, while the application was in the foreground.
  case beat(time: UInt64)

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
    /// The application shares more memory for pictures than the router takes.
    case tooManyPictures
    /// The memory of a picture is missing, too small or not sealed against shrinking.
    case badMemory

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
      case .tooManyPictures: "the application shares more memory for pictures than the router takes"
      case .badMemory: "the memory of a picture is missing, too small or not sealed against shrinking"
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
    /// The number of events sent to it, without queued and dropped ones.
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
