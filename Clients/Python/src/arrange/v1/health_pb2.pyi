from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor
SERVING_STATUS_NOT_SERVING: ServingStatus
SERVING_STATUS_SERVICE_UNKNOWN: ServingStatus
SERVING_STATUS_SERVING: ServingStatus
SERVING_STATUS_UNKNOWN: ServingStatus

class HealthCheckRequest(_message.Message):
    __slots__ = ["service"]
    SERVICE_FIELD_NUMBER: _ClassVar[int]
    service: str
    def __init__(self, service: _Optional[str] = ...) -> None: ...

class HealthCheckResponse(_message.Message):
    __slots__ = ["slow_strategies", "status"]
    SLOW_STRATEGIES_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    slow_strategies: _containers.RepeatedCompositeFieldContainer[SlowStrategy]
    status: ServingStatus
    def __init__(self, status: _Optional[_Union[ServingStatus, str]] = ..., slow_strategies: _Optional[_Iterable[_Union[SlowStrategy, _Mapping]]] = ...) -> None: ...

class SlowStrategy(_message.Message):
    __slots__ = ["collection", "strategy"]
    COLLECTION_FIELD_NUMBER: _ClassVar[int]
    STRATEGY_FIELD_NUMBER: _ClassVar[int]
    collection: str
    strategy: str
    def __init__(self, collection: _Optional[str] = ..., strategy: _Optional[str] = ...) -> None: ...

class ServingStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
