"""What mainspring.py promises beyond asyncio's own tests. The library's path is the first argument."""
import asyncio
import os
import signal
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../Sources/Examples/PythonProgram"))
import mainspring

failures = 0


def expect(what, wanted, got):
    global failures
    if wanted != got:
        failures += 1
        print(f"{what}: wanted {wanted}, got {got}")


def interrupt_after(seconds, number):
    threading.Timer(seconds, os.kill, (os.getpid(), number)).start()


async def sleeps():
    # From here on: before, a signal would interrupt this program's own lines.
    interrupt_after(0.02, signal.SIGINT)
    await asyncio.sleep(60)


def interrupted():
    """Ctrl-C ends a program that sleeps in the run loop."""
    try:
        asyncio.run(sleeps())
    except KeyboardInterrupt:
        return True


def handled_in_python():
    """A handler set with signal.signal runs while the loop sleeps, also after asyncio removed its last one."""
    heard = []

    async def main():
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGUSR2, heard.append, "asyncio")
        os.kill(os.getpid(), signal.SIGUSR2)
        while not heard:
            await asyncio.sleep(0.001)
        loop.remove_signal_handler(signal.SIGUSR2)
        ended = loop.create_future()

        def handler(number, frame):
            heard.append("Python")
            loop.call_soon_threadsafe(ended.set_result, None)

        signal.signal(signal.SIGUSR1, handler)
        interrupt_after(0.02, signal.SIGUSR1)
        await asyncio.wait_for(ended, 30)

    asyncio.run(main())
    expect("the wake-up descriptor is restored", -1, signal.set_wakeup_fd(-1))
    return heard


def in_another_thread():
    """Each thread's asyncio waits in that thread's run loop; a loop may move to another thread between two runs."""
    loop = asyncio.new_event_loop()
    result = []

    async def main(value):
        done = loop.create_future()
        loop.timer(0.001, done.set_result, value)
        return await done

    result.append(loop.run_until_complete(main(1)))
    thread = threading.Thread(target=lambda: result.append(loop.run_until_complete(main(2))))
    thread.start()
    thread.join()
    result.append(loop.run_until_complete(main(3)))
    loop.close()
    return result


def forked():
    """A child forked inside a run has an asyncio of its own, which does not spin for the parent's descriptors."""

    async def main():
        reader, writer = os.pipe()
        os.write(writer, b"x")
        loop = asyncio.get_running_loop()
        loop.add_reader(reader, lambda: None)
        child = os.fork()
        if child == 0:
            try:
                asyncio._set_running_loop(None)
                began = time.process_time()
                asyncio.run(asyncio.sleep(1))
                os._exit(0 if time.process_time() - began < 0.5 else 2)
            finally:
                os._exit(3)
        loop.remove_reader(reader)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    return asyncio.run(main())


def refused():
    """With another selector there is no run loop behind the loop."""
    import selectors

    loop = mainspring.EventLoop(selectors.PollSelector())
    try:
        loop.post(print)
    except RuntimeError:
        return loop.run_until_complete(asyncio.sleep(0, "ran"))
    finally:
        loop.close()


def in_a_mode():
    """In a mode of its own, asyncio is served, and what was given to its loop; the default mode's items are not."""
    other = mainspring.EventLoop()
    default_calls = []
    timer = other.timer(0, default_calls.append, 0)
    loop = mainspring.EventLoop(mainspring.Selector(mode="asyncio"))

    async def main():
        served = []
        for add in (loop.post, lambda *block: loop.timer(0.001, *block)):
            done = loop.create_future()
            add(done.set_result, len(served))
            served.append(await asyncio.wait_for(done, 30))
        return served

    served = loop.run_until_complete(main())
    timer.invalidate()
    loop.close()
    other.close()
    return served, default_calls


def sleeps_while_idle():
    """Waiting costs no processor time."""
    began = time.process_time()
    asyncio.run(asyncio.sleep(1))
    return time.process_time() - began < 0.5


signal.alarm(280)
mainspring.load(sys.argv[1])
asyncio.set_event_loop_policy(mainspring.Policy())
expect("interrupted", True, interrupted())
expect("handled in Python", ["asyncio", "Python"], handled_in_python())
expect("in another thread", [1, 2, 3], in_another_thread())
expect("forked", 0, forked())
expect("refused", "ran", refused())
expect("in a mode", ([0, 1], []), in_a_mode())
expect("sleeps", True, sleeps_while_idle())
expect("kept", 0, len(mainspring._functions))
print(failures, "failures")
sys.exit(failures != 0)
