import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { findBrokenAudit } from '#backend/audit.ts'
import { addItem } from '#backend/console/ticket/rows.ts'
import { openTicket } from '#backend/contact/public.ts'
import { findBrokenLaws } from '#backend/broken-law.ts'
import { personIndexes } from '#backend/contract/person-indexes.ts'
import { writeProfile } from '#backend/holder.ts'
import { api } from '#protocol/index.ts'
import type { CaseReason, WorkQueue } from '#vocabulary/console.ts'
import { refusalOf } from '#tests/api/data-facts.ts'
import { makeMember } from '#tests/api/members.ts'
import type { Staff } from '#tests/api/staff.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { expireGrants } from './commands/end-grants.ts'
import { grantLaws } from './findings.ts'

const START = '2026-11-20T10:00:00+09:00'
const harness = await useHarness(START)
const { db } = harness.database
const { sealing } = harness.services
const codeOf = async (asked: Promise<unknown>) => (await refusalOf(asked)).code

let made = 0

beforeEach(() => harness.clock.set(START))

/** A member with a name, contacts and one voice line. */
async function newMember(lastName = '鈴木') {
  made += 1
  const number = `0800000${String(1000 + made)}`
  const member = await makeMember(harness, {
    loginId: `caller-${made}`,
    lines: [{ kind: 'voice', number }],
  })
  const { accountId, contractId } = member
  await writeProfile(db, sealing, accountId, {
    name: '',
    email: `caller-${made}@example.jp`,
    lastName,
    firstName: '花子',
    lastNameKana: 'スズキ',
    firstNameKana: 'ハナコ',
    birthYear: '1985',
    birthMonth: '4',
    birthDay: String((made % 28) + 1),
    gender: '',
    phone: number,
    zipCode: '1540004',
    region: '東京都',
    locality: '世田谷区',
    street: '太子堂1-2-3',
  })
  const birth = `1985-04-${String((made % 28) + 1).padStart(2, '0')}`
  const { person_index, namesake_index } = personIndexes(sealing, {
    name: `${lastName}花子`,
    kana: 'スズキハナコ',
    birth,
  })
  await db
    .insertInto('contract_holder')
    .values({ contract_id: contractId, person_index, namesake_index })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const line = await db
    .selectFrom('line')
    .select('line_id')
    .where('contract_id', '=', contractId)
    .executeTakeFirstOrThrow()
  return { ...member, number, birth, lineId: line.line_id }
}

type Member = Awaited<ReturnType<typeof newMember>>

/** A case of the member's, with an item of a queue where it is about one. */
async function caseFor(
  { accountId }: Pick<Member, 'accountId'>,
  reason: CaseReason,
  about: WorkQueue | undefined,
): Promise<string> {
  const now = harness.clock.now()
  return db.transaction().execute(async (tx) => {
    const who = { actor: 'system', accountId, now } as const
    const channel = reason === 'contact' ? 'telephone' : 'internal'
    const given = { channel, reason, topic: 'procedure', accountId } as const
    const { ticket_no: ticketNo } = await openTicket(tx, harness.services, who, given)
    if (about) await addItem(tx, { ticketNo, queue: about, ref: ticketNo, now })
    return ticketNo
  })
}

const cases = new Map<string, string>()

/** Out of the member's one case for it. */
async function open(
  staff: Staff,
  member: Pick<Member, 'accountId'>,
  reason: CaseReason = 'contact',
  about?: WorkQueue,
) {
  const key = `${member.accountId} ${reason} ${about}`
  const ticket = cases.get(key) ?? (await caseFor(member, reason, about))
  cases.set(key, ticket)
  return staff.ask('consoleGrantPost', {
    body: { ticket, account: member.accountId, ...(about && { about }) },
  })
}

const codeFor = (member: Member, purpose: 'caller' | 'calls' = 'caller') =>
  member.call(api.callerCodePost, { body: { purpose } })

/** Opened for a call, and the caller proved by a code from my page. */
async function openProved(staff: Staff, member: Member) {
  const { grant } = await open(staff, member)
  const { code } = await codeFor(member)
  await staff.ask('consoleProofCheckPost', { body: { grant, purpose: 'caller', code } })
  return grant
}

const chainOf = async (chain: string) => {
  const rows = await db
    .selectFrom('audit_entry')
    .select(['action', 'actor', 'details'])
    .where('chain', '=', chain)
    .where('actor', '=', 'staff')
    .orderBy('position')
    .execute()
  return rows.map(({ action, details }) => ({ action, ...details }))
}

