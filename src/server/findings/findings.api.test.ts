import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { billed } from '../../../tests/api/debts.ts'
import { makeMember } from '../../../tests/api/members.ts'
import { useHarness } from '../../../tests/api/use-harness.ts'
import { countFinding, listFinding } from '#backend/finding.ts'
import { findingsOfTheHouse } from './findings.ts'

const harness = await useHarness('2026-12-01T07:00:00+09:00')
const { services, database } = harness
const { db } = database
const findings = findingsOfTheHouse(services.procedures)
const now = () => services.clock.now()

async function list(name: string) {
  const finding = findings.get(name)
  if (!finding) throw new Error(`no finding ${name}`)
  const rows = await listFinding(db, finding, now())
  const counted = await countFinding(db, finding, now())
  expect(counted).toEqual({ rows: rows.length, oldest: rows[0]?.since ?? null })
  return rows.map(({ ref, detail }) => [ref, detail])
}

test('何も待っていなければ、どの一覧も空である', async () => {
  for (const name of findings.keys()) expect([name, await list(name)]).toEqual([name, []])
})

/** What was there first is the row; what is younger than the hour, or is settled, is none. */
const planted: Record<string, { rows: string; found: [string, string | null][] }> = {
  'usage-differs': {
    rows: `insert into usage_finding values
      ('c1', 'l1', '2026-11', 5, 1, 4, 1, '2026-12-01T00:00Z', null),
      ('c1', 'l2', '2026-11', 5, 1, 5, 1, '2026-12-01T00:00Z', '2026-12-01T01:00Z')`,
    found: [['c1 l1 2026-11', 'carrier 5 + 1, ours 4 + 1 bytes']],
  },
  'usage-of-unknown-line': {
    rows: `insert into usage_stray
      select 'ref9', at, at + interval '1 hour', 'r' || at, 1, 5, 0, '2026-11-30T05:00Z'
      from generate_series('2026-11-30T03:00Z'::timestamptz, '2026-11-30T04:00Z', '1 hour') at`,
    found: [['ref9', '2 records from 2026-11-30 03:00:00+00 to 2026-11-30 05:00:00+00']],
  },
  'call-not-rated': {
    rows: `insert into call_fault values
      ('ref1', 'r1', 2, 'no rate', 'abroad ZZ 2026-11-30', 'sealed', '2026-11-30T05:00Z', null),
      ('ref1', 'r2', 1, 'no rate', 'abroad ZZ 2026-11-30', 'sealed', '2026-11-30T05:00Z', '2026-11-30T06:00Z')`,
    found: [['ref1 r1 r2', 'no rate: abroad ZZ 2026-11-30']],
  },
  'call-of-unknown-line': {
    rows: `insert into call_stray values
      ('ref9', 'r1', 1, 'sealed', '2026-11-30T05:00Z'), ('ref9', 'r2', 1, 'sealed', '2026-11-30T06:00Z')`,
    found: [['ref9', '2 records']],
  },
  'job-failed': {
    rows: `insert into pgboss.job (id, name, state, retry_count, created_on)
      values ('00000000-0000-4000-8000-000000000001', 'mail-send', 'failed', 2, '2026-11-30T05:00Z'),
        ('00000000-0000-4000-8000-000000000002', 'mail-send', 'completed', 0, '2026-11-30T05:00Z')`,
    found: [['00000000-0000-4000-8000-000000000001', 'mail-send after 3 tries']],
  },
  'carrier-answer-unknown': {
    rows: `insert into carrier_exchange (contract_id, exchange_id, order_no, request, state, attempts, created_at, changed_at)
      values ('c1', 'x1', 'o1', '{}', 'unknown', 3, '2026-11-30T20:59Z', '2026-11-30T20:59Z'),
        ('c1', 'x2', null, '{}', 'unknown', 1, '2026-11-30T21:01Z', '2026-11-30T21:01Z'),
        ('c1', 'x3', null, '{}', 'accepted', 1, '2026-11-30T20:00Z', '2026-11-30T20:00Z')`,
    found: [['x1', 'unknown after 3 attempts, order o1']],
  },
}

test.each(Object.entries(planted))(
  '「%s」は、人を待つ行だけを並べる',
  async (name, { rows, found }) => {
    await sql.raw(rows).execute(db)
    expect(await list(name)).toEqual(found)
  },
)

test('会員のメール、本人確認、支払いが止まれば、それぞれの一覧に出る', async () => {
  const { accountId, contractId } = await makeMember(harness, { loginId: 'waiting' })
  await sql`
    insert into mail_message (mail_id, account_id, subject, body_sealed, address_sealed, state, queued_at, source_ref)
    values ('m1', ${accountId}, 's', 'b', 'a', 'queued', '2026-11-30T20:00Z', 'ref1'),
      ('m2', ${accountId}, 's', 'b', 'a', 'failed', '2026-11-30T21:59Z', 'ref2'),
      ('m3', ${accountId}, 's', 'b', 'a', 'queued', '2026-11-30T21:59Z', 'ref3')`.execute(db)
  expect(await list('mail-not-sent')).toEqual([
    ['m1', 'queued'],
    ['m2', 'failed'],
  ])
  await sql`
    insert into identity_check (account_id, check_id, order_no, state, attempts, opened_at, changed_at)
    values (${accountId}, 'k1', 'o9', 'manual', 3, '2026-11-30T20:00Z', '2026-11-30T20:00Z'),
      (${accountId}, 'k2', 'o8', 'matched', 1, '2026-11-30T20:00Z', '2026-11-30T20:00Z')`.execute(
    db,
  )
  expect(await list('identity-by-hand')).toEqual([['k1', 'order o9, 3 readings']])
  await sql`
    insert into close_failure (contract_id, month, reason, fact, failed_at)
    values (${contractId}, '2026-10', 'no price', 'base 2026-10-01', '2026-11-30T20:00Z')`.execute(
    db,
  )
  expect(await list('bill-not-closed')).toEqual([
    [`${contractId} 2026-10`, 'no price: base 2026-10-01'],
  ])
  await billed(harness, contractId, { month: '2026-10' })
  await sql`
    insert into payment (contract_id, order_id, month, attempt, amount_yen, state, asked_by, sent_at, receipt_no)
    values (${contractId}, 'p1', '2026-10', 1, 1191, 'unknown', 'system', '2026-11-30T20:00Z', 'r1'),
      (${contractId}, 'p2', '2026-10', 2, 1191, 'sent', 'system', '2026-11-30T21:30Z', 'r2')`.execute(
    db,
  )
  expect(await list('payment-answer-unknown')).toEqual([['p1', `${contractId} 2026-10, 1191 yen`]])
  await billed(harness, contractId, { month: '2026-09', yen: -500, state: 'refund_refused' })
  expect((await list('refund-refused')).map(([, detail]) => detail)).toEqual([
    `${contractId} 2026-09`,
  ])
  await sql`
    insert into contact_message
      (account_id, message_id, channel, contact_sealed, subject, body_sealed, state, queued_at)
    values (${accountId}, 'n1', 'sms', 'c', 's', 'b', 'queued', '2026-11-30T20:00Z'),
      (${accountId}, 'n2', 'mail', 'c', 's', 'b', 'outdated', '2026-11-30T20:00Z')`.execute(db)
  expect(await list('contact-message-not-sent')).toEqual([['n1', 'sms queued']])
})
