import { unzipSync, strFromU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
import { destinationAad } from '#backend/line/rows/calls.ts'
import { api } from '#protocol/index.ts'
import { memberFileRoutes } from '#server/routes/member-file-routes.ts'
import type { ServerEnv } from '#server/edge/request-facts.ts'
import { people } from '#demo/seed/people.ts'
import { Hono } from 'hono'
import { noticeTitles } from '#tests/api/notices.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { useSeededHarness } from '#tests/api/seeded.ts'
import { runTasks } from '#tests/api/tasks.ts'

const harness = await useSeededHarness()
const { pool } = harness.database

type Browser = Awaited<ReturnType<typeof harness.signIn>>

/** A file as the server hands it out. */
async function open(path: string, { secret }: Pick<Browser, 'secret'>) {
  const now = harness.clock.now()
  const signedIn = await harness.services.sessions.find(harness.database.db, secret, now)
  const app = new Hono<ServerEnv>()
  app.use(async (c, next) => {
    c.set('facts', { traceKey: 'trace-test', now, signedIn })
    await next()
  })
  app.route('/', memberFileRoutes(harness.services))
  return app.request(path)
}

async function exported(browser: Browser, wholeNumbers = false) {
  await browser.call(api.memberExportPost, { body: { wholeNumbers } })
  await harness.drain()
  const { exports } = await browser.call(api.memberExportGet)
  const [newest] = exports
  if (newest?.zipUrl === undefined || newest.jsonUrl === undefined) throw new Error('not ready')
  return { ...newest, zipUrl: newest.zipUrl, jsonUrl: newest.jsonUrl }
}

async function filesOf(browser: Browser, path: string) {
  const answer = await open(path, browser)
  expect(answer.status).toBe(200)
  return unzipSync(new Uint8Array(await answer.arrayBuffer()))
}

/** Everything of a member with thirteen months, at which two tests look. */
const suzuki = await harness.signIn('suzuki')
const ofSuzuki = await exported(suzuki)

describe('情報の持ち出し', () => {
  test('自分の情報のすべてが、CSVとJSONとPDFでZIPに入る', async () => {
    const { zipUrl, jsonUrl, tablesDone, tablesInAll } = ofSuzuki
    expect(tablesDone).toBe(tablesInAll)
    const files = await filesOf(suzuki, zipUrl)
    const names = Object.keys(files)
    for (const name of [
      'お客さま情報',
      'ご契約',
      '回線',
      '請求',
      '請求の明細',
      'お支払い',
      '通話・SMSの記録',
      'お知らせ',
      'メールとSMS',
      '操作の記録',
      'ログインの記録',
    ])
      expect(names).toEqual(expect.arrayContaining([`表/${name}.csv`, `表/${name}.json`]))
    expect(names.filter((name) => name.startsWith('書面/')).length).toBeGreaterThan(0)
    const csv = files['表/お客さま情報.csv'] ?? new Uint8Array()
    expect(Buffer.from(csv.slice(0, 3)).toString('hex')).toBe('efbbbf')
    const profile = strFromU8(csv.slice(3))
    expect(profile.startsWith('ログインID,登録情報,アカウントを作った日時\r\n')).toBe(true)
    expect(profile).toContain(people['suzuki']?.street)
    const { rows } = await pool.query(
      `select count(*)::int as n from usage_record join contract using (contract_id) where account_id = $1`,
      [suzuki.accountId],
    )
    const json = JSON.parse(await (await open(jsonUrl, suzuki)).text())
    expect(json['データ通信量の記録']).toHaveLength(rows[0].n)
    const orders: { 手続き: string; 状態: string }[] = json['お手続き']
    expect(orders.map((one) => [one['手続き'], one['状態']])).toEqual([
      ['オプションの申し込み', '完了'],
      ['オプションの申し込み', '完了'],
    ])
    expect(Object.keys(json['高速データ通信の切り替え'][0])).not.toContain('理由')
    expect(names).toContain('書面/契約書面 第1版.pdf')
    const pdf = Object.entries(files).find(([name]) => name.endsWith('.pdf'))?.[1]
    expect(strFromU8((pdf ?? new Uint8Array()).slice(0, 5))).toBe('%PDF-')
  })

  test('パスワードの代わりになるもの、カード番号、確認コードは入らない', async () => {
    const text = await (await open(ofSuzuki.jsonUrl, suzuki)).text()
    expect(text).not.toContain('tok_')
    expect(text).not.toContain(suzuki.secret)
    expect(text).not.toMatch(/k1\.[\w-]{16}\./)
  })

  test('相手先の番号は、頼んだときだけすべての桁が入る', async () => {
    // Four days of calls and use.
    const kobayashi = await harness.signIn('kobayashi')
    const { rows } = await pool.query(
      `select record_id from call_record join contract using (contract_id) where account_id = $1 limit 1`,
      [kobayashi.accountId],
    )
    const recordId: string = rows[0].record_id
    await pool.query('update call_record set to_sealed = $2 where record_id = $1', [
      recordId,
      harness.services.sealing.seal(destinationAad(recordId), '09000009999'),
    ])
    const callsOf = async (wholeNumbers: boolean) => {
      await pool.query('delete from member_export where account_id = $1', [kobayashi.accountId])
      const { jsonUrl } = await exported(kobayashi, wholeNumbers)
      const json = JSON.parse(await (await open(jsonUrl, kobayashi)).text())
      const calls: { 相手先: string }[] = json['通話・SMSの記録']
      return calls.map((one) => one.相手先)
    }
    expect((await callsOf(false)).every((to) => /\*\*\*\*$|^\d{3}$/.test(to))).toBe(true)
    expect(await callsOf(true)).toContain('09000009999')
  })

  test('2段階目の確認のないログインでは頼めず、ファイルも開けない', async () => {
    const ito = await harness.signIn('ito')
    const { zipUrl } = await exported(ito)
    await pool.query('update session set second_factor_at = null where account_id = $1', [
      ito.accountId,
    ])
    const code = await codeOf(ito.call(api.memberExportPost, { body: { wholeNumbers: false } }))
    expect(code).toBe('SECOND_FACTOR_REQUIRED')
    const answer = await open(zipUrl, ito)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toMatch(/^\/auth\/login\?proof=secondFactor/)
  })

  test('ほかの方のファイルは見つからず、消せない。7日たつと消える', async () => {
    const owner = await harness.signIn('tanaka')
    const other = await harness.signIn('sato')
    const { zipUrl, exportId } = await exported(owner)
    expect((await open(zipUrl, other)).status).toBe(404)
    const query = { exportId }
    expect(await codeOf(other.call(api.memberExportDelete, { query }))).toBe('NOT_FOUND')
    const late = harness.clock.now().add({ hours: 24 * 7 + 1 })
    await harness.services.retention.deleteExpired({ now: late, loginNow: harness.clock.now() })
    const { rows } = await pool.query(
      'select export_id from member_export_piece where export_id = $1',
      [exportId],
    )
    expect(rows).toEqual([])
    expect((await owner.call(api.memberExportGet)).exports).toEqual([])
  })

  test('準備のあいだは重ねて頼めず、頼んだことはメールとSMSの両方に届く', async () => {
    // Four days of calls and use.
    const kobayashi = await harness.signIn('kobayashi')
    await pool.query('delete from member_export where account_id = $1', [kobayashi.accountId])
    await kobayashi.call(api.noticeSettingPut, { body: { mail: [], sms: ['security'] } })
    await kobayashi.call(api.memberExportPost, { body: { wholeNumbers: false } })
    const again = kobayashi.call(api.memberExportPost, { body: { wholeNumbers: false } })
    expect(await codeOf(again)).toBe('EXPORT_UNDER_WAY')
    const { rows: mails } = await pool.query(
      `select subject from mail_message where account_id = $1 and subject like '%持ち出しを受け付け%'`,
      [kobayashi.accountId],
    )
    expect(mails.length).toBeGreaterThan(0)
    const { rows: texts } = await pool.query(
      `select channel from contact_message where account_id = $1 and channel = 'sms'`,
      [kobayashi.accountId],
    )
    expect(texts.length).toBeGreaterThan(0)
    const { rows: twice } = await pool.query(
      `select subject from mail_message
       where account_id = $1 and channel = 'sms' and subject like '%持ち出しを受け付け%'`,
      [kobayashi.accountId],
    )
    expect(twice).toEqual([])
    await harness.drain()
  })

  test('途中で止まっても、続きから一つずつ集め、同じ行が二度入らない', async () => {
    const sato = await harness.signIn('sato')
    await pool.query('delete from member_export where account_id = $1', [sato.accountId])
    await sato.call(api.memberExportPost, { body: { wholeNumbers: false } })
    // The database refuses one piece: the page it belongs to is gathered again.
    await pool.query(`create function stop_once() returns trigger language plpgsql as
      $$ begin if new.position = 12 then raise exception 'away'; end if; return new; end $$`)
    await pool.query(`create trigger stop_once before insert on member_export_piece
      for each row execute function stop_once()`)
    await harness.drain()
    await pool.query('drop trigger stop_once on member_export_piece')
    const halfway = (await sato.call(api.memberExportGet)).exports[0]
    expect(halfway?.state).toBe('gathering')
    expect(halfway?.tablesDone).toBeGreaterThan(0)
    await pool.query(`update pgboss.job set start_after = now() where state = 'retry'`)
    await harness.drain()
    const [done] = (await sato.call(api.memberExportGet)).exports
    expect(done?.state).toBe('ready')
    const json = JSON.parse(await (await open(done?.jsonUrl ?? '', sato)).text())
    const { rows } = await pool.query(
      `select count(*)::int as n from bill_line join contract using (contract_id) where account_id = $1`,
      [sato.accountId],
    )
    expect(json['請求の明細']).toHaveLength(rows[0].n)
  })

  test('1日たっても作れないときは、そう知らせて、集めた分を消し、もう一度頼める', async () => {
    // Four days of calls and use.
    const kobayashi = await harness.signIn('kobayashi')
    await pool.query('delete from member_export where account_id = $1', [kobayashi.accountId])
    await pool.query(`create function never_stored() returns trigger language plpgsql as
      $$ begin if new.position = 12 then raise exception 'away'; end if; return new; end $$`)
    await pool.query(`create trigger never_stored before insert on member_export_piece
      for each row execute function never_stored()`)
    await kobayashi.call(api.memberExportPost, { body: { wholeNumbers: false } })
    await harness.drain()
    harness.clock.set(harness.clock.now().add({ hours: 24 }).toString())
    await runTasks(harness, 'exports given up')
    const later = await harness.signIn('kobayashi')
    const shown = (await later.call(api.memberExportGet)).exports
    expect(shown.map(({ state, stateLabel, zipUrl }) => [state, stateLabel, zipUrl])).toEqual([
      ['failed', '作成できませんでした', undefined],
    ])
    const { rows } = await pool.query(
      'select count(*)::int as pieces from member_export_piece where account_id = $1',
      [kobayashi.accountId],
    )
    expect(rows).toEqual([{ pieces: 0 }])
    expect(await noticeTitles(harness, kobayashi.accountId)).toContain(
      'お客さまの情報のファイルを作成できませんでした',
    )
    await pool.query('drop trigger never_stored on member_export_piece')
    expect((await exported(later)).state).toBe('ready')
  })
})