describe('会員の記録を開く', () => {
  test('相手を確認するまでは何も見えず、確認すると伏せた内容が見える', async () => {
    const fukuda = await harness.staff('fukuda')
    const member = await newMember()
    const opened = await open(fukuda, member)
    expect(opened).toMatchObject({
      state: 'open',
      ticketNo: cases.get(`${member.accountId} contact undefined`),
      reason: 'contact',
      accountId: member.accountId,
      contractId: member.contractId,
      openedAt: START,
      endsAt: '2026-11-20T10:30:00+09:00',
      proof: 'none',
      parts: [],
      reveals: { contact: false, identity: false },
    })
    expect(opened.name).toBeUndefined()
    const { grant } = opened
    expect(await codeOf(fukuda.ask('consoleSummaryGet', { query: { grant } }))).toBe(
      'PART_NOT_SHOWN',
    )
    const { code } = await codeFor(member)
    const proved = await fukuda.ask('consoleProofCheckPost', {
      body: { grant, purpose: 'caller', code },
    })
    expect(proved).toMatchObject({ outcome: 'proved', grant: { proof: 'strong' } })
    const summary = await fukuda.ask('consoleSummaryGet', { query: { grant } })
    expect(summary).toMatchObject({
      name: '鈴＊',
      accountId: member.accountId,
      contract: { plan: 13, status: 'active', lines: 1 },
      wrong: [],
    })
    const lines = await fukuda.ask('consoleLinesGet', { query: { grant } })
    expect(lines.lines.map(({ line }) => line.number)).toEqual([
      `0＊＊-＊＊＊＊-${member.number.slice(-4)}`,
    ])
  })

  test('どの部分も、見る前に1度だけ会員の記録に残る。だれが、どの役割で、どの用件でかも残る', async () => {
    const fukuda = await harness.staff('fukuda')
    const member = await newMember()
    const grant = await openProved(fukuda, member)
    await fukuda.ask('consoleSummaryGet', { query: { grant } })
    await fukuda.ask('consoleSummaryGet', { query: { grant } })
    await fukuda.ask('consoleOrdersGet', { query: { grant } })
    const who = {
      staff: fukuda.staffId,
      role: 'procedures',
      caseNo: cases.get(`${member.accountId} contact undefined`),
    }
    expect(await chainOf(member.contractId)).toEqual([
      { action: 'record-opened', reason: 'contact', ...who },
      { action: 'record-read', part: 'summary', ...who },
      { action: 'record-read', part: 'orders', ...who },
    ])
    expect(await chainOf(member.accountId)).toEqual([
      { action: 'caller-proved', purpose: 'caller', way: 'mypage', ...who },
    ])
    const hayashi = await harness.staff('matsumoto')
    const { openings } = await hayashi.ask('consoleAccessOfGet', {
      query: { account: member.accountId },
    })
    expect(openings).toMatchObject([
      { staffId: fukuda.staffId, role: 'procedures', parts: ['summary', 'orders'], fields: [] },
    ])
    expect(await findBrokenAudit(db, member.contractId)).toBeUndefined()
  })

  test('記録に書けないときは、何も見せない', async () => {
    const fukuda = await harness.staff('fukuda')
    const member = await newMember()
    const grant = await openProved(fukuda, member)
    await sql`
      create function refuse_reading() returns trigger language plpgsql as
        $$ begin if new.action = 'record-read' then raise exception 'disk full'; end if; return new; end $$`.execute(
      db,
    )
    await sql`create trigger refuse_reading before insert on audit_entry for each row execute function refuse_reading()`.execute(
      db,
    )
    try {
      expect(await codeOf(fukuda.ask('consoleSummaryGet', { query: { grant } }))).toBe('INTERNAL')
    } finally {
      await sql`drop trigger refuse_reading on audit_entry`.execute(db)
      await sql`drop function refuse_reading`.execute(db)
    }
    const reads = await db
      .selectFrom('access_read')
      .select('what')
      .where('grant_id', '=', grant)
      .execute()
    expect(reads).toEqual([])
  })

  test('最後の操作から30分で閉じ、ほかの人の記録は開けない', async () => {
    const fukuda = await harness.staff('fukuda')
    const ikeda = await harness.staff('ikeda')
    const member = await newMember()
    const grant = await openProved(fukuda, member)
    expect(await codeOf(ikeda.ask('consoleSummaryGet', { query: { grant } }))).toBe('GRANT_OVER')
    harness.clock.set('2026-11-20T10:30:00+09:00')
    const later = await harness.staff('fukuda')
    expect(await codeOf(later.ask('consoleSummaryGet', { query: { grant } }))).toBe('GRANT_OVER')
    await expireGrants(harness.services, harness.clock.now())
    await expireGrants(harness.services, harness.clock.now())
    const row = await db
      .selectFrom('access_grant')
      .select(['state', 'ended_at'])
      .where('grant_id', '=', grant)
      .executeTakeFirstOrThrow()
    expect([row.state, String(row.ended_at)]).toEqual(['expired', '2026-11-20T01:30:00Z'])
  })

  test('届かなかった番号があれば、確認が必要な事項として概要に出る', async () => {
    const yamamoto = await harness.staff('yamamoto')
    const [member, other] = [await newMember(), await newMember()]
    const { grant: before } = await open(yamamoto, member)
    await yamamoto.ask('consoleProofBeginPost', {
      body: { grant: before, purpose: 'caller', way: 'mail' },
    })
    harness.clock.set('2026-11-20T11:00:00+09:00')
    const kato = await harness.staff('kato')
    const wrongOf = async (of: Member) => {
      const { grant } = await open(kato, of, 'safety')
      return (await kato.ask('consoleSummaryGet', { query: { grant } })).wrong
    }
    expect(await wrongOf(other)).toEqual([])
    expect(await wrongOf(member)).toEqual([
      { kind: 'finding', count: 1, since: START, refs: ['contact-message-not-sent'] },
    ])
  })

  test('業務で開いたときは、その業務に関わる部分だけが見える', async () => {
    const ikeda = await harness.staff('ikeda')
    const member = await newMember()
    const { grant, parts, name } = await open(ikeda, member, 'work', 'refund')
    expect(parts.map(({ part }) => part)).toEqual(['summary', 'billing'])
    expect(name).toBe('鈴＊')
    const billing = await ikeda.ask('consoleBillingGet', { query: { grant } })
    expect([billing.unpaid, billing.unpaidYen, billing.current]).toEqual([[], 0, '2026-11'])
    expect(await codeOf(ikeda.ask('consoleLinesGet', { query: { grant } }))).toBe('PART_NOT_SHOWN')
  })

  test('終わったお問い合わせ、別の会員のお問い合わせ、違う理由では開けない', async () => {
    const yamamoto = await harness.staff('yamamoto')
    const [member, other] = [await newMember(), await newMember()]
    const calling = await caseFor(member, 'contact', undefined)
    const opening = (ticket: string, of: Member, reason?: CaseReason) =>
      codeOf(
        yamamoto.ask('consoleGrantPost', {
          body: { ticket, account: of.accountId, ...(reason && { reason }) },
        }),
      )
    expect(await opening(calling, other)).toBe('TICKET_OF_ANOTHER')
    expect(await opening(calling, member, 'safety')).toBe('VALIDATION_FAILED')
    expect(await opening(await caseFor(member, 'safety', undefined), member)).toBe('ROLE_MISSING')
    expect((await yamamoto.ask('consoleGrantsGet')).reasons).toEqual(['contact', 'work', 'fault'])
    expect(await opening('T-2222-22', member)).toBe('NOT_FOUND')
    await db
      .updateTable('ticket')
      .set({ state: 'solved', account_id: member.accountId })
      .where('ticket_no', '=', calling)
      .execute()
    expect(await opening(calling, member)).toBe('TICKET_CLOSED')
    const grants = await db
      .selectFrom('access_grant')
      .select('grant_id')
      .where('account_id', '=', member.accountId)
      .execute()
    expect(grants).toEqual([])
  })

  test('届け出た自分や家族の番号の記録は開けず、開こうとしたことが残る', async () => {
    const yamamoto = await harness.staff('yamamoto')
    const member = await newMember()
    await yamamoto.ask('consoleOwnNumbersPost', { body: { number: member.number } })
    expect(await codeOf(open(yamamoto, member))).toBe('OWN_NUMBER')
    expect(await chainOf(member.contractId)).toMatchObject([
      { action: 'record-refused', why: 'ownNumber', staff: yamamoto.staffId },
    ])
    const matsumoto = await harness.staff('matsumoto')
    const { unusual } = await matsumoto.ask('consoleAccessUnusualGet')
    expect(unusual.filter(({ staffId }) => staffId === yamamoto.staffId)).toMatchObject([
      { why: 'ownNumber', at: START },
    ])
  })
})

