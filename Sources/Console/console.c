// Made by Scripts/console-files. Do not edit.

#include "console.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_[] = {
#embed "Page/index.html"
};
static const unsigned char file_client_admin_js[] = {
#embed "../../Clients/JavaScript/admin.js"
};
static const unsigned char file_client_arrange_js[] = {
#embed "../../Clients/JavaScript/arrange.js"
};
static const unsigned char file_client_sortable_scroll_js[] = {
#embed "../../Clients/JavaScript/sortable-scroll.js"
};
static const unsigned char file_client_sortable_texts_js[] = {
#embed "../../Clients/JavaScript/sortable-texts.js"
};
static const unsigned char file_client_src_call_js[] = {
#embed "../../Clients/JavaScript/src/call.js"
};
static const unsigned char file_client_src_client_js[] = {
#embed "../../Clients/JavaScript/src/client.js"
};
static const unsigned char file_client_src_codec_js[] = {
#embed "../../Clients/JavaScript/src/codec.js"
};
static const unsigned char file_client_src_connection_js[] = {
#embed "../../Clients/JavaScript/src/connection.js"
};
static const unsigned char file_client_src_core_js[] = {
#embed "../../Clients/JavaScript/src/core.js"
};
static const unsigned char file_client_src_diff_js[] = {
#embed "../../Clients/JavaScript/src/diff.js"
};
static const unsigned char file_client_src_edits_js[] = {
#embed "../../Clients/JavaScript/src/edits.js"
};
static const unsigned char file_client_src_errors_js[] = {
#embed "../../Clients/JavaScript/src/errors.js"
};
static const unsigned char file_client_src_fold_js[] = {
#embed "../../Clients/JavaScript/src/fold.js"
};
static const unsigned char file_client_src_frames_js[] = {
#embed "../../Clients/JavaScript/src/frames.js"
};
static const unsigned char file_client_src_generated_calls_js[] = {
#embed "../../Clients/JavaScript/src/generated/calls.js"
};
static const unsigned char file_client_src_generated_messages_js[] = {
#embed "../../Clients/JavaScript/src/generated/messages.js"
};
static const unsigned char file_client_src_generated_rare_messages_js[] = {
#embed "../../Clients/JavaScript/src/generated/rare-messages.js"
};
static const unsigned char file_client_src_json_js[] = {
#embed "../../Clients/JavaScript/src/json.js"
};
static const unsigned char file_client_src_live_js[] = {
#embed "../../Clients/JavaScript/src/live.js"
};
static const unsigned char file_client_src_moves_js[] = {
#embed "../../Clients/JavaScript/src/moves.js"
};
static const unsigned char file_client_src_placing_js[] = {
#embed "../../Clients/JavaScript/src/placing.js"
};
static const unsigned char file_client_src_storage_js[] = {
#embed "../../Clients/JavaScript/src/storage.js"
};
static const unsigned char file_client_src_tokens_js[] = {
#embed "../../Clients/JavaScript/src/tokens.js"
};
static const unsigned char file_client_src_transport_js[] = {
#embed "../../Clients/JavaScript/src/transport.js"
};
static const unsigned char file_client_src_tree_calls_js[] = {
#embed "../../Clients/JavaScript/src/tree-calls.js"
};
static const unsigned char file_client_src_tree_compose_js[] = {
#embed "../../Clients/JavaScript/src/tree-compose.js"
};
static const unsigned char file_client_src_tree_drop_js[] = {
#embed "../../Clients/JavaScript/src/tree-drop.js"
};
static const unsigned char file_client_src_tree_folding_js[] = {
#embed "../../Clients/JavaScript/src/tree-folding.js"
};
static const unsigned char file_client_src_tree_list_js[] = {
#embed "../../Clients/JavaScript/src/tree-list.js"
};
static const unsigned char file_client_src_tree_live_js[] = {
#embed "../../Clients/JavaScript/src/tree-live.js"
};
static const unsigned char file_client_src_tree_nodes_js[] = {
#embed "../../Clients/JavaScript/src/tree-nodes.js"
};
static const unsigned char file_client_src_tree_plan_js[] = {
#embed "../../Clients/JavaScript/src/tree-plan.js"
};
static const unsigned char file_client_src_tree_siblings_js[] = {
#embed "../../Clients/JavaScript/src/tree-siblings.js"
};
static const unsigned char file_client_src_tree_side_js[] = {
#embed "../../Clients/JavaScript/src/tree-side.js"
};
static const unsigned char file_client_src_tree_staying_js[] = {
#embed "../../Clients/JavaScript/src/tree-staying.js"
};
static const unsigned char file_client_src_tree_updates_js[] = {
#embed "../../Clients/JavaScript/src/tree-updates.js"
};
static const unsigned char file_client_src_undo_js[] = {
#embed "../../Clients/JavaScript/src/undo.js"
};
static const unsigned char file_client_src_updates_js[] = {
#embed "../../Clients/JavaScript/src/updates.js"
};
static const unsigned char file_client_tree_view_rows_js[] = {
#embed "../../Clients/JavaScript/tree-view-rows.js"
};
static const unsigned char file_client_tree_view_js[] = {
#embed "../../Clients/JavaScript/tree-view.js"
};
static const unsigned char file_page_board_actions_js[] = {
#embed "Page/board/actions.js"
};
static const unsigned char file_page_board_board_js[] = {
#embed "Page/board/board.js"
};
static const unsigned char file_page_board_bulk_js[] = {
#embed "Page/board/bulk.js"
};
static const unsigned char file_page_board_column_js[] = {
#embed "Page/board/column.js"
};
static const unsigned char file_page_board_commands_js[] = {
#embed "Page/board/commands.js"
};
static const unsigned char file_page_board_describe_js[] = {
#embed "Page/board/describe.js"
};
static const unsigned char file_page_board_drafts_js[] = {
#embed "Page/board/drafts.js"
};
static const unsigned char file_page_board_drag_js[] = {
#embed "Page/board/drag.js"
};
static const unsigned char file_page_board_editing_js[] = {
#embed "Page/board/editing.js"
};
static const unsigned char file_page_board_explain_js[] = {
#embed "Page/board/explain.js"
};
static const unsigned char file_page_board_finder_js[] = {
#embed "Page/board/finder.js"
};
static const unsigned char file_page_board_finding_js[] = {
#embed "Page/board/finding.js"
};
static const unsigned char file_page_board_flip_js[] = {
#embed "Page/board/flip.js"
};
static const unsigned char file_page_board_item_menu_js[] = {
#embed "Page/board/item-menu.js"
};
static const unsigned char file_page_board_kept_changes_js[] = {
#embed "Page/board/kept-changes.js"
};
static const unsigned char file_page_board_keyboard_js[] = {
#embed "Page/board/keyboard.js"
};
static const unsigned char file_page_board_lift_js[] = {
#embed "Page/board/lift.js"
};
static const unsigned char file_page_board_list_menu_js[] = {
#embed "Page/board/list-menu.js"
};
static const unsigned char file_page_board_look_dialog_js[] = {
#embed "Page/board/look-dialog.js"
};
static const unsigned char file_page_board_look_js[] = {
#embed "Page/board/look.js"
};
static const unsigned char file_page_board_model_js[] = {
#embed "Page/board/model.js"
};
static const unsigned char file_page_board_open_js[] = {
#embed "Page/board/open.js"
};
static const unsigned char file_page_board_outbox_js[] = {
#embed "Page/board/outbox.js"
};
static const unsigned char file_page_board_page_js[] = {
#embed "Page/board/page.js"
};
static const unsigned char file_page_board_placing_js[] = {
#embed "Page/board/placing.js"
};
static const unsigned char file_page_board_rows_js[] = {
#embed "Page/board/rows.js"
};
static const unsigned char file_page_board_sending_js[] = {
#embed "Page/board/sending.js"
};
static const unsigned char file_page_board_source_js[] = {
#embed "Page/board/source.js"
};
static const unsigned char file_page_board_table_js[] = {
#embed "Page/board/table.js"
};
static const unsigned char file_page_board_tree_rows_js[] = {
#embed "Page/board/tree-rows.js"
};
static const unsigned char file_page_board_windowed_js[] = {
#embed "Page/board/windowed.js"
};
static const unsigned char file_page_board_written_js[] = {
#embed "Page/board/written.js"
};
static const unsigned char file_page_icon_svg[] = {
#embed "Page/icon.svg"
};
static const unsigned char file_page_lists_commands_js[] = {
#embed "Page/lists/commands.js"
};
static const unsigned char file_page_lists_export_js[] = {
#embed "Page/lists/export.js"
};
static const unsigned char file_page_lists_import_csv_js[] = {
#embed "Page/lists/import-csv.js"
};
static const unsigned char file_page_lists_import_file_js[] = {
#embed "Page/lists/import-file.js"
};
static const unsigned char file_page_lists_import_json_js[] = {
#embed "Page/lists/import-json.js"
};
static const unsigned char file_page_lists_import_markdown_js[] = {
#embed "Page/lists/import-markdown.js"
};
static const unsigned char file_page_lists_import_send_js[] = {
#embed "Page/lists/import-send.js"
};
static const unsigned char file_page_lists_json_js[] = {
#embed "Page/lists/json.js"
};
static const unsigned char file_page_lists_page_js[] = {
#embed "Page/lists/page.js"
};
static const unsigned char file_page_lists_rename_js[] = {
#embed "Page/lists/rename.js"
};
static const unsigned char file_page_main_js[] = {
#embed "Page/main.js"
};
static const unsigned char file_page_outlines_differences_js[] = {
#embed "Page/outlines/differences.js"
};
static const unsigned char file_page_outlines_edits_js[] = {
#embed "Page/outlines/edits.js"
};
static const unsigned char file_page_outlines_folds_js[] = {
#embed "Page/outlines/folds.js"
};
static const unsigned char file_page_outlines_page_js[] = {
#embed "Page/outlines/page.js"
};
static const unsigned char file_page_outlines_past_js[] = {
#embed "Page/outlines/past.js"
};
static const unsigned char file_page_outlines_row_js[] = {
#embed "Page/outlines/row.js"
};
static const unsigned char file_page_outlines_side_js[] = {
#embed "Page/outlines/side.js"
};
static const unsigned char file_page_outlines_steps_js[] = {
#embed "Page/outlines/steps.js"
};
static const unsigned char file_page_palette_palette_js[] = {
#embed "Page/palette/palette.js"
};
static const unsigned char file_page_panels_bin_js[] = {
#embed "Page/panels/bin.js"
};
static const unsigned char file_page_panels_compare_js[] = {
#embed "Page/panels/compare.js"
};
static const unsigned char file_page_panels_differences_js[] = {
#embed "Page/panels/differences.js"
};
static const unsigned char file_page_panels_followers_js[] = {
#embed "Page/panels/followers.js"
};
static const unsigned char file_page_panels_history_js[] = {
#embed "Page/panels/history.js"
};
static const unsigned char file_page_panels_inverse_js[] = {
#embed "Page/panels/inverse.js"
};
static const unsigned char file_page_panels_keys_js[] = {
#embed "Page/panels/keys.js"
};
static const unsigned char file_page_panels_panels_js[] = {
#embed "Page/panels/panels.js"
};
static const unsigned char file_page_panels_past_js[] = {
#embed "Page/panels/past.js"
};
static const unsigned char file_page_panels_restore_js[] = {
#embed "Page/panels/restore.js"
};
static const unsigned char file_page_panels_stream_js[] = {
#embed "Page/panels/stream.js"
};
static const unsigned char file_page_panels_versions_js[] = {
#embed "Page/panels/versions.js"
};
static const unsigned char file_page_server_access_js[] = {
#embed "Page/server/access.js"
};
static const unsigned char file_page_server_admin_js[] = {
#embed "Page/server/admin.js"
};
static const unsigned char file_page_server_chart_js[] = {
#embed "Page/server/chart.js"
};
static const unsigned char file_page_server_log_js[] = {
#embed "Page/server/log.js"
};
static const unsigned char file_page_server_metrics_js[] = {
#embed "Page/server/metrics.js"
};
static const unsigned char file_page_server_page_js[] = {
#embed "Page/server/page.js"
};
static const unsigned char file_page_shared_clipboard_js[] = {
#embed "Page/shared/clipboard.js"
};
static const unsigned char file_page_shared_dialogs_js[] = {
#embed "Page/shared/dialogs.js"
};
static const unsigned char file_page_shared_dom_js[] = {
#embed "Page/shared/dom.js"
};
static const unsigned char file_page_shared_entries_js[] = {
#embed "Page/shared/entries.js"
};
static const unsigned char file_page_shared_format_js[] = {
#embed "Page/shared/format.js"
};
static const unsigned char file_page_shared_kept_js[] = {
#embed "Page/shared/kept.js"
};
static const unsigned char file_page_shared_order_js[] = {
#embed "Page/shared/order.js"
};
static const unsigned char file_page_shared_palette_js[] = {
#embed "Page/shared/palette.js"
};
static const unsigned char file_page_shared_service_js[] = {
#embed "Page/shared/service.js"
};
static const unsigned char file_page_shared_stack_js[] = {
#embed "Page/shared/stack.js"
};
static const unsigned char file_page_shared_theme_js[] = {
#embed "Page/shared/theme.js"
};
static const unsigned char file_page_shared_undone_js[] = {
#embed "Page/shared/undone.js"
};
static const unsigned char file_page_shared_values_js[] = {
#embed "Page/shared/values.js"
};
static const unsigned char file_page_sinks_edit_js[] = {
#embed "Page/sinks/edit.js"
};
static const unsigned char file_page_sinks_entry_js[] = {
#embed "Page/sinks/entry.js"
};
static const unsigned char file_page_sinks_page_js[] = {
#embed "Page/sinks/page.js"
};
static const unsigned char file_page_strategies_page_js[] = {
#embed "Page/strategies/page.js"
};
static const unsigned char file_page_strategies_plans_js[] = {
#embed "Page/strategies/plans.js"
};
static const unsigned char file_page_strategies_report_js[] = {
#embed "Page/strategies/report.js"
};
static const unsigned char file_page_style_base_css[] = {
#embed "Page/style/base.css"
};
static const unsigned char file_page_style_board_css[] = {
#embed "Page/style/board.css"
};
static const unsigned char file_page_style_controls_css[] = {
#embed "Page/style/controls.css"
};
static const unsigned char file_page_style_dragging_css[] = {
#embed "Page/style/dragging.css"
};
static const unsigned char file_page_style_figures_css[] = {
#embed "Page/style/figures.css"
};
static const unsigned char file_page_style_items_css[] = {
#embed "Page/style/items.css"
};
static const unsigned char file_page_style_lists_css[] = {
#embed "Page/style/lists.css"
};
static const unsigned char file_page_style_notices_css[] = {
#embed "Page/style/notices.css"
};
static const unsigned char file_page_style_outline_css[] = {
#embed "Page/style/outline.css"
};
static const unsigned char file_page_style_palette_css[] = {
#embed "Page/style/palette.css"
};
static const unsigned char file_page_style_panels_css[] = {
#embed "Page/style/panels.css"
};
static const unsigned char file_page_style_sinks_css[] = {
#embed "Page/style/sinks.css"
};
static const unsigned char file_page_style_strategies_css[] = {
#embed "Page/style/strategies.css"
};
static const unsigned char file_page_style_table_css[] = {
#embed "Page/style/table.css"
};
static const unsigned char file_page_style_views_css[] = {
#embed "Page/style/views.css"
};
static const unsigned char file_page_views_page_js[] = {
#embed "Page/views/page.js"
};

