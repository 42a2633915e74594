import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { countFinding, type NamedFinding } from '#backend/finding.ts'
import { longestWaits } from '#backend/mail/waiting.ts'
import type { Instant } from '#domain/tokyo.ts'

/** One value of one metric with its labels; a metric of seconds is in seconds. */
export type Figure = { labels: Record<string, string>; value: number }

/** The figures of the whole operation, the same whichever process reads them from the database. */
export type OperationFigures = Record<OperationMetric, Figure[]>

export const operationMetrics = {
  portal_findings: 'Rows that wait for a person (npm run findings), by finding',
  portal_finding_oldest_seconds: 'Age of the oldest row of each finding',
  portal_jobs: 'Jobs in the queue, by queue and state',
  portal_job_oldest_seconds: 'How long the oldest job that may run has waited, by queue',
  portal_orders: 'Orders without an end, by procedure and state',
  portal_work_lag_seconds: 'Time since the last hour that the worker has worked through',
  portal_feed_age_seconds:
    "How long the carrier's feeds of usage and calls have brought nothing complete, by feed",
  portal_ledger_due: 'Contracts whose usage is in and not settled yet',
  portal_ledger_oldest_due_seconds:
    'How long the oldest usage record that came in has waited to be charged; 0 when none does',
  portal_close_contracts_done: 'Contracts done by the month close that runs now; 0 when none does',
  portal_turn_contracts_done: "Contracts done by the month's turn that runs now; 0 when none does",
  portal_messages_waiting: 'Mails and text messages that wait to be sent, by channel',
  portal_message_oldest_seconds:
    'How long the oldest message that is not sent has waited, by channel',
  portal_close_parts_left:
    'Parts of up to a thousand contracts that the month close has still to bill; 0 when none runs',
  portal_sealed_values_left:
    'Values that a former sealing key had sealed when the whole database was last searched, by key',
  portal_reseal_values:
    'Values of the pass of sealing anew that runs or ran last, by what came of them',
  portal_reseal_tables_done: 'Tables that the pass of sealing anew has finished',
  portal_database_bytes: 'Size of the database; its disk must hold it and the log',
  portal_database_standbys: 'Standbys that follow the database',
  portal_laws_broken: 'Broken laws of the tables, and laws not checked in time',
} as const

export type OperationMetric = keyof typeof operationMetrics

/** Figures that are one statement: labels and a value a row. */
const statements = {
  portal_jobs: `select jsonb_build_object('queue', name, 'state', state) as labels, count(*) as value
     from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by name, state`,
  portal_job_oldest_seconds: `select jsonb_build_object('queue', name) as labels, extract(epoch from max(now() - start_after))::float8 as value
     from pgboss.job where state in ('created', 'retry') and start_after <= now() group by name`,
  portal_orders: `select jsonb_build_object('procedure', procedure, 'state', state) as labels, count(*) as value
     from procedure_order where closed_at is null group by procedure, state`,
  portal_ledger_due: `select '{}'::jsonb as labels, count(distinct contract_id) as value from ledger_due`,
  portal_close_contracts_done: `select '{}'::jsonb as labels, coalesce(sum(contracts_done), 0)::float8 as value from month_close
     where finished_at is null`,
  portal_turn_contracts_done: `select '{}'::jsonb as labels, coalesce(sum(contracts_done), 0)::float8 as value from month_turn
     where finished_at is null`,
  portal_messages_waiting: `select jsonb_build_object('channel', channel) as labels, count(*) as value
     from mail_message where state = 'queued' group by channel
     union all select '{"channel": "push"}', count(*) from push_message where state = 'queued' having count(*) > 0
     union all select '{"channel": "webhook"}', count(*) from webhook_delivery where state = 'waiting' having count(*) > 0`,
  portal_close_parts_left: `select '{}'::jsonb as labels, count(*)::float8 as value from month_close_part`,
  portal_sealed_values_left: `select jsonb_build_object('key', key_id) as labels, values_left::float8 as value from sealing_key
     where values_left is not null`,
  portal_reseal_values: `select jsonb_build_object('result', result) as labels, value::float8 from (
       select sum(resealed) as sealed, sum(unopened) as unopened from resealing having count(*) > 0
     ) s cross join lateral (values ('sealed', sealed), ('unopened', unopened)) v (result, value)`,
  portal_reseal_tables_done: `select '{}'::jsonb as labels, count(*)::float8 as value from resealing where finished_at is not null
     having exists (select from resealing)`,
  portal_database_bytes: `select '{}'::jsonb as labels, pg_database_size(current_database())::float8 as value`,
  portal_database_standbys: `select '{}'::jsonb as labels, count(*)::float8 as value from pg_stat_replication`,
  portal_laws_broken: `select '{}'::jsonb as labels,
       coalesce(sum(jsonb_array_length(broken::jsonb) + cardinality(unfinished)), 0)::float8 as value from law_check`,
} as const satisfies Partial<Record<OperationMetric, string>>

