import { beforeEach, describe, expect, test } from 'vitest'
import { hashSecret } from '#backend/db/ids.ts'
import { api } from '#protocol/index.ts'
import { makeMember } from '#tests/api/members.ts'
import { memberWithPhone, notify, phonesOf, tellsAll } from '#tests/api/phones.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { rowsOf, setRows } from '#tests/api/rows.ts'
import { received } from '#tests/api/contact-codes.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const START = '2026-11-24T14:00:00+09:00'
const harness = await useHarness(START)
beforeEach(() => harness.clock.set(START))
const phones = phonesOf(harness)

const devicesOf = async (accountId: string) =>
  (await rowsOf(harness, 'push_subscription', ['subscription_id'], { account_id: accountId }))
    .length

/** A member's browser that is not told yet. */
async function browser(loginId: string) {
  const member = await harness.signIn(loginId, undefined, true, { secret: undefined })
  const { endpoint, keys } = await phones.make()
  return { ...member, body: { endpoint, ...keys, ...tellsAll } }
}

describe('プッシュ通知を受け取る端末', () => {
  test('加えると一覧に載り、本人にメールで知らされる。もう一度加えても1台のまま', async () => {
    const { call, body, accountId } = await browser('adds')
    const usual = { kinds: ['procedure', 'billing', 'debt', 'alert', 'outage', 'security'] }
    expect(await call(api.pushGet)).toEqual({
      publicKey: harness.services.config.PUSH_PUBLIC_KEY,
      devices: [],
      usual: { ...usual, quietFrom: 22, quietUntil: 7 },
      always: ['security'],
      mailUnlessRead: false,
      declined: false,
    })
    const quiet = { quietFrom: 23, quietUntil: 6 }
    await call(api.pushPost, { body: { ...body, ...quiet } })
    const { devices } = await call(api.pushPost, { body: { ...body, ...quiet } })
    expect(devices).toEqual([
      {
        deviceId: expect.stringMatching(/^psh_/),
        device: 'その他の端末',
        current: true,
        kinds: tellsAll.kinds,
        withDetails: false,
        ...quiet,
        addedAt: '2026-11-24T14:00:00+09:00',
      },
    ])
    await harness.drain()
    expect(await received(harness, 'adds@example.jp')).toHaveLength(1)
    expect(await devicesOf(accountId)).toBe(1)
  })

  test('受け取る種類と時間を端末ごとに変えられ、やめられる', async () => {
    const { call, deviceId, accountId } = await memberWithPhone(harness, 'changes')
    const [changed] = (
      await call(api.pushPut, {
        body: { deviceId, kinds: ['debt'], withDetails: true, quietFrom: 0, quietUntil: 5 },
      })
    ).devices
    expect(changed).toMatchObject({
      kinds: ['debt'],
      withDetails: true,
      quietFrom: 0,
      quietUntil: 5,
    })
    expect((await call(api.pushDelete, { query: { deviceId } })).devices).toEqual([])
    expect(await codeOf(call(api.pushDelete, { query: { deviceId } }))).toBe('NOT_FOUND')
    expect(await devicesOf(accountId)).toBe(0)
  })

  test('案内を断ると、その人にはもう案内しない', async () => {
    const { call } = await browser('declines')
    await call(api.pushChoicePut, { body: { declined: true } })
    expect(await call(api.pushGet)).toMatchObject({ declined: true, mailUnlessRead: false })
    await call(api.pushChoicePut, { body: { mailUnlessRead: true } })
    expect(await call(api.pushGet)).toMatchObject({ declined: true, mailUnlessRead: true })
  })

  test('静かにする時間の片方だけ、同じ時刻、ない時刻は、その欄の文で断る', async () => {
    const { call, body } = await browser('hours')
    const tried = (hours: object) => codeOf(call(api.pushPost, { body: { ...body, ...hours } }))
    expect(await tried({ quietFrom: 22 })).toBe('VALIDATION_FAILED')
    expect(await tried({ quietFrom: 7, quietUntil: 7 })).toBe('VALIDATION_FAILED')
    expect(await tried({ quietFrom: 24, quietUntil: 7 })).toBe('VALIDATION_FAILED')
  })
})

