#ifndef VALISE_CMICROHTTPD_SHIM_H
#define VALISE_CMICROHTTPD_SHIM_H

#include <microhttpd.h>
#include <stdint.h>

// Swift cannot call functions that take any number of arguments, nor read macros with casts.

typedef void *(*cmicrohttpd_target_callback)(
    void *context, const char *target, struct MHD_Connection *connection);

// A server with one thread of its own on a socket that listens already.
static inline struct MHD_Daemon *cmicrohttpd_start(
    int listening_socket, unsigned int connection_limit, unsigned int idle_seconds,
    size_t connection_memory, MHD_AccessHandlerCallback handler,
    MHD_RequestCompletedCallback on_completed, MHD_NotifyConnectionCallback on_connection,
    cmicrohttpd_target_callback on_target, void *context) {
  return MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handler, context,
      MHD_OPTION_LISTEN_SOCKET, (MHD_socket)listening_socket,
      MHD_OPTION_CONNECTION_LIMIT, connection_limit,
      MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_memory,
      MHD_OPTION_NOTIFY_COMPLETED, on_completed, context,
      MHD_OPTION_NOTIFY_CONNECTION, on_connection, context,
      MHD_OPTION_URI_LOG_CALLBACK, on_target, context,
      MHD_OPTION_END);
}

// The socket of a connection; -1 where it has none any more.
static inline int cmicrohttpd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : (int)info->connect_fd;
}

static const uint64_t cmicrohttpd_unknown_size = MHD_SIZE_UNKNOWN;
static const ssize_t cmicrohttpd_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;

#endif