/** Reads all of them at `now`; statements run one after the other, on one connection at a time. */
export async function readOperationFigures(
  db: Db,
  findings: ReadonlyMap<string, NamedFinding>,
  now: Instant,
): Promise<OperationFigures> {
  const counted = []
  for (const finding of findings.values())
    counted.push({ labels: { finding: finding.name }, ...(await countFinding(db, finding, now)) })
  const ages = counted.map(({ labels, oldest }) => ({
    labels,
    value: oldest === null ? 0 : oldest.until(now).total('seconds'),
  }))
  return {
    portal_jobs: await read(db, statements.portal_jobs),
    portal_job_oldest_seconds: await read(db, statements.portal_job_oldest_seconds),
    portal_orders: await read(db, statements.portal_orders),
    portal_ledger_due: await read(db, statements.portal_ledger_due),
    portal_close_contracts_done: await read(db, statements.portal_close_contracts_done),
    portal_turn_contracts_done: await read(db, statements.portal_turn_contracts_done),
    portal_messages_waiting: await read(db, statements.portal_messages_waiting),
    portal_close_parts_left: await read(db, statements.portal_close_parts_left),
    portal_sealed_values_left: await read(db, statements.portal_sealed_values_left),
    portal_reseal_values: await read(db, statements.portal_reseal_values),
    portal_reseal_tables_done: await read(db, statements.portal_reseal_tables_done),
    portal_database_bytes: await read(db, statements.portal_database_bytes),
    portal_database_standbys: await read(db, statements.portal_database_standbys),
    portal_laws_broken: await read(db, statements.portal_laws_broken),
    portal_findings: counted.map(({ labels, rows }) => ({ labels, value: rows })),
    portal_finding_oldest_seconds: ages,
    portal_work_lag_seconds: await readLag(db, now),
    portal_feed_age_seconds: await readFeedAges(db, now),
    portal_ledger_oldest_due_seconds: await readOldestDue(db, now),
    portal_message_oldest_seconds: await readLongestWaits(db),
  }
}

async function read(db: Db, statement: string): Promise<Figure[]> {
  const { rows } = await sql<Figure>`${sql.raw(statement)}`.execute(db)
  return rows
}

async function readLongestWaits(db: Db): Promise<Figure[]> {
  return (await longestWaits(db)).map(({ channel, seconds }) => ({
    labels: { channel },
    value: seconds,
  }))
}

async function readOldestDue(db: Db, now: Instant): Promise<Figure[]> {
  const { oldest } = await db
    .selectFrom('ledger_due')
    .select(({ fn }) => fn.min('received_at').as('oldest'))
    .executeTakeFirstOrThrow()
  return [{ labels: {}, value: oldest === null ? 0 : oldest.until(now).total('seconds') }]
}

async function readFeedAges(db: Db, now: Instant): Promise<Figure[]> {
  const rows = await db
    .selectFrom('import_cursor')
    .select(['source', 'through', 'imported_at'])
    .orderBy('source')
    .execute()
  return rows.map(({ source, through, imported_at }) => {
    const since =
      through && Temporal.Instant.compare(through, imported_at) < 0 ? through : imported_at
    return { labels: { feed: source }, value: since.until(now).total('seconds') }
  })
}

async function readLag(db: Db, now: Instant): Promise<Figure[]> {
  const row = await db.selectFrom('clock_setting').select('worked_until').executeTakeFirst()
  if (!row?.worked_until) return []
  return [{ labels: {}, value: row.worked_until.until(now).total('seconds') }]
}
