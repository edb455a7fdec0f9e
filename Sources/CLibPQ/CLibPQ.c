#include "CLibPQ.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

// Where the headers of libpq are installed, the compiler compares the declarations below with them.
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#define CHECK(condition) _Static_assert(condition, #condition)
CHECK(LIBPQ_CONNECTION_OK == CONNECTION_OK);
CHECK(LIBPQ_CONNECTION_BAD == CONNECTION_BAD);
CHECK(LIBPQ_POLLING_FAILED == PGRES_POLLING_FAILED);
CHECK(LIBPQ_POLLING_READING == PGRES_POLLING_READING);
CHECK(LIBPQ_POLLING_WRITING == PGRES_POLLING_WRITING);
CHECK(LIBPQ_POLLING_OK == PGRES_POLLING_OK);
CHECK(LIBPQ_PING_OK == PQPING_OK);
CHECK(LIBPQ_PING_NO_ATTEMPT == PQPING_NO_ATTEMPT);
CHECK(LIBPQ_COMMAND_OK == PGRES_COMMAND_OK);
CHECK(LIBPQ_TUPLES_OK == PGRES_TUPLES_OK);
CHECK(LIBPQ_COPY_IN == PGRES_COPY_IN);
CHECK(LIBPQ_FATAL_ERROR == PGRES_FATAL_ERROR);
CHECK(LIBPQ_PIPELINE_SYNC == PGRES_PIPELINE_SYNC);
CHECK(LIBPQ_PIPELINE_ABORTED == PGRES_PIPELINE_ABORTED);
CHECK(sizeof(libpq_option) == sizeof(PQconninfoOption));
CHECK(offsetof(libpq_option, value) == offsetof(PQconninfoOption, val));
// An enumeration is compatible with unsigned int.
#define CHECK_TYPE(name, function) \
  CHECK(__builtin_types_compatible_p(__typeof__(&name), __typeof__(function)))
#else
#define CHECK_TYPE(name, function) _Static_assert(1, "not compared")
#endif

typedef void (*notice_processor)(void *argument, const char *message);

// The functions that are looked up: result, name in libpq, pointer, parameters.
#define FUNCTIONS(F) \
  F(PGconn *, PQconnectStartParams, connect_start, (const char *const *, const char *const *, int)) \
  F(unsigned, PQpingParams, ping, (const char *const *, const char *const *, int)) \
  F(unsigned, PQconnectPoll, connect_poll, (PGconn *)) \
  F(notice_processor, PQsetNoticeProcessor, set_notice_processor, (PGconn *, notice_processor, void *)) \
  F(void, PQfinish, finish, (PGconn *)) \
  F(unsigned, PQstatus, status, (const PGconn *)) \
  F(int, PQsocket, socket_of, (const PGconn *)) \
  F(int, PQserverVersion, server_version, (const PGconn *)) \
  F(int, PQbackendPID, backend_pid, (const PGconn *)) \
  F(char *, PQerrorMessage, error_message, (const PGconn *)) \
  F(int, PQsetnonblocking, set_nonblocking, (PGconn *, int)) \
  F(int, PQenterPipelineMode, enter_pipeline_mode, (PGconn *)) \
  F(int, PQexitPipelineMode, exit_pipeline_mode, (PGconn *)) \
  F(int, PQpipelineSync, pipeline_sync, (PGconn *)) \
  F(int, PQflush, flush, (PGconn *)) \
  F(int, PQconsumeInput, consume_input, (PGconn *)) \
  F(int, PQisBusy, is_busy, (PGconn *)) \
  F(int, PQsendQueryParams, send_query, \
    (PGconn *, const char *, int, const unsigned *, const char *const *, const int *, const int *, int)) \
  F(int, PQsendQueryPrepared, send_prepared, \
    (PGconn *, const char *, int, const char *const *, const int *, const int *, int)) \
  F(int, PQsendPrepare, send_prepare, (PGconn *, const char *, const char *, int, const unsigned *)) \
  F(int, PQputCopyData, put_copy_data, (PGconn *, const char *, int)) \
  F(int, PQputCopyEnd, put_copy_end, (PGconn *, const char *)) \
  F(PGresult *, PQgetResult, get_result, (PGconn *)) \
  F(void, PQclear, clear, (PGresult *)) \
  F(unsigned, PQresultStatus, result_status, (const PGresult *)) \
  F(char *, PQresultErrorField, result_field, (const PGresult *, int)) \
  F(int, PQntuples, row_count, (const PGresult *)) \
  F(int, PQgetisnull, is_null, (const PGresult *, int, int)) \
  F(int, PQgetlength, length_of, (const PGresult *, int, int)) \
  F(char *, PQgetvalue, value_of, (const PGresult *, int, int)) \
  F(void, PQfreemem, free_memory, (void *))

#define DECLARE(result, name, function, parameters) \
  static result(*function) parameters; \
  CHECK_TYPE(name, function);