describe('受け付けない端末', () => {
  test.each([
    'https://169.254.169.254/latest/meta-data/',
    'https://localhost/push/1',
    'http://127.0.0.1:1/push/1',
    'https://push.example.com/1',
    'https://fcm.googleapis.com.example.com/1',
  ])('知っているサービスでないアドレス：%s', async (endpoint) => {
    const { call, body, accountId } = await browser(`forged-${endpoint.length}`)
    expect(await codeOf(call(api.pushPost, { body: { ...body, endpoint } }))).toBe(
      'PUSH_SERVICE_UNKNOWN',
    )
    expect(await devicesOf(accountId)).toBe(0)
  })

  test('端末の鍵でないもの', async () => {
    const { call, body } = await browser('keys')
    const tried = (keys: object) => codeOf(call(api.pushPost, { body: { ...body, ...keys } }))
    expect(await tried({ auth: 'short' })).toBe('VALIDATION_FAILED')
    expect(await tried({ p256dh: 'B' })).toBe('VALIDATION_FAILED')
    // A point that lies on no curve.
    expect(await tried({ p256dh: `B${'A'.repeat(86)}` })).toBe('VALIDATION_FAILED')
  })

  test('ほかの会員の端末のアドレスは断り、その会員には届きつづける', async () => {
    const owner = await memberWithPhone(harness, 'owner')
    const thief = await browser('thief')
    const { endpoint } = owner.phone
    expect(await codeOf(thief.call(api.pushPost, { body: { ...thief.body, endpoint } }))).toBe(
      'PUSH_DEVICE_TAKEN',
    )
    for (const tried of [
      thief.call(api.pushPut, { body: { deviceId: owner.deviceId, ...tellsAll } }),
      thief.call(api.pushDelete, { query: { deviceId: owner.deviceId } }),
    ])
      expect(await codeOf(tried)).toBe('NOT_FOUND')
    await notify(harness, owner.accountId)
    await harness.drain()
    expect(await phones.titles(owner.phone.id)).toHaveLength(1)
  })

  test('パスワードだけを知る他人のはじめての端末', async () => {
    await memberWithPhone(harness, 'victim')
    const stranger = await harness.signIn('victim', undefined, true, { secret: 'somebody-elses' })
    const { endpoint, keys } = await phones.make()
    const body = { endpoint, ...keys, ...tellsAll }
    expect(await codeOf(stranger.call(api.pushPost, { body }))).toBe('NEW_DEVICE_WAIT')
  })
})

describe('届かなくなるとき', () => {
  const { sessions } = harness.services
  /** Somebody with a phone that is told, and a second browser that is too. */
  async function withTwo(loginId: string) {
    const phone = await memberWithPhone(harness, loginId)
    const desk = await harness.signIn(loginId, undefined, true, { secret: undefined })
    await setRows(
      harness,
      'device',
      { known_from: harness.clock.now() },
      { account_id: phone.accountId },
    )
    const { endpoint, keys } = await phones.make()
    await desk.call(api.pushPost, { body: { endpoint, ...keys, ...tellsAll } })
    expect(await devicesOf(phone.accountId)).toBe(2)
    return { phone, desk, accountId: phone.accountId }
  }

  test('ログアウトした端末だけが、届かなくなる', async () => {
    const { phone, desk, accountId } = await withTwo('leaves')
    await sessions.leave(harness.database.db, hashSecret(phone.secret), harness.clock.now())
    expect(await devicesOf(accountId)).toBe(1)
    expect((await desk.call(api.pushGet)).devices.map(({ current }) => current)).toEqual([true])
  })

  test('ログインし直すだけなら、届きつづける', async () => {
    const { phone, accountId } = await withTwo('again')
    await harness.signIn('again', undefined, true, { secret: phone.device?.secret })
    await sessions.close(harness.database.db, hashSecret(phone.secret), harness.clock.now())
    expect(await devicesOf(accountId)).toBe(2)
  })

  test('ほかの端末をすべてログアウトさせると、ログインの期限が過ぎていた端末にも届かなくなる', async () => {
    const { desk, phone, accountId } = await withTwo('elsewhere')
    const gone = { ended_at: harness.clock.now() }
    await setRows(harness, 'session', gone, { session_hash: hashSecret(phone.secret) })
    const mine = (await desk.call(api.pushGet)).devices.find(({ current }) => current)
    await desk.call(api.loginHistoryDelete, { query: {} })
    const left = (await desk.call(api.pushGet)).devices
    expect(left.map(({ deviceId }) => deviceId)).toEqual([mine?.deviceId])
    await notify(harness, accountId)
    await harness.drain()
    expect(await phones.received(phone.phone.id)).toEqual([])
  })

  test('同じ端末でほかの人がログインすると、前の人のお知らせは届かなくなる', async () => {
    const first = await memberWithPhone(harness, 'first-person')
    await harness.signIn('second-person', undefined, true, { secret: first.device?.secret })
    expect(await devicesOf(first.accountId)).toBe(0)
    await notify(harness, first.accountId)
    await harness.drain()
    expect(await phones.received(first.phone.id)).toEqual([])
  })

  test('すべてのご契約が終わると、届かなくなる。まだご契約のない人には届く', async () => {
    await memberWithPhone(harness, 'ends')
    const { contractId, accountId } = await makeMember(harness, { loginId: 'ends' })
    const applicant = await memberWithPhone(harness, 'no-contract')
    const clocks = { now: harness.clock.now(), loginNow: harness.clock.now() }
    await harness.services.retention.deleteExpired(clocks)
    expect(await devicesOf(accountId)).toBe(1)
    await setRows(harness, 'contract', { status: 'ported_out' }, { contract_id: contractId })
    await harness.services.retention.deleteExpired(clocks)
    expect(await devicesOf(accountId)).toBe(0)
    expect(await devicesOf(applicant.accountId)).toBe(1)
  })
})
