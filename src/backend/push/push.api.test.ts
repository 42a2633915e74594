import { beforeEach, describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { memberWithPhone, notify, phonesOf, tellsAll } from '#tests/api/phones.ts'
import { rowsOf, setRows } from '#tests/api/rows.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { sendPush } from './send-push.ts'

const START = '2026-11-24T14:00:00+09:00'
const harness = await useHarness(START)
beforeEach(() => harness.clock.set(START))
const phones = phonesOf(harness)

const statesOf = async (accountId: string) =>
  (await rowsOf(harness, 'push_message', ['state'], { account_id: accountId }, 'queued_at')).map(
    ({ state }) => state,
  )

/** What has been put off by a service's "later" is due now. */
const pullForward = () =>
  harness.database.pool.query(
    `update pgboss.job set start_after = now() where name = 'push-send' and state < 'active'`,
  )

describe('端末に届くもの', () => {
  test('お知らせは、数字も番号も名前もなく、暗号化されて端末に届き、押すとそのお知らせが開く', async () => {
    const { accountId, phone, call } = await memberWithPhone(harness, 'plain')
    await notify(harness, accountId)
    await harness.drain()
    const [message, ...others] = await phones.received(phone.id)
    expect(others).toEqual([])
    const { rows } = await call(api.noticesGet, { query: { unread: 'true' } })
    expect(rows.map(({ title }) => title)).toEqual(['データ残量が少なくなりました'])
    const noticeId = rows[0]?.noticeId ?? ''
    expect(message).toEqual({
      words: {
        title: 'データ残量のお知らせがあります',
        body: '開いてご確認ください。',
        path: `/mypage/notice/open?id=${noticeId}`,
        tag: noticeId,
        unread: 1,
      },
      ttl: 86_400,
      urgency: 'normal',
      // 512 bytes, whatever is said, and what the encryption adds.
      size: 512 + 103,
      signer: harness.services.config.PUSH_PUBLIC_KEY,
    })
    expect(await harness.services.openNotice(accountId, noticeId, harness.clock.now())).toBe(
      '/mypage/data/charge.html',
    )
    expect((await call(api.noticesGet, { query: {} })).unread).toBe(0)
  })

  test('数字を出すと選んだ端末には、件名と、使い終わる見込みも届く', async () => {
    const { accountId, phone } = await memberWithPhone(harness, 'details', { withDetails: true })
    await notify(harness, accountId, { pushedDetail: '27日（金）ごろになくなる見込みです。' })
    await harness.drain()
    expect((await phones.received(phone.id))[0]?.words).toMatchObject({
      title: 'データ残量が少なくなりました',
      body: '27日（金）ごろになくなる見込みです。',
    })
  })

  test('外した種類は届かず、セキュリティのお知らせは届く', async () => {
    const { accountId, phone } = await memberWithPhone(harness, 'kinds', { kinds: ['debt'] })
    for (const kind of ['alert', 'debt', 'security', 'outage'] as const)
      await notify(harness, accountId, { kind })
    await harness.drain()
    expect(await phones.titles(phone.id)).toEqual([
      'お支払いのお知らせがあります',
      'セキュリティのお知らせがあります',
    ])
    expect((await phones.received(phone.id))[1]?.urgency).toBe('high')
  })

  test('ご自分の操作の確かめでは、端末は鳴らない', async () => {
    const { accountId, phone } = await memberWithPhone(harness, 'own-act')
    await notify(harness, accountId, { isOwnAct: true })
    await harness.drain()
    expect(await phones.received(phone.id)).toEqual([])
  })

  test('先に読まれたお知らせは、端末に送らない', async () => {
    const { accountId, phone, call } = await memberWithPhone(harness, 'read-first')
    await notify(harness, accountId)
    const { rows } = await call(api.noticesGet, { query: { unread: 'true' } })
    await call(api.noticesPut, { body: { noticeIds: rows.map(({ noticeId }) => noticeId) } })
    await harness.drain()
    expect(await phones.received(phone.id)).toEqual([])
    expect(await statesOf(accountId)).toEqual(['left_out'])
  })
})

describe('静かにする時間', () => {
  const quiet = { quietFrom: 22, quietUntil: 7 }

  test('夜のお知らせは朝7時に届き、それまでに読まれたものは届かない。はじめての端末からのログインは夜でも届く', async () => {
    const { accountId, phone } = await memberWithPhone(harness, 'night', quiet)
    harness.clock.set('2026-11-24T23:10:00+09:00')
    await notify(harness, accountId)
    await notify(harness, accountId, { kind: 'debt' })
    await harness.signIn('night', undefined, true, { secret: 'somebody-elses' })
    await harness.drain()
    expect(await phones.titles(phone.id)).toEqual(['はじめての端末からログインがありました'])
    // The login on the phone is over by then: it was read elsewhere.
    const read = { account_id: accountId, kind: 'debt' } as const
    await setRows(harness, 'notice', { read_at: harness.clock.now() }, read)

    harness.clock.set('2026-11-25T06:00:00+09:00')
    await runTasks(harness, 'pushes and mails that waited')
    await harness.drain()
    expect(await phones.titles(phone.id)).toHaveLength(1)
    harness.clock.set('2026-11-25T07:00:00+09:00')
    await runTasks(harness, 'pushes and mails that waited')
    await harness.drain()
    expect((await phones.titles(phone.id)).slice(1)).toEqual(['データ残量のお知らせがあります'])
  })
})

describe('プッシュのサービスが断るとき', () => {
  test('端末が受け取らなくなったら（410）、その端末を忘れ、次からは送らない', async () => {
    const { accountId, phone, call } = await memberWithPhone(harness, 'gone')
    await phones.reset(phone.id)
    await notify(harness, accountId)
    await harness.drain()
    expect(await statesOf(accountId)).toEqual(['gone'])
    expect((await call(api.pushGet)).devices).toEqual([])
    await notify(harness, accountId)
    expect(await statesOf(accountId)).toEqual(['gone'])
  })

  test('送っているあいだに端末の住所が新しくなったら、前の住所の410でその端末を忘れず、新しい住所に届ける', async () => {
    const { accountId, call } = await memberWithPhone(harness, 'moved-on')
    const renewed = await phones.make()
    await notify(harness, accountId)
    const [waiting] = await rowsOf(harness, 'push_message', ['push_id'], { account_id: accountId })
    const { database, services, clock } = harness
    const { sealing, queue } = services
    // The member presses 「続けて受け取る」 between the question and the answer.
    const send = async () => {
      const { endpoint, keys } = renewed
      await call(api.pushPost, { body: { endpoint, ...keys, ...tellsAll } })
      return { kind: 'gone' as const }
    }
    const pushId = waiting?.push_id ?? ''
    await sendPush(database.db, { sealing, queue, port: { send } }, pushId, clock.now())
    await harness.drain()
    expect(await phones.titles(renewed.id)).toEqual(['データ残量のお知らせがあります'])
    expect(await statesOf(accountId)).toEqual(['sent'])
  })

  test('あとでと言われたら（429）、言われた秒数のあいだはそのサービスのどの端末にも送らず、過ぎたら1回だけ届く', async () => {
    const first = await memberWithPhone(harness, 'later-a')
    const second = await memberWithPhone(harness, 'later-b')
    await phones.answer(first.phone.id, { status: 429, retryAfter: '120' })
    await notify(harness, first.accountId)
    await harness.drain()
    await notify(harness, second.accountId)
    await harness.drain()
    expect(await phones.received(first.phone.id)).toEqual([])
    expect(await phones.received(second.phone.id)).toEqual([])
    const { rows } = await harness.database.pool.query<{ seconds: number }>(
      `select extract(epoch from min(start_after) - now())::integer as seconds from pgboss.job
       where name = 'push-send' and state < 'active'`,
    )
    expect(rows[0]?.seconds).toBeGreaterThan(115)
    await harness.database.pool.query(`delete from push_pause`)
    await pullForward()
    await harness.drain()
    expect(await phones.titles(first.phone.id)).toHaveLength(1)
    expect(await phones.titles(second.phone.id)).toHaveLength(1)
  })

  test('大きすぎると言われたら（413）、種類だけを送る', async () => {
    const { accountId, phone } = await memberWithPhone(harness, 'large', { withDetails: true })
    await phones.answer(phone.id, { status: 413 })
    await notify(harness, accountId)
    await harness.drain()
    expect(await phones.titles(phone.id)).toEqual(['データ残量のお知らせがあります'])
    expect(await statesOf(accountId)).toEqual(['sent'])
  })

  test('返事がないときと、サービスの故障（500）は、もう一度試して1回だけ届く', async () => {
    const { accountId, phone } = await memberWithPhone(harness, 'broken')
    await phones.answer(phone.id, { status: 500, times: 2 })
    await notify(harness, accountId)
    await harness.drain()
    expect(await statesOf(accountId)).toEqual(['queued'])
    for (let n = 0; n < 2; n += 1) {
      await pullForward()
      await harness.drain()
    }
    expect(await phones.titles(phone.id)).toHaveLength(1)
    expect(await statesOf(accountId)).toEqual(['sent'])
  })

  test('鍵を断られたら（403）、端末のせいにはせず、送れなかったものとする', async () => {
    const { accountId, phone, call } = await memberWithPhone(harness, 'refused')
    await phones.answer(phone.id, { status: 403 })
    await notify(harness, accountId)
    await harness.drain()
    expect(await statesOf(accountId)).toEqual(['failed'])
    expect((await call(api.pushGet)).devices).toHaveLength(1)
  })
})

describe('プッシュ通知で読んだお知らせのメール', () => {
  const mailsOf = (accountId: string) =>
    rowsOf(harness, 'mail_message', ['state', 'source_ref'], {
      account_id: accountId,
      channel: 'mail',
    })
  /** Of what `notify` has posted: the mail of the new device was queued at the same moment, in no order. */
  const states = async (accountId: string) =>
    (await mailsOf(accountId))
      .filter(({ source_ref: of }) => of.startsWith(`${accountId}:test/`))
      .map(({ state }) => state)

  async function reader(loginId: string) {
    const member = await memberWithPhone(harness, loginId)
    await member.call(api.pushChoicePut, { body: { mailUnlessRead: true } })
    return member
  }

  async function readAll({ accountId, call }: Awaited<ReturnType<typeof reader>>) {
    const { rows } = await call(api.noticesGet, { query: { unread: 'true' } })
    for (const { noticeId } of rows)
      await harness.services.openNotice(accountId, noticeId, harness.clock.now())
  }

  test('省くと選んだ人が30分のうちに読めば、同じ内容のメールは送らず、送ったとも言わない', async () => {
    const member = await reader('reads')
    await notify(harness, member.accountId)
    await harness.drain()
    expect(await states(member.accountId)).toEqual(['waiting'])
    await readAll(member)
    harness.clock.set('2026-11-24T15:00:00+09:00')
    await runTasks(harness, 'pushes and mails that waited')
    expect(await states(member.accountId)).toEqual(['left_out'])
    const { call } = await harness.signIn('reads')
    const { rows } = await call(api.noticesGet, { query: { kind: 'alert' } })
    expect(rows.map(({ mailedTo }) => mailedTo)).toEqual([undefined])
  })

  test('読まなければ、次の正時にメールも届く', async () => {
    const { accountId } = await reader('sleeps')
    await notify(harness, accountId)
    harness.clock.set('2026-11-24T14:29:00+09:00')
    await runTasks(harness, 'pushes and mails that waited')
    expect(await states(accountId)).toEqual(['waiting'])
    harness.clock.set('2026-11-24T15:00:00+09:00')
    await runTasks(harness, 'pushes and mails that waited')
    await harness.drain()
    expect(await states(accountId)).toEqual(['sent'])
  })

  test('止められないお知らせのメールは、読んでも省かず、待たせもしない', async () => {
    const { accountId } = await reader('always')
    for (const kind of ['procedure', 'debt', 'security'] as const)
      await notify(harness, accountId, { kind })
    await harness.drain()
    expect(await states(accountId)).toEqual(['sent', 'sent', 'sent'])
  })

  test('省くと選んでいない人には、読んでもメールが届く', async () => {
    const { accountId } = await memberWithPhone(harness, 'both')
    await notify(harness, accountId)
    await harness.drain()
    expect(await states(accountId)).toEqual(['sent'])
  })
})