describe('項目を1つ表示する', () => {
  test('連絡先は相手の確認のあとで1つずつ見え、会員の記録に残る', async () => {
    const fukuda = await harness.staff('fukuda')
    const member = await newMember()
    const grant = await openProved(fukuda, member)
    const show = (field: 'address' | 'mail' | 'phone' | 'number', lineId?: string) =>
      fukuda.ask('consoleRevealPost', {
        body: { grant, field, reason: 'contact', ...(lineId && { lineId }) },
      })
    expect((await show('address')).value).toBe('東京都世田谷区太子堂1-2-3')
    expect((await show('number', member.lineId)).value).toBe(member.number)
    expect((await chainOf(member.contractId)).slice(1)).toMatchObject([
      { action: 'field-shown', field: 'address', reason: 'contact', staff: fukuda.staffId },
      { action: 'field-shown', field: 'number', reason: 'contact', staff: fukuda.staffId },
    ])
    const other = await newMember()
    expect(await codeOf(show('number', other.lineId))).toBe('NOT_FOUND')
  })

  test('氏名・生年月日は、本人確認の業務でだけ見える', async () => {
    const fukuda = await harness.staff('fukuda')
    const member = await newMember()
    const calling = await openProved(fukuda, member)
    const show = (grant: string) =>
      fukuda.ask('consoleRevealIdentityPost', { body: { grant, field: 'name', reason: 'work' } })
    expect(await codeOf(show(calling))).toBe('PART_NOT_SHOWN')
    const { grant } = await open(fukuda, member, 'work', 'identity')
    expect((await show(grant)).value).toBe('鈴木 花子')
  })
})

