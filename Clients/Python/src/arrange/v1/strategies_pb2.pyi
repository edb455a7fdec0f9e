from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor
KEY_FORM_RANK: KeyForm
KEY_FORM_STORED: KeyForm
KEY_FORM_UNSPECIFIED: KeyForm

class ListStrategiesRequest(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class ListStrategiesResponse(_message.Message):
    __slots__ = ["default_strategy", "strategies"]
    DEFAULT_STRATEGY_FIELD_NUMBER: _ClassVar[int]
    STRATEGIES_FIELD_NUMBER: _ClassVar[int]
    default_strategy: str
    strategies: _containers.RepeatedCompositeFieldContainer[Strategy]
    def __init__(self, strategies: _Optional[_Iterable[_Union[Strategy, _Mapping]]] = ..., default_strategy: _Optional[str] = ...) -> None: ...

class Strategy(_message.Message):
    __slots__ = ["key_form", "maximum_key_length", "name", "parameters", "summary", "version"]
    KEY_FORM_FIELD_NUMBER: _ClassVar[int]
    MAXIMUM_KEY_LENGTH_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    PARAMETERS_FIELD_NUMBER: _ClassVar[int]
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    key_form: KeyForm
    maximum_key_length: int
    name: str
    parameters: _containers.RepeatedCompositeFieldContainer[StrategyParameter]
    summary: str
    version: int
    def __init__(self, name: _Optional[str] = ..., version: _Optional[int] = ..., key_form: _Optional[_Union[KeyForm, str]] = ..., maximum_key_length: _Optional[int] = ..., summary: _Optional[str] = ..., parameters: _Optional[_Iterable[_Union[StrategyParameter, _Mapping]]] = ...) -> None: ...

class StrategyParameter(_message.Message):
    __slots__ = ["maximum", "minimum", "name", "standard", "summary"]
    MAXIMUM_FIELD_NUMBER: _ClassVar[int]
    MINIMUM_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    STANDARD_FIELD_NUMBER: _ClassVar[int]
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    maximum: int
    minimum: int
    name: str
    standard: int
    summary: str
    def __init__(self, name: _Optional[str] = ..., summary: _Optional[str] = ..., minimum: _Optional[int] = ..., maximum: _Optional[int] = ..., standard: _Optional[int] = ...) -> None: ...

class KeyForm(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
