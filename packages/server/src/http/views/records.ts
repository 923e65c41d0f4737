import type { LogRecord, MetricRecord, StatusEvent } from "../../model.ts";
import type { LogRecordView, MetricView, StatusEventView } from "../schemas/records.ts";

export function logView(record: LogRecord): LogRecordView {
  return {
    seq: record.seq,
    time: record.time,
    ingested_at: record.ingested_at,
    bot_id: record.bot_id,
    ...(record.run_id !== undefined && { run_id: record.run_id }),
    stream: record.stream,
    level: record.level,
    message: record.message,
    ...(record.fields !== undefined && { fields: record.fields }),
    ...(record.truncated && { truncated: true }),
    ...(record.dropped_before && { dropped_before: record.dropped_before }),
    ...(record.dropped_metrics && { dropped_metrics: record.dropped_metrics }),
  };
}

export function metricView(record: MetricRecord): MetricView {
  return {
    seq: record.seq,
    time: record.time,
    type: record.type,
    data: record.data,
    ...(record.run_id !== undefined && { run_id: record.run_id }),
  };
}

export function statusView(event: StatusEvent): StatusEventView {
  return {
    seq: event.seq,
    time: event.time,
    bot_id: event.bot_id,
    status: event.status,
    ...(event.reason !== undefined && { reason: event.reason }),
    ...(event.detail !== undefined && { detail: event.detail }),
  };
}
