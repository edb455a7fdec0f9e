// Generated from Protos by the command generate-protos. Do not edit.

// What is loaded when it is used.
export const SCHEMA = `#PlaceAim automatic after_previous before_next
#PlaceEffect unspecified place group_field section sort_fields collection
#HiddenBecause shown filter cap window
#ViewRights reader definer
#GroupOrder ascending descending best_item
#SortDirection ascending descending
#MissingValues last first
#ComparisonOperator unspecified equal not_equal less less_or_equal greater greater_or_equal
#FollowerState unspecified current waiting_for_credit waiting_for_room
#ChangeKind unspecified section_inserted section_moved section_updated section_removed item_inserted item_moved item_updated item_removed
#KeyWriteReason unspecified inserted moved rekeyed
#ServingStatus unknown serving not_serving service_unknown
#KeyForm unspecified stored rank
FieldList fields*:Field
CollectionInfo name strategy fields*:Field version:u epoch:q createdAtUs:i sectionCount:i itemCount:i isView:b problem history:q storedBytes:i
DefineViewRequest name view:View
GetViewRequest name
ListViewsRequest pageSize:i pageToken:y
ListViewsResponse views*:ViewInfo nextPageToken:y
DeleteViewRequest name
DeleteViewResponse
PlaceRowsRequest name view:View rows* section previous next aim:#PlaceAim seen:y allow*:#PlaceEffect dryRun:b requestId:y items*:NewElement
PlaceRowsResponse applied*:PlacedCommit effects*:RowEffect ambiguous:b
PlacedCommit collection version:u history:q replayed:b
RowEffect row from:Path to:Path set*:Field removed* hidden:#HiddenBecause hiddenBetween:i origin:RowOrigin
ParseViewRequest text view:View locate
ParseViewResponse view:View text error:ViewTextError located:ViewTextPlace
ViewTextError message place:ViewTextPlace field
ViewTextPlace line:i column:i
ViewInfo name definition:View createdAtUs:i definer
View parts*:ViewPart window:ViewWindow rights:#ViewRights
ViewWindow section:i start:i end:i around:WindowAnchor
WindowAnchor item before:i after:i
ViewPart name fixed|:FixedSection query|:ViewQuery
FixedSection section:ViewRow items*:ViewRow
ViewRow id fields*:Field
ViewQuery collection sections:ChosenSections ownSections|:b flat|:ViewRow grouped|:Grouping filter:Filter sort*:SortDescriptor cap?:i only:ShownFields
ShownFields fields*
ChosenSections sections*
Grouping field declared*:Value order:#GroupOrder
SortDescriptor field direction:#SortDirection missing:#MissingValues numbersLast:b natural:b ignoresCase:b digitsLast:b
Filter steps*:FilterStep
FilterStep exists| comparison|:Comparison hasPrefix|:TextMatch contains|:TextMatch isOneOf|:Membership allOf|:i anyOf|:i negate|:b principal|:PrincipalComparison
Comparison field operator:#ComparisonOperator value:Value ignoresCase:b
PrincipalComparison field operator:#ComparisonOperator
TextMatch field text ignoresCase:b
Membership field values*:Value
Value nullValue|:u boolValue|:b intValue|:n doubleValue|:d stringValue| bytesValue|:y timestampUs|:n
FollowersRequest collection limit:i
FollowersResponse followers*:Follower counts*:FollowerCount
FollowerCount collection followers:i
Follower collection principal client address sinceUs:i version:u state:#FollowerState
CreateCollectionRequest name strategy fields*:Field
GetCollectionRequest name
ListCollectionsRequest pageSize:i pageToken:y
ListCollectionsResponse collections*:CollectionInfo nextPageToken:y
UpdateCollectionRequest name set*:Field remove* replaceAll:b
DeleteCollectionRequest name
DeleteCollectionResponse
TransactRequest steps*:TransactionStep conditions*:VersionCondition requestId:y
TransactionStep collection operation|:Operation transferItems|:TransferItems
TransferItems items*:ElementReference target section? to:Placement
VersionCondition collection ifVersion:u ifHistory:q
TransactResponse collections*:TransactedCollection steps*:OperationResult replayed:b
TransactedCollection name version:u changed:b rekeyed:i history:q
FetchRequest collection section|:SectionWindow around|:AroundWindow pageSize:i pageToken:y view:View
SectionWindow section start:i end?:i
AroundWindow item before:i after:i
FetchResponse collection:CollectionInfo sections*:SectionSlice nextPageToken:y window:WindowPlace
SectionSlice index:i section:Element itemCount:i firstItem:i items*:Element
HistoryRequest collection from:u to?:u limit:i fromChange:i
HistoryResponse oldestKept:u version:u commits*:Commit
Commit version:u timeUs:i requestId:y rekeyed:i changes*:Change firstChange:i changeCount:i author transaction:y
Change kind:#ChangeKind id from:Path to:Path before:FieldList after:FieldList fieldsLeftOut:b transferred
ChangeStrategyRequest collection strategy renewKeys:b ifVersion?:u ifHistory:q
ChangeStrategyResponse strategy version:u changed:b rekeyed:i
RotateKeysRequest collection generation?:i limit:i
RotateKeysResponse version:u rekeyed:i remaining:i generation:i
ExplainRequest collection operations*:Operation
ExplainResponse strategy version:u journalBytes:i rekeyed:i writes*:KeyWrite writeCount:i gaps*:Gap statistics:KeyStatistics
KeyWrite id reason:#KeyWriteReason before after
Gap id before:GapRoom after:GapRoom
GapRoom following:i nested:i
KeyStatistics keyCount:i totalBytes:i longestBytes:i
VerifyKeysRequest collection
VerifyKeysResponse strategy version:u checked:i problemCount:i problems*:KeyProblem orderOnly:b
KeyProblem id item|:Path section|:i key:y explanation
Metadata entries*:MetadataEntry
MetadataEntry name value:y
HealthCheckRequest service
HealthCheckResponse status:#ServingStatus slowStrategies*:SlowStrategy
SlowStrategy collection strategy
DescribeRequest
DescribeResponse fileDescriptorSet:y
CompareRequest plan page:b
CompareResponse done:i total:i report:y page:y
BackupRequest collections*
BackupResponse data:y
ServerInfoRequest
ServerInfoResponse version serverId uptimeUs:i counts:ServerCounts limits:ServerLimits nodes*:NodeInfo
NodeInfo id name address slots*:SlotRange leaseMs:i isSelf:b replicas:i lagMs:i problem
SlotRange first:i last:i
ServerCounts collections:i openCollections:i connections:i activeCalls:i commits:u connectionBytes:i refusedConnections:u connectionsEndedForMemory:u droppedLogLines:u storeBytes:i freeBytes:i logBytes:i
ServerLimits largestFrame:i operationsPerTransaction:i elementsPerTransaction:i fetchPageSize:i listPageSize:i historyCommits:i idLength:i fieldsPerElement:i fieldBytesPerElement:i
ListStrategiesRequest
ListStrategiesResponse strategies*:Strategy defaultStrategy
Strategy name version:u keyForm:#KeyForm maximumKeyLength:i summary parameters*:StrategyParameter
StrategyParameter name summary minimum:i maximum:i standard:i
/Views/Define DefineViewRequest ViewInfo once
/Views/Get GetViewRequest ViewInfo
/Views/List ListViewsRequest ListViewsResponse
/Views/Delete DeleteViewRequest DeleteViewResponse once
/Views/Parse ParseViewRequest ParseViewResponse
/Views/Place PlaceRowsRequest PlaceRowsResponse once
/Changes/Followers FollowersRequest FollowersResponse
/Collections/Create CreateCollectionRequest CollectionInfo once
/Collections/Get GetCollectionRequest CollectionInfo
/Collections/List ListCollectionsRequest ListCollectionsResponse
/Collections/Update UpdateCollectionRequest CollectionInfo once
/Collections/Delete DeleteCollectionRequest DeleteCollectionResponse once
/Collections/Transact TransactRequest TransactResponse
/Collections/Fetch FetchRequest FetchResponse
/Collections/History HistoryRequest HistoryResponse
/Collections/ChangeStrategy ChangeStrategyRequest ChangeStrategyResponse once
/Collections/RotateKeys RotateKeysRequest RotateKeysResponse
/Collections/Explain ExplainRequest ExplainResponse
/Collections/VerifyKeys VerifyKeysRequest VerifyKeysResponse
/Health/Check HealthCheckRequest HealthCheckResponse
/Health/Watch HealthCheckRequest HealthCheckResponse stream
/Reflection/Describe DescribeRequest DescribeResponse
/Server/Info ServerInfoRequest ServerInfoResponse
/Server/Backup BackupRequest BackupResponse stream
/Server/Compare CompareRequest CompareResponse stream
/Strategies/List ListStrategiesRequest ListStrategiesResponse`;
