import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { billed } from '#tests/api/debts.ts'
import { makeMember } from '#tests/api/members.ts'
import { operatorCommand } from '#tests/api/operator-command.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { withoutTriggers } from '#tests/api/behind-triggers.ts'
import { countFinding, listFinding, resolveFinding } from '#backend/finding.ts'
import { mailJob } from '#backend/mail/outbox.ts'
import { areMessagesSent } from '#backend/mail/waiting.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { findingsOfTheHouse } from './findings.ts'

const harness = await useHarness('2026-12-01T07:00:00+09:00')
const { services, database } = harness
const { db } = database
const findings = findingsOfTheHouse(services.procedures)
const now = () => services.clock.now()
const who = ['--who', '窓口 みどり']
const command = (...words: string[]) => operatorCommand(harness, 'findings', ...words)

function findingOf(name: string) {
  const finding = findings.get(name)
  if (!finding) throw new Error(`no finding ${name}`)
  return finding
}

async function list(name: string) {
  const finding = findingOf(name)
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
  'feed-stopped': {
    rows: `insert into import_cursor values
      ('usage', 'c1', '2026-11-30T18:00Z', '2026-11-30T21:30Z'), ('calls', 'c2', null, '2026-11-30T19:30Z')`,
    found: [['usage', 'nothing complete since 2026-11-30 18:00:00+00']],
  },
  'usage-of-unknown-line': {
    rows: `insert into usage_stray
      select 'ref9', at, at + interval '1 hour', 'r' || at, 1, 5, 0, '2026-11-30T05:00Z'
      from generate_series('2026-11-30T03:00Z'::timestamptz, '2026-11-30T04:00Z', '1 hour') at`,
    found: [['ref9', '2 records from 2026-11-30 03:00:00+00 to 2026-11-30 05:00:00+00']],
  },
  'usage-of-rolled-up-month': {
    rows: `insert into usage_late
      values ('ref9', '2025-10-30T03:00Z', '2025-10-30T04:00Z', 'r9', 1, 5, 0, '2026-11-30T05:00Z')`,
    found: [['ref9', '1 records from 2025-10-30 03:00:00+00 to 2025-10-30 04:00:00+00']],
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
  'application-in-review': {
    rows: `insert into application (application_id, handle_hash, state, answers_sealed, identity_ref, order_no, doubt,
        decision, submitted_at, created_at, changed_at, expires_at)
      values ('app1', 'h1', 'in_review', 's', 'i1', 'AP-1', 'namesake', null, '2026-11-30T05:00Z', now(), now(), now()),
        ('app2', 'h2', 'in_review', 's', 'i2', 'AP-2', 'namesake', 'accept', '2026-11-30T05:00Z', now(), now(), now())`,
    found: [['AP-1', 'namesake']],
  },
  'device-claims': {
    rows: `insert into procedure_order (contract_id, order_no, procedure, state, details, requested_at, changed_at, expected_on)
      values ('c1', 'A-claim', 'deviceClaim', 'assessing', '{}', '2026-11-30T05:00Z', '2026-11-30T05:00Z', '2026-12-04'),
        ('c1', 'A-shown', 'deviceClaim', 'photographs_asked', '{}', '2026-11-30T05:00Z', '2026-11-30T05:00Z', null)`,
    found: [['A-claim', 'assessing, answer by 2026-12-04']],
  },
  'move-letter-not-posted': {
    rows: `insert into procedure_order (contract_id, order_no, procedure, state, details, requested_at, changed_at)
      values ('c2', 'A-letter', 'phoneMove', 'id_check', '{"letterSealed": "s"}', '2026-11-29T05:00Z', '2026-11-29T05:00Z'),
        ('c2', 'A-posted', 'phoneMove', 'id_check', '{"letterSealed": null}', '2026-11-29T05:00Z', '2026-11-29T05:00Z')`,
    found: [['A-letter', null]],
  },
  'order-overdue': {
    rows: `insert into procedure_order (contract_id, order_no, procedure, state, details, requested_at, changed_at, expected_on)
      values ('c2', 'A-late', 'simAdd', 'preparing', '{}', '2026-11-20T05:00Z', '2026-11-20T05:00Z', '2026-11-29'),
        ('c2', 'A-early', 'simAdd', 'preparing', '{}', '2026-11-20T05:00Z', '2026-11-20T05:00Z', '2026-12-02')`,
    found: [['A-late', 'simAdd preparing']],
  },
  'opening-hangs': {
    rows: `insert into contract (contract_id, account_id, plan_code, course, status, applied_at)
      values ('c3', 'a3', 13, 'single', 'preparing', '2026-11-10T05:00Z'),
        ('c4', 'a4', 13, 'single', 'preparing', '2026-11-20T05:00Z'),
        ('c5', 'a5', 13, 'single', 'preparing', '2026-11-10T05:00Z');
      insert into procedure_order (contract_id, order_no, procedure, state, details, requested_at, changed_at)
      values ('c3', 'A-number', 'lineOpen', 'preparing', '{"portIn": {"refused": "MNP_EXPIRED"}}', '2026-11-10T05:00Z',
          '2026-11-10T05:00Z'),
        ('c3', 'A-other', 'lineOpen', 'switch_ready', '{}', '2026-11-10T05:00Z', '2026-11-10T05:00Z'),
        ('c5', 'A-taken', 'lineTakeover', 'due', '{}', '2026-11-10T05:00Z', '2026-11-10T05:00Z')`,
    found: [['c3', 'preparing: A-number preparing, number refused; A-other switch_ready']],
  },
  'handover-overdue': {
    rows: `insert into procedure_order (contract_id, order_no, procedure, state, details, requested_at, changed_at, effective_on)
      values ('c1', 'A-due', 'lineHandover', 'due', '{}', '2026-10-20T05:00Z', '2026-10-20T05:00Z', '2026-10-31'),
        ('c1', 'A-coming', 'lineHandover', 'due', '{}', '2026-11-20T05:00Z', '2026-11-20T05:00Z', '2026-12-31')`,
    found: [['A-due', 'due since 2026-10-31']],
  },
  'handover-refused-by-carrier': {
    rows: `insert into carrier_exchange (contract_id, exchange_id, order_no, request, state, answer, attempts, created_at, changed_at)
      values ('c1', 'handover-A', 'A', '{"kind": "hand-over"}', 'rejected', '{"reason": "LINE_UNKNOWN"}', 1,
          '2026-11-30T20:59Z', '2026-11-30T20:59Z'),
        ('c1', 'end-A', 'A', '{"kind": "terminate"}', 'rejected', '{"reason": "LINE_UNKNOWN"}', 1,
          '2026-11-30T20:59Z', '2026-11-30T20:59Z')`,
    found: [['handover-A', 'LINE_UNKNOWN']],
  },
  'family-not-ended': {
    rows: `insert into family_role (contract_id, role_id, role, state, name_sealed, holder_account_id, secret_hash, secret_sealed,
        invited_at, expires_at, changed_at) values
        ('c1', 'role1', 'manager', 'invited', 's', 'a1', 'h1', 's', '2026-11-20T05:00Z', '2026-11-27T05:00Z', '2026-11-20T05:00Z'),
        ('c1', 'role2', 'manager', 'invited', 's', 'a1', 'h2', 's', '2026-11-28T20:00Z', '2026-12-05T20:00Z', '2026-11-28T20:00Z');
      insert into family_request (contract_id, request_id, line_id, role_id, account_id, holder_account_id, kind, state, asked_at,
        expires_at) values
        ('c1', 'req1', 'l1', 'role3', 'a2', 'a1', 'data', 'open', '2026-11-29T05:00Z', '2026-11-30T05:00Z'),
        ('c2', 'req2', 'l2', 'role4', 'a2', 'a1', 'data', 'open', '2026-11-30T05:00Z', '2026-12-05T05:00Z')`,
    found: [
      ['role1', 'manager, invitation'],
      ['req1', 'data, request'],
    ],
  },
  'gift-not-brought-back': {
    rows: `insert into gift (contract_id, gift_id, state, bytes, nickname_sealed, code_index, code_sealed, holder_account_id, given_at,
        expires_at, changed_at) values
        ('c1', 'gift1', 'open', 100000000, 's', 'i1', 's', 'a1', '2026-11-20T05:00Z', '2026-11-30T05:00Z', '2026-11-20T05:00Z'),
        ('c1', 'gift2', 'open', 100000000, 's', 'i2', 's', 'a1', '2026-11-20T05:00Z', '2026-12-05T21:30Z', '2026-11-20T05:00Z')`,
    found: [['gift1', '100000000 bytes']],
  },
  'refund-answer-unknown': {
    rows: `insert into refund (contract_id, refund_id, month, amount_yen, state, requested_at, way)
      values ('c1', 'r1', '2026-10', 500, 'unknown', '2026-11-30T20:00Z', 'transfer'),
        ('c1', 'r2', '2026-10', 500, 'sent', '2026-11-30T21:30Z', 'transfer')`,
    found: [['r1', 'c1 2026-10, 500 yen']],
  },
  'points-answer-unknown': {
    rows: `insert into point_grant (contract_id, month, order_id, partner_id_sealed, points, state, asked_at)
      values ('c1', '2026-10', 'g1', 's', 11, 'unknown', '2026-11-30T20:00Z'),
        ('c1', '2026-09', 'g2', 's', 11, 'refused', '2026-11-30T20:00Z')`,
    found: [['g1', 'c1 2026-10, 11 points']],
  },
  'push-not-sent': {
    rows: `insert into push_message (account_id, push_id, subscription_id, notice_id, kind, title, payload_sealed, state,
        queued_at) values
      ('a1', 'pm7', 's1', 'n1', 'alert', 't', 's', 'failed', '2026-11-30T05:00Z'),
      ('a1', 'pm8', 's1', 'n2', 'alert', 't', 's', 'sent', '2026-11-30T05:00Z'),
      ('a1', 'pm9', 's1', 'n3', 'alert', 't', 's', 'failed', '2026-11-16T05:00Z')`,
    found: [['pm7', 'failed']],
  },
  'webhook-not-sent': {
    rows: `insert into webhook (contract_id, webhook_id, url_sealed, secret_sealed, events, state, made_at, changed_at, rests_until)
      values ('c1', 'whk1', 's', 's', '{}', 'on', '2026-11-01T00:00Z', '2026-11-01T00:00Z', null),
        ('c1', 'whk2', 's', 's', '{}', 'on', '2026-11-01T00:00Z', '2026-11-01T00:00Z', '2026-11-30T23:00Z'),
        ('c1', 'whk3', 's', 's', '{}', 'off', '2026-11-01T00:00Z', '2026-11-01T00:00Z', null);
      insert into webhook_delivery (contract_id, delivery_id, webhook_id, type, body, source_ref, state, made_at, since, due_at)
      select 'c1', 'msg' || n, hook, 'bill.ready', '{}', 'r' || n, state, due, due, due
      from (values (1, 'whk1', 'waiting', '2026-11-30T05:00Z'::timestamptz), (2, 'whk1', 'delivered', '2026-11-30T05:00Z'),
        (3, 'whk1', 'waiting', '2026-11-30T21:30Z'), (4, 'whk2', 'waiting', '2026-11-30T05:00Z'),
        (5, 'whk3', 'waiting', '2026-11-30T05:00Z')) v (n, hook, state, due)`,
    found: [['msg1', 'bill.ready']],
  },
  'mail-returned': {
    rows: `insert into mail_return (account_id, mail_id, kind, status, address_index, returned_at) values
      ('a1', 'm7', 'refused', '5.7.1', 'i', '2026-11-30T05:00Z'),
      ('a1', 'm8', 'unread', null, 'i', '2026-11-30T06:00Z'),
      ('a1', 'm9', 'unknown', '5.1.1', 'i', '2026-11-30T05:00Z'),
      ('a1', 'm0', 'refused', '5.7.1', 'i', '2026-11-16T05:00Z')`,
    found: [
      ['m7', 'refused 5.7.1'],
      ['m8', 'unread'],
    ],
  },
  'document-not-made': {
    rows: `insert into contract_document (contract_id, doc_id, kind, version, title, requested_at, content_sealed, state,
        order_no)
      values ('c1', 'd1', 'new', 1, 't', '2026-11-30T05:00Z', 's', 'unprintable', 'o1'),
        ('c1', 'd2', 'change', 2, 't', '2026-11-30T20:00Z', 's', 'requested', 'o2'),
        ('c1', 'd3', 'change', 3, 't', '2026-11-30T21:30Z', 's', 'requested', 'o3')`,
    found: [
      ['d1', 'c1 version 1, unprintable'],
      ['d2', 'c1 version 2, requested'],
    ],
  },
  'export-not-gathered': {
    rows: `insert into member_export (account_id, export_id, state, whole_numbers, tables, requested_at, expires_at)
      values ('a1', 'e1', 'failed', false, '{bill,line}', '2026-11-30T05:00Z', '2026-12-07T05:00Z'),
        ('a1', 'e2', 'gathering', false, '{bill,line}', '2026-11-30T05:00Z', '2026-12-07T05:00Z')`,
    found: [['e1', 'failed, 0 of 2 tables']],
  },
  successions: {
    rows: `insert into succession (account_id, succession_id, contract_id, state, wish, answers_sealed, identity_ref, order_no,
        decision, created_at, changed_at, submitted_at)
      values ('a1', 's1', 'c1', 'submitted', 'take_over', 's', 's1', 'SC-1', null, '2026-11-30T05:00Z', '2026-11-30T05:00Z',
          '2026-11-30T05:00Z'),
        ('a2', 's2', 'c2', 'documents_requested', 'end', 's', 's2', 'SC-2', null, '2026-11-29T05:00Z', '2026-11-29T05:00Z',
          '2026-11-29T05:00Z'),
        ('a3', 's3', 'c3', 'documents_requested', 'end', 's', 's3', 'SC-3', 'reject', '2026-11-30T06:00Z',
          '2026-11-30T06:00Z', '2026-11-30T06:00Z')`,
    found: [
      ['SC-1', 'take_over'],
      ['SC-3', 'end, decided: reject'],
    ],
  },
}

test.each(Object.entries(planted))(
  '「%s」は、人を待つ行だけを並べる',
  async (name, { rows, found }) => {
    await db.transaction().execute(async (tx) => {
      await withoutTriggers(tx)
      await sql.raw(rows).execute(tx)
    })
    expect(await list(name)).toEqual(found)
  },
)

test('会員のメール、本人確認、支払いが止まれば、それぞれの一覧に出る', async () => {
  const { accountId, contractId } = await makeMember(harness, { loginId: 'waiting' })
  await sql`
    insert into mail_message (mail_id, account_id, subject, body_sealed, address_sealed, state, queued_at, waits_since, source_ref)
    values ('m1', ${accountId}, 's', 'b', 'a', 'queued', '2026-11-30T20:00Z', now() - interval '2 hours', 'ref1'),
      ('m2', ${accountId}, 's', 'b', 'a', 'failed', '2026-11-30T21:59Z', now(), 'ref2'),
      ('m3', ${accountId}, 's', 'b', 'a', 'queued', '2026-11-30T20:00Z', now() - interval '50 minutes', 'ref3')`.execute(
    db,
  )
  expect(await list('mail-not-sent')).toEqual([
    ['m1', 'queued'],
    ['m2', 'failed'],
  ])
  expect(await areMessagesSent(db)).toBe(false)
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
  await sql`
    insert into passkey
      (account_id, passkey_id, credential_id, public_key, sign_count, transports, name_sealed, is_synced, state,
        added_at, settles_at, user_agent, changed_at)
    values (${accountId}, 'pk_1', 'c1', 'k', 7, '{}', 'n', false, 'stopped',
        '2026-11-20T10:00Z', '2026-11-21T10:00Z', 'test', '2026-11-30T20:00Z')`.execute(db)
  expect(await list('passkey-stopped')).toEqual([['pk_1', null]])
})

/** Each was planted above, and waits. */
test('一覧のどれも、待つ行があれば、命令の数にも計測にも現れる', async () => {
  const counted = new Map<string, number>()
  for (const finding of findings.values())
    counted.set(finding.name, (await countFinding(db, finding, now())).rows)
  expect([...counted].filter(([, rows]) => rows === 0)).toEqual([])
  const listed = (await command()).map((line) => /^ *(\d+) {2}([a-z-]+): /.exec(line))
  expect(new Map(listed.map((found) => [found?.[2], Number(found?.[1])]))).toEqual(counted)
  const metrics = await createMetrics(services).text()
  for (const [name, rows] of counted)
    expect(metrics.split('\n')).toContain(`portal_findings{finding="${name}"} ${rows}`)
})

test('あきらめた仕事は、命令ひとつでやり直され、一覧からなくなる', async () => {
  const before = await list('job-failed')
  await services.queue.send(db, mailJob, { mailId: 'none' })
  await sql`update pgboss.job set state = 'failed' where name = 'mail-send' and data ->> 'mailId' = 'none'`.execute(
    db,
  )
  const found = await list('job-failed')
  const again = String(found.find(([, detail]) => detail === 'mail-send after 1 tries')?.[0])
  expect(await command('again', 'job-failed', again, ...who)).toEqual([`${again} is begun again`])
  expect(await list('job-failed')).toEqual(before)
  await harness.drain()
  const { rows } = await sql`select state from pgboss.job where id::text = ${again}`.execute(db)
  expect(rows).toEqual([{ state: 'completed' }])
})

test('係が確かめて閉じた行は、そのとき見たものだけが一覧からなくなり、だれの何の件かが残る', async () => {
  expect(await command('done', 'usage-of-unknown-line', 'ref9', 'DESK-7', ...who)).toEqual([
    'ref9 is ticked off',
  ])
  expect(await list('usage-of-unknown-line')).toEqual([])
  const { rows } = await sql`
    select actor, action, target, details from audit_entry where chain = 'system' and action = 'finding-settled'`.execute(
    db,
  )
  expect(rows).toEqual([
    {
      actor: 'staff',
      action: 'finding-settled',
      target: 'ref9',
      details: {
        finding: 'usage-of-unknown-line',
        detail: '2 records from 2026-11-30 03:00:00+00 to 2026-11-30 05:00:00+00',
        case: 'DESK-7',
      },
    },
  ])
  await sql`insert into usage_stray values
    ('ref9', '2026-11-30T05:00Z', '2026-11-30T06:00Z', 'r3', 1, 5, 0, '2026-11-30T07:00Z')`.execute(
    db,
  )
  expect((await list('usage-of-unknown-line')).map(([ref]) => ref)).toEqual(['ref9'])
})

test('ひとりでに閉じるもの、一覧にない行は、閉じられない', async () => {
  const resolve = (name: string, ref: string) =>
    db
      .transaction()
      .execute((tx) => resolveFinding(tx, findingOf(name), { ref, caseNo: 'DESK-8' }, now()))
  await expect(resolve('payment-answer-unknown', 'p1')).rejects.toThrow(/closes by itself/)
  await expect(resolve('job-failed', 'none')).rejects.toThrow('job-failed lists no none')
})
