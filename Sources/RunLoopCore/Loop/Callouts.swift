// The six ways out of the loop into a user's code, one named function each, so that a stack shows which it was.
// Each does something after its call, or it would not be in the stack.

@inline(never)
func callOutToObserver(_ body: (RunLoop.Activity) -> Void, _ activity: RunLoop.Activity, _ loop: RunLoop) {
  body(activity)
  loop.calloutCount &+= 1
}

@inline(never)
func callOutToBlock(_ body: () -> Void, _ loop: RunLoop) {
  body()
  loop.calloutCount &+= 1
}

@inline(never)
func callOutToMainQueue(_ body: () -> Void, _ loop: RunLoop) {
  body()
  loop.calloutCount &+= 1
}

@inline(never)
func callOutToTimer(_ body: (RunLoop.Timer) -> Void, _ timer: RunLoop.Timer, _ loop: RunLoop) {
  body(timer)
  loop.calloutCount &+= 1
}

@inline(never)
func callOutToSource(_ body: () -> Void, _ loop: RunLoop) {
  body()
  loop.calloutCount &+= 1
}

@inline(never)
func callOutToPortSource(_ body: () -> Void, _ loop: RunLoop) {
  body()
  loop.calloutCount &+= 1
}
