/*
 * The memory layout of messages, and of the tables that describe them: the one of protobuf-c 1.3 and later.
 *
 * The generated C consists of such structs and tables. It is declared here, so that programs without protobuf-c have
 * it as well: the server's codec passes the tables to that library, and the client's codec reads them by itself.
 * `message_layout_checks.h` makes sure that both declarations mean the same.
 */

#ifndef ARRANGE_MESSAGE_LAYOUT_H
#define ARRANGE_MESSAGE_LAYOUT_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define PROTOBUF_C__BEGIN_DECLS extern "C" {
#define PROTOBUF_C__END_DECLS }
#else
#define PROTOBUF_C__BEGIN_DECLS
#define PROTOBUF_C__END_DECLS
#endif

#define PROTOBUF_C__FORCE_ENUM_TO_BE_INT_SIZE(name) , _##name##_IS_INT_SIZE = INT_MAX

/* What marks the tables of messages and enums. */
#define PROTOBUF_C__MESSAGE_DESCRIPTOR_MAGIC 0x28aaeef9
#define PROTOBUF_C__ENUM_DESCRIPTOR_MAGIC 0x114315af

typedef enum {
  PROTOBUF_C_FIELD_FLAG_PACKED = 1 << 0,
  PROTOBUF_C_FIELD_FLAG_DEPRECATED = 1 << 1,
  PROTOBUF_C_FIELD_FLAG_ONEOF = 1 << 2,
} ProtobufCFieldFlag;

typedef enum {
  PROTOBUF_C_LABEL_REQUIRED,
  PROTOBUF_C_LABEL_OPTIONAL,
  PROTOBUF_C_LABEL_REPEATED,
  PROTOBUF_C_LABEL_NONE,
} ProtobufCLabel;

typedef enum {
  PROTOBUF_C_TYPE_INT32,
  PROTOBUF_C_TYPE_SINT32,
  PROTOBUF_C_TYPE_SFIXED32,
  PROTOBUF_C_TYPE_INT64,
  PROTOBUF_C_TYPE_SINT64,
  PROTOBUF_C_TYPE_SFIXED64,
  PROTOBUF_C_TYPE_UINT32,
  PROTOBUF_C_TYPE_FIXED32,
  PROTOBUF_C_TYPE_UINT64,
  PROTOBUF_C_TYPE_FIXED64,
  PROTOBUF_C_TYPE_FLOAT,
  PROTOBUF_C_TYPE_DOUBLE,
  PROTOBUF_C_TYPE_BOOL,
  PROTOBUF_C_TYPE_ENUM,
  PROTOBUF_C_TYPE_STRING,
  PROTOBUF_C_TYPE_BYTES,
  PROTOBUF_C_TYPE_MESSAGE,
} ProtobufCType;

typedef struct ProtobufCMessage ProtobufCMessage;
typedef struct ProtobufCMessageDescriptor ProtobufCMessageDescriptor;

typedef void (*ProtobufCMessageInit)(ProtobufCMessage *);

/* The allocator of a message's memory. */
typedef struct {
  void *(*alloc)(void *allocator_data, size_t size);
  void (*free)(void *allocator_data, void *pointer);
  void *allocator_data;
} ProtobufCAllocator;

/* Bytes that a message refers to. */
typedef struct {
  size_t len;
  uint8_t *data;
} ProtobufCBinaryData;

/* What each message begins with. */
struct ProtobufCMessage {
  const ProtobufCMessageDescriptor *descriptor;
  unsigned n_unknown_fields;
  void *unknown_fields;
};

#define PROTOBUF_C_MESSAGE_INIT(descriptor) { descriptor, 0, NULL }

/* Numbers that follow each other, up to the `orig_index` of the next range. */
typedef struct {
  int start_value;
  unsigned orig_index;
} ProtobufCIntRange;

typedef struct {
  const char *name;
  const char *c_name;
  int value;
} ProtobufCEnumValue;

typedef struct {
  const char *name;
  unsigned index;
} ProtobufCEnumValueIndex;

typedef struct {
  uint32_t magic;
  const char *name;
  const char *short_name;
  const char *c_name;
  const char *package_name;
  unsigned n_values;
  const ProtobufCEnumValue *values;
  unsigned n_value_names;
  const ProtobufCEnumValueIndex *values_by_name;
  unsigned n_value_ranges;
  const ProtobufCIntRange *value_ranges;
  void *reserved1;
  void *reserved2;
  void *reserved3;
  void *reserved4;
} ProtobufCEnumDescriptor;

typedef struct {
  const char *name;
  uint32_t id;
  ProtobufCLabel label;
  ProtobufCType type;
  /* The offset of the count of a repeated field, or of the discriminator of a oneof. */
  unsigned quantifier_offset;
  /* The offset of the value. */
  unsigned offset;
  /* The table of a message, or of an enum. */
  const void *descriptor;
  const void *default_value;
  uint32_t flags;
  unsigned reserved_flags;
  void *reserved2;
  void *reserved3;
} ProtobufCFieldDescriptor;

struct ProtobufCMessageDescriptor {
  uint32_t magic;
  /* The full name, such as `arrange.v1.Path`. */
  const char *name;
  const char *short_name;
  const char *c_name;
  const char *package_name;
  size_t sizeof_message;
  unsigned n_fields;
  /* In ascending order of their numbers. */
  const ProtobufCFieldDescriptor *fields;
  const unsigned *fields_sorted_by_name;
  unsigned n_field_ranges;
  const ProtobufCIntRange *field_ranges;
  ProtobufCMessageInit message_init;
  void *reserved1;
  void *reserved2;
  void *reserved3;
};

#include "message_layout_checks.h"

/*
 * Unpacks a message of the type that `descriptor` describes: the function of a codec. NULL if the bytes are invalid, or
 * if there is not enough memory.
 */
typedef void *(*ArrangeUnpack)(const void *descriptor, void *allocator, size_t count, const uint8_t *bytes);

/* The functions of a message type. */
#define ARRANGE_MESSAGE(type, name) \
  void name##__init(type *message); \
  static inline type *name##__unpack( \
    ArrangeUnpack unpack, ProtobufCAllocator *allocator, size_t count, const uint8_t *bytes) { \
    return (type *)unpack(&name##__descriptor, allocator, count, bytes); \
  }

#endif
