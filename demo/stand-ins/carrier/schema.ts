/** The carrier's data file. Instants are epoch milliseconds, hours are counted from the epoch. */
export const carrierSchema = `
  CREATE TABLE IF NOT EXISTS line (
    line_ref TEXT PRIMARY KEY, number TEXT NOT NULL, sim_kind TEXT NOT NULL, sim_size TEXT,
    iccid TEXT NOT NULL, profile TEXT NOT NULL, device TEXT NOT NULL,
    started_at INTEGER NOT NULL, ended_at INTEGER, reported_hour INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS line_condition (
    line_ref TEXT NOT NULL, id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL,
    condition TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS line_condition_line ON line_condition (line_ref, id);
  CREATE TABLE IF NOT EXISTS carrier_order (
    order_id TEXT PRIMARY KEY, kind TEXT NOT NULL, line_ref TEXT NOT NULL, request TEXT NOT NULL,
    sentinel TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS order_event (
    id INTEGER PRIMARY KEY AUTOINCREMENT, order_id TEXT NOT NULL, state TEXT NOT NULL,
    at INTEGER NOT NULL, facts TEXT NOT NULL, happened INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX IF NOT EXISTS order_event_order ON order_event (order_id, id);
  CREATE INDEX IF NOT EXISTS order_event_due ON order_event (at) WHERE happened = 0;
  CREATE TABLE IF NOT EXISTS one_stop (
    token TEXT PRIMARY KEY, number TEXT NOT NULL, expires_at INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting'
  ) STRICT;
  CREATE TABLE IF NOT EXISTS usage_feed (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, line_ref TEXT NOT NULL, hour INTEGER NOT NULL,
    revision INTEGER NOT NULL, record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS usage_feed_line ON usage_feed (line_ref, hour);
  CREATE TABLE IF NOT EXISTS call_feed (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, record TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS undelivered (
    stream TEXT NOT NULL, due_hour INTEGER NOT NULL, tie INTEGER NOT NULL, line_ref TEXT NOT NULL,
    hour INTEGER NOT NULL, revision INTEGER NOT NULL, record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS undelivered_due ON undelivered (due_hour);`
