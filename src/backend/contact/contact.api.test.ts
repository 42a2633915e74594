import { describe, expect, test } from 'vitest'
import { recordAct } from '#backend/step/record-change.ts'
import { api } from '#protocol/index.ts'
import { checkLaws } from '#server/laws/check-laws.ts'
import { memberTables } from '#server/tables.ts'
import { makeMember } from '#tests/api/members.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { contactLaws } from './findings.ts'
import { moveTicket } from './commands/move-ticket.ts'
import { lockTicket } from './rows.ts'

// A Friday; the Monday after it is a holiday.
const START = '2026-11-20T17:00:00+09:00'
const harness = await useHarness(START)
const { services, database } = harness

let serial = 0
async function member() {
  harness.clock.set(START)
  const loginId = `contact-${(serial += 1)}`
  const made = await makeMember(harness, { loginId })
  return { ...made, loginId, call: (await harness.signIn(loginId)).call }
}

const asked = { topic: 'data', text: '速度が遅いです。\n<b>=cmd|calc</b>' } as const

/** As the desk does it. */
const staff = (at = harness.clock.now()) =>
  ({ actor: 'staff', now: at, staffId: 'stf_1', role: 'desk' }) as const

/** How many rows of each table the file of everything holds. */
async function exported(accountId: string) {
  const counted = memberTables
    .filter(({ table }) => table === 'ticket' || table === 'ticket_event')
    .map(async ({ table, read }) => {
      const of = { accountId, contractId: undefined }
      const page = { after: undefined, limit: 100, wholeNumbers: false }
      const { rows } = await read(database.db, services.sealing, of, page)
      return [table, rows.length] as const
    })
  return Object.fromEntries(await Promise.all(counted))
}

const move = (ticketNo: string, change: Parameters<typeof moveTicket>[4]) =>
  database.db
    .transaction()
    .execute(async (tx) =>
      moveTicket(tx, services, staff(), await lockTicket(tx, ticketNo), change),
    )

describe('お問い合わせ', () => {
  test('書くと番号がつき、窓口の時間で8時間後までに答えると知らされる', async () => {
    const { call } = await member()
    const thread = await call(api.contactPost, { body: asked })
    expect(thread).toMatchObject({
      topic: 'data',
      state: 'new',
      stateLabel: '受付済み',
      answerBy: '2026-11-24T17:00:00+09:00',
      open: true,
      entries: [{ position: 1, kind: 'opened', actor: 'member', text: asked.text }],
    })
    expect(thread.ticketNo).toMatch(/^T-[2-9A-Z]{4}-[2-9A-Z]{2}$/)
    const { contacts } = await call(api.contactGet)
    expect(contacts.map(({ ticketNo }) => ticketNo)).toEqual([thread.ticketNo])
  })

  test('書かれたことは、封じて保存し、記録にも残さない', async () => {
    const { call } = await member()
    const { ticketNo } = await call(api.contactPost, { body: asked })
    const { rows } = await database.pool.query(
      `select (select row_to_json(e)::text from ticket_event e where ticket_no = $1) ||
        (select string_agg(row_to_json(a)::text, '') from audit_entry a where target = $1) as stored`,
      [ticketNo],
    )
    expect(rows[0].stored).toContain('ticket-opened')
    expect(rows[0].stored).not.toContain('速度')
    expect(harness.logLines.join('\n')).not.toContain('速度')
  })

  test('ほかの会員のお問い合わせは、読めず、書けない', async () => {
    const { call } = await member()
    const { ticketNo } = await call(api.contactPost, { body: asked })
    const other = await member()
    expect(await codeOf(other.call(api.contactThreadGet, { query: { ticketNo } }))).toBe(
      'NOT_FOUND',
    )
    expect(await codeOf(other.call(api.contactReplyPost, { body: { ticketNo, text: 'x' } }))).toBe(
      'NOT_FOUND',
    )
  })

  test('窓口のメモは、会員には見えない', async () => {
    const { call } = await member()
    const { ticketNo } = await call(api.contactPost, { body: asked })
    await move(ticketNo, { step: 'worked', entry: { kind: 'noted', text: '基地局を確認' } })
    const { entries } = await call(api.contactThreadGet, { query: { ticketNo } })
    expect(entries.map(({ kind }) => kind)).toEqual(['opened'])
  })

  test('社内で始めた件は、会員に回答するまでは会員の一覧に出ず、開けない。回答のあとも、社内の言葉は見えない', async () => {
    const { call, accountId } = await member()
    const yamamoto = await harness.staff('yamamoto')
    const body = {
      channel: 'internal',
      reason: 'safety',
      topic: 'other',
      text: '不正利用の疑いを確かめる。',
      accountId,
    } as const
    const { ticketNo } = await yamamoto.ask('consoleTicketPost', { body })
    expect((await call(api.contactGet)).contacts).toEqual([])
    expect(await exported(accountId)).toEqual({ ticket: 0, ticket_event: 0 })
    const read = () => call(api.contactThreadGet, { query: { ticketNo } })
    expect(await codeOf(read())).toBe('NOT_FOUND')
    const text = '確認が終わりました。'
    await yamamoto.ask('consoleTicketAnswerPost', { body: { ticketNo, text, next: 'solve' } })
    expect((await call(api.contactGet)).contacts.map((one) => one.ticketNo)).toEqual([ticketNo])
    const { entries } = await read()
    expect(entries.map((entry) => entry.text)).toContain(text)
    expect(entries.map((entry) => entry.text)).not.toContain(body.text)
    expect(await exported(accountId)).toEqual({ ticket: 1, ticket_event: entries.length })
  })

  test('回答されるとメールとお知らせで知らされ、本文はマイページだけで読める', async () => {
    const { call, accountId } = await member()
    const { ticketNo } = await call(api.contactPost, { body: asked })
    await move(ticketNo, { step: 'answered', entry: { kind: 'answered', text: '復旧しました。' } })
    expect(await noticeTitles(harness, accountId)).toContain('お問い合わせに回答しました')
    const { entries } = await call(api.contactThreadGet, { query: { ticketNo } })
    expect(entries.at(-1)).toMatchObject({
      kind: 'answered',
      actor: 'staff',
      text: '復旧しました。',
    })
  })

  test('解決から14日のうちは続きを書けて再開し、過ぎると終わって書けない', async () => {
    const first = await member()
    const { ticketNo } = await first.call(api.contactPost, { body: asked })
    const solve = () =>
      move(ticketNo, {
        step: 'solved',
        entry: { kind: 'solved' },
        patch: { solved_at: harness.clock.now() },
      })
    await solve()
    harness.clock.set('2026-12-04T23:00:00+09:00')
    await runTasks(harness, 'tickets solved long ago')
    const { call } = await harness.signIn(first.loginId)
    const write = () => call(api.contactReplyPost, { body: { ticketNo, text: 'まだ遅いです' } })
    expect(await write()).toMatchObject({ state: 'open', answerBy: '2026-12-07T18:00:00+09:00' })
    await solve()
    harness.clock.set('2026-12-19T00:00:00+09:00')
    await runTasks(harness, 'tickets solved long ago')
    const late = await harness.signIn(first.loginId)
    const { contacts } = await late.call(api.contactGet)
    expect(contacts[0]).toMatchObject({ state: 'closed', open: false })
    expect(await codeOf(late.call(api.contactReplyPost, { body: { ticketNo, text: 'x' } }))).toBe(
      'TICKET_CLOSED',
    )
  })
})