static const console_file files[] = {
  {"/", "text/html; charset=utf-8", file_, sizeof file_},
  {"/client/admin.js", "text/javascript; charset=utf-8", file_client_admin_js, sizeof file_client_admin_js},
  {"/client/arrange.js", "text/javascript; charset=utf-8", file_client_arrange_js, sizeof file_client_arrange_js},
  {"/client/sortable-scroll.js", "text/javascript; charset=utf-8", file_client_sortable_scroll_js, sizeof file_client_sortable_scroll_js},
  {"/client/sortable-texts.js", "text/javascript; charset=utf-8", file_client_sortable_texts_js, sizeof file_client_sortable_texts_js},
  {"/client/src/call.js", "text/javascript; charset=utf-8", file_client_src_call_js, sizeof file_client_src_call_js},
  {"/client/src/client.js", "text/javascript; charset=utf-8", file_client_src_client_js, sizeof file_client_src_client_js},
  {"/client/src/codec.js", "text/javascript; charset=utf-8", file_client_src_codec_js, sizeof file_client_src_codec_js},
  {"/client/src/connection.js", "text/javascript; charset=utf-8", file_client_src_connection_js, sizeof file_client_src_connection_js},
  {"/client/src/core.js", "text/javascript; charset=utf-8", file_client_src_core_js, sizeof file_client_src_core_js},
  {"/client/src/diff.js", "text/javascript; charset=utf-8", file_client_src_diff_js, sizeof file_client_src_diff_js},
  {"/client/src/edits.js", "text/javascript; charset=utf-8", file_client_src_edits_js, sizeof file_client_src_edits_js},
  {"/client/src/errors.js", "text/javascript; charset=utf-8", file_client_src_errors_js, sizeof file_client_src_errors_js},
  {"/client/src/fold.js", "text/javascript; charset=utf-8", file_client_src_fold_js, sizeof file_client_src_fold_js},
  {"/client/src/frames.js", "text/javascript; charset=utf-8", file_client_src_frames_js, sizeof file_client_src_frames_js},
  {"/client/src/generated/calls.js", "text/javascript; charset=utf-8", file_client_src_generated_calls_js, sizeof file_client_src_generated_calls_js},
  {"/client/src/generated/messages.js", "text/javascript; charset=utf-8", file_client_src_generated_messages_js, sizeof file_client_src_generated_messages_js},
  {"/client/src/generated/rare-messages.js", "text/javascript; charset=utf-8", file_client_src_generated_rare_messages_js, sizeof file_client_src_generated_rare_messages_js},
  {"/client/src/json.js", "text/javascript; charset=utf-8", file_client_src_json_js, sizeof file_client_src_json_js},
  {"/client/src/live.js", "text/javascript; charset=utf-8", file_client_src_live_js, sizeof file_client_src_live_js},
  {"/client/src/moves.js", "text/javascript; charset=utf-8", file_client_src_moves_js, sizeof file_client_src_moves_js},
  {"/client/src/placing.js", "text/javascript; charset=utf-8", file_client_src_placing_js, sizeof file_client_src_placing_js},
  {"/client/src/storage.js", "text/javascript; charset=utf-8", file_client_src_storage_js, sizeof file_client_src_storage_js},
  {"/client/src/tokens.js", "text/javascript; charset=utf-8", file_client_src_tokens_js, sizeof file_client_src_tokens_js},
  {"/client/src/transport.js", "text/javascript; charset=utf-8", file_client_src_transport_js, sizeof file_client_src_transport_js},
  {"/client/src/tree-calls.js", "text/javascript; charset=utf-8", file_client_src_tree_calls_js, sizeof file_client_src_tree_calls_js},
  {"/client/src/tree-compose.js", "text/javascript; charset=utf-8", file_client_src_tree_compose_js, sizeof file_client_src_tree_compose_js},
  {"/client/src/tree-drop.js", "text/javascript; charset=utf-8", file_client_src_tree_drop_js, sizeof file_client_src_tree_drop_js},
  {"/client/src/tree-folding.js", "text/javascript; charset=utf-8", file_client_src_tree_folding_js, sizeof file_client_src_tree_folding_js},
  {"/client/src/tree-list.js", "text/javascript; charset=utf-8", file_client_src_tree_list_js, sizeof file_client_src_tree_list_js},
  {"/client/src/tree-live.js", "text/javascript; charset=utf-8", file_client_src_tree_live_js, sizeof file_client_src_tree_live_js},
  {"/client/src/tree-nodes.js", "text/javascript; charset=utf-8", file_client_src_tree_nodes_js, sizeof file_client_src_tree_nodes_js},
  {"/client/src/tree-plan.js", "text/javascript; charset=utf-8", file_client_src_tree_plan_js, sizeof file_client_src_tree_plan_js},
  {"/client/src/tree-siblings.js", "text/javascript; charset=utf-8", file_client_src_tree_siblings_js, sizeof file_client_src_tree_siblings_js},
  {"/client/src/tree-side.js", "text/javascript; charset=utf-8", file_client_src_tree_side_js, sizeof file_client_src_tree_side_js},
  {"/client/src/tree-staying.js", "text/javascript; charset=utf-8", file_client_src_tree_staying_js, sizeof file_client_src_tree_staying_js},
  {"/client/src/tree-updates.js", "text/javascript; charset=utf-8", file_client_src_tree_updates_js, sizeof file_client_src_tree_updates_js},
  {"/client/src/undo.js", "text/javascript; charset=utf-8", file_client_src_undo_js, sizeof file_client_src_undo_js},
  {"/client/src/updates.js", "text/javascript; charset=utf-8", file_client_src_updates_js, sizeof file_client_src_updates_js},
  {"/client/tree-view-rows.js", "text/javascript; charset=utf-8", file_client_tree_view_rows_js, sizeof file_client_tree_view_rows_js},
  {"/client/tree-view.js", "text/javascript; charset=utf-8", file_client_tree_view_js, sizeof file_client_tree_view_js},
  {"/page/board/actions.js", "text/javascript; charset=utf-8", file_page_board_actions_js, sizeof file_page_board_actions_js},
  {"/page/board/board.js", "text/javascript; charset=utf-8", file_page_board_board_js, sizeof file_page_board_board_js},
  {"/page/board/bulk.js", "text/javascript; charset=utf-8", file_page_board_bulk_js, sizeof file_page_board_bulk_js},
  {"/page/board/column.js", "text/javascript; charset=utf-8", file_page_board_column_js, sizeof file_page_board_column_js},
  {"/page/board/commands.js", "text/javascript; charset=utf-8", file_page_board_commands_js, sizeof file_page_board_commands_js},
  {"/page/board/describe.js", "text/javascript; charset=utf-8", file_page_board_describe_js, sizeof file_page_board_describe_js},
  {"/page/board/drafts.js", "text/javascript; charset=utf-8", file_page_board_drafts_js, sizeof file_page_board_drafts_js},
  {"/page/board/drag.js", "text/javascript; charset=utf-8", file_page_board_drag_js, sizeof file_page_board_drag_js},
  {"/page/board/editing.js", "text/javascript; charset=utf-8", file_page_board_editing_js, sizeof file_page_board_editing_js},
  {"/page/board/explain.js", "text/javascript; charset=utf-8", file_page_board_explain_js, sizeof file_page_board_explain_js},
  {"/page/board/finder.js", "text/javascript; charset=utf-8", file_page_board_finder_js, sizeof file_page_board_finder_js},
  {"/page/board/finding.js", "text/javascript; charset=utf-8", file_page_board_finding_js, sizeof file_page_board_finding_js},
  {"/page/board/flip.js", "text/javascript; charset=utf-8", file_page_board_flip_js, sizeof file_page_board_flip_js},
  {"/page/board/item-menu.js", "text/javascript; charset=utf-8", file_page_board_item_menu_js, sizeof file_page_board_item_menu_js},
  {"/page/board/kept-changes.js", "text/javascript; charset=utf-8", file_page_board_kept_changes_js, sizeof file_page_board_kept_changes_js},
  {"/page/board/keyboard.js", "text/javascript; charset=utf-8", file_page_board_keyboard_js, sizeof file_page_board_keyboard_js},
  {"/page/board/lift.js", "text/javascript; charset=utf-8", file_page_board_lift_js, sizeof file_page_board_lift_js},
  {"/page/board/list-menu.js", "text/javascript; charset=utf-8", file_page_board_list_menu_js, sizeof file_page_board_list_menu_js},
  {"/page/board/look-dialog.js", "text/javascript; charset=utf-8", file_page_board_look_dialog_js, sizeof file_page_board_look_dialog_js},
  {"/page/board/look.js", "text/javascript; charset=utf-8", file_page_board_look_js, sizeof file_page_board_look_js},
  {"/page/board/model.js", "text/javascript; charset=utf-8", file_page_board_model_js, sizeof file_page_board_model_js},
  {"/page/board/open.js", "text/javascript; charset=utf-8", file_page_board_open_js, sizeof file_page_board_open_js},
  {"/page/board/outbox.js", "text/javascript; charset=utf-8", file_page_board_outbox_js, sizeof file_page_board_outbox_js},
  {"/page/board/page.js", "text/javascript; charset=utf-8", file_page_board_page_js, sizeof file_page_board_page_js},
  {"/page/board/placing.js", "text/javascript; charset=utf-8", file_page_board_placing_js, sizeof file_page_board_placing_js},
  {"/page/board/rows.js", "text/javascript; charset=utf-8", file_page_board_rows_js, sizeof file_page_board_rows_js},
  {"/page/board/sending.js", "text/javascript; charset=utf-8", file_page_board_sending_js, sizeof file_page_board_sending_js},
  {"/page/board/source.js", "text/javascript; charset=utf-8", file_page_board_source_js, sizeof file_page_board_source_js},
  {"/page/board/table.js", "text/javascript; charset=utf-8", file_page_board_table_js, sizeof file_page_board_table_js},
  {"/page/board/tree-rows.js", "text/javascript; charset=utf-8", file_page_board_tree_rows_js, sizeof file_page_board_tree_rows_js},
  {"/page/board/windowed.js", "text/javascript; charset=utf-8", file_page_board_windowed_js, sizeof file_page_board_windowed_js},
  {"/page/board/written.js", "text/javascript; charset=utf-8", file_page_board_written_js, sizeof file_page_board_written_js},
  {"/page/icon.svg", "image/svg+xml", file_page_icon_svg, sizeof file_page_icon_svg},
  {"/page/lists/commands.js", "text/javascript; charset=utf-8", file_page_lists_commands_js, sizeof file_page_lists_commands_js},
  {"/page/lists/export.js", "text/javascript; charset=utf-8", file_page_lists_export_js, sizeof file_page_lists_export_js},
  {"/page/lists/import-csv.js", "text/javascript; charset=utf-8", file_page_lists_import_csv_js, sizeof file_page_lists_import_csv_js},
  {"/page/lists/import-file.js", "text/javascript; charset=utf-8", file_page_lists_import_file_js, sizeof file_page_lists_import_file_js},
  {"/page/lists/import-json.js", "text/javascript; charset=utf-8", file_page_lists_import_json_js, sizeof file_page_lists_import_json_js},
  {"/page/lists/import-markdown.js", "text/javascript; charset=utf-8", file_page_lists_import_markdown_js, sizeof file_page_lists_import_markdown_js},
  {"/page/lists/import-send.js", "text/javascript; charset=utf-8", file_page_lists_import_send_js, sizeof file_page_lists_import_send_js},
  {"/page/lists/json.js", "text/javascript; charset=utf-8", file_page_lists_json_js, sizeof file_page_lists_json_js},
  {"/page/lists/page.js", "text/javascript; charset=utf-8", file_page_lists_page_js, sizeof file_page_lists_page_js},
  {"/page/lists/rename.js", "text/javascript; charset=utf-8", file_page_lists_rename_js, sizeof file_page_lists_rename_js},
  {"/page/main.js", "text/javascript; charset=utf-8", file_page_main_js, sizeof file_page_main_js},
  {"/page/outlines/differences.js", "text/javascript; charset=utf-8", file_page_outlines_differences_js, sizeof file_page_outlines_differences_js},
  {"/page/outlines/edits.js", "text/javascript; charset=utf-8", file_page_outlines_edits_js, sizeof file_page_outlines_edits_js},
  {"/page/outlines/folds.js", "text/javascript; charset=utf-8", file_page_outlines_folds_js, sizeof file_page_outlines_folds_js},
  {"/page/outlines/page.js", "text/javascript; charset=utf-8", file_page_outlines_page_js, sizeof file_page_outlines_page_js},
  {"/page/outlines/past.js", "text/javascript; charset=utf-8", file_page_outlines_past_js, sizeof file_page_outlines_past_js},
  {"/page/outlines/row.js", "text/javascript; charset=utf-8", file_page_outlines_row_js, sizeof file_page_outlines_row_js},
  {"/page/outlines/side.js", "text/javascript; charset=utf-8", file_page_outlines_side_js, sizeof file_page_outlines_side_js},
  {"/page/outlines/steps.js", "text/javascript; charset=utf-8", file_page_outlines_steps_js, sizeof file_page_outlines_steps_js},
  {"/page/palette/palette.js", "text/javascript; charset=utf-8", file_page_palette_palette_js, sizeof file_page_palette_palette_js},
  {"/page/panels/bin.js", "text/javascript; charset=utf-8", file_page_panels_bin_js, sizeof file_page_panels_bin_js},
  {"/page/panels/compare.js", "text/javascript; charset=utf-8", file_page_panels_compare_js, sizeof file_page_panels_compare_js},
  {"/page/panels/differences.js", "text/javascript; charset=utf-8", file_page_panels_differences_js, sizeof file_page_panels_differences_js},
  {"/page/panels/followers.js", "text/javascript; charset=utf-8", file_page_panels_followers_js, sizeof file_page_panels_followers_js},
  {"/page/panels/history.js", "text/javascript; charset=utf-8", file_page_panels_history_js, sizeof file_page_panels_history_js},
  {"/page/panels/inverse.js", "text/javascript; charset=utf-8", file_page_panels_inverse_js, sizeof file_page_panels_inverse_js},
  {"/page/panels/keys.js", "text/javascript; charset=utf-8", file_page_panels_keys_js, sizeof file_page_panels_keys_js},
  {"/page/panels/panels.js", "text/javascript; charset=utf-8", file_page_panels_panels_js, sizeof file_page_panels_panels_js},
  {"/page/panels/past.js", "text/javascript; charset=utf-8", file_page_panels_past_js, sizeof file_page_panels_past_js},
  {"/page/panels/restore.js", "text/javascript; charset=utf-8", file_page_panels_restore_js, sizeof file_page_panels_restore_js},
  {"/page/panels/stream.js", "text/javascript; charset=utf-8", file_page_panels_stream_js, sizeof file_page_panels_stream_js},
  {"/page/panels/versions.js", "text/javascript; charset=utf-8", file_page_panels_versions_js, sizeof file_page_panels_versions_js},
  {"/page/server/access.js", "text/javascript; charset=utf-8", file_page_server_access_js, sizeof file_page_server_access_js},
  {"/page/server/admin.js", "text/javascript; charset=utf-8", file_page_server_admin_js, sizeof file_page_server_admin_js},
  {"/page/server/chart.js", "text/javascript; charset=utf-8", file_page_server_chart_js, sizeof file_page_server_chart_js},
  {"/page/server/log.js", "text/javascript; charset=utf-8", file_page_server_log_js, sizeof file_page_server_log_js},
  {"/page/server/metrics.js", "text/javascript; charset=utf-8", file_page_server_metrics_js, sizeof file_page_server_metrics_js},
  {"/page/server/page.js", "text/javascript; charset=utf-8", file_page_server_page_js, sizeof file_page_server_page_js},
  {"/page/shared/clipboard.js", "text/javascript; charset=utf-8", file_page_shared_clipboard_js, sizeof file_page_shared_clipboard_js},
  {"/page/shared/dialogs.js", "text/javascript; charset=utf-8", file_page_shared_dialogs_js, sizeof file_page_shared_dialogs_js},
  {"/page/shared/dom.js", "text/javascript; charset=utf-8", file_page_shared_dom_js, sizeof file_page_shared_dom_js},
  {"/page/shared/entries.js", "text/javascript; charset=utf-8", file_page_shared_entries_js, sizeof file_page_shared_entries_js},
  {"/page/shared/format.js", "text/javascript; charset=utf-8", file_page_shared_format_js, sizeof file_page_shared_format_js},
  {"/page/shared/kept.js", "text/javascript; charset=utf-8", file_page_shared_kept_js, sizeof file_page_shared_kept_js},
  {"/page/shared/order.js", "text/javascript; charset=utf-8", file_page_shared_order_js, sizeof file_page_shared_order_js},
  {"/page/shared/palette.js", "text/javascript; charset=utf-8", file_page_shared_palette_js, sizeof file_page_shared_palette_js},
  {"/page/shared/service.js", "text/javascript; charset=utf-8", file_page_shared_service_js, sizeof file_page_shared_service_js},
  {"/page/shared/stack.js", "text/javascript; charset=utf-8", file_page_shared_stack_js, sizeof file_page_shared_stack_js},
  {"/page/shared/theme.js", "text/javascript; charset=utf-8", file_page_shared_theme_js, sizeof file_page_shared_theme_js},
  {"/page/shared/undone.js", "text/javascript; charset=utf-8", file_page_shared_undone_js, sizeof file_page_shared_undone_js},
  {"/page/shared/values.js", "text/javascript; charset=utf-8", file_page_shared_values_js, sizeof file_page_shared_values_js},
  {"/page/sinks/edit.js", "text/javascript; charset=utf-8", file_page_sinks_edit_js, sizeof file_page_sinks_edit_js},
  {"/page/sinks/entry.js", "text/javascript; charset=utf-8", file_page_sinks_entry_js, sizeof file_page_sinks_entry_js},
  {"/page/sinks/page.js", "text/javascript; charset=utf-8", file_page_sinks_page_js, sizeof file_page_sinks_page_js},
  {"/page/strategies/page.js", "text/javascript; charset=utf-8", file_page_strategies_page_js, sizeof file_page_strategies_page_js},
  {"/page/strategies/plans.js", "text/javascript; charset=utf-8", file_page_strategies_plans_js, sizeof file_page_strategies_plans_js},
  {"/page/strategies/report.js", "text/javascript; charset=utf-8", file_page_strategies_report_js, sizeof file_page_strategies_report_js},
  {"/page/style/base.css", "text/css; charset=utf-8", file_page_style_base_css, sizeof file_page_style_base_css},
  {"/page/style/board.css", "text/css; charset=utf-8", file_page_style_board_css, sizeof file_page_style_board_css},
  {"/page/style/controls.css", "text/css; charset=utf-8", file_page_style_controls_css, sizeof file_page_style_controls_css},
  {"/page/style/dragging.css", "text/css; charset=utf-8", file_page_style_dragging_css, sizeof file_page_style_dragging_css},
  {"/page/style/figures.css", "text/css; charset=utf-8", file_page_style_figures_css, sizeof file_page_style_figures_css},
  {"/page/style/items.css", "text/css; charset=utf-8", file_page_style_items_css, sizeof file_page_style_items_css},
  {"/page/style/lists.css", "text/css; charset=utf-8", file_page_style_lists_css, sizeof file_page_style_lists_css},
  {"/page/style/notices.css", "text/css; charset=utf-8", file_page_style_notices_css, sizeof file_page_style_notices_css},
  {"/page/style/outline.css", "text/css; charset=utf-8", file_page_style_outline_css, sizeof file_page_style_outline_css},
  {"/page/style/palette.css", "text/css; charset=utf-8", file_page_style_palette_css, sizeof file_page_style_palette_css},
  {"/page/style/panels.css", "text/css; charset=utf-8", file_page_style_panels_css, sizeof file_page_style_panels_css},
  {"/page/style/sinks.css", "text/css; charset=utf-8", file_page_style_sinks_css, sizeof file_page_style_sinks_css},
  {"/page/style/strategies.css", "text/css; charset=utf-8", file_page_style_strategies_css, sizeof file_page_style_strategies_css},
  {"/page/style/table.css", "text/css; charset=utf-8", file_page_style_table_css, sizeof file_page_style_table_css},
  {"/page/style/views.css", "text/css; charset=utf-8", file_page_style_views_css, sizeof file_page_style_views_css},
  {"/page/views/page.js", "text/javascript; charset=utf-8", file_page_views_page_js, sizeof file_page_views_page_js},
};

size_t console_file_count(void) { return sizeof files / sizeof files[0]; }

const console_file *console_file_at(size_t index) {
  return index < console_file_count() ? &files[index] : NULL;
}
