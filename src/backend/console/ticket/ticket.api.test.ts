import { beforeEach, describe, expect, test } from 'vitest'
import type { whoOfStaff } from '#backend/contract/who.ts'
import { ticketOfItem } from '#backend/console/ticket/public.ts'
import { api } from '#protocol/index.ts'
import { checkLaws } from '#server/laws/check-laws.ts'
import { makeMember } from '#tests/api/members.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const START = '2026-11-20T10:00:00+09:00'
const harness = await useHarness(START)
beforeEach(() => harness.clock.set(START))

let serial = 0
async function member() {
  const loginId = `desk-${(serial += 1)}`
  const made = await makeMember(harness, { loginId })
  return { ...made, loginId, call: (await harness.signIn(loginId)).call }
}

const call = { channel: 'telephone', reason: 'contact', topic: 'billing' } as const
const said = '今月の請求が高いとのこと。'

async function calledIn() {
  const one = await member()
  const yamamoto = await harness.staff('yamamoto')
  const ticket = await yamamoto.ask('consoleTicketPost', {
    body: { ...call, text: said, accountId: one.accountId },
  })
  return { one, yamamoto, ticket, ticketNo: ticket.ticketNo }
}

describe('電話で受けたお問い合わせ', () => {
  test('番号と期限がつき、会員に知らせ、会員の記録に役割と番号が残る', async () => {
    const { one, ticket, ticketNo } = await calledIn()
    expect(ticket).toMatchObject({
      state: 'new',
      channel: 'telephone',
      accountId: one.accountId,
      contractId: one.contractId,
      dueAt: '2026-11-20T18:00:00+09:00',
      clock: 'runs',
      group: 'today',
      minutesLeft: 480,
      mine: false,
      entries: [{ kind: 'opened', actor: 'staff', role: 'desk', text: said, seenByMember: true }],
    })
    expect(await noticeTitles(harness, one.accountId)).toContain('お問い合わせを受け付けました')
    const { rows } = await one.call(api.recordAccessGet, { query: {} })
    expect(rows).toMatchObject([
      { kind: 'act', role: 'desk', reason: 'contact', caseNo: ticketNo, parts: [] },
    ])
  })

  test('だれのものか分からないまま受け、後から会員を記録すると、やりとりはその会員のものになる', async () => {
    const one = await member()
    const fukuda = await harness.staff('fukuda')
    const ticket = await fukuda.ask('consoleTicketPost', { body: { ...call, text: said } })
    const { ticketNo } = ticket
    expect(ticket.accountId).toBeUndefined()
    expect(ticket.acts).not.toContain('answer')
    expect(
      await codeOf(fukuda.ask('consoleTicketAnswerPost', { body: { ticketNo, text: 'x' } })),
    ).toBe('TICKET_WITHOUT_MEMBER')
    const put = (accountId: string) =>
      fukuda.ask('consoleTicketMemberPut', { body: { ticketNo, accountId } })
    expect(await put(one.accountId)).toMatchObject({ accountId: one.accountId })
    expect(await codeOf(put((await member()).accountId))).toBe('WRONG_STATE')
    const thread = await one.call(api.contactThreadGet, { query: { ticketNo } })
    expect(thread.entries).toMatchObject([{ kind: 'opened', text: said }])
  })
})

