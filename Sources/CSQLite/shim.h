#ifndef VALISE_CSQLITE_SHIM_H
#define VALISE_CSQLITE_SHIM_H

#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast that Swift cannot import: SQLite copies the bytes it is given.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

// SQLITE_STATIC: the bytes outlive the step, SQLite does not copy them.
static inline sqlite3_destructor_type csqlite_static(void) { return SQLITE_STATIC; }

#endif
