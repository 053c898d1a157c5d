/* The least that a build of packing lists costs: each part of it in C on one core, with nothing around it.

     floor TRIPS OUTPUT

   TRIPS holds the Markdown files; pages and a database are written into OUTPUT, which must be empty.
   Prints a line `NAME SECONDS` for each part: looking at all files, reading them, making HTML of them with
   cmark-gfm, writing it, and putting a row for each item into SQLite. */

#define _POSIX_C_SOURCE 200809L
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <dirent.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct file {
  char *name, *text, *html;
  size_t size;
};

static struct file *files;
static size_t count;
static const char *folder, *output;

static void fail(const char *words) {
  fprintf(stderr, "floor: ");
  perror(words);
  exit(1);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void join(char *path, size_t room, const char *parent, const char *name, const char *end) {
  if ((size_t)snprintf(path, room, "%s/%s%s", parent, name, end) >= room) fail("path too long");
}

static int is_markdown(const struct dirent *entry) {
  size_t length = strlen(entry->d_name);
  return length > 3 && strcmp(entry->d_name + length - 3, ".md") == 0;
}

static void look(void) {
  struct dirent **entries;
  int found = scandir(folder, &entries, is_markdown, alphasort);
  if (found < 0) fail(folder);
  count = (size_t)found;
  files = calloc(count, sizeof *files);
  if (!files) fail("memory");
  for (size_t index = 0; index < count; index++) {
    char path[4096];
    struct stat status;
    files[index].name = strdup(entries[index]->d_name);
    join(path, sizeof path, folder, files[index].name, "");
    if (stat(path, &status) != 0) fail(path);
    files[index].size = (size_t)status.st_size;
    free(entries[index]);
  }
  free(entries);
}

static void read_all(void) {
  for (size_t index = 0; index < count; index++) {
    char path[4096];
    join(path, sizeof path, folder, files[index].name, "");
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    files[index].text = malloc(files[index].size + 1);
    if (descriptor < 0 || !files[index].text) fail(path);
    ssize_t got = read(descriptor, files[index].text, files[index].size);
    if (got != (ssize_t)files[index].size) fail(path);
    files[index].text[got] = '\0';
    close(descriptor);
  }
}

/* What comes after the front matter. */
static const char *body(const struct file *file) {
  const char *end = strncmp(file->text, "---\n", 4) == 0 ? strstr(file->text + 4, "\n---\n") : NULL;
  return end ? end + 5 : file->text;
}

static void convert(void) {
  const char *names[] = {"table", "strikethrough", "tasklist"};
  cmark_gfm_core_extensions_ensure_registered();
  for (size_t index = 0; index < count; index++) {
    cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT);
    for (int name = 0; name < 3; name++)
      cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(names[name]));
    const char *text = body(&files[index]);
    cmark_parser_feed(parser, text, strlen(text));
    cmark_node *document = cmark_parser_finish(parser);
    files[index].html = cmark_render_html(
        document, CMARK_OPT_DEFAULT, cmark_parser_get_syntax_extensions(parser));
    cmark_node_free(document);
    cmark_parser_free(parser);
  }
}

static void write_all(void) {
  for (size_t index = 0; index < count; index++) {
    char path[4096];
    join(path, sizeof path, output, files[index].name, ".html");
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    size_t length = strlen(files[index].html);
    if (descriptor < 0 || write(descriptor, files[index].html, length) != (ssize_t)length)
      fail(path);
    close(descriptor);
  }
}

static void check(int code, sqlite3 *db) {
  if (code == SQLITE_OK || code == SQLITE_DONE) return;
  fprintf(stderr, "floor: %s\n", sqlite3_errmsg(db));
  exit(1);
}

static void bind_line(sqlite3_stmt *row, int column, const char *start, const char *end) {
  sqlite3_bind_text(row, column, start, (int)(end - start), SQLITE_STATIC);
}

static void store(void) {
  char path[4096];
  sqlite3 *db;
  sqlite3_stmt *row;
  join(path, sizeof path, output, "floor.sqlite", "");
  check(sqlite3_open(path, &db), db);
  check(sqlite3_exec(db,
                     "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                     "CREATE TABLE item (id INTEGER PRIMARY KEY, trip TEXT NOT NULL,"
                     " position INTEGER NOT NULL, category TEXT NOT NULL, name TEXT NOT NULL,"
                     " isPacked INTEGER NOT NULL);"
                     "CREATE INDEX item_trip ON item (trip); BEGIN",
                     NULL, NULL, NULL),
        db);
  check(sqlite3_prepare_v2(db,
                           "INSERT INTO item (trip, position, category, name, isPacked)"
                           " VALUES (?, ?, ?, ?, ?)",
                           -1, &row, NULL),
        db);
  for (size_t index = 0; index < count; index++) {
    const char *head = "", *head_end = head;
    int position = 0;
    for (const char *line = body(&files[index]); *line;) {
      const char *end = strchr(line, '\n');
      if (!end) end = line + strlen(line);
      if (strncmp(line, "## ", 3) == 0) {
        head = line + 3;
        head_end = end;
      } else if (strncmp(line, "- [", 3) == 0 && end - line > 6) {
        sqlite3_bind_text(row, 1, files[index].name, -1, SQLITE_STATIC);
        sqlite3_bind_int(row, 2, position++);
        bind_line(row, 3, head, head_end);
        bind_line(row, 4, line + 6, end);
        sqlite3_bind_int(row, 5, line[3] == 'x');
        check(sqlite3_step(row), db);
        sqlite3_reset(row);
      }
      line = *end ? end + 1 : end;
    }
  }
  check(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), db);
  sqlite3_finalize(row);
  sqlite3_close(db);
}

static void time_part(const char *name, void (*part)(void)) {
  double start = now();
  part();
  printf("%s %.6f\n", name, now() - start);
}

int main(int argument_count, char **arguments) {
  if (argument_count != 3) {
    fprintf(stderr, "usage: floor TRIPS OUTPUT\n");
    return 2;
  }
  folder = arguments[1];
  output = arguments[2];
  time_part("stat", look);
  time_part("read", read_all);
  time_part("cmark", convert);
  time_part("write", write_all);
  time_part("sqlite", store);
  return 0;
}
