"""Runs tests of CPython's test.test_asyncio, and prints a line for each: how it ended, and its name.

    python3 asyncio_tests.py selector|LIBRARY MODULE[.CLASS[.TEST]]...

With a library's path, asyncio's selector loop is that of mainspring.py wherever a test asks for one.
"""
import asyncio
import os
import selectors
import sys
import unittest
from asyncio import unix_events

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../Sources/Examples/PythonProgram"))


def use(library):
    import mainspring

    mainspring.load(library)
    asyncio.SelectorEventLoop = unix_events.SelectorEventLoop = mainspring.EventLoop
    unix_events._UnixSelectorEventLoop = mainspring.EventLoop
    asyncio.DefaultEventLoopPolicy._loop_factory = mainspring.EventLoop
    selectors.EpollSelector = mainspring.Selector


class Result(unittest.TestResult):
    def startTest(self, test):
        super().startTest(test)
        self.outcome = "passed"

    def addError(self, test, failure):
        super().addError(test, failure)
        self.outcome = "failed"

    addFailure = addError

    def addSubTest(self, test, subtest, failure):
        if failure is not None:
            self.addError(test, failure)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.outcome = "skipped"

    def stopTest(self, test):
        super().stopTest(test)
        print(self.outcome, test.id(), flush=True)


def main():
    if sys.argv[1] != "selector":
        use(sys.argv[1])
    names = ["test.test_asyncio." + name for name in sys.argv[2:]]
    tests = unittest.defaultTestLoader.loadTestsFromNames(names)
    result = Result()
    tests.run(result)
    for test, text in result.errors + result.failures:
        print(test.id() if hasattr(test, "id") else test, text, sep="\n", file=sys.stderr)


main()
