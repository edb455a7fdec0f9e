// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

/// The messages that clients send and get, as ``MessageSchema`` reads them.
let generatedSchema = """
  #AnchorPolicy fail first last
  #ParentPolicy fail nearest_ancestor last
  #CyclePolicy fail skip beside
  #DescendantPolicy - remove promote refuse
  #PlaceAim automatic after_previous before_next
  #PlaceEffect - place group_field section sort_fields collection parent
  #HiddenBecause shown filter cap window
  #ViewRights reader definer
  #FilterContext matches ancestors descendants
  #GroupOrder ascending descending best_item
  #SortDirection ascending descending
  #MissingValues last first
  #ComparisonOperator - equal not_equal less less_or_equal greater greater_or_equal
  #FollowerState - current waiting_for_credit waiting_for_room
  #BatchProfile exact uikit tree
  #SnapshotReason - first too_many_changes too_large history_trimmed epoch_changed view_changed past
  #KeptReason undone changed placed gone id_taken section_gone not_empty full not_stored parent_gone below_itself too_deep
  #ErasedFiles - clean later database
  #RestoreKeep none later_items
  #ChangeKind - section_inserted section_moved section_updated section_removed item_inserted item_moved item_updated item_removed
  #KeyWriteReason - inserted moved rekeyed
  #ServingStatus unknown serving not_serving service_unknown
  #LogSeverity trace debug info notice warning error critical
  #SinkMode merged commits
  #SinkState - caught_up sending waiting paused denied
  #KeyForm - stored rank
  Element id=1:s fields=2:F* content_version=3:u key=4:y origin=5:RowOrigin placement_version=6:u depth=7:u|7 child_count=8:i|8 descendant_count=9:i|9
  RowOrigin collection=1:s section=2:s item=3:s depth=4:u context=5:b
  Path section=1:i item=2:i
  Placement first=1:b|0 last=2:b|0 before=3:s|0 after=4:s|0 at=5:i|0 if_anchor_missing=6:#AnchorPolicy
  VersionReference version=1:u|0 name=2:s|0
  CollectionInfo name=1:s strategy=2:s fields=3:F* version=4:u epoch=5:x created_at_us=6:i section_count=7:i item_count=8:i is_view=9:b problem=10:s history=11:x stored_bytes=12:i outline=13:OutlineSettings
  OutlineSettings max_depth=1:i max_children=2:i
  Operation insert_items=1:InsertItems|0 move_items=2:MoveItems|0 update_items=3:UpdateItems|0 remove_items=4:RemoveItems|0 reorder_items=5:ReorderItems|0 adopt_items=6:AdoptItems|0 insert_sections=8:InsertSections|0 move_sections=9:MoveSections|0 update_sections=10:UpdateSections|0 remove_sections=11:RemoveSections|0 reorder_sections=12:ReorderSections|0
  NewElement id=1:s fields=2:F*
  ElementReference id=1:s if_content_version=2:u|0 if_section=3:s|1 if_placement_version=4:u|2 if_parent=5:s|3
  ElementUpdate id=1:s if_content_version=2:u|0 set=3:F* remove=4:s* replace_all=5:b
  InsertItems items=1:NewElement* section=2:s|0 to=3:Placement parent=4:s|1 if_parent_missing=5:#ParentPolicy
  MoveItems items=1:ElementReference* section=2:s|0 to=3:Placement parent=4:s|1 if_parent_missing=5:#ParentPolicy if_cycle=6:#CyclePolicy
  UpdateItems items=1:ElementUpdate*
  RemoveItems items=1:ElementReference* descendants=2:#DescendantPolicy|2
  AdoptItems items=1:AdoptedItem* section=2:s parent=3:s|0 if_parent_missing=4:#ParentPolicy if_cycle=5:#CyclePolicy
  AdoptedItem id=1:s fields=2:F* key=3:y after=4:s before=5:s
  ReorderItems section=1:s items=2:s* parent=3:s
  InsertSections sections=1:NewElement* to=2:Placement
  MoveSections sections=1:ElementReference* to=2:Placement
  UpdateSections sections=1:ElementUpdate*
  RemoveSections sections=1:ElementReference* only_if_empty=2:b
  ReorderSections sections=1:s*
  DefineViewRequest name=1:s view=2:W
  GetViewRequest name=1:s
  ListViewsRequest page_size=1:i page_token=2:y
  ListViewsResponse views=1:ViewInfo* next_page_token=2:y
  DeleteViewRequest name=1:s
  DeleteViewResponse
  PlaceRowsRequest name=1:s view=2:W rows=3:s* section=4:s previous=5:s next=6:s aim=7:#PlaceAim seen=8:y allow=9:#PlaceEffect* dry_run=10:b request_id=11:t items=12:NewElement* stack=13:t group=14:t parent=15:s|0
  PlaceRowsResponse applied=1:PlacedCommit* effects=2:RowEffect* ambiguous=3:b overlay=4:s
  PlacedCommit collection=1:s version=2:u history=3:x replayed=4:b
  RowEffect row=1:s from=2:Path to=3:Path set=4:F* removed=5:s* hidden=6:#HiddenBecause hidden_between=7:i origin=8:RowOrigin parent=9:s|0
  ParseViewRequest text=1:s view=2:W locate=3:s
  ParseViewResponse view=1:W text=2:s error=3:ViewTextError located=4:ViewTextPlace
  ViewTextError message=1:s place=2:ViewTextPlace field=3:s
  ViewTextPlace line=1:i column=2:i
  ViewInfo name=1:s definition=2:W created_at_us=3:i definer=4:s
  View parts=1:ViewPart* window=2:ViewWindow rights=3:#ViewRights may_move=4:b
  ViewWindow section=1:i start=2:i end=3:i around=4:WindowAnchor
  WindowAnchor item=1:s before=2:i after=3:i
  WindowPlace anchor=1:s section=2:i first_item=3:i section_items=4:i
  ViewPart name=1:s fixed=2:FixedSection|0 query=3:ViewQuery|0
  FixedSection section=1:ViewRow items=2:ViewRow*
  ViewRow id=1:s fields=2:F*
  ViewQuery collection=1:s sections=2:ChosenSections own_sections=3:b|0 flat=4:ViewRow|0 grouped=5:Grouping|0 filter=6:Filter sort=7:SortDescriptor* cap=8:i|1 only=9:ShownFields sums=10:s* overlay=11:ShownOverlay context=12:#FilterContext
  ShownOverlay name=1:s own=2:b
  ShownFields fields=1:s*
  ChosenSections sections=1:s*
  Grouping field=1:s declared=2:V* order=3:#GroupOrder by=4:SecondGrouping of_parent=5:b
  SecondGrouping field=1:s declared=2:V* order=3:#GroupOrder
  SortDescriptor field=1:s direction=2:#SortDirection missing=3:#MissingValues numbers_last=4:b natural=5:b ignores_case=6:b digits_last=7:b
  Filter steps=1:FilterStep*
  FilterStep exists=1:s|0 comparison=2:Comparison|0 has_prefix=3:TextMatch|0 contains=4:TextMatch|0 is_one_of=5:Membership|0 all_of=6:i|0 any_of=7:i|0 negate=8:b|0 principal=9:PrincipalComparison|0
  Comparison field=1:s operator=2:#ComparisonOperator value=3:V ignores_case=4:b
  PrincipalComparison field=1:s operator=2:#ComparisonOperator
  TextMatch field=1:s text=2:s ignores_case=3:b
  Membership field=1:s values=2:V*
  FollowersRequest collection=1:s limit=2:i
  FollowersResponse followers=1:Follower* counts=2:FollowerCount*
  FollowerCount collection=1:s followers=2:i
  Follower collection=1:s principal=2:s client=3:s address=4:s since_us=5:i version=6:u state=7:#FollowerState
  SubscribeRequest collection=1:s resume_token=2:y profile=3:#BatchProfile reload_threshold=4:i|0 shortest_interval_us=5:u largest_batch_bytes=6:u order_keys=7:b progress_interval_us=8:u own_request_prefix=9:t view=10:W name_authors=11:b at=12:VersionReference play_to=13:VersionReference folding=14:Folding
  SubscribeResponse~ version=1:u epoch=2:x resume_token=3:y snapshot=4:SnapshotPage|0 batch=5:ChangeBatch|0 progress=6:Progress|0 own_request_ids=7:t* authors=8:CommitAuthor* window=9:WindowPlace tree=10:TreeBatch|0
  CommitAuthor principal=1:s commits=2:u
  Progress
  SnapshotPage reason=1:#SnapshotReason page=2:i last=3:b size=4:ListSize sections=5:SnapshotSection*
  SnapshotSection index=1:i section=2:Element first_item=3:i items=4:Element* depths=5:i* hidden=6:HiddenRows*
  HiddenRows row=1:i children=2:i descendants=3:i
  ListSize sections=1:i items=2:i
  ChangeBatch~ profile=1:#BatchProfile from_version=2:u commits=3:u before=4:ListSize after=5:ListSize section_deletes=6:i* section_inserts=7:SectionInsert* section_moves=8:i* section_updates=9:SectionUpdate* item_deletes=10:i* item_inserts=11:ItemInsert* item_moves=12:i* item_updates=13:ItemUpdate* sections_unmoved=14:i* items_unmoved=15:i* keyed_sections=16:i* section_keys=17:y* keyed_items=18:i* item_keys=19:y* section_placements=20:u* item_placements=21:u*
  SectionInsert~ at=1:i section=2:Element|0 kept_from=3:i|0 items=4:ItemRun*
  ItemRun~ items=1:Element* kept_from=2:Path kept=3:i
  ItemInsert at=1:Path item=2:Element|0 kept_from=3:Path|0
  SectionUpdate at=1:i section=2:Element fields_before=3:x
  ItemUpdate at=1:Path item=2:Element fields_before=3:x
  TreeBatch from_version=1:u commits=2:u before=3:ListSize after=4:ListSize owners=5:ListOwner* section_deletes=6:i* section_inserts=7:TreeInsert* section_moves=8:i* section_updates=9:SectionUpdate* sections_unmoved=10:i* deletes=11:i* inserts=12:TreeInsert* moves=13:i* updates=14:TreeUpdate* unmoved=15:i* counts=16:NodeCounts* keyed=17:i* keys=18:y* placements=19:u*
  ListOwner id=1:s old_list=2:i old_at=3:i new_list=4:i new_at=5:i
  TreeInsert list=1:i at=2:i rows=3:Element* depths=4:i*
  TreeUpdate list=1:i at=2:i item=3:Element fields_before=4:x
  NodeCounts list=1:i at=2:i children=3:i descendants=4:i
  Folding lazy=1:b items=2:s* sections=3:s*
  CreateCollectionRequest name=1:s strategy=2:s fields=3:F* outline=4:OutlineSettings
  GetCollectionRequest name=1:s
  ListCollectionsRequest page_size=1:i page_token=2:y
  ListCollectionsResponse collections=1:CollectionInfo* next_page_token=2:y
  UpdateCollectionRequest name=1:s set=2:F* remove=3:s* replace_all=4:b
  DeleteCollectionRequest name=1:s
  DeleteCollectionResponse
  ApplyRequest collection=1:s operations=2:Operation* request_id=3:t if_version=4:u|0 if_history=5:x stack=6:t group=7:t
  ApplyResponse version=1:u changed=2:b replayed=3:b rekeyed=4:i operations=5:OperationResult* history=6:x
  OperationResult elements=1:PlacedElement*
  PlacedElement id=1:s key=2:y item=3:Path|0 section=4:i|0 parent=5:s|6 skipped=6:b|7
  TransactRequest steps=1:TransactionStep* conditions=2:VersionCondition* request_id=3:t stack=4:t group=5:t
  TransactionStep collection=1:s operation=2:Operation|0 transfer_items=3:TransferItems|0
  TransferItems items=1:ElementReference* target=2:s section=3:s|0 to=4:Placement parent=5:s|1 if_parent_missing=6:#ParentPolicy descendants=7:#DescendantPolicy|9
  VersionCondition collection=1:s if_version=2:u if_history=3:x
  TransactResponse collections=1:TransactedCollection* steps=2:OperationResult* replayed=3:b
  TransactedCollection name=1:s version=2:u changed=3:b rekeyed=4:i history=5:x
  UndoRequest collection=1:s stack=2:t of=3:u|0 redo=4:b expect=5:u|1 dry_run=6:b request_id=7:t
  UndoResponse version=1:u changed=2:b replayed=3:b undoes=4:u* undone=5:UndoneChange* kept=6:UndoneChange* undone_count=7:i kept_count=8:i can_undo=9:b can_redo=10:b rekeyed=11:i history=12:x collections=13:TransactedCollection*
  UndoneChange kind=1:#ChangeKind id=2:s field=3:s reason=4:#KeptReason by_version=5:u by=6:s collection=7:s
  FetchRequest collection=1:s section=2:SectionWindow|0 around=3:AroundWindow|0 page_size=4:i page_token=5:y view=6:W at=7:VersionReference
  SectionWindow section=1:s start=2:i end=3:i|0
  AroundWindow item=1:s before=2:i after=3:i
  FetchResponse collection=1:CollectionInfo sections=2:SectionSlice* next_page_token=3:y window=4:WindowPlace past=5:b
  SectionSlice index=1:i section=2:Element item_count=3:i first_item=4:i items=5:Element* ancestors=6:s*|6
  DiffRequest collection=1:s from=2:VersionReference to=3:VersionReference profile=4:#BatchProfile
  DiffResponse from_version=1:u to_version=2:u batch=3:ChangeBatch tree=4:TreeBatch
  RestoreRequest collection=1:s to=2:VersionReference keep=3:#RestoreKeep request_id=4:t if_version=5:u|0 if_history=6:x dry_run=7:b stack=8:t
  EraseRequest collection=1:s items=2:s* delete_names=3:b
  EraseResponse removed=1:s* oldest_kept=2:u deleted_names=3:s* files=4:#ErasedFiles other_nodes=5:b
  RestoreResponse restored=1:u version=2:u changed=3:b replayed=4:b history=5:x changes=6:ChangeBatch tree=7:TreeBatch
  HistoryRequest collection=1:s from=2:u to=3:u|0 limit=4:i from_change=5:i
  HistoryResponse oldest_kept=1:u version=2:u commits=3:Commit*
  Commit~ version=1:u time_us=2:i request_id=3:t rekeyed=4:i changes=5:Change* first_change=6:i change_count=7:i author=8:s transaction=9:y stack=10:t group=11:t undoes=12:u* redo=13:b
  Change kind=1:#ChangeKind id=2:s from=3:Path to=4:Path before=5:L after=6:L fields_left_out=7:b transferred=8:s from_parent=9:s|9 to_parent=10:s|10
  ChangeStrategyRequest collection=1:s strategy=2:s renew_keys=3:b if_version=4:u|0 if_history=5:x
  ChangeStrategyResponse strategy=1:s version=2:u changed=3:b rekeyed=4:i
  RotateKeysRequest collection=1:s generation=2:i|0 limit=3:i
  RotateKeysResponse version=1:u rekeyed=2:i remaining=3:i generation=4:i
  ExplainRequest collection=1:s operations=2:Operation*
  ExplainResponse strategy=1:s version=2:u journal_bytes=3:i rekeyed=4:i writes=5:KeyWrite* write_count=6:i gaps=7:Gap* statistics=8:KeyStatistics
  KeyWrite id=1:s reason=2:#KeyWriteReason before=3:s after=4:s
  Gap id=1:s before=2:GapRoom after=3:GapRoom
  GapRoom following=1:i nested=2:i
  KeyStatistics key_count=1:i total_bytes=2:i longest_bytes=3:i
  VerifyKeysRequest collection=1:s
  VerifyKeysResponse strategy=1:s version=2:u checked=3:i problem_count=4:i problems=5:KeyProblem* order_only=6:b
  KeyProblem id=1:s item=2:Path|0 section=3:i|0 key=4:y explanation=5:s
  HealthCheckRequest service=1:s
  HealthCheckResponse status=1:#ServingStatus slow_strategies=2:SlowStrategy*
  SlowStrategy collection=1:s strategy=2:s
  CreateOverlayRequest collection=1:s overlay=2:s shared=3:b principal=4:s
  OverlayInfo collection=1:s overlay=2:s shared=3:b principal=4:s created_at_us=5:i version=6:u entries=7:i
  GetOverlayRequest collection=1:s overlay=2:s shared=3:b principal=4:s first=5:i limit=6:i
  GetOverlayResponse info=1:OverlayInfo entries=2:OverlayEntry*
  OverlayEntry item=1:s section=2:s predecessors=3:s*
  ListOverlaysRequest collection=1:s principal=2:s
  ListOverlaysResponse overlays=1:OverlayInfo*
  ResetOverlayRequest collection=1:s overlay=2:s shared=3:b principal=4:s items=5:s* all=6:b
  DeleteOverlayRequest collection=1:s overlay=2:s shared=3:b principal=4:s
  DeleteOverlayResponse
  DescribeRequest
  DescribeResponse file_descriptor_set=1:y
  ServerAccessRequest containing=1:s limit=2:i
  ServerAccessResponse unrestricted=1:b file=2:s roles=3:AccessRole* principals=4:AccessPrincipal* principal_count=5:i limits=6:AccessLimit* issuer=7:AccessIssuer
  AccessRole name=1:s grants=2:AccessGrant*
  AccessGrant pattern=1:s may=2:s* never=3:s* line=4:i
  AccessPrincipal name=1:s roles=2:s* tokens=3:AccessTokenInfo* certificates=4:s* users=5:u* limits=6:AccessLimit*
  AccessTokenInfo expires_us=1:i|0
  AccessLimit name=1:s value=2:i
  AccessIssuer issuer=1:s audience=2:s principal_claim=3:s roles_claim=4:s
  ServerLogRequest after=1:u limit=2:i severity=3:#LogSeverity
  ServerLogResponse lines=1:LogLine* last=2:u missed=3:u server_id=4:s
  LogLine number=1:u severity=2:#LogSeverity text=3:s
  CompareRequest plan=1:s page=2:b
  CompareResponse done=1:i total=2:i report=3:y page=4:y
  BackupRequest collections=1:s*
  BackupResponse data=1:y
  ServerInfoRequest names=1:s*
  ServerInfoResponse version=1:s server_id=2:s uptime_us=3:i counts=4:ServerCounts limits=5:ServerLimits nodes=6:NodeInfo* features=7:s* caller=8:CallerInfo
  CallerInfo principal=1:s identified_by=2:s expires_us=3:i|0 unrestricted=4:b permissions=5:s* names=6:NamePermissions*
  NamePermissions name=1:s permissions=2:s*
  NodeInfo id=1:s name=2:s address=3:s slots=4:SlotRange* lease_ms=5:i is_self=6:b replicas=7:i lag_ms=8:i problem=9:s
  SlotRange first=1:i last=2:i
  ServerCounts collections=1:i open_collections=2:i connections=3:i active_calls=4:i commits=5:u connection_bytes=6:i refused_connections=7:u connections_ended_for_memory=8:u dropped_log_lines=9:u store_bytes=10:i free_bytes=11:i log_bytes=12:i
  ServerLimits largest_frame=1:i operations_per_transaction=2:i elements_per_transaction=3:i fetch_page_size=4:i list_page_size=5:i history_commits=6:i id_length=7:i fields_per_element=8:i field_bytes_per_element=9:i
  SinkSettings url=1:s collections=2:s* mode=3:#SinkMode secrets=4:s* allowed_addresses=5:s* postgres=6:PostgresMirror view=7:s
  PostgresMirror connection=1:s schema=2:s moves=3:b
  CreateSinkRequest name=1:s settings=3:SinkSettings paused=4:b
  SinkInfo name=1:s settings=3:SinkSettings created_at_us=4:i definer=5:s paused=6:b pause_reason=7:s
  GetSinkRequest name=1:s
  ListSinksRequest containing=1:s
  ListSinksResponse sinks=1:SinkInfo*
  UpdateSinkRequest name=1:s settings=3:SinkSettings
  PauseSinkRequest name=1:s
  ResumeSinkRequest name=1:s
  ReplaySinkRequest collection=1:s sink=2:s after=3:u|0
  TestSinkRequest name=1:s
  TestSinkResponse delivered=1:b status=2:u error=3:s duration_us=4:i
  DeleteSinkRequest name=1:s
  SinkStatusRequest name=1:s limit=2:i
  SinkStatusResponse sink=1:SinkInfo collection_count=2:i lagging=3:i failing=4:i deliveries=5:u failures=6:u collections=7:SinkProgress* missing_nodes=8:i
  SinkProgress collection=1:s delivered=2:u newest=3:u state=4:#SinkState lag_us=5:i attempts=6:i next_attempt_us=7:i error=8:s
  ListStrategiesRequest
  ListStrategiesResponse strategies=1:Strategy* default_strategy=2:s
  Strategy name=1:s version=2:u key_form=3:#KeyForm maximum_key_length=4:i summary=5:s parameters=6:StrategyParameter*
  StrategyParameter name=1:s summary=2:s minimum=3:i maximum=4:i standard=5:i
  SetVersionRequest collection=1:s version_name=2:s version=3:VersionReference
  NamedVersion name=1:s version=2:u set_at_us=3:i author=4:s
  ListVersionsRequest collection=1:s
  ListVersionsResponse versions=1:NamedVersion*
  DeleteVersionRequest collection=1:s version_name=2:s
  DeleteVersionResponse
  ListBinRequest collection=1:s page_size=2:i page_token=3:y
  ListBinResponse elements=1:BinElement* next_page_token=2:y
  BinElement id=1:s is_section=2:b fields=3:F* section=4:s items=5:i removed_by=6:u removed_at_us=7:i author=8:s parent=9:s
  PutBackRequest collection=1:s elements=2:RemovedElement* request_id=3:t stack=4:t
  RemovedElement id=1:s is_section=2:b removed_by=3:u
  EmptyBinRequest collection=1:s
  EmptyBinResponse oldest_kept=1:u
  /Collections/Create CreateCollectionRequest CollectionInfo
  /Collections/Get GetCollectionRequest CollectionInfo
  /Collections/List ListCollectionsRequest ListCollectionsResponse
  /Collections/Update UpdateCollectionRequest CollectionInfo
  /Collections/Delete DeleteCollectionRequest DeleteCollectionResponse
  /Collections/Apply ApplyRequest ApplyResponse
  /Collections/Transact TransactRequest TransactResponse
  /Collections/Undo UndoRequest UndoResponse
  /Collections/Fetch FetchRequest FetchResponse
  /Collections/Diff DiffRequest DiffResponse
  /Collections/Restore RestoreRequest RestoreResponse
  /Collections/Erase EraseRequest EraseResponse
  /Collections/History HistoryRequest HistoryResponse
  /Collections/ChangeStrategy ChangeStrategyRequest ChangeStrategyResponse
  /Collections/RotateKeys RotateKeysRequest RotateKeysResponse
  /Collections/Explain ExplainRequest ExplainResponse
  /Collections/VerifyKeys VerifyKeysRequest VerifyKeysResponse
  /Changes/Subscribe SubscribeRequest SubscribeResponse stream
  /Strategies/List ListStrategiesRequest ListStrategiesResponse
  /Server/Info ServerInfoRequest ServerInfoResponse
  /Health/Check HealthCheckRequest HealthCheckResponse
  /Health/Watch HealthCheckRequest HealthCheckResponse stream
  /Reflection/Describe DescribeRequest DescribeResponse
  /Views/Define DefineViewRequest ViewInfo
  /Views/Get GetViewRequest ViewInfo
  /Views/List ListViewsRequest ListViewsResponse
  /Views/Delete DeleteViewRequest DeleteViewResponse
  /Views/Parse ParseViewRequest ParseViewResponse
  /Views/Place PlaceRowsRequest PlaceRowsResponse
  /Overlays/Create CreateOverlayRequest OverlayInfo
  /Overlays/Get GetOverlayRequest GetOverlayResponse
  /Overlays/List ListOverlaysRequest ListOverlaysResponse
  /Overlays/Reset ResetOverlayRequest OverlayInfo
  /Overlays/Delete DeleteOverlayRequest DeleteOverlayResponse
  /Versions/Set SetVersionRequest NamedVersion
  /Versions/List ListVersionsRequest ListVersionsResponse
  /Versions/Delete DeleteVersionRequest DeleteVersionResponse
  /Bin/List ListBinRequest ListBinResponse
  /Bin/PutBack PutBackRequest ApplyResponse
  /Bin/Empty EmptyBinRequest EmptyBinResponse
  /Server/Backup BackupRequest BackupResponse stream
  /Changes/Followers FollowersRequest FollowersResponse
  /Server/Compare CompareRequest CompareResponse stream
  /Server/Access ServerAccessRequest ServerAccessResponse
  /Server/Log ServerLogRequest ServerLogResponse
  /Sinks/Create CreateSinkRequest SinkInfo
  /Sinks/Get GetSinkRequest SinkInfo
  /Sinks/List ListSinksRequest ListSinksResponse
  /Sinks/Update UpdateSinkRequest SinkInfo
  /Sinks/Pause PauseSinkRequest SinkInfo
  /Sinks/Resume ResumeSinkRequest SinkInfo
  /Sinks/Replay ReplaySinkRequest SinkInfo
  /Sinks/Test TestSinkRequest TestSinkResponse
  /Sinks/Delete DeleteSinkRequest SinkInfo
  /Sinks/Status SinkStatusRequest SinkStatusResponse
  """
