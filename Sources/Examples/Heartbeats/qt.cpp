/*
 * A heartbeat for Qt's event loops. Nothing but Qt is linked.
 *
 * The dispatcher's signals tell when it is about to wait, and that it has delivered what came: with some dispatchers, events
 * are delivered between the two. So each delivery is a piece of work by itself.
 *
 *   c++ -std=c++17 -fPIC -I Sources/CRunLoop Sources/Examples/Heartbeats/qt.cpp $(pkg-config --cflags --libs Qt6Core) -o qt
 */
#include "runloop_heartbeat.h"

#include <QAbstractEventDispatcher>
#include <QCoreApplication>
#include <QSocketNotifier>

#include "slow.h"

/* The thread's; without one, nothing is reported. */
static thread_local rl_heartbeat *beat;
static uint32_t events;

class TellingApplication : public QCoreApplication {
 public:
  using QCoreApplication::QCoreApplication;

  bool notify(QObject *receiver, QEvent *event) override {
    rl_heartbeat_begin(beat, events);
    const bool wasHandled = QCoreApplication::notify(receiver, event);
    rl_heartbeat_end(beat);
    return wasHandled;
  }
};

/* For the calling thread, which has an event loop already. */
static void watchEventLoop(const char *label) {
  beat = rl_heartbeat_open(label);
  events = rl_heartbeat_work("events", RL_HERE);
  auto *dispatcher = QAbstractEventDispatcher::instance();
  QObject::connect(dispatcher, &QAbstractEventDispatcher::aboutToBlock, dispatcher, [] { rl_heartbeat_begin_wait(beat); });
  QObject::connect(dispatcher, &QAbstractEventDispatcher::awake, dispatcher, [] { rl_heartbeat_end_wait(beat); });
}

int main(int argc, char **argv) {
  TellingApplication application(argc, argv);
  watchEventLoop("Qt");
  QSocketNotifier input(0, QSocketNotifier::Read);
  QObject::connect(&input, &QSocketNotifier::activated, &application, [] {
    if (!handle_slowly()) QCoreApplication::quit();
  });
  return application.exec();
}
