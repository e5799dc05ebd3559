/* libcurl on a run loop: its multi interface says which sockets and which time-out it waits for. */
#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include "recipe.h"

enum { TRANSFERS = 8 };
static CURLM *multi;
static rl_item *timer;
static int answers = 0, failures = 0;

/* What has ended. */
static void look(void) {
  CURLMsg *message;
  int left;
  while ((message = curl_multi_info_read(multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    CURL *easy = message->easy_handle;
    long code = 0;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &code);
    if (message->data.result != CURLE_OK || code != 200) failures++;
    answers++;
    curl_multi_remove_handle(multi, easy);
    curl_easy_cleanup(easy);
  }
  if (answers == TRANSFERS) check("stop", rl_loop_stop(rl_loop_current()));
}

static int on_socket(rl_item *item, unsigned events, void *socket_number) {
  int running, happened = (events & RL_READABLE ? CURL_CSELECT_IN : 0) | (events & RL_WRITABLE ? CURL_CSELECT_OUT : 0) |
                          (events & (RL_ERROR_EVENT | RL_HANG_UP) ? CURL_CSELECT_ERR : 0);
  (void)item;
  curl_multi_socket_action(multi, (curl_socket_t)(intptr_t)socket_number, happened, &running);
  look();
  return RL_REARM;
}

static void on_time(rl_item *item, void *context) {
  int running;
  (void)item, (void)context;
  curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running);
  look();
}

/* The adapter: the functions above, and these two. libcurl closes a socket only after CURL_POLL_REMOVE. */
static int watch(CURL *easy, curl_socket_t number, int what, void *context, void *known) {
  unsigned events = (what & CURL_POLL_IN ? RL_READABLE : 0) | (what & CURL_POLL_OUT ? RL_WRITABLE : 0);
  (void)easy, (void)context;
  if (what == CURL_POLL_REMOVE) {
    if (known) drop(known);
    curl_multi_assign(multi, number, NULL);
  } else if (known) {
    check("events", rl_descriptor_set_events(known, events));
  } else {
    known = rl_descriptor_create(number, events, RL_LEVEL, "curl", on_socket, (void *)(intptr_t)number, NULL, &failure);
    curl_multi_assign(multi, number, add("socket", known));
  }
  return 0;
}

/* Never calls libcurl from here: a time-out of 0 is served in the next turn. */
static int set_time(CURLM *handle, long milliseconds, void *context) {
  (void)handle, (void)context;
  check("timer", rl_timer_set_delay(timer, milliseconds < 0 ? INT64_MAX / 2 : milliseconds * MILLISECONDS));
  return 0;
}

/* A server for the example, on the same loop. */
static int on_request(rl_item *item, unsigned events, void *number) {
  static const char reply[] = "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello";
  char request[4096];
  int connection = (int)(intptr_t)number;
  (void)events;
  if (read(connection, request, sizeof request) > 0 && write(connection, reply, sizeof reply - 1) < 0) failures++;
  drop(item);
  close(connection);
  return RL_DISARM;
}
static int on_connection(rl_item *item, unsigned events, void *listener) {
  int connection = accept((int)(intptr_t)listener, NULL, NULL);
  (void)item, (void)events;
  if (connection >= 0)
    add("connection", rl_descriptor_create(connection, RL_READABLE, RL_LEVEL, "server", on_request, (void *)(intptr_t)connection, NULL, &failure));
  return RL_REARM;
}

static size_t drop_text(char *text, size_t size, size_t count, void *context) {
  (void)context;
  if (size * count != 5 || strncmp(text, "hello", 5) != 0) failures++;
  return size * count;
}

int main(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  char place[64];
  if (bind(listener, (struct sockaddr *)&address, length) || listen(listener, TRANSFERS) ||
      getsockname(listener, (struct sockaddr *)&address, &length))
    return 1;
  add("listener", rl_descriptor_create(listener, RL_READABLE, RL_LEVEL, "server", on_connection, (void *)(intptr_t)listener, NULL, &failure));

  curl_global_init(CURL_GLOBAL_DEFAULT);
  multi = curl_multi_init();
  timer = add("timer", rl_timer_create(INT64_MAX / 2, INT64_MAX / 2, 0, "curl", on_time, NULL, NULL, &failure));
  curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, watch);
  curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, set_time);
  snprintf(place, sizeof place, "http://127.0.0.1:%d/", ntohs(address.sin_port));
  for (int number = 0; number < TRANSFERS; number++) {
    CURL *easy = curl_easy_init();
    curl_easy_setopt(easy, CURLOPT_URL, place);
    curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, drop_text);
    curl_multi_add_handle(multi, easy);
  }
  run();
  printf("%d answers, %d failures\n", answers, failures);
  curl_multi_cleanup(multi);
  curl_global_cleanup();
  return failures != 0;
}
