import { describe, expect, test } from 'vitest'
import { profileAad } from '#backend/holder.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import { api } from '#protocol/index.ts'
import { refusalOf } from '#tests/api/data-facts.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { bookSize } from '#tests/api/sizes.ts'
import { familyDesk } from '#tests/api/families.ts'
import { makeMember } from '#tests/api/members.ts'
import { deviceWords } from '#backend/login/device-words.ts'
import { everyPage } from '#portal/mypage/export/every-page.ts'

const harness = await useHarness()
const family = familyDesk(harness, 'own-acts')

async function notify(accountId: string, sourceRef: string, kind: MemberMessage['kind'] = 'data') {
  const link = { label: 'マイページを開く', path: '/mypage/' }
  const words = { subject: sourceRef, paragraphs: ['本文'], facts: [], link }
  await harness.database.db
    .transaction()
    .execute((tx) =>
      harness.services.outbox.post(
        tx,
        { accountId, sourceRef, kind, ...words },
        harness.clock.now(),
      ),
    )
}

describe('あなたへのお知らせ', () => {
  test('契約のない人にも届き、新しい順に、メールの宛先を隠して並ぶ', async () => {
    const account = await harness.signIn('watanabe')
    expect(await account.call(api.noticesGet)).toEqual({ rows: [], unread: 0, byKind: [] })
    await notify(account.accountId, 'first')
    harness.clock.set('2026-11-20T10:01:00+09:00')
    await notify(account.accountId, 'second', 'security')
    const { rows, unread } = await account.call(api.noticesGet)
    expect(unread).toBe(2)
    expect(rows).toMatchObject([
      {
        title: 'second',
        kind: 'security',
        important: true,
        at: '2026-11-20T10:01:00+09:00',
        mailedTo: 'w***@example.jp',
        path: '/mypage/',
      },
      { title: 'first', kind: 'data', important: false },
    ])
    expect(rows[0]).not.toHaveProperty('readAt')
  })

  test('自分でしたばかりのことは、並ぶが、未読には数えない。はじめての端末からのことは数える', async () => {
    const member = await makeMember(harness, { loginId: 'own-act' })
    await bookSize(member, 25)
    expect(await member.call(api.noticesGet)).toMatchObject({
      unread: 0,
      rows: [{ title: 'データ容量の変更を予約しました', readAt: '2026-11-20T10:01:00+09:00' }],
    })
    const stranger = await harness.signIn('own-act', undefined, true, { secret: undefined })
    await bookSize(stranger, 30)
    const unread = await member.call(api.noticesGet, { query: { unread: 'true' } })
    // Both are of the same moment of the frozen clock: neither is the newer one.
    expect(unread.rows.map(({ title }) => title).toSorted()).toEqual([
      'はじめての端末からログインがありました',
      'データ容量の変更を予約しました',
    ])
  })

  test('手続きでないことも、自分でしたばかりなら未読に数えない。まとめ役がしたことは数える', async () => {
    const owner = await family.holder()
    const [lineId = '', another = ''] = owner.lineIds
    await owner.call(api.webhooksPost, {
      body: { url: 'https://hooks.example.jp/portal', events: ['order.changed'] },
    })
    await owner.call(api.connectionsKeyPost, {
      body: { name: '家計簿', days: '30', scopes: ['data:read'] },
    })
    await owner.call(api.lockPost, { body: { lock: 'simChange', waitHours: 24 } })
    await owner.call(api.lineSuspensionPost, { body: { lineId } })
    const { secret, roleId } = await family.inviteTo(owner, 'manager')
    const titles = async (member: Pick<typeof owner, 'call'>, unread?: 'true') =>
      (await member.call(api.noticesGet, { query: { unread } })).rows
        .map(({ title }) => title)
        .toSorted()
    expect(await titles(owner)).toHaveLength(5)
    expect(await titles(owner, 'true')).toEqual([])

    const manager = await harness.signIn('own-acts-manager')
    await manager.call(api.familyAcceptPost, { body: { secret } })
    expect(await titles(manager, 'true')).toEqual([])
    expect(await titles(owner, 'true')).toEqual(['ご家族が招待を承諾しました'])
    await manager.call(api.familyPlacePut, { body: { roleId } })
    await manager.call(api.lineSuspensionPost, { body: { lineId: another } })
    expect(await titles(owner, 'true')).toHaveLength(2)
  })

  test('読むと数が減り、未読だけを見ることもできる', async () => {
    const account = await harness.signIn('reader')
    for (const ref of ['a', 'b', 'c']) await notify(account.accountId, ref)
    const { rows } = await account.call(api.noticesGet)
    const noticeIds = rows.slice(0, 2).map((row) => row.noticeId)
    const read = () => account.call(api.noticesPut, { body: { noticeIds } })
    expect(await read()).toEqual({ unread: 1 })
    const before = await account.call(api.noticesGet)
    harness.clock.set('2026-11-20T10:05:00+09:00')
    expect(await read()).toEqual({ unread: 1 })
    expect(await account.call(api.noticesGet)).toEqual(before)
    const left = await account.call(api.noticesGet, { query: { unread: 'true' } })
    expect(left.rows.map((row) => row.noticeId)).toEqual([rows[2]?.noticeId])
  })

  test('ほかの人のお知らせは見えず、読んだことにもできない', async () => {
    const owner = await harness.signIn('owner')
    const other = await harness.signIn('other')
    await notify(owner.accountId, 'private')
    const { rows } = await owner.call(api.noticesGet)
    expect((await other.call(api.noticesGet)).rows).toEqual([])
    const steal = other.call(api.noticesPut, {
      body: { noticeIds: rows.map((row) => row.noticeId) },
    })
    expect(await refusalOf(steal)).toMatchObject({ httpStatus: 404 })
    expect(await owner.call(api.noticesGet)).toMatchObject({ unread: 1 })
  })

  test('たくさんあれば、続きをたどって全部を1回ずつ読める', async () => {
    const account = await harness.signIn('popular')
    for (let n = 0; n < 7; n += 1) await notify(account.accountId, `notice-${n}`)
    const rows = await everyPage((cursor) =>
      account.call(api.noticesGet, { query: { limit: 3, ...(cursor && { cursor }) } }),
    )
    expect(rows.map((row) => row.title).toSorted()).toEqual(
      Array.from({ length: 7 }, (_, n) => `notice-${n}`),
    )
  })
})

