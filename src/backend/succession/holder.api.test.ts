import { describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { subjectLimits } from '#server/edge/request-limits.ts'
import { openBrowser } from '#tests/api/applicants.ts'
import { received } from '#tests/api/contact-codes.ts'
import { billed } from '#tests/api/debts.ts'
import {
  accept,
  decide,
  heirDesk,
  openHeir,
  readPapers,
  scan,
  theDeceased,
} from '#tests/api/heirs.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { countRows, rowOf, rowsOf, setRows } from '#tests/api/rows.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useApplicants } from '#tests/api/use-applicants.ts'
import { findBrokenLaws } from '../broken-law.ts'
import { decideSuccession } from './public.ts'
import { successionLaws } from './findings.ts'

const harness = await useApplicants()
const { contractOf, heirNamed, submitted } = heirDesk(harness)

/** Nobody is signed in in this browser. */
const visit = openBrowser(harness).call
const words = '続柄の分かる戸籍謄本をお願いします。'
const auditsOf = async (contractId: string) =>
  (await rowsOf(harness, 'audit_entry', ['action'], { chain: contractId })).map(
    ({ action }) => action,
  )
const at = async (time: string) => {
  harness.clock.set(time)
  await runTasks(harness, 'successions that pause a contract', 'successions carried out')
}
type Living = { accountId: string; loginId: string }

/** Reachable by mail and SMS, as the contract's own profile has it. */
async function linkOf({ accountId }: Living, subject: string) {
  const mail = (await received(harness, `${accountId}@example.jp`)).find((text) =>
    text.startsWith(subject),
  )
  return /stop\?t=([\w-]+)/u.exec(mail ?? '')?.[1] ?? ''
}

/** The member is alive and uses my page. */
async function goesOnAsEver({ loginId }: Living) {
  const { call } = await harness.signIn(loginId)
  const { operations } = await call(api.contractChangeStatusGet, { query: {} })
  return operations.filter(({ reasonCode }) => reasonCode === 'SUCCESSION_OPEN')
}

describe('生きている契約者が亡くなったことにされたとき', () => {
  test('申し込まれても、担当者が書類を見るまで何も変わらず、契約者にはメールで止める道が届く。開いただけでは止まらず、ボタンで止まる。ログインは要らず、申し込んだ人にも知らされ、記録に残る', async () => {
    const { deceased, heir, orderNo } = await submitted()
    expect((await contractOf(deceased)).succession_since).toBeNull()
    expect(await goesOnAsEver(deceased)).toEqual([])
    const body = { packId: '100mb', priceYen: 220 } as const
    await deceased.call(api.highSpeedCouponPost, { body })
    await deceased.call(api.calendarLinkPost, { body: { action: 'renew' } })
    const t = await linkOf(deceased, '名義変更（承継）のお申し出がありました')
    expect(t).toMatch(/^[\w-]{43}$/)
    const open = { orderNo, state: 'open', wishLabel: 'ご契約を引き継ぐ' }
    expect(await visit(api.successionStopGet, { query: { t } })).toMatchObject(open)
    expect(await visit(api.successionStopGet, { query: { t } })).toMatchObject(open)
    expect(await visit(api.successionStopPost, { body: { t } })).toMatchObject({ state: 'stopped' })
    expect(await visit(api.successionStopPost, { body: { t } })).toMatchObject({ state: 'stopped' })
    expect((await heir.call(api.successionGet)).state).toBe('stopped')
    expect(await noticeTitles(harness, heir.accountId)).toContain('お手続きを中止しました')
    expect((await noticeTitles(harness, deceased.accountId)).at(-1)).toBe(
      '名義変更（承継）のお申し出を止めました',
    )
    expect((await auditsOf(deceased.contractId)).filter((one) => one.includes('stopped'))).toEqual([
      'succession-stopped',
    ])
    // For half a year neither the same person nor another can begin again.
    for (const name of ['stopped-again', 'stopped-other']) {
      const next = await openHeir(harness, name)
      expect(await codeOf(next.saveContract(deceased.number))).toBe('SUCCESSION_AT_DESK')
    }
  })

  test('マイページからも止められ、ほかの会員や知らないリンクでは、あることもわからない', async () => {
    const { deceased, orderNo } = await submitted()
    const stranger = await theDeceased(harness, 'stop-stranger')
    expect(await codeOf(stranger.call(api.successionStopPost, { body: {} }))).toBe('NOT_FOUND')
    expect(await codeOf(visit(api.successionStopPost, { body: {} }))).toBe('NOT_FOUND')
    expect(await codeOf(visit(api.successionStopPost, { body: { t: 'guessed' } }))).toBe(
      'NOT_FOUND',
    )
    const stopped = { orderNo, state: 'stopped' }
    expect(await deceased.call(api.successionStopPost, { body: {} })).toMatchObject(stopped)
    // The page that the press leads to, and a second press.
    expect(await deceased.call(api.successionStopGet, { query: {} })).toMatchObject(stopped)
    expect(await deceased.call(api.successionStopPost, { body: {} })).toMatchObject(stopped)
  })

  test('お知らせから開いたときに終わっていれば、見つからないとは言わず、終わったと言う。引き継がれたときは、もう止められないと言う', async () => {
    const withdrawn = await submitted()
    const stopOf = async ({ deceased }: typeof withdrawn) =>
      (await harness.signIn(deceased.loginId)).call(api.successionStopGet, { query: {} })
    await withdrawn.heir.call(api.successionWithdrawPost, {
      body: { orderNo: withdrawn.orderNo },
    })
    expect(await stopOf(withdrawn)).toMatchObject({ orderNo: withdrawn.orderNo, state: 'over' })
    const ended = await submitted('end')
    await accept(harness, ended.orderNo)
    expect(await stopOf(ended)).toMatchObject({ orderNo: ended.orderNo, state: 'accepted' })
  })

  test('担当者が受け付けても、72時間は契約者のもので、そのあいだに止めれば契約は移らない', async () => {
    const { deceased, heir, orderNo } = await submitted()
    await decide(harness, orderNo, { decision: 'accept' })
    expect(await heir.call(api.successionGet)).toMatchObject({
      state: 'announced',
      movesFrom: '2026-11-23T10:00:00+09:00',
    })
    await at('2026-11-23T09:59:00+09:00')
    expect(await contractOf(deceased)).toMatchObject({
      account_id: deceased.accountId,
      succession_since: null,
    })
    expect(await goesOnAsEver(deceased)).toEqual([])
    const t = await linkOf(deceased, 'ご契約の名義の変更を予定しています')
    await visit(api.successionStopPost, { body: { t } })
    await at('2026-11-23T11:00:00+09:00')
    expect((await contractOf(deceased)).account_id).toBe(deceased.accountId)
  })

  test('時間が過ぎたあとのリンクは、もう止められないことを伝える', async () => {
    const { deceased, orderNo } = await submitted()
    await accept(harness, orderNo)
    const t = await linkOf(deceased, 'ご契約の名義の変更を予定しています')
    expect(await visit(api.successionStopPost, { body: { t } })).toMatchObject({
      state: 'accepted',
    })
    expect(await findBrokenLaws(harness.database.db, successionLaws)).toEqual([])
  })

  test('一時停止も、担当者が書類を見てから72時間あとで、契約者が止めれば始まらない。取り下げても、30日の猶予は付かない', async () => {
    const paused = await submitted()
    const stopped = await submitted()
    for (const { orderNo } of [paused, stopped])
      await decide(harness, orderNo, { decision: 'ask', reason: words, pauses: true })
    await at('2026-11-23T09:59:00+09:00')
    expect((await contractOf(paused.deceased)).succession_since).toBeNull()
    const t = await linkOf(stopped.deceased, 'お手続きの受け付けをお休みする予定です')
    await visit(api.successionStopPost, { body: { t } })
    await at('2026-11-23T10:00:00+09:00')
    expect((await contractOf(paused.deceased)).succession_since).not.toBeNull()
    expect((await goesOnAsEver(paused.deceased)).length).toBeGreaterThan(7)
    expect(await goesOnAsEver(stopped.deceased)).toEqual([])
    expect(await findBrokenLaws(harness.database.db, successionLaws)).toEqual([])
    const back = await openHeir(harness, paused.loginId)
    await back.call(api.successionWithdrawPost, { body: { orderNo: paused.orderNo } })
    expect(await contractOf(paused.deceased)).toMatchObject({
      succession_since: null,
      collection_paused_until: null,
    })
  })

  test('書類だけをお願いするときは、何日たっても契約は止まらない', async () => {
    const { deceased, orderNo } = await submitted()
    await decide(harness, orderNo, { decision: 'ask', reason: words })
    await at('2026-12-20T10:00:00+09:00')
    expect(await goesOnAsEver(deceased)).toEqual([])
  })

  test('書類を見ていない担当者は、受け付けることも一時停止もできない。あとから届いた書類も同じ', async () => {
    const { loginId, orderNo } = await submitted()
    const say = (asked: Parameters<typeof decideSuccession>[2]) =>
      harness.database.db
        .transaction()
        .execute((tx) => decideSuccession(tx, orderNo, asked, harness.clock.now()))
    const unseen = `npm run successions -- show ${orderNo} <folder>`
    await expect(say({ decision: 'accept' })).rejects.toThrow(unseen)
    await expect(say({ decision: 'ask', reason: words, pauses: true })).rejects.toThrow(unseen)
    await readPapers(harness, orderNo)
    harness.clock.set('2026-11-20T10:05:00+09:00')
    const back = await openHeir(harness, loginId)
    await back.addFile(scan(9))
    await expect(say({ decision: 'accept' })).rejects.toThrow(unseen)
    expect((await readPapers(harness, orderNo)).papers).toBe(2)
    await say({ decision: 'accept' })
  })

  test('解約の申し出も、本人確認が済むまで申し込めない', async () => {
    const deceased = await theDeceased(harness, 'end-dead')
    const liar = await openHeir(harness, 'end-liar')
    await liar.saveContract(deceased.number, {}, 'end')
    await liar.saveHeir(heirNamed())
    await liar.addFile(scan())
    expect(await codeOf(liar.submit())).toBe('SUCCESSION_INCOMPLETE')
    await liar.readDocument('matched')
    expect((await liar.submit()).state).toBe('submitted')
  })

  test('申し込みと取り下げを繰り返しても、未払いの期限は延びず、90日に2回までになる', async () => {
    const own = heirNamed()
    const deceased = await theDeceased(harness, 'debtor')
    await billed(harness, deceased.contractId, { month: '2026-08', state: 'suspended' })
    const bill = { contract_id: deceased.contractId }
    await setRows(
      harness,
      'bill',
      { suspended_at: Temporal.Instant.from('2026-10-31T14:00:00Z') },
      bill,
    )
    const friend = await openHeir(harness, 'debtor-friend')
    for (let n = 0; n < 2; n += 1) {
      await friend.answerAll(deceased.number, { heir: own })
      const { orderNo } = await friend.submit()
      await friend.call(api.successionWithdrawPost, { body: { orderNo } })
    }
    expect(await codeOf(friend.saveContract(deceased.number))).toBe('SUCCESSION_AT_DESK')
    expect((await contractOf(deceased)).collection_paused_until).toBeNull()
    const { suspended_at: since } = await rowOf(harness, 'bill', ['suspended_at'], bill)
    expect(since?.toString()).toBe('2026-10-31T14:00:00Z')
  })
})

describe('生年月日を当てようとされたとき', () => {
  test('受付番号の生年月日は、どこから試しても、1日に10回まで', async () => {
    const { heir, orderNo } = await submitted()
    const codes: string[] = []
    for (let n = 1; n <= subjectLimits.orderNumbers.requests + 1; n += 1) {
      const birth = `1991-01-${String(n).padStart(2, '0')}`
      const ask = openBrowser(harness, `203.0.113.${n}`).call
      codes.push(await codeOf(ask(api.successionStatusPost, { body: { orderNo, birth } })))
    }
    expect(codes.at(-2)).toBe('SUCCESSION_UNKNOWN')
    expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS')
    // Who asked for it sees it signed in all the same.
    expect((await heir.call(api.successionGet)).orderNo).toBe(orderNo)
  })

  test('どのアカウントからでも、1つの番号につき1日5回で止まり、契約者に一度だけ知らせ、記録に残る', async () => {
    const { requests } = subjectLimits.successionNumbers
    const living = await theDeceased(harness, 'guessed')
    const codes: string[] = []
    for (let n = 0; n < requests + 3; n += 1) {
      const guesser = await openHeir(harness, `guesser-${n}`)
      codes.push(await codeOf(guesser.saveContract(living.number, { birth: `1950-05-0${n + 1}` })))
    }
    expect(codes).toEqual([
      ...Array.from({ length: requests }, () => 'SUCCESSION_NOT_FOUND'),
      ...Array.from({ length: 3 }, () => 'TOO_MANY_REQUESTS'),
    ])
    expect(await noticeTitles(harness, living.accountId)).toEqual([
      'ご契約の確認が何度も試されました',
    ])
    expect(await auditsOf(living.contractId)).toContain('succession-tried-too-often')
    // The right answer does not come through either.
    const last = await openHeir(harness, 'guesser-last')
    expect(await codeOf(last.saveContract(living.number))).toBe('TOO_MANY_REQUESTS')
  })

  test('だれのものでもない番号も同じように止まり、違いからは何もわからない', async () => {
    const codes: string[] = []
    for (let n = 0; n < subjectLimits.successionNumbers.requests + 1; n += 1) {
      const guesser = await openHeir(harness, `nobody-${n}`)
      codes.push(await codeOf(guesser.saveContract('09099990000')))
    }
    expect(codes.at(-2)).toBe('SUCCESSION_NOT_FOUND')
    expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS')
  })

  test('ほんとうのご家族が、ご希望や亡くなった日を直すときは数えない', async () => {
    const deceased = await theDeceased(harness, 'corrected')
    const heir = await openHeir(harness, 'corrector')
    for (const day of ['01', '02', '03', '04', '05', '06', '07', '08'])
      await heir.saveContract(deceased.number, { diedOn: `2026-11-${day}` })
    expect((await heir.call(api.successionGet)).deceased?.diedOn).toBe('2026-11-08')
    expect(await countRows(harness, 'succession', `account_id = '${heir.accountId}'`)).toBe(1)
  })
})