describe('電話の相手の確認', () => {
  test('ほかの会員の番号は通らず、5回の誤りでその番号は使えなくなる', async () => {
    const fukuda = await harness.staff('fukuda')
    const [member, other] = [await newMember(), await newMember()]
    const { grant } = await open(fukuda, member)
    const check = (code: string) =>
      fukuda.ask('consoleProofCheckPost', { body: { grant, purpose: 'caller', code } })
    const { code: theirs } = await codeFor(other)
    expect(await codeOf(check(theirs))).toBe('NO_CODE_ISSUED')
    const { code: own } = await codeFor(member)
    const wrong = own === '000000' ? '000001' : '000000'
    const answers = []
    for (let nth = 0; nth < 5; nth += 1) answers.push(await check(wrong))
    expect(answers.map(({ outcome, triesLeft }) => [outcome, triesLeft])).toEqual([
      ['wrong', 4],
      ['wrong', 3],
      ['wrong', 2],
      ['wrong', 1],
      ['failed', 0],
    ])
    expect(await codeOf(check(own))).toBe('NO_CODE_ISSUED')
  })

  test('番号は10分で使えなくなり、出し直すと前の番号は使えない', async () => {
    const fukuda = await harness.staff('fukuda')
    const member = await newMember()
    const { grant } = await open(fukuda, member)
    const check = (code: string) =>
      fukuda.ask('consoleProofCheckPost', { body: { grant, purpose: 'caller', code } })
    const first = await codeFor(member)
    const second = await codeFor(member)
    if (first.code !== second.code) expect((await check(first.code)).outcome).toBe('wrong')
    harness.clock.set('2026-11-20T10:10:00+09:00')
    expect(await codeOf(check(second.code))).toBe('NO_CODE_ISSUED')
  })

  test('登録のメールに送った番号で確認できる。7日以内に変えた連絡先には送らない', async () => {
    const fukuda = await harness.staff('fukuda')
    const member = await newMember()
    const { grant } = await open(fukuda, member)
    const begin = () =>
      fukuda.ask('consoleProofBeginPost', { body: { grant, purpose: 'caller', way: 'mail' } })
    expect(await begin()).toEqual({
      sentTo: 'c＊＊＊@＊＊＊',
      expiresAt: '2026-11-20T10:10:00+09:00',
      triesLeft: 5,
    })
    const messages = await db
      .selectFrom('contact_message')
      .select(['message_id', 'body_sealed'])
      .where('account_id', '=', member.accountId)
      .execute()
    const [text] = messages.map((row) =>
      sealing.open(`contact_message.body:${row.message_id}`, row.body_sealed),
    )
    const code = /番号は (\d{6}) です/.exec(text ?? '')?.[1] ?? ''
    const proved = await fukuda.ask('consoleProofCheckPost', {
      body: { grant, purpose: 'caller', code },
    })
    expect(proved.outcome).toBe('proved')
    const editNo = 'E-1'
    await db
      .insertInto('profile_edit')
      .values({
        account_id: member.accountId,
        edit_no: editNo,
        state: 'applied',
        changes_sealed: sealing.seal(
          `profile_edit.changes:${editNo}`,
          JSON.stringify({ before: { email: 'a@example.jp' }, after: { email: 'b@example.jp' } }),
        ),
        needs_proof: false,
        submitted_at: harness.clock.now(),
        changed_at: harness.clock.now(),
        decided_at: harness.clock.now().subtract({ hours: 24 * 6 }),
      })
      .execute()
    expect(await codeOf(begin())).toBe('CONTACT_CHANGED_LATELY')
  })

  test('番号・カナ・生年月日の照合は何も見せず、回線を止めることだけができる', async () => {
    const fukuda = await harness.staff('fukuda')
    const member = await newMember()
    const { grant } = await open(fukuda, member)
    const stop = () => fukuda.ask('consoleLineStopPost', { body: { grant, lineId: member.lineId } })
    expect(await codeOf(stop())).toBe('CALLER_NOT_PROVED')
    const compared = await fukuda.ask('consoleProofAnswersPost', {
      body: { grant, number: member.number, kana: 'すずき はなこ', birth: member.birth },
    })
    expect(compared).toMatchObject({ outcome: 'proved', grant: { proof: 'weak', parts: [] } })
    expect(await codeOf(fukuda.ask('consoleSummaryGet', { query: { grant } }))).toBe(
      'PART_NOT_SHOWN',
    )
    expect(await codeOf(fukuda.ask('consoleLoginsEndPost', { body: { grant } }))).toBe(
      'CALLER_NOT_PROVED',
    )
    const byNumber = (number: string) =>
      fukuda.ask('consoleLineStopPost', { body: { grant, number } })
    expect(await codeOf(byNumber('09000000009'))).toBe('VALIDATION_FAILED')
    expect(await byNumber(member.number)).toEqual({ lineId: member.lineId, at: START })
    expect(await codeOf(stop())).toBe('ALREADY_SUSPENDED')
    const line = await db
      .selectFrom('line')
      .select(['status', 'suspension_reason'])
      .where('line_id', '=', member.lineId)
      .executeTakeFirstOrThrow()
    expect(line).toEqual({ status: 'suspended', suspension_reason: 'lost' })
    expect(await chainOf(member.contractId)).toMatchObject([
      { action: 'record-opened' },
      { action: 'line-suspended', reason: 'lost', staff: fukuda.staffId },
    ])
  })

  test('照合の誤りは会員ごとに1日5回まで。だれが尋ねても、翌日までは照合できない', async () => {
    const [fukuda, kato] = [await harness.staff('fukuda'), await harness.staff('kato')]
    const member = await newMember()
    const { grant } = await open(fukuda, member)
    const say = (staff: Staff, given: string, birth: string) =>
      staff.ask('consoleProofAnswersPost', {
        body: { grant: given, number: member.number, kana: 'スズキ ハナコ', birth },
      })
    const outcomes = []
    for (let nth = 0; nth < 5; nth += 1)
      outcomes.push((await say(fukuda, grant, '1985-12-31')).outcome)
    expect(outcomes).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'failed'])
    const { grant: another } = await open(kato, member)
    expect(await codeOf(say(kato, another, member.birth))).toBe('PROOF_LOCKED')
    harness.clock.set('2026-11-21T10:00:00+09:00')
    const tomorrow = await harness.staff('kato')
    const { grant: next } = await open(tomorrow, member)
    expect((await say(tomorrow, next, member.birth)).outcome).toBe('proved')
  })

  test('通話の明細は、会員がそのために出した番号のあとでだけ見える', async () => {
    const yamamoto = await harness.staff('yamamoto')
    const member = await newMember()
    const grant = await openProved(yamamoto, member)
    const calls = () =>
      yamamoto.ask('consoleCallsGet', {
        query: { grant, lineId: member.lineId, from: '2026-11-01', to: '2026-11-20' },
      })
    expect(await codeOf(calls())).toBe('PART_NOT_SHOWN')
    const { code } = await codeFor(member, 'calls')
    const check = (purpose: 'caller' | 'calls') =>
      yamamoto.ask('consoleProofCheckPost', { body: { grant, purpose, code } })
    expect(await codeOf(check('caller'))).toBe('NO_CODE_ISSUED')
    expect((await check('calls')).outcome).toBe('proved')
    expect((await calls()).rows).toEqual([])
    const fukuda = await harness.staff('fukuda')
    expect(
      await codeOf(
        fukuda.ask('consoleCallsGet', {
          query: { grant, lineId: member.lineId, from: '2026-11-01', to: '2026-11-20' },
        }),
      ),
    ).toBe('ROLE_MISSING')
  })
})

