import { sql } from 'kysely'
import { namesOfStaff } from '#backend/console/staff/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import type { accessApi } from '#protocol/console/access.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { UnusualReason } from '#vocabulary/console-record.ts'

/** How far back is looked at. */
export const REVIEWED_DAYS = 31

/** What only reads, only begins to ask, or moves the case it was opened out of: with nothing beside, nothing was done for the member. */
const readings = [
  'record-opened',
  'record-read',
  'field-shown',
  'record-closed',
  'record-expired',
  'record-revoked',
  'caller-proof-begun',
  'caller-proof-failed',
  'ticket-opened',
  'ticket-member-named',
  'ticket-merged',
  'ticket-reopened',
  'ticket-solved',
  'ticket-waited',
]

type Row = {
  ref: string
  why: UnusualReason
  at: Instant
  staff_id: string
  ticket_no: string | null
  account_id: string | null
}

/** Readings that look unusual, the newest first: who looks after personal data asks why. */
export async function readUnusual(
  db: Db,
  now: Instant,
): Promise<Answer<typeof accessApi.consoleAccessUnusualGet>> {
  const since = now.subtract({ hours: 24 * REVIEWED_DAYS })
  const { rows } = await sql<Row>`
    with lately as (select * from access_grant where opened_at > ${since}),
    counted as (
      select *, count(*) over (
        partition by staff_id order by opened_at range between interval '1 hour' preceding and current row) as in_hour
      from lately),
    readers as (
      select account_id, (opened_at at time zone 'Asia/Tokyo')::date as day
      from lately group by 1, 2 having count(distinct staff_id) >= 3),
    misses as (
      select *, count(*) over (
        partition by staff_id order by at range between interval '1 hour' preceding and current row) as in_hour
      from access_event where kind = 'searched' and hits = 0 and at > ${since})
    select grant_id as ref, why, opened_at as at, staff_id, ticket_no, account_id from (
      select counted.*, unnest(array_remove(array[
        case when in_hour >= 10 then 'manyGrants' end,
        case when extract(hour from opened_at at time zone 'Asia/Tokyo') not between 7 and 21 then 'atNight' end,
        case when same_name then 'sameName' end,
        case when (account_id, (opened_at at time zone 'Asia/Tokyo')::date) in (select account_id, day from readers)
          then 'manyReaders' end,
        case when (state <> 'open' or ends_at <= ${now}) and not exists (
            select from audit_entry e
            where e.chain in (counted.account_id, counted.contract_id) and e.at >= counted.opened_at
              and e.actor = 'staff' and e.details ->> 'staff' = counted.staff_id
              and e.details ->> 'caseNo' = counted.ticket_no and e.action <> all(${readings}))
          then 'noAct' end
      ], null)) as why from counted) as grants
    union all select event_id, 'misses', at, staff_id, null, null from misses where in_hour >= 5
    union all select event_id, kind, at, staff_id, null, null from access_event
      where kind in ('limit', 'ownNumber') and at > ${since}
    order by 3 desc, 1, 2
    limit 500`.execute(db)
  const names = await namesOfStaff(
    db,
    rows.map((row) => row.staff_id),
  )
  return {
    unusual: rows.map((row) => ({
      staffName: names.get(row.staff_id) ?? row.staff_id,
      ref: row.ref,
      why: row.why,
      at: formatRfc3339(row.at),
      staffId: row.staff_id,
      ...(row.ticket_no !== null && { ticketNo: row.ticket_no }),
      ...(row.account_id !== null && { accountId: row.account_id }),
    })),
  }
}
