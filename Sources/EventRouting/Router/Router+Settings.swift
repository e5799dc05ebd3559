import HIDEvents

extension Router {
  /// A router's address, screen and limits.
  public struct Settings: Sendable {
    /// The socket at which applications connect.
    public var address: RouterAddress
    /// The screen's width, in points.
    public var width = 390.0
    /// The screen's height, in points.
    public var height = 844.0
    /// The numbers of other users who may connect. When empty, the socket's folder is closed to them.
    public var allowedUsers: Set<UInt32> = []
    /// The most clients of the router's own user.
    public var mostClients = 64
    /// The most clients of each other user.
    public var mostClientsOfOthers = 8
    /// The most connections of a user that have sent no first message; beyond that the oldest of them is closed.
    public var mostStrangers = 32
    /// The time in which a connection must send its first message; it is closed otherwise.
    public var patience = Duration.seconds(5)
    /// The number of messages a connection may send at once.
    public var burst = 256
    /// The number of messages a connection may send in a second, in the long run.
    public var messagesPerSecond = 1000
    /// The number of messages all connections of the router's own user together may send at once, closed ones included.
    /// Another user has an eighth of it.
    public var userBurst = 2048
    /// The number of messages all connections of the router's own user together may send in a second, in the long run.
    /// Another user has an eighth of it.
    public var userMessagesPerSecond = 4000
    /// The number of connections a user may open at once.
    public var connectionBurst = 128
    /// The number of connections a user may open in a second, in the long run.
    public var connectionsPerSecond = 50

    /// The standard limits, for a router at an address.
    public init(address: RouterAddress) { self.address = address }
  }

  /// Counts of the router's work.
  public struct Counts: Hashable, Sendable {
    /// Events from devices.
    public var events: UInt64 = 0
    /// Events forwarded to applications, counted once for each that got a part.
    public var forwarded: UInt64 = 0
    /// Events that the router kept: no application was in front, or it was a system key.
    public var own: UInt64 = 0
    /// How often a client's outbox was full and was dropped.
    public var overruns: UInt64 = 0
    /// Connections that the router closed, by reason.
    public var refused: [RoutingMessage.Refusal: UInt64] = [:]
    /// Accepted connections, including connections that were refused at once.
    public var accepted: UInt64 = 0
  }

  /// Events that the router keeps, and its actions on them.
  public enum Own: Hashable, Sendable {
    /// An event without a receiver, for the desktop.
    case event(HIDEvent)
    /// The screen was locked or unlocked.
    case locked(Bool)
    /// The volume has changed, to a value from 0 to 16.
    case volume(Int)
    /// The sound was switched off or on.
    case muted(Bool)
    /// Another application is in front.
    case focusSwitched
  }
}
