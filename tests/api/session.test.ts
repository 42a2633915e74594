import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { ApiError } from '#protocol/http.ts'
import { startHarness, type Harness } from './harness.ts'
import { makeMember } from './members.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

describe('ログインの状態', () => {
  test('訪問者、契約のない人、契約者を見分ける', async () => {
    expect(await harness.visitor(api.platformAuthGet)).toEqual({
      mvno_member: false,
      dmm_login: false,
    })
    const account = await harness.signIn('watanabe')
    expect(await account.call(api.platformAuthGet)).toEqual({ mvno_member: false, dmm_login: true })
    const member = await makeMember(harness, { loginId: 'sato' })
    expect(await member.call(api.platformAuthGet)).toEqual({ mvno_member: true, dmm_login: true })
  })

  test('30分使わないとログインは終わる', async () => {
    const member = await harness.signIn('idle')
    harness.clock.set('2026-11-20T10:30:01+09:00')
    expect(await member.call(api.platformAuthGet)).toEqual({ mvno_member: false, dmm_login: false })
    harness.clock.set('2026-11-20T10:00:00+09:00')
  })

  test('ログアウトすると、その Cookie ではもう入れない', async () => {
    const member = await harness.signIn('leaving')
    const signedIn = await harness.services.sessions.find(
      harness.database.db,
      member.secret,
      harness.clock.now(),
    )
    const hash = signedIn?.sessionHash ?? ''
    await harness.services.sessions.close(harness.database.db, hash, harness.clock.now())
    expect(await member.call(api.platformAuthGet)).toEqual({ mvno_member: false, dmm_login: false })
  })

  test('ほかで作られた Cookie は、データベースに尋ねずに訪問者とわかる', async () => {
    const { services, clock } = harness
    const { secret } = await harness.signIn('genuine')
    const asked = new Proxy(harness.database.db, {
      get: () => {
        throw new Error('the database was asked')
      },
    })
    const [id = ''] = secret.split('.')
    const [, otherMark = ''] = (await harness.signIn('other')).secret.split('.')
    for (const invented of ['', 'x', id, `${id}.`, `${id}.${otherMark}`, `${secret}x`, '..'])
      expect(await services.sessions.find(asked, invented, clock.now())).toBeUndefined()
    expect(await services.sessions.find(harness.database.db, secret, clock.now())).toMatchObject({
      subject: 'demo-genuine',
    })
  })

  test('係員でなくなった人は、次にログインしたときから係員ではない', async () => {
    const { services, database, clock } = harness
    const staffAtLogin = async (staff: boolean) => {
      const now = clock.now()
      const { secret } = await database.db.transaction().execute((tx) =>
        services.sessions.open(
          tx,
          {
            subject: 'demo-clerk',
            loginName: 'clerk',
            name: '係員',
            email: 'clerk@example.jp',
            staff,
            authenticatedAt: now,
            idToken: 'none',
          },
          { now, userAgent: 'test' },
        ),
      )
      return (await services.sessions.find(database.db, secret, now))?.staff
    }
    expect([await staffAtLogin(true), await staffAtLogin(false), await staffAtLogin(true)]).toEqual(
      [true, false, true],
    )
  })

  test('契約者だけのAPIは、訪問者に401、契約のない人に403', async () => {
    const account = await harness.signIn('watanabe')
    const refusal = (call: Promise<unknown>) => call.catch((error: unknown) => error)
    const visitor = await refusal(harness.visitor(api.contractGet))
    const outsider = await refusal(account.call(api.contractGet))
    expect(visitor).toBeInstanceOf(ApiError)
    expect([visitor, outsider].map((e) => e instanceof ApiError && e.failure?.code)).toEqual([
      'NOT_SIGNED_IN',
      'ACCESS_DENIED',
    ])
  })
})
