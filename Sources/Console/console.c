// Made by Scripts/console-files. Do not edit.

#include "console.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_[] = {
#embed "Page/index.html"
};
static const unsigned char file_client_arrange_js[] = {
#embed "../../Clients/JavaScript/arrange.js"
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
static const unsigned char file_client_src_live_js[] = {
#embed "../../Clients/JavaScript/src/live.js"
};
static const unsigned char file_client_src_moves_js[] = {
#embed "../../Clients/JavaScript/src/moves.js"
};
static const unsigned char file_client_src_storage_js[] = {
#embed "../../Clients/JavaScript/src/storage.js"
};
static const unsigned char file_client_src_transport_js[] = {
#embed "../../Clients/JavaScript/src/transport.js"
};
static const unsigned char file_client_src_updates_js[] = {
#embed "../../Clients/JavaScript/src/updates.js"
};
static const unsigned char file_page_board_actions_js[] = {
#embed "Page/board/actions.js"
};
static const unsigned char file_page_board_board_js[] = {
#embed "Page/board/board.js"
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
static const unsigned char file_page_board_flip_js[] = {
#embed "Page/board/flip.js"
};
static const unsigned char file_page_board_keyboard_js[] = {
#embed "Page/board/keyboard.js"
};
static const unsigned char file_page_board_lift_js[] = {
#embed "Page/board/lift.js"
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
static const unsigned char file_page_board_rows_js[] = {
#embed "Page/board/rows.js"
};
static const unsigned char file_page_board_source_js[] = {
#embed "Page/board/source.js"
};
static const unsigned char file_page_board_windowed_js[] = {
#embed "Page/board/windowed.js"
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
static const unsigned char file_page_main_js[] = {
#embed "Page/main.js"
};
static const unsigned char file_page_panels_followers_js[] = {
#embed "Page/panels/followers.js"
};
static const unsigned char file_page_panels_history_js[] = {
#embed "Page/panels/history.js"
};
static const unsigned char file_page_panels_keys_js[] = {
#embed "Page/panels/keys.js"
};
static const unsigned char file_page_panels_panels_js[] = {
#embed "Page/panels/panels.js"
};
static const unsigned char file_page_panels_stream_js[] = {
#embed "Page/panels/stream.js"
};
static const unsigned char file_page_server_chart_js[] = {
#embed "Page/server/chart.js"
};
static const unsigned char file_page_server_metrics_js[] = {
#embed "Page/server/metrics.js"
};
static const unsigned char file_page_server_page_js[] = {
#embed "Page/server/page.js"
};
static const unsigned char file_page_shared_dialogs_js[] = {
#embed "Page/shared/dialogs.js"
};
static const unsigned char file_page_shared_dom_js[] = {
#embed "Page/shared/dom.js"
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
static const unsigned char file_page_shared_service_js[] = {
#embed "Page/shared/service.js"
};
static const unsigned char file_page_shared_theme_js[] = {
#embed "Page/shared/theme.js"
};
static const unsigned char file_page_shared_timeline_js[] = {
#embed "Page/shared/timeline.js"
};
static const unsigned char file_page_shared_values_js[] = {
#embed "Page/shared/values.js"
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
static const unsigned char file_page_style_panels_css[] = {
#embed "Page/style/panels.css"
};
static const unsigned char file_page_style_strategies_css[] = {
#embed "Page/style/strategies.css"
};
static const unsigned char file_page_style_views_css[] = {
#embed "Page/style/views.css"
};
static const unsigned char file_page_views_page_js[] = {
#embed "Page/views/page.js"
};

static const console_file files[] = {
  {"/", "text/html; charset=utf-8", file_, sizeof file_},
  {"/client/arrange.js", "text/javascript; charset=utf-8", file_client_arrange_js, sizeof file_client_arrange_js},
  {"/client/src/call.js", "text/javascript; charset=utf-8", file_client_src_call_js, sizeof file_client_src_call_js},
  {"/client/src/client.js", "text/javascript; charset=utf-8", file_client_src_client_js, sizeof file_client_src_client_js},
  {"/client/src/codec.js", "text/javascript; charset=utf-8", file_client_src_codec_js, sizeof file_client_src_codec_js},
  {"/client/src/connection.js", "text/javascript; charset=utf-8", file_client_src_connection_js, sizeof file_client_src_connection_js},
  {"/client/src/core.js", "text/javascript; charset=utf-8", file_client_src_core_js, sizeof file_client_src_core_js},
  {"/client/src/diff.js", "text/javascript; charset=utf-8", file_client_src_diff_js, sizeof file_client_src_diff_js},
  {"/client/src/errors.js", "text/javascript; charset=utf-8", file_client_src_errors_js, sizeof file_client_src_errors_js},
  {"/client/src/fold.js", "text/javascript; charset=utf-8", file_client_src_fold_js, sizeof file_client_src_fold_js},
  {"/client/src/frames.js", "text/javascript; charset=utf-8", file_client_src_frames_js, sizeof file_client_src_frames_js},
  {"/client/src/generated/calls.js", "text/javascript; charset=utf-8", file_client_src_generated_calls_js, sizeof file_client_src_generated_calls_js},
  {"/client/src/generated/messages.js", "text/javascript; charset=utf-8", file_client_src_generated_messages_js, sizeof file_client_src_generated_messages_js},
  {"/client/src/generated/rare-messages.js", "text/javascript; charset=utf-8", file_client_src_generated_rare_messages_js, sizeof file_client_src_generated_rare_messages_js},
  {"/client/src/live.js", "text/javascript; charset=utf-8", file_client_src_live_js, sizeof file_client_src_live_js},
  {"/client/src/moves.js", "text/javascript; charset=utf-8", file_client_src_moves_js, sizeof file_client_src_moves_js},
  {"/client/src/storage.js", "text/javascript; charset=utf-8", file_client_src_storage_js, sizeof file_client_src_storage_js},
  {"/client/src/transport.js", "text/javascript; charset=utf-8", file_client_src_transport_js, sizeof file_client_src_transport_js},
  {"/client/src/updates.js", "text/javascript; charset=utf-8", file_client_src_updates_js, sizeof file_client_src_updates_js},
  {"/page/board/actions.js", "text/javascript; charset=utf-8", file_page_board_actions_js, sizeof file_page_board_actions_js},
  {"/page/board/board.js", "text/javascript; charset=utf-8", file_page_board_board_js, sizeof file_page_board_board_js},
  {"/page/board/column.js", "text/javascript; charset=utf-8", file_page_board_column_js, sizeof file_page_board_column_js},
  {"/page/board/commands.js", "text/javascript; charset=utf-8", file_page_board_commands_js, sizeof file_page_board_commands_js},
  {"/page/board/describe.js", "text/javascript; charset=utf-8", file_page_board_describe_js, sizeof file_page_board_describe_js},
  {"/page/board/drafts.js", "text/javascript; charset=utf-8", file_page_board_drafts_js, sizeof file_page_board_drafts_js},
  {"/page/board/drag.js", "text/javascript; charset=utf-8", file_page_board_drag_js, sizeof file_page_board_drag_js},
  {"/page/board/editing.js", "text/javascript; charset=utf-8", file_page_board_editing_js, sizeof file_page_board_editing_js},
  {"/page/board/explain.js", "text/javascript; charset=utf-8", file_page_board_explain_js, sizeof file_page_board_explain_js},
  {"/page/board/flip.js", "text/javascript; charset=utf-8", file_page_board_flip_js, sizeof file_page_board_flip_js},
  {"/page/board/keyboard.js", "text/javascript; charset=utf-8", file_page_board_keyboard_js, sizeof file_page_board_keyboard_js},
  {"/page/board/lift.js", "text/javascript; charset=utf-8", file_page_board_lift_js, sizeof file_page_board_lift_js},
  {"/page/board/model.js", "text/javascript; charset=utf-8", file_page_board_model_js, sizeof file_page_board_model_js},
  {"/page/board/open.js", "text/javascript; charset=utf-8", file_page_board_open_js, sizeof file_page_board_open_js},
  {"/page/board/outbox.js", "text/javascript; charset=utf-8", file_page_board_outbox_js, sizeof file_page_board_outbox_js},
  {"/page/board/page.js", "text/javascript; charset=utf-8", file_page_board_page_js, sizeof file_page_board_page_js},
  {"/page/board/rows.js", "text/javascript; charset=utf-8", file_page_board_rows_js, sizeof file_page_board_rows_js},
  {"/page/board/source.js", "text/javascript; charset=utf-8", file_page_board_source_js, sizeof file_page_board_source_js},
  {"/page/board/windowed.js", "text/javascript; charset=utf-8", file_page_board_windowed_js, sizeof file_page_board_windowed_js},
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
  {"/page/main.js", "text/javascript; charset=utf-8", file_page_main_js, sizeof file_page_main_js},
  {"/page/panels/followers.js", "text/javascript; charset=utf-8", file_page_panels_followers_js, sizeof file_page_panels_followers_js},
  {"/page/panels/history.js", "text/javascript; charset=utf-8", file_page_panels_history_js, sizeof file_page_panels_history_js},
  {"/page/panels/keys.js", "text/javascript; charset=utf-8", file_page_panels_keys_js, sizeof file_page_panels_keys_js},
  {"/page/panels/panels.js", "text/javascript; charset=utf-8", file_page_panels_panels_js, sizeof file_page_panels_panels_js},
  {"/page/panels/stream.js", "text/javascript; charset=utf-8", file_page_panels_stream_js, sizeof file_page_panels_stream_js},
  {"/page/server/chart.js", "text/javascript; charset=utf-8", file_page_server_chart_js, sizeof file_page_server_chart_js},
  {"/page/server/metrics.js", "text/javascript; charset=utf-8", file_page_server_metrics_js, sizeof file_page_server_metrics_js},
  {"/page/server/page.js", "text/javascript; charset=utf-8", file_page_server_page_js, sizeof file_page_server_page_js},
  {"/page/shared/dialogs.js", "text/javascript; charset=utf-8", file_page_shared_dialogs_js, sizeof file_page_shared_dialogs_js},
  {"/page/shared/dom.js", "text/javascript; charset=utf-8", file_page_shared_dom_js, sizeof file_page_shared_dom_js},
  {"/page/shared/format.js", "text/javascript; charset=utf-8", file_page_shared_format_js, sizeof file_page_shared_format_js},
  {"/page/shared/kept.js", "text/javascript; charset=utf-8", file_page_shared_kept_js, sizeof file_page_shared_kept_js},
  {"/page/shared/order.js", "text/javascript; charset=utf-8", file_page_shared_order_js, sizeof file_page_shared_order_js},
  {"/page/shared/service.js", "text/javascript; charset=utf-8", file_page_shared_service_js, sizeof file_page_shared_service_js},
  {"/page/shared/theme.js", "text/javascript; charset=utf-8", file_page_shared_theme_js, sizeof file_page_shared_theme_js},
  {"/page/shared/timeline.js", "text/javascript; charset=utf-8", file_page_shared_timeline_js, sizeof file_page_shared_timeline_js},
  {"/page/shared/values.js", "text/javascript; charset=utf-8", file_page_shared_values_js, sizeof file_page_shared_values_js},
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
  {"/page/style/panels.css", "text/css; charset=utf-8", file_page_style_panels_css, sizeof file_page_style_panels_css},
  {"/page/style/strategies.css", "text/css; charset=utf-8", file_page_style_strategies_css, sizeof file_page_style_strategies_css},
  {"/page/style/views.css", "text/css; charset=utf-8", file_page_style_views_css, sizeof file_page_style_views_css},
  {"/page/views/page.js", "text/javascript; charset=utf-8", file_page_views_page_js, sizeof file_page_views_page_js},
};

size_t console_file_count(void) { return sizeof files / sizeof files[0]; }

const console_file *console_file_at(size_t index) {
  return index < console_file_count() ? &files[index] : NULL;
}
