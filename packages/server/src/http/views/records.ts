import type { LogRecord, MetricRecord, StatusEvent } from "../../model.ts";
import type { LogRecordView, MetricView, StatusEventView } from "../schemas/records.ts";

export function logView(record: LogRecord): LogRecordView {
  return {
    seq: record.seq,
    time: record.time,
    ingested_at: record.ingestedAt,
    bot_id: record.botId,
    ...(record.runId !== undefined && { run_id: record.runId }),
    stream: record.stream,
    level: record.level,
    message: record.message,
    ...(record.fields !== undefined && { fields: record.fields }),
    ...(record.truncated && { truncated: true }),
    ...(record.droppedBefore && { dropped_before: record.droppedBefore }),
    ...(record.droppedMetrics && { dropped_metrics: record.droppedMetrics }),
  };
}

export function metricView(record: MetricRecord): MetricView {
  return {
    seq: record.seq,
    time: record.time,
    type: record.type,
    data: record.data,
    ...(record.runId !== undefined && { run_id: record.runId }),
  };
}

export function statusView(event: StatusEvent): StatusEventView {
  return {
    seq: event.seq,
    time: event.time,
    bot_id: event.botId,
    status: event.status,
    ...(event.reason !== undefined && { reason: event.reason }),
    ...(event.detail !== undefined && { detail: event.detail }),
  };
}