describe('回答', () => {
  test('お返事を待つあいだ期限の時計が止まり、お返事が来ると、残りから動く', async () => {
    const { one, yamamoto, ticketNo } = await calledIn()
    const asked = await yamamoto.ask('consoleTicketAnswerPost', {
      body: { ticketNo, text: 'どの回線ですか。', next: 'wait' },
    })
    expect(asked).toMatchObject({
      state: 'waiting_member',
      clock: 'stopped',
      group: 'waiting',
      minutesLeft: 480,
      mine: true,
    })
    harness.clock.set('2026-11-25T12:00:00+09:00')
    const { call: again } = await harness.signIn(one.loginId)
    await again(api.contactReplyPost, { body: { ticketNo, text: '1本目です。' } })
    const back = await (
      await harness.staff('yamamoto')
    ).ask('consoleTicketGet', {
      query: { ticketNo },
    })
    expect(back).toMatchObject({
      state: 'open',
      clock: 'runs',
      dueAt: '2026-11-26T12:00:00+09:00',
      minutesLeft: 480,
    })
    expect(back.entries.map(({ kind }) => kind)).toEqual(['opened', 'answered', 'wrote'])
  })

  test('書きかけは人ごとに残り、送ると消える', async () => {
    const { yamamoto, ticketNo } = await calledIn()
    await yamamoto.ask('consoleTicketDraftPut', { body: { ticketNo, text: '確認しま' } })
    const read = async (who: Awaited<ReturnType<typeof harness.staff>>) =>
      (await who.ask('consoleTicketGet', { query: { ticketNo } })).draft
    expect(await read(yamamoto)).toBe('確認しま')
    expect(await read(await harness.staff('fukuda'))).toBeUndefined()
    const { rows } = await harness.database.pool.query(
      'select body_sealed from ticket_draft where ticket_no = $1',
      [ticketNo],
    )
    expect(rows[0].body_sealed).not.toContain('確認')
    await yamamoto.ask('consoleTicketAnswerPost', { body: { ticketNo, text: '確認しました。' } })
    expect(await read(yamamoto)).toBeUndefined()
  })

  test('ひな形には、番号、受付日、期限が書き入れてある', async () => {
    const { yamamoto, ticketNo } = await calledIn()
    const { templates } = await yamamoto.ask('consoleTicketTemplatesGet', { query: { ticketNo } })
    expect(templates.map(({ code }) => code)).toEqual(['looking', 'asking', 'ownScreen', 'done'])
    expect(templates[0]?.text).toBe(
      `2026年11月20日（金）にいただいた「料金・お支払い」のお問い合わせ（${ticketNo}）について、確認に時間をいただいています。2026年11月20日（金）18:00までに、あらためて回答します。`,
    )
    expect(templates[2]?.text).toContain('/mypage/billing/top.html')
  })

  test('解決して14日のうちは再開でき、過ぎると再開できない', async () => {
    const { yamamoto, ticketNo } = await calledIn()
    const solved = await yamamoto.ask('consoleTicketAnswerPost', {
      body: { ticketNo, text: '訂正しました。', next: 'solve' },
    })
    expect(solved).toMatchObject({ state: 'solved', reopenUntil: '2026-12-05T00:00:00+09:00' })
    expect(solved.acts).toEqual(['note', 'reopen'])
    const reopened = await yamamoto.ask('consoleTicketReopenPost', { body: { ticketNo } })
    expect(reopened).toMatchObject({ state: 'open', mine: true })
    await yamamoto.ask('consoleTicketSolvePost', { body: { ticketNo } })
    harness.clock.set('2026-12-05T00:00:00+09:00')
    const later = await harness.staff('yamamoto')
    expect(await codeOf(later.ask('consoleTicketReopenPost', { body: { ticketNo } }))).toBe(
      'TICKET_CLOSED',
    )
  })
})

