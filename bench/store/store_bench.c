/* The C half of the store's benchmark: the same work as StoreBench/Measures.swift, with prepared
   statements on the same tables.

     store_bench FOLDER

   FOLDER holds shared.store, which StoreBench made. Prints NAME SECONDS, the best of several
   rounds. */

#define _POSIX_C_SOURCE 200809L
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { COUNT = 100000 };

struct item {
  int64_t id;
  char *name;
  char *category;
  double weight;
  int flag;
  int64_t trip;
};

struct items {
  struct item *all;
  size_t count, room;
};

static void fail(const char *words, sqlite3 *db) {
  fprintf(stderr, "store_bench: %s: %s\n", words, db ? sqlite3_errmsg(db) : "");
  exit(1);
}

static void check(int code, sqlite3 *db, const char *words) {
  if (code != SQLITE_OK && code != SQLITE_DONE && code != SQLITE_ROW) fail(words, db);
}

static sqlite3 *open_store(const char *folder, const char *name) {
  char path[4096];
  sqlite3 *db;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  check(sqlite3_open(path, &db), db, path);
  check(sqlite3_exec(db,
                     "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                     "PRAGMA temp_store = MEMORY",
                     NULL, NULL, NULL),
        db, "pragmas");
  return db;
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql) {
  sqlite3_stmt *statement;
  check(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), db, sql);
  return statement;
}

/* Strings are copied: SQLite's own are gone with the next row. */
static void take_rows(sqlite3 *db, sqlite3_stmt *statement, struct items *items) {
  int code;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    if (items->count == items->room) {
      items->room = items->room ? items->room * 2 : 64;
      items->all = realloc(items->all, items->room * sizeof *items->all);
      if (!items->all) fail("no memory", NULL);
    }
    struct item *item = &items->all[items->count++];
    item->id = sqlite3_column_int64(statement, 0);
    item->name = strdup((const char *)sqlite3_column_text(statement, 1));
    item->category = strdup((const char *)sqlite3_column_text(statement, 2));
    item->weight = sqlite3_column_double(statement, 3);
    item->flag = sqlite3_column_int(statement, 4);
    item->trip = sqlite3_column_int64(statement, 5);
  }
  check(code, db, "step");
  sqlite3_reset(statement);
}

static void free_items(struct items *items) {
  for (size_t index = 0; index < items->count; index++) {
    free(items->all[index].name);
    free(items->all[index].category);
  }
  free(items->all);
  memset(items, 0, sizeof *items);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* The kinds of work. Each gives the seconds that it took, without what goes before. */

static double insert(const char *folder) {
  char path[4096];
  const char *suffixes[] = {"", "-wal", "-shm"};
  for (int index = 0; index < 3; index++) {
    snprintf(path, sizeof path, "%s/c.store%s", folder, suffixes[index]);
    unlink(path);
  }
  sqlite3 *db = open_store(folder, "c.store");
  check(sqlite3_exec(db,
                     "CREATE TABLE Plain (_id INTEGER PRIMARY KEY, name TEXT NOT NULL,"
                     " category TEXT NOT NULL, weight REAL NOT NULL, isPacked INTEGER NOT NULL,"
                     " tripID INTEGER NOT NULL)",
                     NULL, NULL, NULL),
        db, "table");
  double start = now();
  check(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), db, "begin");
  sqlite3_stmt *statement =
      prepare(db,
              "INSERT INTO Plain (_id, name, category, weight, isPacked, tripID)"
              " VALUES (?, ?, ?, ?, ?, ?)");
  for (int number = 0; number < COUNT; number++) {
    char name[32], category[32];
    snprintf(name, sizeof name, "Item number %d", number);
    snprintf(category, sizeof category, "Category %d", number % 8);
    sqlite3_bind_int64(statement, 1, number + 1);
    sqlite3_bind_text(statement, 2, name, -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(statement, 3, category, -1, SQLITE_TRANSIENT);
    sqlite3_bind_double(statement, 4, (number % 1000) / 8.0);
    sqlite3_bind_int(statement, 5, number % 3 == 0);
    sqlite3_bind_int64(statement, 6, number / 50);
    check(sqlite3_step(statement), db, "insert");
    sqlite3_reset(statement);
  }
  sqlite3_finalize(statement);
  check(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), db, "commit");
  double end = now();
  sqlite3_close(db);
  return end - start;
}

