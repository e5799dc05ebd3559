/* PostgreSQL's libpq on a run loop: connecting, queries and notifications without blocking. The connection's string is the
 * first argument. */
#include <libpq-fe.h>
#include <string.h>
#include "recipe.h"

static PGconn *connection;
static rl_item *descriptor;
static int is_connected = 0, answers = 0;

static void fail(const char *what) { fprintf(stderr, "%s: %s", what, PQerrorMessage(connection)), exit(1); }
static int on_ready(rl_item *item, unsigned events, void *context);

/* The socket may be another one in each step of connecting, with the same number too: so it is watched anew. */
static void watch(unsigned events) {
  if (descriptor) drop(descriptor);
  int socket = PQsocket(connection);
  descriptor = add("descriptor", rl_descriptor_create(socket, events, RL_LEVEL, "libpq", on_ready, NULL, NULL, &failure));
}

static void connect_further(void) {
  switch (PQconnectPoll(connection)) {
  case PGRES_POLLING_READING: watch(RL_READABLE); return;
  case PGRES_POLLING_WRITING: watch(RL_WRITABLE); return;
  case PGRES_POLLING_OK: break;
  default: fail("connect");
  }
  is_connected = 1;
  watch(RL_READABLE);
  if (PQsetnonblocking(connection, 1) != 0 || !PQsendQuery(connection, "LISTEN news; SELECT 6 * 7; NOTIFY news, 'hello'")) fail("query");
}

static int on_ready(rl_item *item, unsigned events, void *context) {
  PGresult *result;
  PGnotify *notice;
  (void)item, (void)context;
  if (!is_connected) return connect_further(), RL_REARM;
  if (events & ~(unsigned)RL_WRITABLE && !PQconsumeInput(connection)) fail("read");
  /* What the kernel did not take is written when there is room. */
  int left = PQflush(connection);
  if (left < 0) fail("write");
  check("events", rl_descriptor_set_events(descriptor, RL_READABLE | (left ? RL_WRITABLE : 0)));
  while (!PQisBusy(connection) && (result = PQgetResult(connection))) {
    if (PQresultStatus(result) == PGRES_TUPLES_OK) printf("answer: %s\n", PQgetvalue(result, 0, 0)), answers++;
    else if (PQresultStatus(result) != PGRES_COMMAND_OK) fail("query");
    PQclear(result);
  }
  while ((notice = PQnotifies(connection))) {
    printf("notified: %s\n", notice->extra);
    PQfreemem(notice);
    check("stop", rl_loop_stop(rl_loop_current()));
  }
  return RL_REARM;
}

int main(int count, char **arguments) {
  if (count != 2 || !(connection = PQconnectStart(arguments[1])) || PQstatus(connection) == CONNECTION_BAD) fail("connect");
  watch(RL_WRITABLE);
  run();
  drop(descriptor);
  PQfinish(connection);
  return answers != 1;
}
