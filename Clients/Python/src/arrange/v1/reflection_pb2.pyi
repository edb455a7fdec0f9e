from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Optional as _Optional

DESCRIPTOR: _descriptor.FileDescriptor

class DescribeRequest(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class DescribeResponse(_message.Message):
    __slots__ = ["file_descriptor_set"]
    FILE_DESCRIPTOR_SET_FIELD_NUMBER: _ClassVar[int]
    file_descriptor_set: bytes
    def __init__(self, file_descriptor_set: _Optional[bytes] = ...) -> None: ...
