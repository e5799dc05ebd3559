"""Python's asyncio on a run loop, by ctypes over librunloop.so.

    import asyncio, mainspring
    mainspring.load("./librunloop.so")           # or MAINSPRING_LIBRARY=./librunloop.so in the environment
    asyncio.set_event_loop_policy(mainspring.Policy())
    asyncio.run(main())

While asyncio waits, the thread's run loop runs: its timers, descriptors, sources and posted blocks, of this module, of C or
of Swift, and asyncio's tasks are served by one thread. The selector's own epoll set is one descriptor of the run loop, whose
callback ends the run; so asyncio pays the same for a descriptor as with its own selector, and time-outs are not rounded up
to milliseconds.

Callbacks given to this module may use asyncio (call_soon, create_task, Future.set_result). An exception in one ends
run_forever() and is raised there. C code that calls Python by itself uses loop.call_soon_threadsafe.
"""
import asyncio
import ctypes
import itertools
import os
import selectors
import signal
import threading
import weakref

FOREVER, STOPPED = -1, 2
READABLE, LEVEL = 1, 0
NANOSECONDS = 1_000_000_000
LONGEST = 1_000_000_000  # Seconds.

Callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
TimerCallback = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
library = None
# The functions of what the run loop may still call, by the number that C has as their context.
_numbers = itertools.count(1)
_functions = {}
_selectors = weakref.WeakSet()


def load(path=None):
    """Opens the library; without a path, that of MAINSPRING_LIBRARY or the system's."""
    global library
    if library is not None:
        return library
    path = path or os.environ.get("MAINSPRING_LIBRARY") or "librunloop.so"
    opened = ctypes.CDLL(path)
    handle, text, int64, integer = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int64, ctypes.c_int
    pointer, error = ctypes.c_void_p, ctypes.POINTER(ctypes.c_int)
    for name, result, arguments in (
        ("rl_error_text", text, [integer]),
        ("rl_loop_current", handle, []),
        ("rl_loop_run", integer, [handle, text, int64, integer]),
        ("rl_loop_stop", integer, [handle]),
        ("rl_loop_wake", integer, [handle]),
        ("rl_loop_add", integer, [handle, handle, text]),
        ("rl_loop_post", integer, [handle, text, Callback, pointer, Callback]),
        ("rl_loop_is_own_thread", integer, [handle]),
        ("rl_source_create", handle, [integer, text, Callback, pointer, Callback, error]),
        ("rl_source_signal", integer, [handle]),
        ("rl_timer_create", handle, [int64, int64, int64, text, TimerCallback, pointer, Callback, error]),
        ("rl_descriptor_create", handle, [integer, ctypes.c_uint, integer, text, pointer, pointer, pointer, error]),
        ("rl_item_invalidate", integer, [handle]),
        ("rl_item_free", integer, [handle]),
        ("rl_reinitialize_after_fork", integer, []),
    ):
        function = getattr(opened, name)
        function.restype, function.argtypes = result, arguments
    os.register_at_fork(after_in_child=_after_fork)
    library = opened
    return library


def _after_fork():
    """The child's run loop is its own; it does not watch what the parent's asyncio waits for."""
    library.rl_reinitialize_after_fork()
    for selector in list(_selectors):
        selector.detach()


class Error(RuntimeError):
    """What a function of the library answered."""


def check(number):
    if number < 0:
        raise Error(library.rl_error_text(number).decode())
    return number


def _create(function, *arguments):
    error = ctypes.c_int(0)
    handle = function(*arguments, ctypes.byref(error))
    if not handle:
        raise Error(library.rl_error_text(error.value).decode())
    return handle


class Selector(selectors.EpollSelector):
    """An epoll selector that waits in the run loop of the thread that calls select().

    The run loop runs in `mode`, a name or None for the default mode.
    """

    def __init__(self, mode=None):
        load()
        super().__init__()
        self.mode = mode.encode() if isinstance(mode, str) else mode
        self.is_waiting = False
        self.failure = None
        self._thread = None
        self._run_loop = None
        self._item = None
        _selectors.add(self)

    def attach(self):
        """Has the calling thread's run loop watch the set. Its first select() does it, too."""
        self.detach()
        loop = library.rl_loop_current()
        self._item = _create(
            library.rl_descriptor_create, self.fileno(), READABLE, LEVEL, b"asyncio",
            ctypes.cast(library.rl_descriptor_stop_run, ctypes.c_void_p), loop, None)
        check(library.rl_loop_add(loop, self._item, self.mode))
        self._run_loop, self._thread = loop, threading.get_ident()

    def detach(self):
        """Ends that. Select() attaches again."""
        if self._item is not None:
            library.rl_item_invalidate(self._item)
            library.rl_item_free(self._item)
        self._item = self._run_loop = self._thread = None

    def close(self):
        self.detach()
        super().close()

    def select(self, timeout=None):
        if self._thread != threading.get_ident():
            self.attach()
        if timeout is None:
            time = FOREVER
        elif timeout <= 0:
            time = 0
        else:
            # Never early.
            time = int(min(timeout, LONGEST) * NANOSECONDS) + 1
        self.is_waiting = True
        try:
            result = library.rl_loop_run(self._run_loop, self.mode, time, 0)
        finally:
            self.is_waiting = False
        if result < 0:
            check(result)
        if self.failure is not None:
            failure, self.failure = self.failure, None
            raise failure
        # A run without time serves one port, which may be another one.
        return super().select(0) if result == STOPPED or time == 0 else []

    def stop_waiting(self):
        """Ends the wait, when something for asyncio was done in a callback of the run loop."""
        if self.is_waiting and self._thread == threading.get_ident():
            library.rl_loop_stop(self._run_loop)