describe('会員をさがす', () => {
  test('完全に一致するものだけを、氏名なしで見つけ、さがしたことを本人の記録に残す', async () => {
    const fukuda = await harness.staff('fukuda')
    const member = await newMember()
    const find = async (q: string) => (await fukuda.ask('consoleFindPost', { body: { q } })).hits
    const hit = {
      accountId: member.accountId,
      contractId: member.contractId,
      status: 'active',
      startedOn: '2025-10-01',
    }
    expect(await find(member.number)).toEqual([hit])
    expect(await find(member.contractId)).toEqual([hit])
    expect(await find(`CALLER-${made}@example.jp`)).toEqual([hit])
    expect(await find(`スズキ ハナコ ${member.birth}`)).toEqual([hit])
    expect(await find(await caseFor(member, 'contact', undefined))).toEqual([hit])
    expect(await find('08055555555')).toEqual([])
    expect(await codeOf(find('鈴木'))).toBe('SEARCH_UNREADABLE')
    const own = await chainOf(`staff:${fukuda.staffId}`)
    expect(own.filter(({ action }) => action === 'member-searched')).toMatchObject([
      { by: 'number', hits: 1 },
      { by: 'contract', hits: 1 },
      { by: 'mail', hits: 1 },
      { by: 'person', hits: 1 },
      { by: 'ticket', hits: 1 },
      { by: 'number', hits: 0 },
    ])
    expect(JSON.stringify(own)).not.toContain(member.number)
  })

  test('1分に30回を超える検索は断り、個人情報の担当に見える', async () => {
    const sasaki = await harness.staff('ikeda')
    const search = () => sasaki.ask('consoleFindPost', { body: { q: '08099999999' } })
    for (let nth = 0; nth < 30; nth += 1) await search()
    expect(await codeOf(search())).toBe('TOO_MANY_REQUESTS')
    const matsumoto = await harness.staff('matsumoto')
    const { unusual } = await matsumoto.ask('consoleAccessUnusualGet')
    const why = unusual.filter(({ staffId }) => staffId === sasaki.staffId).map((one) => one.why)
    expect([why.includes('limit'), why.includes('misses')]).toEqual([true, true])
  })
})

