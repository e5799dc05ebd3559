// Counts what the calling thread asks malloc for.
//
// Linked into an executable this replaces malloc, calloc, realloc and the aligned ones, also for the libraries that the
// executable loads: the linker exports a symbol of the executable that one of them needs. All is passed on to the C library.
#pragma once

/// How often the calling thread has got memory; -1 where it can not be counted: a sanitizer has a malloc of its own.
long malloc_count(void);
/// How many bytes all threads have got and not given back.
long malloc_bytes(void);
