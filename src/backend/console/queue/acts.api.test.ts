import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mailAad } from '#backend/mail/outbox.ts'
import type { consoleApi } from '#protocol/console/index.ts'
import { api } from '#protocol/index.ts'
import { withoutTriggers } from '#tests/api/behind-triggers.ts'
import { deviceDesk } from '#tests/api/devices.ts'
import { makeMember } from '#tests/api/members.ts'
import { photographWithLocation } from '#tests/api/pictures.ts'
import { codeOf, fieldsOf } from '#tests/api/refusals.ts'

const START = '2026-11-20T10:00:00+09:00'
const A_MINUTE_LATER = '2026-11-20T10:01:00+09:00'

const { harness, registered, claim, stateOf, addPhotograph } = await deviceDesk()
const { db } = harness.database
const fukuda = await harness.staff('fukuda')
const ikeda = await harness.staff('ikeda')

beforeEach(() => harness.clock.set(START))
afterEach(() => harness.clock.set(START))

const plant = (rows: string) =>
  db.transaction().execute(async (tx) => {
    await withoutTriggers(tx)
    await sql.raw(rows).execute(tx)
  })

/** Lets the minute go by; the worker's jobs follow. */
async function carryOut() {
  harness.clock.set(A_MINUTE_LATER)
  await sql`update pgboss.job set start_after = now() where name = 'staff-decision' and state < 'active'`.execute(
    db,
  )
  await harness.drain()
}

const first = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(db)).rows[0]

type Plain =
  | 'consoleMessagePost'
  | 'consolePointsPost'
  | 'consoleExchangePost'
  | 'consoleRefundPost'
  | 'consoleBillPost'
type Item = NonNullable<(typeof consoleApi)[Plain]['body']>['_input']['item']

const again = (operation: Plain, item: Item, ref: string) =>
  ikeda.ask(operation, { body: { item, ref } })

