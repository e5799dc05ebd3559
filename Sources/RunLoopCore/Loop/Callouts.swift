import LinuxSystem

// The six ways out of the loop into a user's code, one named function each, so that a stack shows which it was.
// Each does something after its call, or a tail call would remove it from the stack: it updates the loop's heartbeat and
// notifies trace listeners.
// The line is loaded again after the call: a watcher may have moved it, and an inner run used it.
//
// No two of them have the same parameters in the same order: the compiler merges functions that differ only in a
// constant, and a stack would show the wrong one.

@inline(never)
func callOutToObserver(
  _ body: RunLoop.Observer.Action, _ number: UInt32, _ activity: RunLoop.Activity, _ loop: RunLoop
) {
  loop.heartbeat.enter(.observer, number: number, activity: activity.rawValue, code: codeAddress(body))
  if linux_trace_is_on() { loop.trace(.calloutBegan) }
  body.call(activity)
  if linux_trace_is_on() { loop.trace(.calloutEnded) }
  loop.heartbeat.leave()
}

@inline(never)
func callOutToBlock(_ body: Callback, _ place: BlockPlace, _ loop: RunLoop) {
  loop.heartbeat.enter(.block, place: place, code: codeAddress(body))
  if linux_trace_is_on() { loop.trace(.calloutBegan) }
  body.call()
  if linux_trace_is_on() { loop.trace(.calloutEnded) }
  loop.heartbeat.leave()
}

@inline(never)
func callOutToMainQueue(_ loop: RunLoop, _ body: Callback, _ place: BlockPlace) {
  loop.heartbeat.enter(.mainQueue, place: place, code: codeAddress(body))
  if linux_trace_is_on() { loop.trace(.calloutBegan) }
  body.call()
  if linux_trace_is_on() { loop.trace(.calloutEnded) }
  loop.heartbeat.leave()
}

@inline(never)
func callOutToTimer(_ body: RunLoop.Timer.Action, _ number: UInt32, _ timer: RunLoop.Timer, _ loop: RunLoop) {
  loop.heartbeat.enter(.timer, number: number, code: codeAddress(body))
  if linux_trace_is_on() { loop.trace(.calloutBegan) }
  body.call(timer)
  if linux_trace_is_on() { loop.trace(.calloutEnded) }
  loop.heartbeat.leave()
}

@inline(never)
func callOutToSource(_ body: Callback, _ number: UInt32, _ loop: RunLoop) {
  loop.heartbeat.enter(.source, number: number, code: codeAddress(body))
  if linux_trace_is_on() { loop.trace(.calloutBegan) }
  body.call()
  if linux_trace_is_on() { loop.trace(.calloutEnded) }
  loop.heartbeat.leave()
}

@inline(never)
func callOutToPortSource(_ loop: RunLoop, _ body: Callback, _ number: UInt32) {
  loop.heartbeat.enter(.portSource, number: number, code: codeAddress(body))
  if linux_trace_is_on() { loop.trace(.calloutBegan) }
  body.call()
  if linux_trace_is_on() { loop.trace(.calloutEnded) }
  loop.heartbeat.leave()
}