describe('閲覧と代理の記録', () => {
  /** What the desk leaves behind when it looks at a part of the record. */
  const look = (of: { contractId: string; accountId: string }, details: object) =>
    database.db.transaction().execute((tx) =>
      recordAct(
        tx,
        { ...staff(), accountId: of.accountId, contractId: of.contractId },
        {
          chain: of.contractId,
          action: 'record-read',
          target: 'grt_1',
          details: { ...details },
        },
      ),
    )

  test('見た人の役割と理由と部分を読めて、名前は読めない', async () => {
    const one = await member()
    await look(one, { part: 'billing', role: 'desk', reason: 'contact', staff: 'stf_1' })
    const { rows } = await one.call(api.recordAccessGet, { query: {} })
    expect(rows).toEqual([
      {
        accessId: `${one.contractId}-1`,
        at: '2026-11-20T17:00:00+09:00',
        role: 'desk',
        reason: 'contact',
        kind: 'read',
        parts: ['billing'],
        fields: [],
        what: '担当者が記録の一部を見ました',
        reported: false,
      },
    ])
  })

  test('心当たりがないと知らせると、個人情報の担当だけが読むお問い合わせが1件できる', async () => {
    const one = await member()
    await look(one, { part: 'summary', role: 'fraud', reason: 'work' })
    const [row] = (await one.call(api.recordAccessGet, { query: {} })).rows
    const body = { accessId: row?.accessId ?? '' }
    const { ticketNo } = await one.call(api.recordAccessPost, { body })
    expect(await one.call(api.recordAccessPost, { body })).toEqual({ ticketNo })
    const { rows } = await one.call(api.recordAccessGet, { query: {} })
    expect(rows).toMatchObject([{ reported: true }])
    const stored = await database.pool.query(
      'select restricted, reason, topic from ticket where ticket_no = $1',
      [ticketNo],
    )
    expect(stored.rows).toEqual([{ restricted: true, reason: 'review', topic: 'access' }])
    const other = await member()
    expect(await codeOf(other.call(api.recordAccessPost, { body }))).toBe('NOT_FOUND')
  })

  test('続きは20件ずつ、新しい順に読める', async () => {
    const one = await member()
    for (let n = 0; n < 23; n += 1) await look(one, { part: 'data' })
    const first = await one.call(api.recordAccessGet, { query: {} })
    expect(first.rows).toHaveLength(20)
    const rest = await one.call(api.recordAccessGet, { query: { cursor: first.nextCursor } })
    expect(rest.rows.map(({ accessId }) => accessId)).toEqual(
      [3, 2, 1].map((position) => `${one.contractId}-${position}`),
    )
  })
})

test('お問い合わせの法則は守られ、状態を書き換えると破れる', async () => {
  const { call } = await member()
  const { ticketNo } = await call(api.contactPost, { body: asked })
  const broken = async () => {
    const check = await checkLaws(services, { always: true })
    // What a desk's look leaves is planted above without its grant, which breaks laws of the grants.
    const own = Object.keys(contactLaws)
    return check === 'unchanged'
      ? []
      : check.broken.map(({ law }) => law).filter((law) => own.includes(law))
  }
  expect(await broken()).toEqual([])
  await database.pool.query(`update ticket set state = 'open' where ticket_no = $1`, [ticketNo])
  expect(await broken()).toEqual(["a ticket's state follows from its entries"])
  await database.pool.query(`update ticket set state = 'new', entries = 2 where ticket_no = $1`, [
    ticketNo,
  ])
  expect(await broken()).toContain(
    "a ticket's entries are numbered without a gap and are its member's",
  )
  await database.pool.query(`update ticket set entries = 1 where ticket_no = $1`, [ticketNo])
})