describe('お知らせの種類と送り先', () => {
  const mailsOf = async (accountId: string) => {
    const { rows } = await harness.database.pool.query<{ line: string }>(
      `select channel || ' ' || subject as line from mail_message where account_id = $1
       order by queued_at, source_ref`,
      [accountId],
    )
    return rows.map(({ line }) => line)
  }

  test('種類ごとに絞り込め、未読の数も種類ごとに分かる', async () => {
    const account = await harness.signIn('sorter')
    await notify(account.accountId, 'a', 'data')
    await notify(account.accountId, 'b', 'outage')
    await notify(account.accountId, 'c', 'outage')
    const outages = await account.call(api.noticesGet, { query: { kind: 'outage' } })
    expect(outages.rows.map(({ title }) => title).toSorted()).toEqual(['b', 'c'])
    const [first] = outages.rows
    await account.call(api.noticesPut, { body: { noticeIds: [first?.noticeId ?? ''] } })
    expect(await account.call(api.noticesGet)).toMatchObject({
      unread: 2,
      byKind: [
        { kind: 'data', all: 1, unread: 1 },
        { kind: 'outage', all: 2, unread: 1 },
      ],
    })
  })

  test('止めた種類はメールにならず、マイページには残る。止められない種類は届く', async () => {
    const account = await harness.signIn('quiet')
    const saved = await account.call(api.noticeSettingPut, { body: { mail: [], sms: [] } })
    expect(saved.kinds.map(({ kind, mail }) => [kind, mail])).toEqual([
      ['procedure', true],
      ['billing', false],
      ['debt', true],
      ['alert', true],
      ['data', false],
      ['outage', false],
      ['security', true],
    ])
    for (const { kind } of saved.kinds) await notify(account.accountId, kind, kind)
    expect(await mailsOf(account.accountId)).toEqual([
      'mail alert',
      'mail debt',
      'mail procedure',
      'mail security',
    ])
    const { rows } = await account.call(api.noticesGet)
    expect(rows).toHaveLength(7)
    expect(rows.find(({ kind }) => kind === 'outage')).not.toHaveProperty('mailedTo')
  })

  test('SMSは、選べる種類を選んだ人に、SMSの届く電話番号があるときだけ送る', async () => {
    const account = await harness.signIn('texter')
    const put = () =>
      account.call(api.noticeSettingPut, { body: { mail: [], sms: ['outage', 'billing'] } })
    const register = (phone: string) =>
      harness.database.db
        .updateTable('account')
        .set({
          profile_sealed: harness.services.sealing.seal(
            profileAad(account.accountId),
            JSON.stringify({ email: 't@example.jp', phone }),
          ),
        })
        .where('account_id', '=', account.accountId)
        .execute()
    expect(await put()).not.toHaveProperty('smsTo')
    await notify(account.accountId, 'without-phone', 'outage')
    await register('0312345678')
    expect(await put()).not.toHaveProperty('smsTo')
    await notify(account.accountId, 'landline', 'outage')
    await register('09000001001')
    expect((await put()).smsTo).toBe('＊＊＊1001')
    await notify(account.accountId, 'with-phone', 'outage')
    await notify(account.accountId, 'not-offered', 'billing')
    expect(await mailsOf(account.accountId)).toEqual(['sms with-phone'])
  })

  test('24か月を過ぎたお知らせは消え、それまでは残る', async () => {
    const account = await harness.signIn('keeper')
    harness.clock.set('2024-11-19T10:00:00+09:00')
    await notify(account.accountId, 'too-old')
    harness.clock.set('2024-11-21T10:00:00+09:00')
    await notify(account.accountId, 'kept')
    harness.clock.set('2026-11-20T10:00:00+09:00')
    await harness.drain()
    const now = harness.clock.now()
    await harness.services.retention.deleteExpired({ now, loginNow: now })
    const { rows } = await account.call(api.noticesGet)
    expect(rows.map(({ title }) => title)).toEqual(['kept'])
  })
})

