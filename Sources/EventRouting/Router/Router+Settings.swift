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
    /// Other users who may connect. Empty: the folder of the socket is closed to them.
    public var allowedUsers: Set<UInt32> = []
    /// How many applications of the router's own user there may be.
    public var mostClients = 64
    /// How many applications of each other user there may be.
    public var mostClientsOfOthers = 8
    /// How many connections of a user may have said nothing, and for how long.
    public var mostStrangers = 32
    /// The time after which a silent connection may be closed, when there are too many.
    public var patience = Duration.seconds(5)
    /// How many messages a connection may send at once, and in a second.
    public var burst = 256
    /// The number of messages a connection may send in a second, in the long run.
    public var messagesPerSecond = 1000
    /// The same for all connections of the router's own user, closed ones included. Another user has an eighth of it.
    public var userBurst = 2048
    /// The number of messages all connections of the router's user may send in a second, in the long run.
    public var userMessagesPerSecond = 4000
    /// How many times a user may connect at once, and in a second.
    public var connectionBurst = 128
    /// The number of connections a user may open in a second, in the long run.
    public var connectionsPerSecond = 50

    /// The standard limits, for a router at an address.
    public init(address: RouterAddress) { self.address = address }
  }

  /// What the router saw and did, in counts.
  public struct Counts: Hashable, Sendable {
    /// Events from devices.
    public var events: UInt64 = 0
    /// Events given to applications, one for each that got a part.
    public var forwarded: UInt64 = 0
    /// Events that the router kept: no application was in front, or it was a system key.
    public var own: UInt64 = 0
    /// Times that a client did not read, and everything for it was dropped.
    public var overruns: UInt64 = 0
    /// Clients that were turned away, by reason.
    public var refused: [RoutingMessage.Refusal: UInt64] = [:]
    /// Applications that were accepted.
    public var accepted: UInt64 = 0
  }

  /// What the router keeps for itself, and what it does about it.
  public enum Own: Hashable, Sendable {
    /// Events without a receiver: they are the desktop's.
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