@Callback
def _release(number):
    _functions.pop(number, None)


def _run_function(number):
    owner, function, arguments = _functions[number]
    try:
        function(*arguments)
    except BaseException as failure:  # What ctypes would print and drop.
        owner._fail(failure)


_call = Callback(_run_function)
_call_timer = TimerCallback(lambda _, number: _run_function(number))


class Item:
    """A timer or source of the run loop."""

    def __init__(self, handle):
        self._handle = handle

    def invalidate(self):
        """Takes it out of the run loop. It does not call any more."""
        if self._handle is not None:
            handle, self._handle = self._handle, None
            check(library.rl_item_invalidate(handle))
            check(library.rl_item_free(handle))

    def __del__(self):
        # The run loop keeps the item itself.
        if self._handle is not None:
            library.rl_item_free(self._handle)


class Source(Item):
    def __init__(self, handle, loop):
        super().__init__(handle)
        self._loop = loop

    def signal(self):
        """Has the run loop call the function once more. From any thread."""
        check(library.rl_source_signal(self._handle))
        check(library.rl_loop_wake(self._loop))


_Base = asyncio.SelectorEventLoop


class EventLoop(_Base):
    """asyncio's selector loop, waiting in a run loop; and what that has beside it.

    post() may be called from any thread, timer() and source() on the loop's thread, inside run_forever() or before it.
    """

    def __init__(self, selector=None):
        super().__init__(Selector() if selector is None else selector)
        self._waiter = self._selector if isinstance(self._selector, Selector) else None

    def post(self, function, *arguments):
        """Calls the function in the run loop that serves this loop, which is woken. From any thread."""
        loop = self._serving()
        number = self._keep(function, arguments)
        try:
            check(library.rl_loop_post(loop, self._waiter.mode, _call, number, _release))
        except Error:
            del _functions[number]
            raise

    def timer(self, delay, function, *arguments, interval=0, tolerance=0):
        """A timer of the run loop; seconds. Returns an Item."""
        times = [int(seconds * NANOSECONDS) for seconds in (delay, interval, tolerance)]
        return Item(self._add(function, arguments, library.rl_timer_create, *times, None, _call_timer))

    def source(self, function, *arguments, order=0):
        """A source of the run loop, called after signal(). Returns a Source."""
        return Source(self._add(function, arguments, library.rl_source_create, order, None, _call), self._serving())

    def _serving(self):
        if self._waiter is None:
            raise RuntimeError("the loop was made with another selector than mainspring.Selector")
        if self._waiter._run_loop is None:
            self._waiter.attach()
        return self._waiter._run_loop

    def _keep(self, function, arguments):
        number = next(_numbers)
        _functions[number] = (self, function, arguments)
        return number

    def _add(self, function, arguments, create, *values):
        loop = self._serving()
        number = self._keep(function, arguments)
        try:
            handle = _create(create, *values, number, _release)
        except Error:
            del _functions[number]
            raise
        check(library.rl_loop_add(loop, handle, self._waiter.mode))
        return handle

    def _fail(self, failure):
        self._waiter.failure = failure
        self._waiter.stop_waiting()

    # What callbacks of the run loop do with asyncio ends its wait.

    def call_soon(self, callback, *args, context=None):
        return self._end_wait(_Base.call_soon(self, callback, *args, context=context))

    def call_at(self, when, callback, *args, context=None):
        return self._end_wait(_Base.call_at(self, when, callback, *args, context=context))

    def _end_wait(self, handle):
        if handle._source_traceback:
            # In debug mode: without the line above.
            del handle._source_traceback[-1]
        if self._waiter is not None and self._waiter.is_waiting:
            self._waiter.stop_waiting()
        return handle

    # The wait is in C, where Python's handlers of signals can not run: a signal writes to the loop's pipe, which ends it.

    def run_forever(self):
        if self._waiter is None:
            return super().run_forever()
        self._check_closed()
        self._check_running()
        is_main = threading.current_thread() is threading.main_thread()
        before = signal.set_wakeup_fd(self._csock.fileno(), warn_on_full_buffer=False) if is_main else -1
        try:
            super().run_forever()
        finally:
            self._waiter.detach()
            if is_main and not self._signal_handlers:
                signal.set_wakeup_fd(before)

    def remove_signal_handler(self, sig):
        removed = super().remove_signal_handler(sig)
        if self._waiter is not None and self.is_running() and not self._signal_handlers:
            signal.set_wakeup_fd(self._csock.fileno(), warn_on_full_buffer=False)
        return removed


class Policy(asyncio.DefaultEventLoopPolicy):
    """Event loops of this module for every thread that asks asyncio for one."""

    _loop_factory = EventLoop
