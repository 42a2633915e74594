import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { api } from '#protocol/index.ts'
import { MOST_WEBHOOKS, webhookEventTypes } from '#vocabulary/webhook.ts'
import { billed } from '#tests/api/debts.ts'
import { notify } from '#tests/api/phones.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { makeWebhook, NOBODY, startReceiver, verified } from '#tests/api/receivers.ts'
import { rowOf, rowsOf, setRows } from '#tests/api/rows.ts'
import { simDesk, type DeskMember } from '#tests/api/sim-orders.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { sendDue } from './commands/send-due.ts'

const START = '2026-11-20T10:00:00+09:00'
const receiver = await startReceiver()
afterAll(() => receiver.close())
const harness = await useHarness(START, { WEBHOOK_OWN_ORIGINS: [receiver.origin, NOBODY] })
beforeEach(() => harness.clock.set(START))
const desk = simDesk(harness, 'hook')

let serial = 0
/** A member with a webhook at a path of its own. */
async function listener(changes: object = {}) {
  const member = await desk.member()
  const path = `/hook/${(serial += 1)}`
  const made = await makeWebhook(member.call, receiver.origin + path, changes)
  return { member, path, ...made }
}

const low = ({ contractId }: DeskMember) =>
  ({ type: 'data.low', data: { contractId, condition: 'usedUp' } }) as const

/** Something happens to the contract that its member is written to about. */
async function happen(member: DeskMember) {
  await notify(harness, member.accountId, { event: low(member) })
  await harness.drain()
}

const press = (member: Pick<DeskMember, 'call'>, webhookId: string) =>
  member.call(api.webhooksTestPost, { body: { webhookId } })

const deliveriesOf = (member: Pick<DeskMember, 'call'>, webhookId: string) =>
  member.call(api.webhooksDeliveriesGet, { query: { webhookId } })

/** What was put off is due at the hour. */
async function hourAt(instant: string) {
  harness.clock.set(instant)
  await runTasks(harness, 'webhooks')
  await harness.drain()
}

const stateOf = async (webhookId: string) =>
  (await rowOf(harness, 'webhook', ['state'], { webhook_id: webhookId })).state

describe('届くもの', () => {
  test('できごとは、番号と時刻を付け、公開されているライブラリーで確かめられる署名で届き、名前も電話番号も料金も入らない', async () => {
    const { member, path, secret } = await listener()
    await happen(member)
    const [event, ...others] = receiver.at(path)
    if (event === undefined) throw new Error('nothing was received')
    expect(others).toEqual([])
    expect(verified(secret, event)).toEqual({
      type: 'data.low',
      timestamp: '2026-11-20T10:00:00+09:00',
      data: { contractId: member.contractId, condition: 'usedUp' },
    })
    expect(event.headers['webhook-id']).toMatch(/^msg_[0-9a-z]{20}$/)
    expect(() => verified('whsec_' + 'A'.repeat(44), event)).toThrow('No matching signature found')
  })

  test('お届けの記録に、送った内容と返事のはじめの1000文字が残る', async () => {
    const { member, path, webhookId } = await listener()
    receiver.answer(path, { status: 202, text: '受け取りました。'.repeat(500) })
    await happen(member)
    const { webhook, deliveries } = await deliveriesOf(member, webhookId)
    expect(webhook).toMatchObject({ state: 'on', lastDeliveredAt: '2026-11-20T10:00:00+09:00' })
    expect(deliveries).toEqual([
      {
        deliveryId: receiver.at(path)[0]?.headers['webhook-id'],
        type: 'data.low',
        state: 'delivered',
        stateLabel: 'お届け済み',
        body: receiver.at(path)[0]?.body,
        madeAt: '2026-11-20T10:00:00+09:00',
        deliveredAt: '2026-11-20T10:00:00+09:00',
        attempts: [
          {
            at: '2026-11-20T10:00:00+09:00',
            milliseconds: expect.any(Number),
            status: 202,
            // 4096 bytes are read; eight characters of three bytes each.
            answer: '受け取りました。'.repeat(125),
          },
        ],
      },
    ])
  })

  test('選んだできごとだけが届き、ほかの契約のできごとは届かない', async () => {
    const { member, path } = await listener({ events: ['bill.ready'] })
    const other = await listener()
    await happen(member)
    expect(receiver.at(path)).toEqual([])
    await notify(harness, member.accountId, { event: low(other.member) })
    await harness.drain()
    expect(receiver.at(other.path)).toEqual([])
  })

  test('手続きが進むたび、回線が止まったとき、速度を変えたときに届く', async () => {
    const { member, path, secret } = await listener()
    const { orderNo } = await desk.orderCard(member.call, member.lineId)
    await harness.drain()
    await member.call(api.highSpeedStatusPut, { body: { lineId: member.lineId, on: false } })
    await harness.drain()
    const events = receiver.at(path).map((event) => verified(secret, event))
    expect(events).toContainEqual({
      type: 'order.changed',
      timestamp: '2026-11-20T10:00:00+09:00',
      data: expect.objectContaining({ orderNo, procedure: 'simReissue' }),
    })
    expect(events).toContainEqual({
      type: 'line.changed',
      timestamp: '2026-11-20T10:00:00+09:00',
      data: { contractId: member.contractId, lineId: member.lineId, change: 'slowed' },
    })
  })

  test('請求が確定すると、その時刻の見回りで1回だけ届き、Webhookを作る前の請求は届かない', async () => {
    const { member, path, secret } = await listener()
    harness.clock.set('2026-11-20T09:59:00+09:00')
    await billed(harness, member.contractId, { month: '2026-09' })
    harness.clock.set('2026-11-20T10:30:00+09:00')
    const billId = await billed(harness, member.contractId, { month: '2026-10' })
    await hourAt('2026-11-20T11:00:00+09:00')
    await hourAt('2026-11-20T12:00:00+09:00')
    expect(receiver.at(path).map((event) => verified(secret, event))).toEqual([
      {
        type: 'bill.ready',
        timestamp: '2026-11-20T11:00:00+09:00',
        data: { contractId: member.contractId, billId, month: '2026-10' },
      },
    ])
  })
})

