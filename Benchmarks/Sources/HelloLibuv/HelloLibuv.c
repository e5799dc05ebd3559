// The hello server of the examples on libuv: the same answers to the same requests, with the same care. A write is
// tried at once, and queued only when the socket takes no more; all connections read into one buffer.
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <uv.h>

enum { LONGEST_HEAD = 16384, LONGEST_BODY = 65536, HIGH_WATER = 65536, BODY = 13 };

static const char hello[] =
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 13\r\n\r\nHello, world\n";
static const char goodbye[] =
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 13\r\nConnection: close\r\n\r\nHello, world\n";

struct client {
  uv_tcp_t tcp;
  // The beginning of a head, until the rest has come.
  char *head;
  size_t head_size;
  size_t body_left;
  int keeps_alive, is_head, closes;
};

struct write {
  uv_write_t request;
  struct client *client;
  char bytes[];
};

static char buffer[65536];

static void closed(uv_handle_t *handle) {
  struct client *client = handle->data;
  free(client->head);
  free(client);
}

static void close_client(struct client *client) {
  if (!uv_is_closing((uv_handle_t *)&client->tcp)) uv_close((uv_handle_t *)&client->tcp, closed);
}

static void allocate(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  (void)handle;
  (void)size;
  *buf = uv_buf_init(buffer, sizeof buffer);
}

static void received(uv_stream_t *stream, ssize_t count, const uv_buf_t *buf);

static void written(uv_write_t *request, int status) {
  struct client *client = ((struct write *)request)->client;
  free(request);
  if (status != 0 || client->closes) return close_client(client);
  if (client->tcp.write_queue_size == 0) uv_read_start((uv_stream_t *)&client->tcp, allocate, received);
}

static void answer(struct client *client, const char *bytes, size_t size) {
  uv_buf_t whole = uv_buf_init((char *)bytes, (unsigned)size);
  int sent = client->tcp.write_queue_size == 0 ? uv_try_write((uv_stream_t *)&client->tcp, &whole, 1) : UV_EAGAIN;
  if (sent == (int)size) return;
  if (sent < 0 && sent != UV_EAGAIN) return close_client(client);
  size_t done = sent < 0 ? 0 : (size_t)sent;
  struct write *write = malloc(sizeof *write + size - done);
  if (!write) abort();
  write->client = client;
  memcpy(write->bytes, bytes + done, size - done);
  uv_buf_t rest = uv_buf_init(write->bytes, (unsigned)(size - done));
  uv_write(&write->request, (uv_stream_t *)&client->tcp, &rest, 1, written);
  if (client->tcp.write_queue_size > HIGH_WATER) uv_read_stop((uv_stream_t *)&client->tcp);
}

static void finish(struct client *client) {
  client->closes = 1;
  if (client->tcp.write_queue_size == 0) close_client(client);
}

static void refuse(struct client *client, const char *status) {
  char text[128];
  int size = snprintf(text, sizeof text, "HTTP/1.1 %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", status);
  answer(client, text, (size_t)size);
  finish(client);
}

// Behind the empty line that ends a head, or NULL.
static const char *end_of_head(const char *bytes, size_t size) {
  const char *place = bytes, *end = bytes + size;
  while (place < end && (place = memchr(place, '\n', (size_t)(end - place)))) {
    place++;
    if (place - bytes >= 4 && memcmp(place - 4, "\r\n\r\n", 4) == 0) return place;
  }
  return NULL;
}

static int is(const char *bytes, size_t size, const char *text) {
  return size == strlen(text) && strncasecmp(bytes, text, size) == 0;
}

