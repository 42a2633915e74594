import { beforeAll, describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { scopesToGive } from '#protocol/scopes.ts'
import { appOver } from '#tests/api/app.ts'
import { familyDesk } from '#tests/api/families.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { refuseRow } from '#tests/api/refused-rows.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { sampleRequest } from '#tests/api/wire-samples.ts'
import { accessScopes, SAMPLE_KEY, type AccessScope } from '#vocabulary/connection.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')
const app = appOver(harness.services, { callLimit: { requests: 10_000, seconds: 60 } })
const desk = familyDesk(harness, 'connection')
type Holder = Awaited<ReturnType<typeof desk.holder>>

type KeyOf = { scopes: AccessScope[]; lineIds?: string[]; days?: '30' | '90' | '365' }

const makeKey = (who: Pick<Holder, 'call'>, { days = '90', ...given }: KeyOf) =>
  who.call(api.connectionsKeyPost, { body: { name: '家計簿', days, ...given } })

/** As a program calls: the key in the header, and whatever else it sends. */
async function byKey(key: string, path: string, init: RequestInit = {}) {
  const headers = { Authorization: `Bearer ${key}`, 'User-Agent': 'kakeibo/1.0', ...init.headers }
  return app.request(`http://localhost:3000/api/v1${path}`, { ...init, headers })
}

const codeOf = async (answer: Response): Promise<string | undefined> => {
  const body: unknown = await answer.json()
  return typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    typeof body.code === 'string'
    ? body.code
    : undefined
}

const endpoints: readonly (readonly [string, Endpoint])[] = Object.entries(api)

describe('どの操作も、許された範囲のキーだけに答える', () => {
  let holder: Holder
  beforeAll(async () => {
    holder = await desk.holder(1)
  })

  test.each(accessScopes)('%s', async (scope) => {
    const { key } = await makeKey(holder, { scopes: [scope] })
    const letIn: string[] = []
    // What is of no scope refuses every key alike: one of them asks each.
    const turn = accessScopes.indexOf(scope)
    const asked = endpoints.filter(
      ([, one], n) => one.scope !== undefined || n % accessScopes.length === turn,
    )
    for (const [name, endpoint] of asked) {
      const { path, init } = sampleRequest(endpoint, { lineId: holder.lineIds[0] })
      const answer = await byKey(key, path.slice('/api'.length), init)
      if (answer.status === 429) throw new Error('counted')
      const refused = answer.status === 403 && (await codeOf(answer)) === 'SCOPE_MISSING'
      if (!refused) letIn.push(name)
    }
    const granted = endpoints.filter(([, one]) => one.scope === scope).map(([name]) => name)
    expect(letIn.toSorted()).toEqual(granted.toSorted())
  })
})

describe('役割の人は、自分にできることだけを渡せる', () => {
  test('回線を使う人とまとめ役が渡せるのは、役割で使える窓口のある範囲だけ', () => {
    const roles = { isOfLines: false }
    expect([
      scopesToGive({ ...roles, role: undefined }),
      scopesToGive({ ...roles, role: 'manager' }),
      scopesToGive({ ...roles, role: 'lineUser' }),
      scopesToGive({ role: undefined, isOfLines: true }),
    ]).toEqual([
      accessScopes,
      ['data:read', 'usage:read', 'lines:read', 'data:switch'],
      ['data:read', 'usage:read', 'data:switch'],
      ['data:read', 'usage:read', 'lines:read', 'calls:read', 'data:switch'],
    ])
  })

  test('まとめ役は請求を渡せず、渡したキーも役割の外では断られ、役割が終わるとすぐ使えない', async () => {
    const holder = await desk.holder(2)
    const manager = await desk.member(holder, 'manager')
    await expect(makeKey(manager, { scopes: ['bills:read'] })).rejects.toThrow('VALIDATION_FAILED')
    const { key } = await makeKey(manager, { scopes: ['data:read', 'lines:read'] })
    const [residual, packs] = [
      await byKey(key, '/high_speed/residual'),
      await byKey(key, '/high_speed/coupon'),
    ]
    expect([residual.status, packs.status, await codeOf(packs)]).toEqual([
      200,
      403,
      'ACCESS_DENIED',
    ])
    await holder.call(api.familyRoleDelete, { query: { roleId: manager.roleId } })
    const after = await byKey(key, '/high_speed/residual')
    expect([after.status, await codeOf(after)]).toEqual([401, 'KEY_NOT_VALID'])
  })

  test('契約者は、家族の作ったキーも見て、取り消せる', async () => {
    const holder = await desk.holder(2)
    const manager = await desk.member(holder, 'manager')
    const { key } = await makeKey(manager, { scopes: ['data:read'] })
    const { connections } = await holder.call(api.connectionsGet)
    expect(connections.map(({ isOfFamily, state }) => [isOfFamily, state])).toEqual([
      [true, 'active'],
    ])
    const connectionId = connections[0]?.connectionId ?? ''
    await holder.call(api.connectionsDelete, { query: { connectionId } })
    expect((await byKey(key, '/high_speed/residual')).status).toBe(401)
    const stranger = await desk.holder(1)
    await expect(stranger.call(api.connectionsDelete, { query: { connectionId } })).rejects.toThrow(
      'NOT_FOUND',
    )
  })

  test('回線を使う人のキーは、自分の回線だけを見る', async () => {
    const holder = await desk.holder(2)
    const [own = '', other = ''] = holder.lineIds
    const user = await desk.member(holder, 'lineUser', own)
    const { key } = await makeKey(user, { scopes: ['usage:read'] })
    const statuses = []
    for (const query of [`?lineId=${own}`, `?lineId=${other}`, ''])
      statuses.push((await byKey(key, `/status/usage/${query}`)).status)
    expect(statuses).toEqual([200, 404, 404])
  })
})

