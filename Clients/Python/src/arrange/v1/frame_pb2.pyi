from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Optional as _Optional

DESCRIPTOR: _descriptor.FileDescriptor
FRAME_FLAG_IGNORE_IF_UNKNOWN: FrameFlag
FRAME_FLAG_NONE: FrameFlag
FRAME_TYPE_CANCEL: FrameType
FRAME_TYPE_CREDIT: FrameType
FRAME_TYPE_DATA: FrameType
FRAME_TYPE_END: FrameType
FRAME_TYPE_GOAWAY: FrameType
FRAME_TYPE_HELLO: FrameType
FRAME_TYPE_OPEN: FrameType
FRAME_TYPE_PING: FrameType
FRAME_TYPE_PONG: FrameType
FRAME_TYPE_UNSPECIFIED: FrameType
FRAME_TYPE_WELCOME: FrameType

class Frame(_message.Message):
    __slots__ = ["body", "credit", "flags", "metadata", "method", "sequence", "status", "stream", "timeout_us", "type"]
    BODY_FIELD_NUMBER: _ClassVar[int]
    CREDIT_FIELD_NUMBER: _ClassVar[int]
    FLAGS_FIELD_NUMBER: _ClassVar[int]
    METADATA_FIELD_NUMBER: _ClassVar[int]
    METHOD_FIELD_NUMBER: _ClassVar[int]
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    STREAM_FIELD_NUMBER: _ClassVar[int]
    TIMEOUT_US_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    body: bytes
    credit: int
    flags: int
    metadata: bytes
    method: str
    sequence: int
    status: int
    stream: int
    timeout_us: int
    type: int
    def __init__(self, stream: _Optional[int] = ..., type: _Optional[int] = ..., flags: _Optional[int] = ..., method: _Optional[str] = ..., timeout_us: _Optional[int] = ..., status: _Optional[int] = ..., credit: _Optional[int] = ..., sequence: _Optional[int] = ..., metadata: _Optional[bytes] = ..., body: _Optional[bytes] = ...) -> None: ...

class FrameType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class FrameFlag(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
