// Generated from Protos by the command generate-protos. Do not edit.

// What is loaded when it is used.
export const SCHEMA = `#ParentPolicy fail nearest_ancestor last
#CyclePolicy fail skip beside
#DescendantPolicy unspecified remove promote refuse
#PlaceAim automatic after_previous before_next
#PlaceEffect unspecified place group_field section sort_fields collection parent
#HiddenBecause shown filter cap window
#ViewRights reader definer
#FilterContext matches ancestors descendants
#GroupOrder ascending descending best_item
#SortDirection ascending descending
#MissingValues last first
#ComparisonOperator unspecified equal not_equal less less_or_equal greater greater_or_equal
#FollowerState unspecified current waiting_for_credit waiting_for_room
#BatchProfile exact uikit tree
#KeptReason undone changed placed gone id_taken section_gone not_empty full not_stored parent_gone below_itself too_deep
#ErasedFiles unspecified clean later database
#RestoreKeep none later_items
#ChangeKind unspecified section_inserted section_moved section_updated section_removed item_inserted item_moved item_updated item_removed
#KeyWriteReason unspecified inserted moved rekeyed
#ServingStatus unknown serving not_serving service_unknown
#LogSeverity trace debug info notice warning error critical
#SinkMode merged commits
#SinkState unspecified caught_up sending waiting paused denied
#KeyForm unspecified stored rank
FieldList fields*:Field
Element id fields*:Field contentVersion:u key:y origin:RowOrigin placementVersion:u depth:u childCount:i descendantCount:i
VersionReference version|:u name|
CollectionInfo name strategy fields*:Field version:u epoch:q createdAtUs:i sectionCount:i itemCount:i isView:b problem history:q storedBytes:i outline:OutlineSettings
OutlineSettings maxDepth:i maxChildren:i
ElementReference id ifContentVersion?:u ifSection? ifPlacementVersion?:u ifParent?
InsertItems items*:NewElement section? to:Placement parent? ifParentMissing:#ParentPolicy
MoveItems items*:ElementReference section? to:Placement parent? ifParentMissing:#ParentPolicy ifCycle:#CyclePolicy
RemoveItems items*:ElementReference descendants:#DescendantPolicy
AdoptItems items*:AdoptedItem section parent? ifParentMissing:#ParentPolicy ifCycle:#CyclePolicy
AdoptedItem id fields*:Field key:y after before
ReorderItems section items* parent
ReorderSections sections*
DefineViewRequest name view:View
GetViewRequest name
ListViewsRequest pageSize:i pageToken:y
ListViewsResponse views*:ViewInfo nextPageToken:y
DeleteViewRequest name
DeleteViewResponse
PlaceRowsRequest name view:View rows* section previous next aim:#PlaceAim seen:y allow*:#PlaceEffect dryRun:b requestId:y items*:NewElement stack:y group:y parent?
PlaceRowsResponse applied*:PlacedCommit effects*:RowEffect ambiguous:b overlay
PlacedCommit collection version:u history:q replayed:b
RowEffect row from:Path to:Path set*:Field removed* hidden:#HiddenBecause hiddenBetween:i origin:RowOrigin parent?
ParseViewRequest text view:View locate
ParseViewResponse view:View text error:ViewTextError located:ViewTextPlace
ViewTextError message place:ViewTextPlace field
ViewTextPlace line:i column:i
ViewInfo name definition:View createdAtUs:i definer
View parts*:ViewPart window:ViewWindow rights:#ViewRights mayMove:b
ViewWindow section:i start:i end:i around:WindowAnchor
WindowAnchor item before:i after:i
ViewPart name fixed|:FixedSection query|:ViewQuery
FixedSection section:ViewRow items*:ViewRow
ViewRow id fields*:Field
ViewQuery collection sections:ChosenSections ownSections|:b flat|:ViewRow grouped|:Grouping filter:Filter sort*:SortDescriptor cap?:i only:ShownFields sums* overlay:ShownOverlay context:#FilterContext
ShownOverlay name own:b
ShownFields fields*
ChosenSections sections*
Grouping field declared*:Value order:#GroupOrder by:SecondGrouping ofParent:b
SecondGrouping field declared*:Value order:#GroupOrder
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
SubscribeRequest collection resumeToken:y profile:#BatchProfile reloadThreshold?:i shortestIntervalUs:u largestBatchBytes:u orderKeys:b progressIntervalUs:u ownRequestPrefix:y view:View nameAuthors:b at:VersionReference playTo:VersionReference folding:Folding
SubscribeResponse version:u epoch:q resumeToken:y snapshot|:SnapshotPage batch|:ChangeBatch progress|:Progress ownRequestIds*:y authors*:CommitAuthor window:WindowPlace tree|:TreeBatch
SnapshotSection index:i section:Element firstItem:i items*:Element depths*:i hidden*:HiddenRows
HiddenRows row:i children:i descendants:i
TreeBatch fromVersion:u commits:u before:ListSize after:ListSize owners*:ListOwner sectionDeletes*:i sectionInserts*:TreeInsert sectionMoves*:i sectionUpdates*:SectionUpdate sectionsUnmoved*:i deletes*:i inserts*:TreeInsert moves*:i updates*:TreeUpdate unmoved*:i counts*:NodeCounts keyed*:i keys*:y placements*:u
ListOwner id oldList:i oldAt:i newList:i newAt:i
TreeInsert list:i at:i rows*:Element depths*:i
TreeUpdate list:i at:i item:Element fieldsBefore:q
NodeCounts list:i at:i children:i descendants:i
Folding lazy:b items* sections*
CreateCollectionRequest name strategy fields*:Field outline:OutlineSettings
GetCollectionRequest name
ListCollectionsRequest pageSize:i pageToken:y
ListCollectionsResponse collections*:CollectionInfo nextPageToken:y
UpdateCollectionRequest name set*:Field remove* replaceAll:b
DeleteCollectionRequest name
DeleteCollectionResponse
PlacedElement id key:y item|:Path section|:i parent skipped:b
TransactRequest steps*:TransactionStep conditions*:VersionCondition requestId:y stack:y group:y
TransactionStep collection operation|:Operation transferItems|:TransferItems
TransferItems items*:ElementReference target section? to:Placement parent? ifParentMissing:#ParentPolicy descendants:#DescendantPolicy
VersionCondition collection ifVersion:u ifHistory:q
TransactResponse collections*:TransactedCollection steps*:OperationResult replayed:b
TransactedCollection name version:u changed:b rekeyed:i history:q
UndoRequest collection stack:y of?:u redo:b expect?:u dryRun:b requestId:y
UndoResponse version:u changed:b replayed:b undoes*:u undone*:UndoneChange kept*:UndoneChange undoneCount:i keptCount:i canUndo:b canRedo:b rekeyed:i history:q collections*:TransactedCollection
UndoneChange kind:#ChangeKind id field reason:#KeptReason byVersion:u by collection
FetchRequest collection section|:SectionWindow around|:AroundWindow pageSize:i pageToken:y view:View at:VersionReference
SectionWindow section start:i end?:i
AroundWindow item before:i after:i
FetchResponse collection:CollectionInfo sections*:SectionSlice nextPageToken:y window:WindowPlace past:b
SectionSlice index:i section:Element itemCount:i firstItem:i items*:Element ancestors*
DiffRequest collection from:VersionReference to:VersionReference profile:#BatchProfile
DiffResponse fromVersion:u toVersion:u batch:ChangeBatch tree:TreeBatch
RestoreRequest collection to:VersionReference keep:#RestoreKeep requestId:y ifVersion?:u ifHistory:q dryRun:b stack:y
EraseRequest collection items* deleteNames:b
EraseResponse removed* oldestKept:u deletedNames* files:#ErasedFiles otherNodes:b
RestoreResponse restored:u version:u changed:b replayed:b history:q changes:ChangeBatch tree:TreeBatch
HistoryRequest collection from:u to?:u limit:i fromChange:i
HistoryResponse oldestKept:u version:u commits*:Commit
Commit version:u timeUs:i requestId:y rekeyed:i changes*:Change firstChange:i changeCount:i author transaction:y stack:y group:y undoes*:u redo:b
Change kind:#ChangeKind id from:Path to:Path before:FieldList after:FieldList fieldsLeftOut:b transferred fromParent toParent
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
CreateOverlayRequest collection overlay shared:b principal
OverlayInfo collection overlay shared:b principal createdAtUs:i version:u entries:i
GetOverlayRequest collection overlay shared:b principal first:i limit:i
GetOverlayResponse info:OverlayInfo entries*:OverlayEntry
OverlayEntry item section predecessors*
ListOverlaysRequest collection principal
ListOverlaysResponse overlays*:OverlayInfo
ResetOverlayRequest collection overlay shared:b principal items* all:b
DeleteOverlayRequest collection overlay shared:b principal
DeleteOverlayResponse
DescribeRequest
DescribeResponse fileDescriptorSet:y
ServerAccessRequest containing limit:i
ServerAccessResponse unrestricted:b file roles*:AccessRole principals*:AccessPrincipal principalCount:i limits*:AccessLimit issuer:AccessIssuer
AccessRole name grants*:AccessGrant
AccessGrant pattern may* never* line:i
AccessPrincipal name roles* tokens*:AccessTokenInfo certificates* users*:u limits*:AccessLimit
AccessTokenInfo expiresUs?:i
AccessLimit name value:i
AccessIssuer issuer audience principalClaim rolesClaim
ServerLogRequest after:u limit:i severity:#LogSeverity
ServerLogResponse lines*:LogLine last:u missed:u serverId
LogLine number:u severity:#LogSeverity text
CompareRequest plan page:b
CompareResponse done:i total:i report:y page:y
BackupRequest collections*
BackupResponse data:y
ServerInfoRequest names*
ServerInfoResponse version serverId uptimeUs:i counts:ServerCounts limits:ServerLimits nodes*:NodeInfo features* caller:CallerInfo
CallerInfo principal identifiedBy expiresUs?:i unrestricted:b permissions* names*:NamePermissions
NamePermissions name permissions*
NodeInfo id name address slots*:SlotRange leaseMs:i isSelf:b replicas:i lagMs:i problem
SlotRange first:i last:i
ServerCounts collections:i openCollections:i connections:i activeCalls:i commits:u connectionBytes:i refusedConnections:u connectionsEndedForMemory:u droppedLogLines:u storeBytes:i freeBytes:i logBytes:i
ServerLimits largestFrame:i operationsPerTransaction:i elementsPerTransaction:i fetchPageSize:i listPageSize:i historyCommits:i idLength:i fieldsPerElement:i fieldBytesPerElement:i
SinkSettings url collections* mode:#SinkMode secrets* allowedAddresses* postgres:PostgresMirror view
PostgresMirror connection schema moves:b
CreateSinkRequest name 3settings:SinkSettings paused:b
SinkInfo name 3settings:SinkSettings createdAtUs:i definer paused:b pauseReason
GetSinkRequest name
ListSinksRequest containing
ListSinksResponse sinks*:SinkInfo
UpdateSinkRequest name 3settings:SinkSettings
PauseSinkRequest name
ResumeSinkRequest name
ReplaySinkRequest collection sink after?:u
TestSinkRequest name
TestSinkResponse delivered:b status:u error durationUs:i
DeleteSinkRequest name
SinkStatusRequest name limit:i
SinkStatusResponse sink:SinkInfo collectionCount:i lagging:i failing:i deliveries:u failures:u collections*:SinkProgress missingNodes:i
SinkProgress collection delivered:u newest:u state:#SinkState lagUs:i attempts:i nextAttemptUs:i error
ListStrategiesRequest
ListStrategiesResponse strategies*:Strategy defaultStrategy
Strategy name version:u keyForm:#KeyForm maximumKeyLength:i summary parameters*:StrategyParameter
StrategyParameter name summary minimum:i maximum:i standard:i
SetVersionRequest collection versionName version:VersionReference
NamedVersion name version:u setAtUs:i author
ListVersionsRequest collection
ListVersionsResponse versions*:NamedVersion
DeleteVersionRequest collection versionName
DeleteVersionResponse
ListBinRequest collection pageSize:i pageToken:y
ListBinResponse elements*:BinElement nextPageToken:y
BinElement id isSection:b fields*:Field section items:i removedBy:u removedAtUs:i author parent
PutBackRequest collection elements*:RemovedElement requestId:y stack:y
RemovedElement id isSection:b removedBy:u
EmptyBinRequest collection
EmptyBinResponse oldestKept:u
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
/Collections/Undo UndoRequest UndoResponse
/Collections/Fetch FetchRequest FetchResponse
/Collections/Diff DiffRequest DiffResponse
/Collections/Restore RestoreRequest RestoreResponse once
/Collections/Erase EraseRequest EraseResponse once
/Collections/History HistoryRequest HistoryResponse
/Collections/ChangeStrategy ChangeStrategyRequest ChangeStrategyResponse once
/Collections/RotateKeys RotateKeysRequest RotateKeysResponse
/Collections/Explain ExplainRequest ExplainResponse
/Collections/VerifyKeys VerifyKeysRequest VerifyKeysResponse
/Health/Check HealthCheckRequest HealthCheckResponse
/Health/Watch HealthCheckRequest HealthCheckResponse stream
/Overlays/Create CreateOverlayRequest OverlayInfo once
/Overlays/Get GetOverlayRequest GetOverlayResponse
/Overlays/List ListOverlaysRequest ListOverlaysResponse
/Overlays/Reset ResetOverlayRequest OverlayInfo once
/Overlays/Delete DeleteOverlayRequest DeleteOverlayResponse once
/Reflection/Describe DescribeRequest DescribeResponse
/Server/Info ServerInfoRequest ServerInfoResponse
/Server/Backup BackupRequest BackupResponse stream
/Server/Compare CompareRequest CompareResponse stream
/Server/Access ServerAccessRequest ServerAccessResponse
/Server/Log ServerLogRequest ServerLogResponse
/Sinks/Create CreateSinkRequest SinkInfo once
/Sinks/Get GetSinkRequest SinkInfo
/Sinks/List ListSinksRequest ListSinksResponse
/Sinks/Update UpdateSinkRequest SinkInfo once
/Sinks/Pause PauseSinkRequest SinkInfo once
/Sinks/Resume ResumeSinkRequest SinkInfo once
/Sinks/Replay ReplaySinkRequest SinkInfo once
/Sinks/Test TestSinkRequest TestSinkResponse once
/Sinks/Delete DeleteSinkRequest SinkInfo once
/Sinks/Status SinkStatusRequest SinkStatusResponse
/Strategies/List ListStrategiesRequest ListStrategiesResponse
/Versions/Set SetVersionRequest NamedVersion once
/Versions/List ListVersionsRequest ListVersionsResponse
/Versions/Delete DeleteVersionRequest DeleteVersionResponse once
/Bin/List ListBinRequest ListBinResponse
/Bin/PutBack PutBackRequest ApplyResponse once
/Bin/Empty EmptyBinRequest EmptyBinResponse once`;
