/* Our loop inside a plain poll(2) loop, with a pipe of the host's own beside it. */
#include <poll.h>
#include "support.h"

int main(void) {
  rl_loop *loop = set_up();
  int own[2];
  if (pipe(own) != 0 || write(own[1], "x", 1) != 1) return 1;
  struct pollfd entries[2] = {{check("descriptor", rl_loop_descriptor(loop, NULL)), POLLIN, 0}, {own[0], POLLIN, 0}};
  while (!is_done()) {
    if (poll(entries, 2, 30000) <= 0) return 1;
    polls++;
    char byte;
    if (entries[1].revents && read(own[0], &byte, 1) == 1) printf("the host's own\n");
    if (entries[0].revents) check("dispatch", rl_loop_dispatch(loop, NULL));
  }
  return finish(loop);
}