describe('選んだ回線のほかは、ないものと同じに見える', () => {
  test('回線を選んだキーには、ほかの回線も、契約の全体も見えない', async () => {
    const holder = await desk.holder(2)
    const [own = '', other = ''] = holder.lineIds
    const { key } = await makeKey(holder, { scopes: ['data:read', 'usage:read'], lineIds: [own] })
    const statuses = []
    for (const path of [
      `/status/usage?lineId=${own}`,
      `/status/usage?lineId=${other}`,
      '/status/usage',
      '/high_speed/residual',
    ])
      statuses.push((await byKey(key, path)).status)
    expect(statuses).toEqual([200, 404, 404, 404])
  })

  test('請求は契約の全体を見せるため、回線を選ぶと許せない。ほかの人の回線も選べない', async () => {
    const [holder, other] = [await desk.holder(2), await desk.holder(1)]
    const [lineId = ''] = holder.lineIds
    await expect(
      makeKey(holder, { scopes: ['bills:read'], lineIds: [lineId] }),
    ).rejects.toMatchObject({
      failure: {
        fields: {
          scopes: ['「請求を見る」は、ご契約の全体を見せるため、回線を選んだときは許せません。'],
        },
      },
    })
    await expect(
      makeKey(holder, { scopes: ['data:read'], lineIds: [other.lineIds[0] ?? ''] }),
    ).rejects.toThrow('NOT_FOUND')
  })
})