describe('変わった閲覧', () => {
  test('開いて何もしない、夜に開く、同じ姓の会員を開くと、個人情報の担当の一覧に載る', async () => {
    harness.clock.set('2026-11-20T23:00:00+09:00')
    const kato = await harness.staff('kato')
    const member = await newMember('加藤')
    const { grant } = await open(kato, member, 'safety')
    await kato.ask('consoleSummaryGet', { query: { grant } })
    await kato.ask('consoleGrantClosePost', { body: { grant } })
    const matsumoto = await harness.staff('matsumoto')
    const { unusual } = await matsumoto.ask('consoleAccessUnusualGet')
    const why = unusual.filter(({ ref }) => ref === grant).map((one) => one.why)
    expect(why.toSorted()).toEqual(['atNight', 'noAct', 'sameName'])
  })

  test('1時間に10件、または1日に3人が同じ会員を開くと、一覧に載る', async () => {
    harness.clock.set('2026-11-24T11:00:00+09:00')
    const [ikeda, kato, fukuda] = [
      await harness.staff('ikeda'),
      await harness.staff('kato'),
      await harness.staff('fukuda'),
    ]
    const members = []
    for (let nth = 0; nth < 10; nth += 1) members.push(await newMember())
    const opened = []
    for (const member of members) {
      opened.push((await open(ikeda, member)).grant)
      harness.clock.set(harness.clock.now().add({ seconds: 10 }).toString())
    }
    const [first] = members
    if (first === undefined) throw new Error('no member was made')
    await open(kato, first)
    const { grant: third } = await open(fukuda, first)
    const matsumoto = await harness.staff('matsumoto')
    const { unusual } = await matsumoto.ask('consoleAccessUnusualGet')
    const whyOf = (grant: string | undefined) =>
      unusual.filter(({ ref }) => ref === grant).map(({ why }) => why)
    expect(opened.map((grant) => whyOf(grant).includes('manyGrants'))).toEqual([
      ...Array.from({ length: 9 }, () => false),
      true,
    ])
    expect([whyOf(third), whyOf(opened[0])]).toEqual([['manyReaders'], ['manyReaders']])
  })

  test('何かをした閲覧は、一覧に載らない', async () => {
    const yamamoto = await harness.staff('yamamoto')
    const member = await newMember()
    const grant = await openProved(yamamoto, member)
    await yamamoto.ask('consoleLinkSendPost', { body: { grant, step: 'pay' } })
    await yamamoto.ask('consoleGrantClosePost', { body: { grant } })
    const matsumoto = await harness.staff('matsumoto')
    const { unusual } = await matsumoto.ask('consoleAccessUnusualGet')
    expect(unusual.filter(({ ref }) => ref === grant)).toEqual([])
    const { rows } = await member.call(api.noticesGet, { query: {} })
    expect(rows.map(({ title, path }) => [title, path])).toEqual([
      [
        '未払いの料金のお支払いの画面をお送りします',
        '/mypage/billing/pay.html?bill=all&step=confirm',
      ],
    ])
  })

  test('個人情報の担当は、開いている記録を閉じさせられる', async () => {
    const [kato, matsumoto] = [await harness.staff('kato'), await harness.staff('matsumoto')]
    const member = await newMember()
    const { grant } = await open(kato, member, 'safety')
    expect(await matsumoto.ask('consoleAccessRevokePost', { body: { grant } })).toEqual({
      state: 'revoked',
    })
    expect(await codeOf(kato.ask('consoleSummaryGet', { query: { grant } }))).toBe('GRANT_OVER')
  })
})

