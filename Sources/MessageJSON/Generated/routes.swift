// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

/// The addresses below `/v1`, as ``CallRoute`` reads them.
let generatedRoutes = """
  PUT /collections/{collection=name} Collections/Create created
  GET /collections/{collection=name}/info Collections/Get
  GET /collections Collections/List page_size=page_size page_token=page_token
  PATCH /collections/{collection=name} Collections/Update
  DELETE /collections/{collection=name} Collections/Delete
  POST /collections/{collection}/apply Collections/Apply
  POST /collections/{collection}/items Collections/Apply as=insert_items
  PATCH /collections/{collection}/items/{id} Collections/Apply as=update_items
  POST /collections/{collection}/items/{id}/move Collections/Apply as=move_items
  DELETE /collections/{collection}/items/{id} Collections/Apply as=remove_items if_section=if_section if_parent=if_parent if_content_version=if_content_version if_placement_version=if_placement_version descendants=descendants stack=stack group=group
  POST /collections/{collection}/sections Collections/Apply as=insert_sections
  PATCH /collections/{collection}/sections/{id} Collections/Apply as=update_sections
  POST /collections/{collection}/sections/{id}/move Collections/Apply as=move_sections
  DELETE /collections/{collection}/sections/{id} Collections/Apply as=remove_sections only_if_empty=only_if_empty if_content_version=if_content_version if_placement_version=if_placement_version stack=stack group=group
  POST /transact Collections/Transact
  POST /collections/{collection}/undo Collections/Undo
  GET /collections/{collection} Collections/Fetch window page_size=page_size page_token=page_token at=at
  GET /views/{view=collection} Collections/Fetch window page_size=page_size page_token=page_token at=at
  POST /query Collections/Fetch
  GET /collections/{collection}/diff Collections/Diff from=from to=to profile=profile
  POST /collections/{collection}/restore Collections/Restore
  GET /collections/{collection}/history Collections/History from=from to=to limit=limit from_change=from_change
  POST /collections/{collection}/strategy Collections/ChangeStrategy
  POST /collections/{collection}/keys/rotate Collections/RotateKeys
  POST /collections/{collection}/explain Collections/Explain
  GET /collections/{collection}/keys/verify Collections/VerifyKeys
  GET /collections/{collection}/changes Changes/Subscribe token=resume_token profile=profile threshold=reload_threshold interval=shortest_interval_us:seconds progress=progress_interval_us:seconds largest=largest_batch_bytes keys=order_keys authors=name_authors own=own_request_prefix at=at play_to=play_to folding=folding
  GET /views/{view=collection}/changes Changes/Subscribe token=resume_token profile=profile threshold=reload_threshold interval=shortest_interval_us:seconds progress=progress_interval_us:seconds largest=largest_batch_bytes keys=order_keys authors=name_authors own=own_request_prefix at=at play_to=play_to folding=folding
  GET /query/changes Changes/Subscribe view=view token=resume_token profile=profile threshold=reload_threshold interval=shortest_interval_us:seconds progress=progress_interval_us:seconds largest=largest_batch_bytes keys=order_keys authors=name_authors own=own_request_prefix at=at play_to=play_to folding=folding
  GET /strategies Strategies/List
  GET /server Server/Info name=names
  GET /health Health/Check service=service
  PUT /views/{view=name} Views/Define
  GET /views/{view=name}/definition Views/Get
  GET /views Views/List page_size=page_size page_token=page_token
  DELETE /views/{view=name} Views/Delete
  POST /views/{view=name}/place Views/Place
  POST /query/place Views/Place
  GET /collections/{collection}/overlays Overlays/List principal=principal
  PUT /collections/{collection}/versions/{version=version_name} Versions/Set
  GET /collections/{collection}/versions Versions/List
  DELETE /collections/{collection}/versions/{version=version_name} Versions/Delete
  GET /collections/{collection}/bin Bin/List page_size=page_size page_token=page_token
  POST /collections/{collection}/bin/put-back Bin/PutBack
  DELETE /collections/{collection}/bin Bin/Empty
  GET /collections/{collection}/followers Changes/Followers limit=limit
  GET /followers Changes/Followers limit=limit
  GET /server/access Server/Access containing=containing limit=limit
  GET /server/log Server/Log after=after limit=limit severity=severity
  PUT /sinks/{sink=name} Sinks/Create created
  GET /sinks/{sink=name} Sinks/Get
  GET /sinks Sinks/List containing=containing
  PATCH /sinks/{sink=name} Sinks/Update
  POST /sinks/{sink=name}/pause Sinks/Pause
  POST /sinks/{sink=name}/resume Sinks/Resume
  POST /collections/{collection}/sinks/{sink}/replay Sinks/Replay
  POST /sinks/{sink=name}/test Sinks/Test
  DELETE /sinks/{sink=name} Sinks/Delete
  GET /sinks/{sink=name}/status Sinks/Status limit=limit
  """