describe('行列の件にできること', () => {
  test('送れなかったお知らせは、もう一度送られ、一覧からなくなる', async () => {
    const { accountId } = await makeMember(harness, { loginId: 'mailed' })
    const { sealing } = harness.services
    const body = sealing.seal(mailAad.body('mail_1'), '本文')
    const address = sealing.seal(mailAad.address('mail_1'), 'mailed@example.jp')
    await sql`
      insert into mail_message (mail_id, account_id, subject, body_sealed, address_sealed, state, queued_at, source_ref)
      values ('mail_1', ${accountId}, '件名', ${body}, ${address}, 'failed', '2026-11-20T08:00+09:00', 'ref-mail')`.execute(
      db,
    )
    await again('consoleMessagePost', 'mail-not-sent', 'mail_1')
    await carryOut()
    const mail = await first(sql`select state from mail_message where mail_id = 'mail_1'`)
    expect(mail).toEqual({ state: 'sent' })
    expect(await codeOf(again('consoleMessagePost', 'mail-not-sent', 'mail_1'))).toBe(
      'QUEUE_ITEM_GONE',
    )
  })

  test('期限の過ぎた確認コードは、もう一度送る操作を出さず、処理済みにできる', async () => {
    const { accountId } = await makeMember(harness, { loginId: 'coded' })
    await plant(
      `insert into contact_message (account_id, message_id, channel, contact_sealed, subject, body_sealed, state, queued_at,
         useful_until) values ('${accountId}', 'cmsg_old', 'sms', '', '確認コード', '', 'failed', '2026-11-20T08:00+09:00',
         '2026-11-20T08:10+09:00')`,
    )
    const query = { item: 'contact-message-not-sent', ref: 'cmsg_old' } as const
    const { acts } = await ikeda.ask('consoleQueueItemGet', { query })
    expect(acts.map(({ act }) => act)).toEqual(['finding.settle'])
  })

  test('回線網の答えがない依頼は、同じ番号でもう一度たずね、答えが届けば終わる', async () => {
    const { contractId, lineIds } = await makeMember(harness, { loginId: 'asked' })
    await sql`
      insert into carrier_exchange (contract_id, exchange_id, line_id, request, state, attempts, created_at, changed_at)
      values (${contractId}, 'ex_asked', ${lineIds[0]},
        ${JSON.stringify({ type: 'command', lineRef: `ref-${lineIds[0]}`, command: 'speed', body: { speed: 'low' } })},
        'unknown', 3, '2026-11-20T08:00+09:00', '2026-11-20T08:00+09:00')`.execute(db)
    await again('consoleExchangePost', 'carrier-answer-unknown', 'ex_asked')
    await carryOut()
    const exchange = await first<{ state: string }>(
      sql`select state from carrier_exchange where exchange_id = 'ex_asked'`,
    )
    expect(exchange?.state).not.toBe('unknown')
    const audit = await first(
      sql`select actor, details ->> 'staff' as staff from audit_entry
        where chain = ${contractId} and action = 'staff-decided'`,
    )
    expect(audit).toEqual({ actor: 'staff', staff: ikeda.staffId })
  })

  test('だれの回線でもない利用の記録は、確認済みにすると一覧からなくなる', async () => {
    await plant(
      `insert into usage_stray values
        ('nobody', '2026-11-19T03:00Z', '2026-11-19T04:00Z', 'r1', 1, 5, 0, '2026-11-19T05:00Z')`,
    )
    const key = { item: 'usage-of-unknown-line', ref: 'nobody' } as const
    await ikeda.ask('consoleFindingPost', { body: { ...key, choice: 'settle' } })
    await carryOut()
    expect(await codeOf(ikeda.ask('consoleQueueItemGet', { query: key }))).toBe('QUEUE_ITEM_GONE')
    const noted = await first(
      sql`select details ->> 'staff' as staff, details ->> 'case' as case from audit_entry
        where action = 'finding-settled' and target = 'nobody'`,
    )
    expect(noted).toEqual({ staff: ikeda.staffId, case: 'console' })
  })

  test('止まった自動処理は、やり直すと動き出す', async () => {
    await sql`insert into pgboss.job (id, name, state, retry_count, created_on, data)
      values ('00000000-0000-4000-8000-000000000009', 'mail-send', 'failed', 2, '2026-11-20T00:00Z', '{"mailId": "none"}')`.execute(
      db,
    )
    const ref = '00000000-0000-4000-8000-000000000009'
    await ikeda.ask('consoleFindingPost', {
      body: { item: 'job-failed', ref, choice: 'again' },
    })
    await carryOut()
    const job = await first(sql`select state from pgboss.job where id::text = ${ref}`)
    expect(job).toEqual({ state: 'completed' })
  })

  test('確定できなかった請求は、もう一度確定され、できなければ理由とともに残る', async () => {
    const { contractId } = await makeMember(harness, { loginId: 'billed' })
    await sql`insert into close_failure (contract_id, month, reason, fact, failed_at)
      values (${contractId}, '2026-10', 'no price', 'base 2026-10-01', '2026-11-01T06:00+09:00')`.execute(
      db,
    )
    await again('consoleBillPost', 'bill-not-closed', `${contractId} 2026-10`)
    await carryOut()
    const repaired = await first<{ resolved: boolean }>(
      sql`select resolved_at is not null as resolved from close_failure where contract_id = ${contractId}`,
    )
    expect(repaired).toEqual({ resolved: true })
  })

  test('修理・交換は、今できることだけを進められる', async () => {
    const member = await registered()
    const { orderNo: ref } = await claim(member)
    const key = { item: 'device-claims', ref } as const
    const { story, steps } = await fukuda.ask('consoleClaimReadPost', { body: key })
    expect(story).toBe('落として画面が割れました。')
    expect(steps).toEqual(['photographs', 'repair', 'exchange', 'refuse'])
    const unfit = { ...key, choice: 'returned' } as const
    expect(await codeOf(fukuda.ask('consoleClaimPost', { body: unfit }))).toBe('QUEUE_ACT_UNFIT')
    const unsaid = { ...key, choice: 'refuse' } as const
    expect(await fieldsOf(fukuda.ask('consoleClaimPost', { body: unsaid }))).toEqual({
      refusal: ['お断りする理由を選んでください。'],
    })
    await fukuda.ask('consoleClaimPost', { body: { ...key, choice: 'exchange' } })
    await carryOut()
    expect(await stateOf(member, ref)).toBe('exchange_preparing')
    const untracked = { ...key, choice: 'sent' } as const
    expect(await fieldsOf(fukuda.ask('consoleClaimPost', { body: untracked }))).toEqual({
      trackingNo: ['伝票番号を入力してください。'],
    })
  })

  test('会員の写真や端末を待つ請求も列にあり、届いたことを窓口で記録して、修理が済むまで進められる', async () => {
    const member = await registered()
    const { orderNo: ref } = await claim(member)
    const passed: string[] = []
    for (const [choice, more] of [
      ['photographs', {}],
      ['refuse', undefined],
      ['repair', {}],
      ['arrived', {}],
      ['repaired', { trackingNo: '4000-1111-2222' }],
      ['delivered', {}],
    ] as const) {
      harness.clock.set(START)
      const key = { item: 'device-claims', ref } as const
      const { acts } = await fukuda.ask('consoleQueueItemGet', { query: key })
      expect(acts.flatMap(({ choices = [] }) => choices)).toContain(choice)
      // Instead of being refused, the photograph comes.
      if (more === undefined) {
        await addPhotograph(member, ref, await photographWithLocation())
        await member.call(api.assuredDevicePhotographsPost, { body: { orderNo: ref } })
      } else await fukuda.ask('consoleClaimPost', { body: { ...key, choice, ...more } })
      await carryOut()
      passed.push((await stateOf(member, ref)) ?? '')
    }
    expect(passed).toEqual([
      'photographs_required',
      'assessing',
      'awaiting_device',
      'repairing',
      'repair_shipped',
      'closed',
    ])
  })

  test('本人確認のやり直しのお願いは、1分後に会員の画面に出る。ほかの1件が実行できなくても止まらない', async () => {
    const { accountId, contractId } = await makeMember(harness, { loginId: 'checked' })
    // The order of the first cannot be read.
    await sql`
      insert into procedure_order (contract_id, order_no, procedure, state, details, requested_at, changed_at)
      values (${contractId}, 'O-idc_0', 'simReissue', 'id_check', '{}', '2026-11-19T10:00+09:00', '2026-11-19T10:00+09:00')`.execute(
      db,
    )
    for (const [id, contract] of [
      ['idc_0', contractId],
      ['idc_1', null],
    ])
      await sql`
        insert into identity_check (account_id, check_id, contract_id, order_no, state, attempts, opened_at, changed_at)
        values (${accountId}, ${id}, ${contract}, ${`O-${id}`}, 'manual', 3, '2026-11-19T10:00+09:00',
          '2026-11-19T10:00+09:00')`.execute(db)
    for (const ref of ['idc_0', 'idc_1'])
      await fukuda.ask('consoleIdentityPost', {
        body: {
          item: 'identity-by-hand',
          ref,
          choice: 'ask',
          reason: '在留カードの写真をお送りください。',
        },
      })
    await carryOut()
    const { rows } = await sql`
      select check_id, state, asked from identity_check where account_id = ${accountId} order by check_id`.execute(
      db,
    )
    expect(rows).toEqual([
      { check_id: 'idc_0', state: 'manual', asked: null },
      { check_id: 'idc_1', state: 'waiting', asked: '在留カードの写真をお送りください。' },
    ])
  })
})