describe('担当', () => {
  test('自分で担当し、言葉を添えて引き継ぎ、後で対応にできる', async () => {
    const { yamamoto, ticketNo } = await calledIn()
    const fukuda = await harness.staff('fukuda')
    expect(await yamamoto.ask('consoleTicketAssignPost', { body: { ticketNo } })).toMatchObject({
      state: 'open',
      mine: true,
    })
    const handed = await yamamoto.ask('consoleTicketAssignPost', {
      body: { ticketNo, to: fukuda.staffId, text: '請求の確認をお願いします。' },
    })
    expect(handed).toMatchObject({ mine: false, assignedTo: { name: '福田 健' } })
    expect(handed.entries.at(-1)).toMatchObject({
      kind: 'handedOver',
      to: '福田 健',
      seenByMember: false,
    })
    const until = '2026-11-24T10:00:00+09:00'
    expect(
      await fukuda.ask('consoleTicketSnoozePost', { body: { ticketNo, until } }),
    ).toMatchObject({ snoozedUntil: until, dueAt: '2026-11-20T18:00:00+09:00' })
    expect(
      await codeOf(fukuda.ask('consoleTicketSnoozePost', { body: { ticketNo, until: START } })),
    ).toBe('VALIDATION_FAILED')
    expect(
      await codeOf(fukuda.ask('consoleTicketAssignPost', { body: { ticketNo, to: 'stf_nobody' } })),
    ).toBe('VALIDATION_FAILED')
  })

  test('2人が同時に担当しても、記録は2件、担当は後の人になる', async () => {
    const { yamamoto, ticketNo } = await calledIn()
    const fukuda = await harness.staff('fukuda')
    await Promise.all(
      [yamamoto, fukuda].map((one) => one.ask('consoleTicketAssignPost', { body: { ticketNo } })),
    )
    const { entries, assignedTo } = await yamamoto.ask('consoleTicketGet', { query: { ticketNo } })
    expect(entries.map(({ kind }) => kind)).toEqual(['opened', 'taken', 'taken'])
    expect(assignedTo?.staffId).toBe(entries.at(-1)?.by?.staffId)
  })

  test('同じ会員のお問い合わせはまとめられ、別の会員のものにはまとめられない', async () => {
    const { one, yamamoto, ticketNo } = await calledIn()
    const { ticketNo: into } = await one.call(api.contactPost, {
      body: { topic: 'billing', text: '電話した件です。' },
    })
    const other = await calledIn()
    const merge = (to: string) =>
      yamamoto.ask('consoleTicketMergePost', { body: { ticketNo, into: to } })
    expect(await codeOf(merge(other.ticketNo))).toBe('TICKETS_OF_TWO_MEMBERS')
    expect(await merge(into)).toMatchObject({ state: 'merged', mergedInto: into })
    expect(await codeOf(merge(into))).toBe('WRONG_STATE')
  })

  test('受付箱の1件には、お問い合わせが1つだけできる', async () => {
    const one = await member()
    const fukuda = await harness.staff('fukuda')
    const who = {
      actor: 'staff',
      staffId: fukuda.staffId,
      role: 'procedures',
      roles: ['procedures'],
      now: harness.clock.now(),
    } as const satisfies ReturnType<typeof whoOfStaff>
    const item = { queue: 'identity', ref: 'idc_9', accountId: one.accountId } as const
    const open = () =>
      harness.database.db
        .transaction()
        .execute((tx) => ticketOfItem(tx, harness.services, who, item))
    const first = await open()
    expect((await open()).ticket_no).toBe(first.ticket_no)
    const read = await fukuda.ask('consoleTicketGet', { query: { ticketNo: first.ticket_no } })
    expect(read.items).toEqual([{ queue: 'identity', ref: 'idc_9' }])
    await fukuda.ask('consoleTicketSolvePost', { body: { ticketNo: first.ticket_no } })
    expect((await open()).ticket_no).not.toBe(first.ticket_no)
  })
})

describe('書面と外部からの照会', () => {
  test('書面は、消印の日がなければ、またはこれからの日なら受け付けない', async () => {
    const yamamoto = await harness.staff('yamamoto')
    const letter = { ...call, channel: 'letter', text: '初期契約解除の書面' } as const
    const post = (postedOn?: string) =>
      yamamoto.ask('consoleTicketPost', { body: { ...letter, ...(postedOn && { postedOn }) } })
    expect(await codeOf(post())).toBe('VALIDATION_FAILED')
    expect(await codeOf(post('2026-11-21'))).toBe('VALIDATION_FAILED')
    expect(await post('2026-11-19')).toMatchObject({ postedOn: '2026-11-19' })
  })

  test('消費生活センターには、委任を2人が確認するまで答えない', async () => {
    const one = await member()
    const yamamoto = await harness.staff('yamamoto')
    const { ticketNo } = await yamamoto.ask('consoleTicketPost', {
      body: {
        channel: 'consumerCentre',
        reason: 'legal',
        topic: 'procedure',
        text: 'あっせんの照会',
        accountId: one.accountId,
        outsideNo: 'C-2026-118',
      },
    })
    const sasaki = await harness.staff('sasaki')
    const matsumoto = await harness.staff('matsumoto')
    type Staff = typeof sasaki
    const mandate = (who: Staff, step: 'note' | 'confirm') =>
      who.ask('consoleTicketMandatePost', { body: { ticketNo, step, text: '11月18日付の委任状' } })
    const outside = (who: Staff) =>
      who.ask('consoleTicketOutsidePost', { body: { ticketNo, text: '経緯を文書で回答' } })
    expect(await codeOf(outside(yamamoto))).toBe('ROLE_MISSING')
    expect(await codeOf(yamamoto.ask('consoleTicketSolvePost', { body: { ticketNo } }))).toBe(
      'ROLE_MISSING',
    )
    expect(await codeOf(outside(sasaki))).toBe('MANDATE_MISSING')
    expect(await mandate(sasaki, 'note')).toMatchObject({ mandate: 'noted' })
    expect(await codeOf(mandate(sasaki, 'confirm'))).toBe('MANDATE_SAME_PERSON')
    expect(await codeOf(outside(sasaki))).toBe('MANDATE_MISSING')
    expect(await mandate(matsumoto, 'confirm')).toMatchObject({ mandate: 'confirmed' })
    expect((await outside(sasaki)).entries.at(-1)).toMatchObject({ kind: 'answeredOutside' })
  })
})

