#ifndef VALISE_CSQLITE_SHIM_H
#define VALISE_CSQLITE_SHIM_H

#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast that Swift cannot import: SQLite copies the bytes it is given.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

// SQLITE_STATIC: the bytes outlive the step, SQLite does not copy them.
static inline sqlite3_destructor_type csqlite_static(void) { return SQLITE_STATIC; }

// Counting the memory in use takes a lock that all threads share, at each allocation. A variadic
// function, which Swift cannot call; to be called before anything else of SQLite.
static inline int csqlite_count_no_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

#endif
