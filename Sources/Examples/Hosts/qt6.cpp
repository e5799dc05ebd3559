// A run loop in Qt 6: a socket notifier on its descriptor, and a look before Qt waits.
#include <QAbstractEventDispatcher>
#include <QGuiApplication>
#include <QRasterWindow>
#include <QSocketNotifier>
#include <QTimer>

#include "host.h"

// The adapter.
static void attach(const host_guest *guest, QObject *owner) {
  auto *notifier = new QSocketNotifier(guest->descriptor, QSocketNotifier::Read, owner);
  QObject::connect(notifier, &QSocketNotifier::activated, owner, [guest] { guest->dispatch(); });
  // What makes no descriptor readable: blocks that were performed without a wake-up.
  QObject::connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::aboutToBlock, owner, [guest, owner] {
    if (guest->prepare()) QMetaObject::invokeMethod(owner, [guest] { guest->dispatch(); }, Qt::QueuedConnection);
  });
}

int host_run(const host_guest *guest, void (*started)(void)) {
  char name[] = "hosted", *arguments[] = {name, nullptr};
  int count = 1;
  QGuiApplication application(count, arguments);
  QRasterWindow window;
  window.resize(320, 240);
  window.show();
  attach(guest, &application);
  QTimer::singleShot(0, &application, started);
  return application.exec();
}

void host_quit(void) { QCoreApplication::quit(); }
