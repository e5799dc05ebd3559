// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CRunLoop

// The page's place is a static variable of the header: only one Swift file may use it.

@c @implementation
public func rl_heartbeat_open(_ label: UnsafePointer<CChar>?) -> UnsafeMutablePointer<rl_heartbeat>? {
  rl_beat_open(label)
}

@c @implementation
public func rl_heartbeat_close(_ heartbeat: UnsafeMutablePointer<rl_heartbeat>?) {
  rl_beat_close(heartbeat)
}

@c @implementation
public func rl_heartbeat_work(_ label: UnsafePointer<CChar>?, _ site: UnsafePointer<CChar>?) -> UInt32 {
  rl_beat_work(label, site)
}

@c @implementation
public func rl_heartbeat_begin(_ heartbeat: UnsafeMutablePointer<rl_heartbeat>?, _ work: UInt32) {
  rl_beat_begin(heartbeat, work)
}

@c @implementation
public func rl_heartbeat_end(_ heartbeat: UnsafeMutablePointer<rl_heartbeat>?) {
  rl_beat_end(heartbeat)
}

@c @implementation
public func rl_heartbeat_begin_wait(_ heartbeat: UnsafeMutablePointer<rl_heartbeat>?) {
  rl_beat_begin_wait(heartbeat)
}

@c @implementation
public func rl_heartbeat_end_wait(_ heartbeat: UnsafeMutablePointer<rl_heartbeat>?) {
  rl_beat_end_wait(heartbeat)
}

@c @implementation
public func rl_heartbeat_set_mode(
  _ heartbeat: UnsafeMutablePointer<rl_heartbeat>?, _ mode: UnsafePointer<CChar>?
) -> Int32 {
  rl_beat_set_mode(heartbeat, mode)
}