// NULL when the head was taken, or the status to refuse it with.
static const char *take(struct client *client, const char *head, size_t size) {
  if (size > LONGEST_HEAD) return "431 Request Header Fields Too Large";
  const char *line_end = memchr(head, '\r', size), *end = head + size;
  if (!line_end || line_end - head < 14 || head[0] < 'A' || head[0] > 'Z') return "400 Bad Request";
  const char *version = line_end - 9;
  if (strncasecmp(version, " http/1.", 8) != 0 || (version[8] != '0' && version[8] != '1') ||
      !memchr(head, ' ', (size_t)(version - head)))
    return "400 Bad Request";
  client->keeps_alive = version[8] == '1';
  client->is_head = strncasecmp(head, "HEAD ", 5) == 0;
  long length = -1;
  const char *place = line_end + 2;
  while (place < end - 2) {
    const char *next = memchr(place, '\r', (size_t)(end - place));
    if (!next) return "400 Bad Request";
    const char *colon = memchr(place, ':', (size_t)(next - place));
    if (!colon || colon == place) return "400 Bad Request";
    const char *value = colon + 1, *value_end = next;
    while (value < value_end && (*value == ' ' || *value == '\t')) value++;
    while (value < value_end && (value_end[-1] == ' ' || value_end[-1] == '\t')) value_end--;
    size_t name = (size_t)(colon - place), count = (size_t)(value_end - value);
    if (is(place, name, "connection")) {
      if (is(value, count, "close")) client->keeps_alive = 0;
      if (is(value, count, "keep-alive")) client->keeps_alive = 1;
    } else if (is(place, name, "content-length")) {
      long number = 0;
      if (count == 0 || count > 9) return "400 Bad Request";
      for (const char *digit = value; digit < value_end; digit++) {
        if (*digit < '0' || *digit > '9') return "400 Bad Request";
        number = number * 10 + (*digit - '0');
      }
      if (length >= 0 && length != number) return "400 Bad Request";
      length = number;
    } else if (is(place, name, "transfer-encoding")) {
      return "501 Not Implemented";
    }
    place = next + 2;
  }
  if (length > LONGEST_BODY) return "413 Content Too Large";
  client->body_left = length > 0 ? (size_t)length : 0;
  return NULL;
}

static void done(struct client *client) {
  size_t body = client->is_head ? BODY : 0;
  if (client->keeps_alive) return answer(client, hello, sizeof hello - 1 - body);
  answer(client, goodbye, sizeof goodbye - 1 - body);
  finish(client);
}

static void received(uv_stream_t *stream, ssize_t count, const uv_buf_t *buf) {
  struct client *client = stream->data;
  if (count == 0) return;
  if (count < 0) return close_client(client);
  const char *bytes = buf->base;
  size_t left = (size_t)count;
  while (left > 0 && !client->closes && !uv_is_closing((uv_handle_t *)stream)) {
    if (client->body_left > 0) {
      size_t part = client->body_left < left ? client->body_left : left;
      client->body_left -= part;
      bytes += part;
      left -= part;
      if (client->body_left == 0) done(client);
      continue;
    }
    const char *head = bytes, *end;
    size_t size, before = client->head_size;
    if (before > 0 || !end_of_head(bytes, left)) {
      client->head = realloc(client->head, before + left);
      if (!client->head) abort();
      memcpy(client->head + before, bytes, left);
      client->head_size = before + left;
      head = client->head;
      end = end_of_head(head, client->head_size);
      if (!end) {
        if (client->head_size > LONGEST_HEAD) refuse(client, "431 Request Header Fields Too Large");
        return;
      }
      size = (size_t)(end - head);
      bytes += size - before;
      left -= size - before;
    } else {
      end = end_of_head(bytes, left);
      size = (size_t)(end - head);
      bytes += size;
      left -= size;
    }
    client->head_size = 0;
    const char *status = take(client, head, size);
    if (status) return refuse(client, status);
    if (client->body_left == 0) done(client);
  }
}

static void connected(uv_stream_t *listener, int status) {
  if (status != 0) return;
  struct client *client = calloc(1, sizeof *client);
  if (!client) abort();
  uv_tcp_init(listener->loop, &client->tcp);
  client->tcp.data = client;
  if (uv_accept(listener, (uv_stream_t *)&client->tcp) != 0) return close_client(client);
  uv_tcp_nodelay(&client->tcp, 1);
  uv_read_start((uv_stream_t *)&client->tcp, allocate, received);
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uv_tcp_t listener;
  struct sockaddr_in address;
  uv_ip4_addr("127.0.0.1", 0, &address);
  uv_tcp_init(loop, &listener);
  if (uv_tcp_bind(&listener, (struct sockaddr *)&address, 0) != 0 ||
      uv_listen((uv_stream_t *)&listener, 1024, connected) != 0)
    return 1;
  int size = sizeof address;
  uv_tcp_getsockname(&listener, (struct sockaddr *)&address, &size);
  printf("hello on 127.0.0.1:%d\n", ntohs(address.sin_port));
  fflush(stdout);
  return uv_run(loop, UV_RUN_DEFAULT);
}