describe('キーは、ヘッダーだけで受け付ける', () => {
  test('キーは一度だけ返り、しまわれるのはハッシュだけ。はじめの文字と検査の文字で見分けられる', async () => {
    const holder = await desk.holder(1)
    const { key, connection } = await makeKey(holder, { scopes: ['data:read'] })
    expect(key).toMatch(/^hbk_[0-9A-Za-z]{38}$/)
    expect(connection.prefix).toBe(key.slice(0, 8))
    const { rows } = await harness.database.pool.query('select * from connection')
    expect(JSON.stringify(rows)).not.toContain(key.slice(8))
    expect(JSON.stringify(rows)).not.toContain('家計簿')
  })

  test('写し間違い、ないキー、アドレスに入れたキー、クッキーだけの呼び出しは、それぞれ断る', async () => {
    const holder = await desk.holder(1)
    const { key } = await makeKey(holder, { scopes: ['data:read'] })
    const last = key.endsWith('0') ? '1' : '0'
    const path = '/high_speed/residual'
    const mistyped = await byKey(key.slice(0, -1) + last, path)
    const inAddress = await byKey(key, `${path}?access_token=${key}`)
    const byCookie = await app.request(`http://localhost:3000/api/v1${path}`, {
      headers: { Cookie: `sid=${holder.secret}` },
    })
    const elsewhere = await app.request(`http://localhost:3000/api${path}`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    const answers = [mistyped, inAddress, byCookie, elsewhere]
    expect(answers.map(({ status }) => status)).toEqual([401, 400, 401, 401])
    expect(await Promise.all([mistyped, inAddress, byCookie].map(codeOf))).toEqual([
      'KEY_NOT_VALID',
      'KEY_IN_ADDRESS',
      'NOT_SIGNED_IN',
    ])
    const metadata =
      'resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource/api/v1"'
    expect([mistyped, byCookie].map((one) => one.headers.get('www-authenticate'))).toEqual([
      `Bearer error="invalid_token", ${metadata}`,
      `Bearer ${metadata}`,
    ])
    expect(harness.logLines.join('')).not.toContain(key)
  })

  test('断りは RFC 9457 の形で、会員APIと同じ符号と、残りの回数を返す', async () => {
    const holder = await desk.holder(1)
    const { key } = await makeKey(holder, { scopes: ['data:read'] })
    const answer = await byKey(key, '/billing/status')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      403,
      'application/problem+json',
    ])
    expect(await answer.json()).toMatchObject({
      type: 'http://localhost:3000/developers/errors/#SCOPE_MISSING',
      status: 403,
      code: 'SCOPE_MISSING',
      title: expect.stringContaining('許されていません'),
      instance: `urn:trace:${answer.headers.get('x-trace-key')}`,
    })
    expect(answer.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="bills:read"',
    )
    expect(answer.headers.get('ratelimit-policy')).toBe('"calls";q=10000;w=60')
    expect(answer.headers.get('ratelimit')).toMatch(/^"calls";r=9\d{3};t=\d+$/)
  })

  test('回数を超えると429で断り、いつから受け付けるかを告げる。ほかのキーは使える', async () => {
    const few = appOver(harness.services, { callLimit: { requests: 2, seconds: 60 } })
    const holder = await desk.holder(1)
    const keys = [
      (await makeKey(holder, { scopes: ['data:read'] })).key,
      (await makeKey(holder, { scopes: ['data:read'] })).key,
    ]
    const ask = (key = '') =>
      few.request('http://localhost:3000/api/v1/high_speed/residual', {
        headers: { Authorization: `Bearer ${key}` },
      })
    const answers = [await ask(keys[0]), await ask(keys[0]), await ask(keys[0]), await ask(keys[1])]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 200])
    expect(answers.map((one) => one.headers.get('ratelimit')?.split(';')[1])).toEqual([
      'r=1',
      'r=0',
      'r=0',
      'r=1',
    ])
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('終わる予定の窓口は、見本のキーにも断りにも、予告した日と終わる日を告げる', async () => {
    const deprecated = { announcedOn: '2026-12-01', endsOn: '2027-06-01' }
    const planted = {
      ...api,
      highSpeedResidualGet: { ...api.highSpeedResidualGet, deprecated },
    }
    const holder = await desk.holder(1)
    const { key } = await makeKey(holder, { scopes: ['data:read'] })
    const ending = appOver(harness.services, { wire: planted })
    const headersOf = async (bearer: string, path: string) => {
      const { status, headers } = await ending.request(`http://localhost:3000/api/v1${path}`, {
        headers: { Authorization: `Bearer ${bearer}` },
      })
      return [status, ...['deprecation', 'sunset', 'link'].map((name) => headers.get(name))]
    }
    const changes = '<http://localhost:3000/developers/changes.html>'
    const said = [
      // 1 December 2026 and 1 June 2027, at midnight in Japan.
      '@1796050800',
      'Mon, 31 May 2027 15:00:00 GMT',
      `${changes}; rel="deprecation"; type="text/html", ${changes}; rel="sunset"; type="text/html"`,
    ]
    expect([
      await headersOf(key, '/high_speed/residual/'),
      await headersOf(SAMPLE_KEY, '/high_speed/residual'),
      await headersOf('hbk_none', '/high_speed/residual'),
      await headersOf(key, '/high_speed/coupon'),
    ]).toEqual([
      [200, ...said],
      [200, ...said],
      [401, ...said],
      [200, null, null, null],
    ])
  })

  test('ほかのサイトのページからも呼べるのは、ここだけ', async () => {
    const preflight = (path: string) =>
      app.request(`http://localhost:3000${path}`, {
        method: 'OPTIONS',
        headers: {
          Origin: 'https://tool.example.jp',
          'Access-Control-Request-Method': 'GET',
          'Access-Control-Request-Headers': 'authorization',
        },
      })
    const [open, wire] = [
      await preflight('/api/v1/high_speed/residual'),
      await preflight('/api/high_speed/residual'),
    ]
    expect([open.status, open.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(open.headers.get('access-control-allow-credentials')).toBeNull()
    expect(wire.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('取り消したキー、終わったキーは、その時から使えない', () => {
  const residual = async (key: string) => (await byKey(key, '/high_speed/residual')).status

  test('取り消すとすぐ使えず、二度は取り消せない', async () => {
    const holder = await desk.holder(1)
    const { key, connection } = await makeKey(holder, { scopes: ['data:read'] })
    expect(await residual(key)).toBe(200)
    const query = { connectionId: connection.connectionId }
    const { connections } = await holder.call(api.connectionsDelete, { query })
    expect(connections).toMatchObject([
      { state: 'ended', endedBecause: 'お客さまが取り消しました' },
    ])
    expect(await residual(key)).toBe(401)
    await expect(holder.call(api.connectionsDelete, { query })).rejects.toThrow('CONNECTION_OVER')
  })

  test('ほかのすべてのログインを終わらせると、キーもすべて使えない', async () => {
    const holder = await desk.holder(1)
    const { key } = await makeKey(holder, { scopes: ['data:read'] })
    await holder.call(api.loginHistoryDelete, { query: {} })
    expect(await residual(key)).toBe(401)
    const { connections } = await holder.call(api.connectionsGet)
    expect(connections[0]?.endedBecause).toBe('ほかのログインを終わらせたときに、取り消しました')
  })

  test.each([
    ['契約が終わる', `update contract set status = 'terminated' where contract_id = $1`],
    [
      '契約者が変わる',
      `update contract set account_id = (select account_id from account
         where account_id not in (select account_id from contract) limit 1) where contract_id = $1`,
    ],
  ])('%sと、その時から使えず、1時間のうちに記録される', async (_, change) => {
    const holder = await desk.holder(1)
    await harness.signIn(`${holder.loginId}-heir`)
    const { key } = await makeKey(holder, { scopes: ['data:read'] })
    await harness.database.pool.query(change, [holder.contractId])
    expect(await residual(key)).toBe(401)
    // The list says so at once too, to whoever made the key.
    const { connections } = await holder.call(api.connectionsGet)
    expect(connections.map(({ state }) => state)).toEqual(['ended'])
    await runTasks(harness, 'connections ended')
    const { rows } = await harness.database.pool.query(
      `select state, ended_by from connection where contract_id = $1`,
      [holder.contractId],
    )
    expect(rows).toEqual([{ state: 'ended', ended_by: 'contract' }])
  })

  test('期限の日を過ぎると使えず、長くても1年', async () => {
    const holder = await desk.holder(1)
    const { key, connection } = await makeKey(holder, { scopes: ['data:read'], days: '30' })
    expect(connection.endsAt).toBe('2026-12-20T10:00:00+09:00')
    harness.clock.set('2026-12-20T09:59:59+09:00')
    expect(await residual(key)).toBe(200)
    harness.clock.set('2026-12-20T10:00:00+09:00')
    expect(await residual(key)).toBe(401)
    await runTasks(harness, 'connections ended')
    harness.clock.set('2026-11-20T10:00:00+09:00')
    const { connections } = await holder.call(api.connectionsGet)
    expect(connections[0]?.endedBecause).toBe('期限が過ぎました')
  })

  test('1件が記録できなくても、ほかのつながりは終わる', async () => {
    const holder = await desk.holder(1)
    const made = [
      await makeKey(holder, { scopes: ['data:read'], days: '30' }),
      await makeKey(holder, { scopes: ['data:read'], days: '30' }),
    ]
    const [stuck = '', other = ''] = made
      .map(({ connection }) => connection.connectionId)
      .toSorted()
    const mend = await refuseRow(harness.database, 'connection', ['connection_id', stuck])
    harness.clock.set('2026-12-20T10:00:00+09:00')
    await runTasks(harness, 'connections ended')
    const stateOf = (connectionId: string) =>
      rowsOf(harness, 'connection', ['state'], { connection_id: connectionId })
    expect([await stateOf(stuck), await stateOf(other)]).toEqual([
      [{ state: 'active' }],
      [{ state: 'ended' }],
    ])
    expect(harness.logLines.some((line) => line.includes('connection not ended'))).toBe(true)
    await mend()
    await runTasks(harness, 'connections ended')
    expect(await stateOf(stuck)).toEqual([{ state: 'ended' }])
    harness.clock.set('2026-11-20T10:00:00+09:00')
  })
})

describe('何をしたかが、お客さまに見える', () => {
  test('最後に使った日時・接続元・プログラムと、日ごとに使ったことが残る', async () => {
    const holder = await desk.holder(1)
    const { key } = await makeKey(holder, { scopes: ['data:read', 'bills:read'] })
    await byKey(key, '/high_speed/residual')
    await byKey(key, '/billing/status')
    await byKey(key, '/status/line')
    const { connections } = await holder.call(api.connectionsGet)
    expect(connections[0]).toMatchObject({
      lastUse: { at: '2026-11-20T10:00:00+09:00', program: 'kakeibo/1.0' },
      uses: [
        { day: '2026-11-20', scope: 'bills:read', lastAt: '2026-11-20T10:00:00+09:00' },
        { day: '2026-11-20', scope: 'data:read', lastAt: '2026-11-20T10:00:00+09:00' },
      ],
    })
  })

  test('切り替えは、どのキーがしたかとともに記録され、同じ鍵の再送は一度だけ効く', async () => {
    const holder = await desk.holder(1)
    const [lineId = ''] = holder.lineIds
    const { key, connection } = await makeKey(holder, { scopes: ['data:switch'] })
    const press = () =>
      byKey(key, '/high_speed/status', {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'switch-0001' },
        body: JSON.stringify({ lineId, on: false }),
      })
    const [first, second] = [await press(), await press()]
    expect([first.status, second.status, second.headers.get('idempotent-replayed')]).toEqual([
      200,
      200,
      'true',
    ])
    const { rows } = await harness.database.pool.query(
      `select action from audit_entry where chain = $1 and details->>'connection' = $2`,
      [holder.contractId, connection.connectionId],
    )
    expect(rows).toEqual([{ action: 'high-speed-turned-off' }])
  })

  test('キーを作ると、すべての連絡先に知らせる', async () => {
    const holder = await desk.holder(1)
    await makeKey(holder, { scopes: ['data:read'] })
    await harness.drain()
    expect(await noticeTitles(harness, holder.accountId)).toEqual(['アクセスキーを作りました'])
  })

  test('新しい端末からと、ご本人の確認がないときは、作れない', async () => {
    const holder = await desk.holder(1)
    const later = harness.clock.now().add({ minutes: 11 })
    harness.clock.set(later.toString())
    await expect(makeKey(holder, { scopes: ['data:read'] })).rejects.toThrow(
      'SECOND_FACTOR_REQUIRED',
    )
    harness.clock.set('2026-11-20T10:00:00+09:00')
    const thief = await harness.signIn(holder.loginId, undefined, true, { secret: undefined })
    await expect(makeKey(thief, { scopes: ['data:read'] })).rejects.toThrow('NEW_DEVICE_WAIT')
  })
})

test('許した範囲の窓口は、どれも契約のもので、ご本人の確認も、名前も住所も求めない', () => {
  const scoped = endpoints.filter(([, { scope }]) => scope !== undefined)
  const wrong = scoped.filter(
    ([, one]) => one.access !== 'member' || one.proof !== undefined || one.limit !== undefined,
  )
  expect([scoped.length, wrong.map(([name]) => name)]).toEqual([38, []])
})

describe('手元のアプリの登録', () => {
  const ofApp = { name: '太郎の集計', redirectUri: 'http://127.0.0.1/callback' } as const
  const make = (
    who: Pick<Holder, 'call'>,
    changes: { redirectUri?: string; scopes?: AccessScope[] } = {},
  ) =>
    who.call(api.connectionsClientPost, { body: { ...ofApp, scopes: ['data:read'], ...changes } })
  const ownApps = async (who: Pick<Holder, 'call'>) =>
    (await who.call(api.connectionsGet)).ownApps.map(({ name }) => name)

  test('5個まで登録でき、名前は封をしてしまわれ、消すとまた登録できる', async () => {
    const holder = await desk.holder(1)
    const made = []
    for (let index = 0; index < 5; index += 1) made.push(await make(holder))
    await expect(make(holder)).rejects.toThrow('OWN_APPS_FULL')
    const [first] = made
    expect(first).toEqual({
      ...ofApp,
      clientId: expect.stringMatching(/^app_/),
      scopes: ['data:read'],
      madeAt: '2026-11-20T10:00:00+09:00',
    })
    const { rows } = await harness.database.pool.query('select * from oauth_client')
    expect(JSON.stringify(rows)).not.toContain('太郎')
    await holder.call(api.connectionsClientDelete, { query: { clientId: first?.clientId ?? '' } })
    await make(holder)
    expect(await ownApps(holder)).toHaveLength(5)
  })

  test.each([
    'https://tool.example.jp/callback',
    'http://192.168.0.10/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://me@127.0.0.1/callback',
    'http://127.0.0.1/callback#x',
    'javascript:alert(1)',
    '127.0.0.1/callback',
  ])('戻り先は、お手元のパソコンだけ：%sは断る', async (redirectUri) => {
    const holder = await desk.holder(1)
    await expect(make(holder, { redirectUri })).rejects.toMatchObject({
      failure: {
        fields: {
          redirectUri: [
            'http://127.0.0.1/ で始まる、お手元のパソコンのアドレスを入力してください。',
          ],
        },
      },
    })
  })

  test('家族の役割の人は、自分にできることだけを求めるアプリを登録できる', async () => {
    const holder = await desk.holder(2)
    const manager = await desk.member(holder, 'manager')
    await expect(make(manager, { scopes: ['bills:read'] })).rejects.toThrow('VALIDATION_FAILED')
    await make(manager)
    expect([await ownApps(manager), await ownApps(holder)]).toEqual([['太郎の集計'], []])
    await holder.call(api.familyRoleDelete, { query: { roleId: manager.roleId } })
    await runTasks(harness, 'connections ended')
    expect(await ownApps(manager)).toEqual([])
  })

  test('ほかのすべてのログインを終わらせたとき、契約が終わったとき、登録もなくなる', async () => {
    const [fearful, leaving] = [await desk.holder(1), await desk.holder(1)]
    for (const one of [fearful, leaving]) await make(one)
    await fearful.call(api.loginHistoryDelete, { query: {} })
    expect(await ownApps(fearful)).toEqual([])
    const { pool } = harness.database
    const statusOf = (status: string) =>
      pool.query('update contract set status = $1 where contract_id = $2', [
        status,
        leaving.contractId,
      ])
    await statusOf('ended')
    await expect(make(leaving)).rejects.toThrow('CONTRACT_NOT_ACTIVE')
    await runTasks(harness, 'connections ended')
    await statusOf('active')
    expect(await ownApps(leaving)).toEqual([])
  })
})

describe('手続きの下書き', () => {
  test('プログラムは下書きを作れるだけで、何も申し込まれない。お客さまが確認のページで押す', async () => {
    const holder = await desk.holder(1)
    const { key } = await makeKey(holder, { scopes: ['orders:prepare'] })
    const answer = await byKey(key, '/prepared_orders', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ procedure: 'planSizeChange', plan: 30 }),
    })
    expect(await answer.json()).toMatchObject({
      result: {
        url: 'http://localhost:3000/mypage/plan/change.html?step=confirm&plan=30',
        expiresAt: '2026-11-27T10:00:00+09:00',
      },
    })
    const { prepared } = await holder.call(api.connectionsGet)
    expect(prepared).toMatchObject([{ label: 'データ容量の変更', by: '家計簿' }])
    const { reserved } = await holder.call(api.couponReservedPlanGet)
    expect(reserved).toBeUndefined()
    const query = { preparedId: prepared[0]?.preparedId ?? '' }
    await holder.call(api.preparedOrdersDelete, { query })
    expect((await holder.call(api.connectionsGet)).prepared).toEqual([])
    const stranger = await desk.holder(1)
    await expect(stranger.call(api.preparedOrdersDelete, { query })).rejects.toThrow('NOT_FOUND')
  })

  test('キーを取り消すと、そのキーが作った下書きもなくなり、ほかのキーのものは残る', async () => {
    const holder = await desk.holder(1)
    const made = []
    for (const plan of [30, 50]) {
      const one = await makeKey(holder, { scopes: ['orders:prepare'] })
      await byKey(one.key, '/prepared_orders', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ procedure: 'planSizeChange', plan }),
      })
      made.push(one.connection.connectionId)
    }
    const [connectionId = ''] = made
    const { prepared } = await holder.call(api.connectionsDelete, { query: { connectionId } })
    expect(prepared.map(({ path }) => path)).toEqual([
      '/mypage/plan/change.html?step=confirm&plan=50',
    ])
  })
})