FUNCTIONS(DECLARE)
// Its type has a structure that is declared here under another name.
static libpq_option *(*parse_options)(const char *, char **);
static void (*free_options)(libpq_option *);

static char failure[512];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  // With the version in its name, as programs that link it have it; the other name is that of macOS.
  void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) library = dlopen("libpq.5.dylib", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    snprintf(failure, sizeof failure, "PostgreSQL's client library libpq.so.5 can't be loaded; install it, on Debian as libpq5");
    return;
  }
  int (*version)(void) = (int (*)(void))dlsym(library, "PQlibVersion");
  if (version == NULL || version() < LIBPQ_LEAST_VERSION) {
    snprintf(failure, sizeof failure, "PostgreSQL's client library is too old; install libpq 14 or later");
    return;
  }
#define LOOK_UP(result, name, function, parameters) \
  function = (result(*) parameters)dlsym(library, #name); \
  if (function == NULL) snprintf(failure, sizeof failure, "PostgreSQL's client library has no function " #name);
  FUNCTIONS(LOOK_UP)
  parse_options = (libpq_option * (*)(const char *, char **)) dlsym(library, "PQconninfoParse");
  free_options = (void (*)(libpq_option *))dlsym(library, "PQconninfoFree");
  if (parse_options == NULL || free_options == NULL)
    snprintf(failure, sizeof failure, "PostgreSQL's client library has no function PQconninfoParse");
}

const char *libpq_load(void) {
  pthread_once(&once, load);
  return failure[0] == 0 ? NULL : failure;
}

PGconn *libpq_connect_start(const char *const *keywords, const char *const *values) {
  return connect_start(keywords, values, 1);
}
int libpq_ping(const char *const *keywords, const char *const *values) { return (int)ping(keywords, values, 1); }
int libpq_connect_poll(PGconn *connection) { return (int)connect_poll(connection); }

static void ignore(void *argument, const char *message) {
  (void)argument;
  (void)message;
}
void libpq_ignore_notices(PGconn *connection) { set_notice_processor(connection, ignore, NULL); }
void libpq_finish(PGconn *connection) { finish(connection); }

int libpq_status(const PGconn *connection) { return (int)status(connection); }
int libpq_socket(const PGconn *connection) { return socket_of(connection); }
int libpq_server_version(const PGconn *connection) { return server_version(connection); }
int libpq_backend_pid(const PGconn *connection) { return backend_pid(connection); }
const char *libpq_error_message(const PGconn *connection) { return error_message(connection); }

int libpq_set_nonblocking(PGconn *connection) { return set_nonblocking(connection, 1); }
int libpq_enter_pipeline_mode(PGconn *connection) { return enter_pipeline_mode(connection); }
int libpq_exit_pipeline_mode(PGconn *connection) { return exit_pipeline_mode(connection); }
int libpq_pipeline_sync(PGconn *connection) { return pipeline_sync(connection); }
int libpq_flush(PGconn *connection) { return flush(connection); }
int libpq_consume_input(PGconn *connection) { return consume_input(connection); }
int libpq_is_busy(PGconn *connection) { return is_busy(connection); }

// The most parameters of a statement.
enum { MOST_PARAMETERS = 16 };
static const int binary[MOST_PARAMETERS] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

int libpq_send_query(
  PGconn *connection, const char *text, int count, const unsigned *types, const char *const *values, const int *lengths) {
  if (count > MOST_PARAMETERS) return 0;
  return send_query(connection, text, count, types, values, lengths, binary, 1);
}
int libpq_send_prepared(
  PGconn *connection, const char *name, int count, const char *const *values, const int *lengths) {
  if (count > MOST_PARAMETERS) return 0;
  return send_prepared(connection, name, count, values, lengths, binary, 1);
}
int libpq_send_prepare(PGconn *connection, const char *name, const char *text) {
  return send_prepare(connection, name, text, 0, NULL);
}

int libpq_put_copy_data(PGconn *connection, const char *bytes, int count) {
  return put_copy_data(connection, bytes, count);
}
int libpq_put_copy_end(PGconn *connection) { return put_copy_end(connection, NULL); }

PGresult *libpq_get_result(PGconn *connection) { return get_result(connection); }
void libpq_clear(PGresult *result) { clear(result); }
int libpq_result_status(const PGresult *result) { return (int)result_status(result); }
const char *libpq_result_field(const PGresult *result, int field) { return result_field(result, field); }
int libpq_row_count(const PGresult *result) { return row_count(result); }
bool libpq_is_null(const PGresult *result, int row, int column) { return is_null(result, row, column) != 0; }
int libpq_length(const PGresult *result, int row, int column) { return length_of(result, row, column); }
const char *libpq_value(const PGresult *result, int row, int column) { return value_of(result, row, column); }

libpq_option *libpq_parse(const char *text) {
  char *message = NULL;
  libpq_option *options = parse_options(text, &message);
  // The message can have parts of the text, and with it a password: nobody sees it.
  if (message != NULL) free_memory(message);
  return options;
}
void libpq_free_options(libpq_option *options) { free_options(options); }