describe('閲覧の法則', () => {
  /** Within a transaction that is rolled back, with the triggers off. */
  const brokenAfter = async (change: string, grant: string) => {
    let broken: string[] = []
    const back = new Error('rolled back')
    await db
      .transaction()
      .execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql`${sql.raw(change.replaceAll('$grant', `'${grant}'`))}`.execute(tx)
        broken = (await findBrokenLaws(tx, grantLaws)).map(({ law, found }) => `${law}: ${found}`)
        throw back
      })
      .catch((error: unknown) => {
        if (error !== back) throw error
      })
    return broken
  }

  test('見たものはすべて会員の記録とページにある。記録やページから消えれば、見つかる', async () => {
    const fukuda = await harness.staff('fukuda')
    const member = await newMember()
    const grant = await openProved(fukuda, member)
    await fukuda.ask('consoleSummaryGet', { query: { grant } })
    await fukuda.ask('consoleRevealPost', { body: { grant, field: 'mail', reason: 'contact' } })
    expect(await findBrokenLaws(db, grantLaws)).toEqual([])
    expect(
      await brokenAfter(
        `delete from audit_entry where target = $grant and action = 'record-read'`,
        grant,
      ),
    ).toEqual([
      'everything that a grant read is in the chain of the member: summary without an entry',
    ])
    expect(
      await brokenAfter(
        `delete from audit_entry where target = $grant and action = 'field-shown'`,
        grant,
      ),
    ).toEqual(['everything that a grant read is in the chain of the member: mail without an entry'])
    expect(
      await brokenAfter(`delete from access_read where grant_id = $grant and kind = 'part'`, grant),
    ).toEqual(["every reading in a chain is on the member's page: summary not listed"])
    expect(
      await brokenAfter(
        `update access_grant set staff_id = 'stf_x' where grant_id = $grant`,
        grant,
      ),
    ).toEqual([
      'every opening of a record is in the chain of the member: no entry',
      'everything that a grant read is in the chain of the member: summary without an entry',
      'everything that a grant read is in the chain of the member: mail without an entry',
    ])
  })
})