static double fetch(const char *folder) {
  sqlite3 *db = open_store(folder, "shared.store");
  struct items items = {0};
  double start = now();
  sqlite3_stmt *statement =
      prepare(db,
              "SELECT _id, name, category, weight, isPacked, tripID FROM Plain ORDER BY _id");
  take_rows(db, statement, &items);
  sqlite3_finalize(statement);
  size_t count = items.count;
  free_items(&items);
  double end = now();
  if (count != COUNT) fail("not all rows were fetched", NULL);
  sqlite3_close(db);
  return end - start;
}

static double predicate(const char *folder) {
  sqlite3 *db = open_store(folder, "shared.store");
  sqlite3_stmt *statement =
      prepare(db,
              "SELECT _id, name, category, weight, isArchived, tripID FROM Indexed"
              " WHERE isArchived = 0 ORDER BY _id");
  double start = now();
  for (int round = 0; round < 500; round++) {
    struct items items = {0};
    take_rows(db, statement, &items);
    if (items.count != 40) fail("not 40 rows were fetched", NULL);
    free_items(&items);
  }
  double end = now();
  sqlite3_finalize(statement);
  sqlite3_close(db);
  return end - start;
}

static const char sections_sql[] =
    "SELECT _id, name, category, weight, isArchived, tripID FROM Indexed WHERE tripID = ?"
    " ORDER BY category, name, _id";

/* Takes the rows of a trip and counts where a section begins. */
static void take_sections(sqlite3 *db, sqlite3_stmt *statement, int trip) {
  struct items items = {0};
  sqlite3_bind_int64(statement, 1, trip);
  take_rows(db, statement, &items);
  size_t starts[64], sections = 0;
  for (size_t index = 0; index < items.count; index++) {
    if (index == 0 || strcmp(items.all[index].category, items.all[index - 1].category) != 0) {
      if (sections == 64) fail("too many sections", NULL);
      starts[sections++] = index;
    }
  }
  if (items.count != 50 || sections != 8 || starts[0] != 0) fail("wrong sections", NULL);
  free_items(&items);
}

static double sections(const char *folder) {
  sqlite3 *db = open_store(folder, "shared.store");
  sqlite3_stmt *statement = prepare(db, sections_sql);
  double start = now();
  for (int trip = 0; trip < 500; trip++) take_sections(db, statement, trip);
  double end = now();
  sqlite3_finalize(statement);
  sqlite3_close(db);
  return end - start;
}

static double open_and_fetch(const char *folder) {
  double start = now();
  for (int trip = 0; trip < 100; trip++) {
    sqlite3 *db = open_store(folder, "shared.store");
    sqlite3_stmt *statement = prepare(db, sections_sql);
    take_sections(db, statement, trip);
    sqlite3_finalize(statement);
    sqlite3_close(db);
  }
  return now() - start;
}

static void print_best(const char *name, int rounds, double (*work)(const char *),
                       const char *folder) {
  double best = work(folder);
  for (int round = 1; round < rounds; round++) {
    double time = work(folder);
    if (time < best) best = time;
  }
  printf("%s %.9f\n", name, best);
}

int main(int count, char **arguments) {
  if (count != 2) {
    fprintf(stderr, "usage: store_bench FOLDER\n");
    return 2;
  }
  print_best("insert", 7, insert, arguments[1]);
  print_best("fetch", 7, fetch, arguments[1]);
  print_best("predicate", 7, predicate, arguments[1]);
  print_best("sections", 7, sections, arguments[1]);
  print_best("open", 7, open_and_fetch, arguments[1]);
  return 0;
}
