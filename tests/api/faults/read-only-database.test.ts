import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { ApiError, antiForgery } from '#protocol/http.ts'
import { appOver } from '../app.ts'
import { startHarness, type Harness } from '../harness.ts'
import { makeMember } from '../members.ts'
import { handOff } from '../one-stop.ts'
import { until } from './until.ts'

const ORIGIN = 'http://localhost:3000'

let harness: Harness
let app: ReturnType<typeof appOver>
let admin: pg.Client
let serial = 1_000
beforeAll(async () => {
  harness = await startHarness(undefined, {}, { prints: true })
  const { services } = harness
  app = appOver(services)
  admin = new pg.Client({
    connectionString: services.config.DATABASE_URL,
    options: '-c default_transaction_read_only=off',
  })
  await admin.connect()
})
afterEach(() => faults.end())
afterAll(async () => {
  await admin?.end()
  await harness?.stop()
})

/** As after a failover to a replica, and as a full disk answers whatever would write. */
const faults = {
  'read-only': async () => {
    await admin.query(`do $$ begin execute format(
      'alter database %I set default_transaction_read_only = on', current_database()); end $$`)
    await reconnect()
  },
  full: async () => {
    await admin.query(`create or replace function refuse_as_full() returns trigger
      language plpgsql as $$ begin
        raise exception 'could not extend file: No space left on device' using errcode = '53100';
      end $$`)
    for (const table of await tables())
      await admin.query(`create trigger disk_full before insert or update or delete on ${table}
        for each statement execute function refuse_as_full()`)
  },
  end: async () => {
    await admin.query(`do $$ begin execute format(
      'alter database %I reset default_transaction_read_only', current_database()); end $$`)
    for (const table of await tables())
      await admin.query(`drop trigger if exists disk_full on ${table}`)
    await reconnect()
  },
}

async function tables(): Promise<string[]> {
  const { rows } = await admin.query(
    `select format('%I', relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  return rows.map((row) => String(row.name))
}

async function reconnect() {
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  const { pool, reading } = harness.database
  for (const one of [pool, reading])
    await until('the lost connections are noticed', () =>
      Promise.all(Array.from({ length: 10 }, () => one.query('select 1'))).then(
        () => true,
        () => false,
      ),
    )
}

function later(minutes: number) {
  harness.clock.set(harness.clock.now().add({ minutes }).toString())
}

/** Everything that a member reads, at one of its addresses. */
async function reads(loginId: string) {
  const number = `0800000${(serial += 1)}`
  const made = await makeMember(harness, {
    loginId,
    startedOn: '2026-11-18',
    lines: [{ number }],
  })
  const { url = '' } = await made.call(api.calendarLinkPost, { body: { action: 'renew' } })
  await harness.walkTo(harness.clock.now().add({ hours: 1 }).toString())
  await harness.drain()
  const member = { ...made, ...(await harness.signIn(loginId)) }
  const { documents } = await member.call(api.contractDetailStatusGet)
  const cookie = `sid=${member.secret}; ${antiForgery.cookie}=${member.token}`
  const plain = Object.values(api).filter(
    (endpoint) => endpoint.method === 'GET' && !('query' in endpoint),
  )
  const paths = [
    ...plain.map((endpoint) => endpoint.path),
    new URL(url).pathname,
    ...documents.map((document) => new URL(document.url, ORIGIN).pathname),
  ]
  const readAll = async () => {
    // Good for half an hour only.
    const handedOff = new URLSearchParams(await handOff(harness, number))
    const answers = await Promise.all(
      [...paths, `${api.portOutOneStopGet.path}?${handedOff}`].map(async (path) => {
        const answer = await app.request(ORIGIN + path, { headers: { cookie } })
        return [path.split('?')[0] ?? '', answer.status] as const
      }),
    )
    return new Map(answers)
  }
  return { member, cookie, readAll }
}

describe.each(['read-only', 'full'] as const)('R18：データベースが書けないとき（%s）', (fault) => {
  test('読むことは続き、使っているあいだログインも続く', async () => {
    const { readAll } = await reads(`reader-${fault}`)
    const before = await readAll()
    expect(before.size).toBeGreaterThan(30)
    expect([...before].filter(([, status]) => status >= 500 && status !== 501)).toEqual([])
    expect([...before.keys()].some((path) => path.endsWith('.pdf'))).toBe(true)
    // Whoever reads it for the first time leaves a note.
    await admin.query('update contract_document set viewed_at = null')
    await faults[fault]()
    for (const minutes of [2, 20, 20]) {
      later(minutes)
      expect([...(await readAll())]).toEqual([...before])
    }
  })

  test('書くことは、何も残さずに断り、画面は日本語で伝える。書けるようになれば受け付ける', async () => {
    const { member, cookie } = await reads(`writer-${fault}`)
    await faults[fault]()
    later(2)
    const buy = () =>
      member.call(api.highSpeedCouponPost, {
        body: { packId: '100mb', priceYen: 220 },
        idempotencyKey: fault,
      })
    const refused = await buy().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ApiError)
    expect(refused).toMatchObject({ httpStatus: 503, failure: { code: 'UNAVAILABLE' } })
    const leaving = await app.request(`${ORIGIN}/auth/logout`, {
      method: 'POST',
      headers: { cookie, origin: ORIGIN, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ [antiForgery.field]: member.token }),
    })
    expect(leaving.status).toBe(503)
    expect(leaving.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await leaving.text()).toContain('ただいまサービスに接続できません')
    await faults.end()
    expect((await buy()).paidYen).toBe(220)
    const { rows } = await admin.query(
      'select count(*)::int as n from booked_charge where contract_id = $1',
      [member.contractId],
    )
    expect(rows).toEqual([{ n: 1 }])
  })
})
