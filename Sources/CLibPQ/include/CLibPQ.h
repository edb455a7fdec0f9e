// PostgreSQL's client library, loaded by the first call of libpq_load and not before: a program that links this target
// starts, and can be installed, without libpq.
//
// The functions are those of libpq 14 and later, with its names in lower case and its enumerations as int. None of them may
// be called before libpq_load has succeeded.
#ifndef ARRANGE_LIBPQ_H
#define ARRANGE_LIBPQ_H

#include <stdbool.h>

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;

// The oldest version of libpq that has a pipeline mode, as PQlibVersion returns it.
enum { LIBPQ_LEAST_VERSION = 140000 };

// Values of libpq's enumerations.
enum { LIBPQ_CONNECTION_OK = 0, LIBPQ_CONNECTION_BAD = 1 };
enum { LIBPQ_POLLING_FAILED = 0, LIBPQ_POLLING_READING = 1, LIBPQ_POLLING_WRITING = 2, LIBPQ_POLLING_OK = 3 };
enum { LIBPQ_PING_OK = 0, LIBPQ_PING_NO_ATTEMPT = 3 };
enum {
  LIBPQ_COMMAND_OK = 1,
  LIBPQ_TUPLES_OK = 2,
  LIBPQ_COPY_IN = 4,
  LIBPQ_FATAL_ERROR = 7,
  LIBPQ_PIPELINE_SYNC = 10,
  LIBPQ_PIPELINE_ABORTED = 11
};
// Fields of an error.
enum { LIBPQ_FIELD_SQLSTATE = 'C', LIBPQ_FIELD_MESSAGE = 'M', LIBPQ_FIELD_CONSTRAINT = 'n', LIBPQ_FIELD_COLUMN = 'c' };

// An option of a connection string, as PQconninfoParse returns it.
typedef struct {
  char *keyword;
  char *environment;
  char *fallback;
  char *value;
  char *label;
  char *display;
  int display_size;
} libpq_option;

// Loads the library. Any thread may call it, any number of times.
//
// Returns NULL if it can be used, and otherwise the reason, a text that stays.
const char *libpq_load(void);

PGconn *libpq_connect_start(const char *const *keywords, const char *const *values);
// Whether a server takes connections: connects, without logging in, and blocks meanwhile.
int libpq_ping(const char *const *keywords, const char *const *values);
int libpq_connect_poll(PGconn *connection);
// Makes the connection drop notices, which libpq otherwise writes to standard error.
void libpq_ignore_notices(PGconn *connection);
void libpq_finish(PGconn *connection);

int libpq_status(const PGconn *connection);
int libpq_socket(const PGconn *connection);
int libpq_server_version(const PGconn *connection);
int libpq_backend_pid(const PGconn *connection);
const char *libpq_error_message(const PGconn *connection);

int libpq_set_nonblocking(PGconn *connection);
int libpq_enter_pipeline_mode(PGconn *connection);
int libpq_exit_pipeline_mode(PGconn *connection);
int libpq_pipeline_sync(PGconn *connection);
int libpq_flush(PGconn *connection);
int libpq_consume_input(PGconn *connection);
int libpq_is_busy(PGconn *connection);
// Both take and return values in PostgreSQL's binary format.
int libpq_send_query(
  PGconn *connection, const char *text, int count, const unsigned *types, const char *const *values, const int *lengths);
int libpq_send_prepared(
  PGconn *connection, const char *name, int count, const char *const *values, const int *lengths);
int libpq_send_prepare(PGconn *connection, const char *name, const char *text);

// Both return 1 if the data was taken, 0 if it has to be offered again when the socket can be written, and -1 after an error.
int libpq_put_copy_data(PGconn *connection, const char *bytes, int count);
int libpq_put_copy_end(PGconn *connection);

PGresult *libpq_get_result(PGconn *connection);
void libpq_clear(PGresult *result);
int libpq_result_status(const PGresult *result);
const char *libpq_result_field(const PGresult *result, int field);
int libpq_row_count(const PGresult *result);
bool libpq_is_null(const PGresult *result, int row, int column);
int libpq_length(const PGresult *result, int row, int column);
const char *libpq_value(const PGresult *result, int row, int column);

// Returns NULL if the text is no connection string. The options end with one whose keyword is NULL.
libpq_option *libpq_parse(const char *text);
void libpq_free_options(libpq_option *options);

#endif