test('会員が知らせた閲覧は、個人情報の担当だけに見える', async () => {
  const { one } = await calledIn()
  const [entry] = (await one.call(api.recordAccessGet, { query: {} })).rows
  const { ticketNo } = await one.call(api.recordAccessPost, {
    body: { accessId: entry?.accessId ?? '' },
  })
  const seenBy = async (persona: 'kato' | 'sasaki' | 'matsumoto') => {
    const who = await harness.staff(persona)
    const { rows } = await who.ask('consoleTicketListGet', { query: { limit: 100 } })
    return rows.some((row) => row.ticketNo === ticketNo)
  }
  expect([await seenBy('kato'), await seenBy('sasaki'), await seenBy('matsumoto')]).toEqual([
    false,
    false,
    true,
  ])
  const kato = await harness.staff('kato')
  expect(await codeOf(kato.ask('consoleTicketGet', { query: { ticketNo } }))).toBe('NOT_FOUND')
  expect(await codeOf(kato.ask('consoleTicketNotePost', { body: { ticketNo, text: 'x' } }))).toBe(
    'NOT_FOUND',
  )
})

describe('一覧', () => {
  test('期限の近い順に並び、超過・今日・自分の担当を数え、続きを読める', async () => {
    const hayashi = await harness.staff('hayashi')
    const before = await hayashi.ask('consoleTicketListGet', { query: { limit: 100 } })
    const { ticketNo } = await calledIn()
    await hayashi.ask('consoleTicketAssignPost', { body: { ticketNo } })
    harness.clock.set('2026-11-20T18:00:00+09:00')
    const late = await harness.staff('hayashi')
    const page = await late.ask('consoleTicketListGet', { query: { whose: 'mine' } })
    expect(page.rows).toMatchObject([{ ticketNo, group: 'overdue', minutesLeft: 0 }])
    expect(page.counts.mine).toBe(before.counts.mine + 1)
    expect(page.counts.overdue).toBeGreaterThan(0)
    const all: string[] = []
    for (
      let cursor: string | undefined, first = true;
      first || cursor !== undefined;
      first = false
    ) {
      const { rows, nextCursor } = await late.ask('consoleTicketListGet', {
        query: { limit: 2, ...(cursor && { cursor }) },
      })
      all.push(...rows.map(({ dueAt }) => dueAt))
      cursor = nextCursor
    }
    expect(all).toEqual(all.toSorted())
    expect(all).toHaveLength(page.counts.all)
  })

  test('表示は名前をつけて保存でき、全員に見え、消せる', async () => {
    const yamamoto = await harness.staff('yamamoto')
    const view = { queue: 'ticket', name: '電話だけ', search: 'channel=telephone' } as const
    expect(await yamamoto.ask('consoleViewPut', { body: view })).toEqual({ views: [view] })
    const fukuda = await harness.staff('fukuda')
    expect(await fukuda.ask('consoleViewListGet')).toEqual({ views: [view] })
    const { name, queue } = view
    expect(await fukuda.ask('consoleViewDelete', { query: { name, queue } })).toEqual({ views: [] })
  })
})

test('ここまでのお問い合わせは、どの法則も破っていない', async () => {
  expect(await checkLaws(harness.services, { always: true })).toMatchObject({ broken: [] })
})
