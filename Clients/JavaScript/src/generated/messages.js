// Generated from Protos by the command generate-protos. Do not edit.

// What every page needs that shows a list and changes it.
export const SCHEMA = `#AnchorPolicy fail first last
#BatchProfile exact uikit
#SnapshotReason unspecified first too_many_changes too_large history_trimmed epoch_changed view_changed past
#Processed unknown not_started done
Field name nullValue|:u boolValue|:b intValue|:n doubleValue|:d stringValue| bytesValue|:y timestampUs|:n
Element id fields*:Field contentVersion:u key:y origin:RowOrigin placementVersion:u
RowOrigin collection section item depth:u context:b
Path section:i item:i
Placement first|:b last|:b before| after| at|:i ifAnchorMissing:#AnchorPolicy
Operation insertItems|:InsertItems moveItems|:MoveItems updateItems|:UpdateItems removeItems|:RemoveItems reorderItems|:ReorderItems adoptItems|:AdoptItems 8insertSections|:InsertSections moveSections|:MoveSections updateSections|:UpdateSections removeSections|:RemoveSections reorderSections|:ReorderSections
NewElement id fields*:Field
ElementReference id ifContentVersion?:u ifSection? ifPlacementVersion?:u
ElementUpdate id ifContentVersion?:u set*:Field remove* replaceAll:b
InsertItems items*:NewElement section? to:Placement
MoveItems items*:ElementReference section? to:Placement
UpdateItems items*:ElementUpdate
RemoveItems items*:ElementReference
ReorderItems section items*
InsertSections sections*:NewElement to:Placement
MoveSections sections*:ElementReference to:Placement
UpdateSections sections*:ElementUpdate
RemoveSections sections*:ElementReference onlyIfEmpty:b
WindowPlace anchor section:i firstItem:i sectionItems:i
SubscribeRequest collection resumeToken:y profile:#BatchProfile reloadThreshold?:i shortestIntervalUs:u largestBatchBytes:u orderKeys:b progressIntervalUs:u ownRequestPrefix:y view:View nameAuthors:b at:VersionReference playTo:VersionReference
SubscribeResponse version:u epoch:q resumeToken:y snapshot|:SnapshotPage batch|:ChangeBatch progress|:Progress ownRequestIds*:y authors*:CommitAuthor window:WindowPlace
CommitAuthor principal commits:u
Progress
SnapshotPage reason:#SnapshotReason page:i last:b size:ListSize sections*:SnapshotSection
SnapshotSection index:i section:Element firstItem:i items*:Element
ListSize sections:i items:i
ChangeBatch profile:#BatchProfile fromVersion:u commits:u before:ListSize after:ListSize sectionDeletes*:i sectionInserts*:SectionInsert sectionMoves*:i sectionUpdates*:SectionUpdate itemDeletes*:i itemInserts*:ItemInsert itemMoves*:i itemUpdates*:ItemUpdate sectionsUnmoved*:i itemsUnmoved*:i keyedSections*:i sectionKeys*:y keyedItems*:i itemKeys*:y sectionPlacements*:u itemPlacements*:u
SectionInsert at:i section|:Element keptFrom|:i items*:ItemRun
ItemRun items*:Element keptFrom:Path kept:i
ItemInsert at:Path item|:Element keptFrom|:Path
SectionUpdate at:i section:Element fieldsBefore:q
ItemUpdate at:Path item:Element fieldsBefore:q
ApplyRequest collection operations*:Operation requestId:y ifVersion?:u ifHistory:q stack:y group:y
ApplyResponse version:u changed:b replayed:b rekeyed:i operations*:OperationResult history:q
OperationResult elements*:PlacedElement
PlacedElement id key:y item|:Path section|:i
Hello magic:f versionMin:u versionMax:u clientName clientId token largestFrame:u
Welcome version:u serverId largestFrame:u mostCalls:u mostSubscriptions:u keepaliveMs:u keepaliveTimeoutMs:u
Status message details*:StatusDetail retryAfterMs:u processed:#Processed
StatusDetail name value:y
Frame stream:u type:u flags:u method timeoutUs:u status:u credit:u sequence:n 14metadata:y body:r
/Changes/Subscribe SubscribeRequest SubscribeResponse stream
/Collections/Apply ApplyRequest ApplyResponse`;
