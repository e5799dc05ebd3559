// What keeps the library that is preloaded free of the Swift runtime. Only for that library.
//
// The Swift compiler links a library of C, too, with its start object and the runtime. The references of that object end here, and the
// linker is asked to leave out libraries that nothing refers to. The flag takes the way of the libraries that Swift's own objects
// name: the section from which the linker's arguments are collected.
#include "preload.h"

#define HIDDEN __attribute__((visibility("hidden")))

__attribute__((section(".swift1_autolink_entries"), used)) static const char linkerFlag[] = "-Wl,--as-needed";

HIDDEN void swift_addNewDSOImage(const void *sections);
void swift_addNewDSOImage(const void *sections) { (void)sections; }

HIDDEN int _swift_backtrace_isThunkFunction(const char *name);
int _swift_backtrace_isThunkFunction(const char *name) {
  (void)name;
  return 0;
}