describe('ログインの記録', () => {
  test('いまのログイン、ログアウトしたもの、時間切れのものが分かる', async () => {
    harness.clock.set('2026-11-20T10:00:00+09:00')
    const expired = await harness.signIn('guard')
    harness.clock.set('2026-11-20T11:00:00+09:00')
    const left = await harness.signIn('guard')
    const session = await harness.services.sessions.find(
      harness.database.db,
      left.secret,
      harness.clock.now(),
    )
    await harness.services.sessions.close(
      harness.database.db,
      session?.sessionHash ?? '',
      harness.clock.now(),
    )
    harness.clock.set('2026-11-20T11:10:00+09:00')
    const now = await harness.signIn('guard')
    expect(now.accountId).toBe(expired.accountId)
    const { rows } = await now.call(api.loginHistoryGet)
    expect(rows.map((row) => [row.at, row.result, row.current])).toEqual([
      ['2026-11-20T11:10:00+09:00', 'signedIn', true],
      ['2026-11-20T11:00:00+09:00', 'signedOut', false],
      ['2026-11-20T10:00:00+09:00', 'expired', false],
    ])
    expect(JSON.stringify(rows)).not.toContain(now.secret)
  })

  test('ほかの人のログインは混ざらない', async () => {
    const member = await makeMember(harness, { loginId: 'alone' })
    await harness.signIn('somebody')
    expect((await member.call(api.loginHistoryGet)).rows).toHaveLength(1)
  })

  test.each([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
      'iPhone（Safari）',
    ],
    [
      'Mozilla/5.0 (Linux; Android 16; Pixel 8a) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
      'Androidスマートフォン（Chrome）',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0',
      'Windowsパソコン（Edge）',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 15.7; rv:145.0) Gecko/20100101 Firefox/145.0',
      'Mac（Firefox）',
    ],
    ['curl/8.5.0', 'その他の端末'],
    ['', 'その他の端末'],
  ])('%s → %s', (userAgent, words) => {
    expect(deviceWords(userAgent)).toBe(words)
  })
})

describe('ほかの端末のログアウト', () => {
  const signedIn = async (browser: Awaited<ReturnType<typeof harness.signIn>>) => {
    const { database, services, clock } = harness
    return (await services.sessions.find(database.db, browser.secret, clock.now())) !== undefined
  }
  const nameOfOther = async (browser: Awaited<ReturnType<typeof harness.signIn>>) => {
    const { rows } = await browser.call(api.loginHistoryGet)
    return rows.find(({ current, result }) => !current && result === 'signedIn')?.loginId ?? ''
  }

  test('一つを終わらせると、その端末のクッキーはサーバーで効かなくなり、この端末は続く', async () => {
    const lost = await harness.signIn('two-devices')
    const mine = await harness.signIn('two-devices')
    const query = { loginId: await nameOfOther(mine) }
    expect(await mine.call(api.loginHistoryDelete, { query })).toEqual({ ended: 1 })
    expect([await signedIn(lost), await signedIn(mine)]).toEqual([false, true])
    expect((await refusalOf(lost.call(api.loginHistoryGet))).code).toBe('NOT_SIGNED_IN')
    expect((await refusalOf(mine.call(api.loginHistoryDelete, { query }))).code).toBe('NOT_FOUND')
  })

  test('すべてを終わらせても、この端末とほかの人のログインは続く', async () => {
    const others = [await harness.signIn('three'), await harness.signIn('three')]
    const stranger = await harness.signIn('stranger')
    const mine = await harness.signIn('three')
    expect(await mine.call(api.loginHistoryDelete, { query: {} })).toEqual({ ended: 2 })
    expect(await Promise.all(others.map(signedIn))).toEqual([false, false])
    expect([await signedIn(mine), await signedIn(stranger)]).toEqual([true, true])
    expect(await mine.call(api.loginHistoryDelete, { query: {} })).toEqual({ ended: 0 })
  })

  test('ほかの人のログインと、この端末自身は、ないものと同じに見える', async () => {
    const victim = await harness.signIn('victim')
    const thief = await harness.signIn('thief')
    const own = await victim.call(api.loginHistoryGet)
    const query = { loginId: own.rows[0]?.loginId ?? '' }
    expect((await refusalOf(thief.call(api.loginHistoryDelete, { query }))).code).toBe('NOT_FOUND')
    expect((await refusalOf(victim.call(api.loginHistoryDelete, { query }))).code).toBe('NOT_FOUND')
    expect(await signedIn(victim)).toBe(true)
  })
})