describe('届かないとき', () => {
  test('断られたものは、同じ番号・新しい時刻・新しい署名で、間をのばしながら届け直す', async () => {
    const { member, path, secret, webhookId } = await listener()
    receiver.answer(path, { status: 500 }, { status: 500 })
    await happen(member)
    await hourAt('2026-11-20T10:00:03+09:00')
    expect(receiver.at(path)).toHaveLength(1)
    await hourAt('2026-11-20T10:00:06+09:00')
    expect(receiver.at(path)).toHaveLength(2)
    await hourAt('2026-11-20T10:06:00+09:00')
    const tries = receiver.at(path)
    expect(new Set(tries.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    // By the machine's own time, which the frozen clock of this test does not hold: fresh at each try.
    for (const event of tries) expect(verified(secret, event)).toMatchObject({ type: 'data.low' })
    const { deliveries } = await deliveriesOf(member, webhookId)
    expect(deliveries[0]?.attempts.map(({ at, status }) => [at, status])).toEqual([
      ['2026-11-20T10:06:00+09:00', 200],
      ['2026-11-20T10:00:06+09:00', 500],
      ['2026-11-20T10:00:00+09:00', 500],
    ])
  })

  test('3日のあいだ何も届かなければ止めて、メールで知らせる。もう一度始めると、そのあとのできごとが届く', async () => {
    const member = await desk.member()
    const { webhookId } = await makeWebhook(member.call, `${NOBODY}/dead`)
    await happen(member)
    for (const days of ['21', '22']) await hourAt(`2026-11-${days}T10:00:00+09:00`)
    expect(await stateOf(webhookId)).toBe('on')
    await hourAt('2026-11-23T11:00:00+09:00')
    expect(await stateOf(webhookId)).toBe('stopped')
    const mails = await rowsOf(harness, 'mail_message', ['subject'], {
      account_id: member.accountId,
    })
    expect(mails.filter(({ subject }) => subject === 'Webhookを止めました')).toHaveLength(1)
    const today = await harness.signIn(member.loginId)
    const { deliveries, webhook } = await deliveriesOf(today, webhookId)
    expect(webhook).toMatchObject({ failingSince: '2026-11-20T10:00:00+09:00' })
    expect(deliveries).toMatchObject([
      { state: 'failed', attempts: [{ cause: 'connection' }, {}, {}] },
    ])
    await happen(member)
    expect((await deliveriesOf(today, webhookId)).deliveries).toHaveLength(1)
    const body = { webhookId, events: [...webhookEventTypes], isOn: true }
    await today.call(api.webhooksPut, { body })
    await happen(member)
    expect((await deliveriesOf(today, webhookId)).deliveries).toHaveLength(2)
  })

  test('1つのできごとだけを断る相手は、ほかが届いているので止めない', async () => {
    const { member, path, webhookId } = await listener()
    receiver.answer(path, { status: 500 })
    await happen(member)
    await setRows(harness, 'webhook_delivery', { tries: 8 }, { webhook_id: webhookId })
    await happen(member)
    receiver.answer(path, { status: 500 })
    await hourAt('2026-11-20T10:06:00+09:00')
    expect(await stateOf(webhookId)).toBe('on')
    const states = await rowsOf(
      harness,
      'webhook_delivery',
      ['state'],
      { webhook_id: webhookId },
      'state',
    )
    expect(states.map(({ state }) => state)).toEqual(['delivered', 'failed'])
  })

  test('もう受け取らない（410）と言われたら、すぐに止めて知らせる', async () => {
    const { member, path, webhookId } = await listener()
    receiver.answer(path, { status: 410 })
    await happen(member)
    expect(await stateOf(webhookId)).toBe('stopped')
    await expect(press(member, webhookId)).rejects.toThrow('WEBHOOK_OFF')
  })

  test('あとで（429）と言われたら、言われた秒数のあいだは何も送らず、過ぎたら届く', async () => {
    const { member, path } = await listener()
    receiver.answer(path, { status: 429, headers: { 'Retry-After': '600' } })
    await happen(member)
    await happen(member)
    await hourAt('2026-11-20T10:09:00+09:00')
    expect(receiver.at(path)).toHaveLength(1)
    await hourAt('2026-11-20T10:10:00+09:00')
    expect(receiver.at(path)).toHaveLength(3)
  })

  test('転送先には送らない', async () => {
    const { member, path } = await listener()
    receiver.answer(path, { status: 307, headers: { Location: '/inside' } })
    await happen(member)
    expect(receiver.at('/inside')).toEqual([])
  })

  test('送っている途中で作業が止まっても、同じ作業がもう一度送り、ほかの作業は割り込まない', async () => {
    const { member, path, webhookId } = await listener()
    const { outbox, sealing, queue, database } = harness.services
    const deps = { outbox, sealing, queue, database, clock: harness.clock }
    let others = 0
    const killed = { isCallable: () => true, send: () => Promise.reject(new Error('killed')) }
    const other = { ...killed, send: () => Promise.reject(new Error(String((others += 1)))) }
    await notify(harness, member.accountId, { event: low(member) })
    const job = await harness.database.pool.query<{ data: { runId: string } }>(
      `select data from pgboss.job where name = 'webhook-send' and data ->> 'webhookId' = $1`,
      [webhookId],
    )
    const run = { webhookId, runId: job.rows[0]?.data.runId ?? '' }
    await expect(sendDue({ ...deps, webhooks: killed }, run)).rejects.toThrow('killed')
    await sendDue({ ...deps, webhooks: other }, { webhookId, runId: 'run_other' })
    expect(others).toBe(0)
    await harness.drain()
    expect(receiver.at(path)).toHaveLength(1)
  })
})

describe('作る・替える・送り直す・消す', () => {
  test('鍵は作ったときだけ見せ、データベースには読める形でない。すべての連絡先に知らせる', async () => {
    const { member, secret, path } = await listener()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const shown = await member.call(api.webhooksGet)
    expect(shown.webhooks).toHaveLength(1)
    expect(JSON.stringify(shown)).not.toContain(secret)
    const rows = JSON.stringify(
      await rowsOf(harness, 'webhook', '*', { contract_id: member.contractId }),
    )
    expect(rows).not.toContain(secret)
    expect(rows).not.toContain(path)
    const mails = await rowsOf(harness, 'mail_message', ['subject'], {
      account_id: member.accountId,
    })
    expect(mails).toContainEqual({ subject: 'Webhookを作りました' })
  })

  test.each([
    'http://hooks.example.jp/',
    'https://127.0.0.1/',
    'https://[::ffff:10.0.0.1]/',
    'hooks',
  ])('届かないアドレスには、欄のそばに直し方を出す：%s', async (url) => {
    const member = await desk.member()
    await expect(makeWebhook(member.call, url)).rejects.toMatchObject({
      failure: {
        code: 'VALIDATION_FAILED',
        fields: { url: [expect.stringContaining('https:// で始まる')] },
      },
    })
  })

  test('作れるのは5個までで、2つの画面から同時に押しても超えない', async () => {
    const member = await desk.member()
    const presses = Array.from({ length: MOST_WEBHOOKS + 2 }, (_, n) =>
      makeWebhook(member.call, `${receiver.origin}/many/${n}`).catch(
        (error: Error) => error.message,
      ),
    )
    const answers = await Promise.all(presses)
    expect(answers.filter((answer) => answer === 'WEBHOOKS_FULL (HTTP 409)')).toHaveLength(2)
    expect((await member.call(api.webhooksGet)).webhooks).toHaveLength(MOST_WEBHOOKS)
  })

  test('鍵を替えると、24時間は前の鍵と新しい鍵の両方で署名し、そのあとは新しい鍵だけで署名する', async () => {
    const { member, path, secret, webhookId } = await listener()
    const next = await member.call(api.webhooksSecretPost, { body: { webhookId } })
    expect(next.formerUntil).toBe('2026-11-21T10:00:00+09:00')
    await press(member, webhookId)
    await harness.drain()
    const [overlapping] = receiver.at(path)
    if (overlapping === undefined) throw new Error('nothing was received')
    for (const key of [secret, next.secret])
      expect(verified(key, overlapping)).toMatchObject({ type: 'webhook.test' })
    harness.clock.set('2026-11-21T10:00:00+09:00')
    await press(await harness.signIn(member.loginId), webhookId)
    await harness.drain()
    const [, after] = receiver.at(path)
    if (after === undefined) throw new Error('nothing was received')
    expect(() => verified(secret, after)).toThrow('No matching signature found')
    expect(new Webhook(next.secret).verify(after.body, { ...after.headers })).toBeTruthy()
  })

  test('再送すると、届いたものも届かなかったものも、同じ番号でもう一度届く', async () => {
    const { member, path, webhookId } = await listener()
    await happen(member)
    const [{ deliveryId } = { deliveryId: '' }] = (await deliveriesOf(member, webhookId)).deliveries
    await member.call(api.webhooksDeliveriesPost, { body: { deliveryId } })
    await harness.drain()
    expect(receiver.at(path).map(({ headers }) => headers['webhook-id'])).toEqual([
      deliveryId,
      deliveryId,
    ])
    const { deliveries } = await deliveriesOf(member, webhookId)
    expect(deliveries[0]?.attempts).toHaveLength(2)
  })

  test('ほかの人のWebhookは、見ることも、替えることも、送ることも、消すこともできない', async () => {
    const { member, webhookId } = await listener()
    await happen(member)
    const [{ deliveryId } = { deliveryId: '' }] = (await deliveriesOf(member, webhookId)).deliveries
    const stranger = await desk.member()
    const tries = await Promise.allSettled([
      deliveriesOf(stranger, webhookId),
      press(stranger, webhookId),
      stranger.call(api.webhooksSecretPost, { body: { webhookId } }),
      stranger.call(api.webhooksDelete, { query: { webhookId } }),
      stranger.call(api.webhooksDeliveriesPost, { body: { deliveryId } }),
      stranger.call(api.webhooksPut, { body: { webhookId, events: ['bill.ready'], isOn: false } }),
    ])
    expect(tries.map((one) => one.status === 'rejected' && String(one.reason))).toEqual(
      Array.from({ length: 6 }, () => 'ApiError: NOT_FOUND (HTTP 404)'),
    )
    expect(await stateOf(webhookId)).toBe('on')
  })

  test('消すと、待っていたものも届かない。止めたものは、始めるまで届かない', async () => {
    const { member, path, webhookId } = await listener()
    await notify(harness, member.accountId, { event: low(member) })
    await member.call(api.webhooksDelete, { query: { webhookId } })
    const off = await listener()
    await notify(harness, off.member.accountId, { event: low(off.member) })
    const body = { webhookId: off.webhookId, events: [...webhookEventTypes], isOn: false }
    await off.member.call(api.webhooksPut, { body })
    await harness.drain()
    expect(receiver.at(path)).toEqual([])
    expect(receiver.at(off.path)).toEqual([])
    await off.member.call(api.webhooksPut, { body: { ...body, isOn: true } })
    await harness.drain()
    expect(receiver.at(off.path)).toHaveLength(1)
  })

  test('ほかのすべてのログインを終わらせると、なくなる。契約が終わると、届かない', async () => {
    const { member, webhookId } = await listener()
    await member.call(api.loginHistoryDelete, { query: {} })
    expect(await rowsOf(harness, 'webhook', ['state'], { webhook_id: webhookId })).toEqual([])
    const ended = await listener()
    const { contractId } = ended.member
    await setRows(harness, 'contract', { status: 'terminated' }, { contract_id: contractId })
    await happen(ended.member)
    expect(receiver.at(ended.path)).toEqual([])
    const again = makeWebhook(ended.member.call, receiver.origin + ended.path)
    expect(await codeOf(again)).toBe('CONTRACT_ENDED')
    const clocks = { now: harness.clock.now(), loginNow: harness.clock.now() }
    await harness.services.retention.deleteExpired(clocks)
    expect(await rowsOf(harness, 'webhook', ['state'], { contract_id: contractId })).toEqual([])
  })
})
