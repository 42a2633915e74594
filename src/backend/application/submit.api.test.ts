import { describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { eids, holder, openBrowser } from '#tests/api/applicants.ts'
import { received } from '#tests/api/contact-codes.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { countRows, rowOf } from '#tests/api/rows.ts'
import { useApplicants } from '#tests/api/use-applicants.ts'
import { runTasks } from '#tests/api/tasks.ts'

const harness = await useApplicants()

const count = (table: string, where?: string) => countRows(harness, table, where)

describe('申し込むと、一度だけ受け付け、その場で会員になる', () => {
  test('音声1回線を、最初の質問から受付まで。受付の日付は、全部の回線をまとめて1つのカレンダーにできる', async () => {
    const browser = openBrowser(harness)
    await browser.answerAll('mori')
    const { next, conclusion, card, identity } = await browser.call(api.applicationGet)
    expect([next, identity.state]).toEqual([{ step: 'confirm' }, 'matched'])
    expect(card).toEqual({ brand: 'Visa', numberMasked: '**** **** **** 4242', expires: '2029-12' })
    expect(conclusion?.facts.map(({ heading }) => heading)).toEqual([
      '分量',
      '支払いの時期と方法',
      '引き渡しの時期',
      '申し込みの期間',
      '撤回と解除',
    ])
    expect(await browser.call(api.platformAuthGet)).toMatchObject({ mvno_member: false })
    const receipt = await browser.submit()
    expect(receipt.orderNo).toMatch(/^AP(-[0-9A-Z]{4}){3}$/)
    expect(receipt.state).toBe('accepted')
    expect(await browser.call(api.platformAuthGet)).toMatchObject({ mvno_member: true })
    const contract = await browser.call(api.contractGet)
    expect([contract.status, contract.plan]).toEqual(['preparing', 13])
    expect(await browser.call(api.billingPaymentMethodGet)).toMatchObject({
      method: 'card',
      numberMasked: '**** **** **** 4242',
    })
    expect(await browser.call(api.personalGet)).toMatchObject({
      name: '森 葵',
      birth: '1990-04-12',
      state: 'matched',
    })
    expect((await browser.call(api.userGet)).lastName).toBe('森')
    const { rows } = await browser.call(api.noticesGet)
    expect(rows.map(({ title }) => title)).toEqual(['お申し込みを受け付けました'])
    const mails = await received(harness, 'mori@example.jp')
    const mail = mails.find((text) => text.includes('お申し込みを受け付けました')) ?? ''
    for (const line of [
      'データ容量',
      '3GB・1回線',
      '音声通話SIM・nanoSIM',
      '1,191円',
      '3,733円',
      '最初の月のデータ容量：900\u00a0MB',
    ])
      expect(mail).toContain(line)
    expect(await browser.submit()).toEqual(receipt)
    expect(await count('contract', `account_id = '${browser.account()}'`)).toBe(1)
    await shows(receipt.orderNo)
    await showsDates(browser, receipt.orderNo)
  })

  async function showsDates(browser: ReturnType<typeof openBrowser>, orderNo: string) {
    const status = await browser.call(api.applicationStatusGet)
    expect(status.calendarPath).toBe(`/calendar/order/${orderNo}.ics`)
    expect(status.lines).toMatchObject([
      { expectedLabel: 'お届けの予定', expectedOn: '2026-11-22' },
    ])
    const { services, database, clock } = harness
    const { contract_id: contractId } = await rowOf(harness, 'contract', ['contract_id'], {
      account_id: browser.account(),
    })
    const ofApplication = (no: string, of: string) =>
      services.ordersOfApplication(database.db, of, no)
    const orders = await ofApplication(orderNo, contractId)
    const text = await services.calendar.ofOrders(database.db, contractId, orders, clock.now())
    expect(text.match(/DTSTART;VALUE=DATE:\d{8}/g)).toEqual(['DTSTART;VALUE=DATE:20261122'])
    await expect(ofApplication(orderNo, 'ctr-of-another')).rejects.toThrow('NOT_FOUND')
  }

  /** The status of an application for who knows its number and the birthday. */
  async function shows(orderNo: string) {
    const visitor = openBrowser(harness)
    const ask = (no: string, birth: string) =>
      visitor.call(api.applicationStatusPost, { body: { orderNo: no, birth } })
    const status = await ask(orderNo.toLowerCase().replaceAll('-', '－'), '1990-04-12')
    expect(status.timeline.map(({ state }) => state)).toEqual(['done', 'done', 'current', 'coming'])
    expect(status.canWithdraw).toBe(true)
    expect((await ask(orderNo.replaceAll('-', ''), '1990-04-12')).orderNo).toBe(orderNo)
    expect(await codeOf(ask(orderNo, '1990-04-13'))).toBe('APPLICATION_UNKNOWN')
    expect(await codeOf(ask('AP-2222-2222-2222', '1990-04-12'))).toBe('APPLICATION_UNKNOWN')
  }

  test('同時に2度申し込んでも、契約は1つ', async () => {
    const browser = openBrowser(harness)
    await browser.answerAll('twice', { firstName: '一', firstNameKana: 'ハジメ' })
    const receipts = await Promise.all([browser.submit('key-1'), browser.submit('key-2')])
    expect(receipts[0].orderNo).toBe(receipts[1].orderNo)
    expect(await count('contract', `account_id = '${browser.account()}'`)).toBe(1)
    expect(await count('notice', `account_id = '${browser.account()}'`)).toBe(1)
  })

  test('同じ人が2つのアカウントから同時に申し込んでも、契約は1つ', async () => {
    const own = { firstName: '二葉', firstNameKana: 'フタバ' }
    const browsers = [openBrowser(harness), openBrowser(harness)]
    await browsers[0]?.answerAll('same1', own)
    await browsers[1]?.answerAll('same2', { ...own, firstName: ' 二葉' })
    const shown = await Promise.all(
      browsers.map((browser) =>
        browser.submit().then(
          ({ state }) => state,
          (error) => codeOf(Promise.reject(error)),
        ),
      ),
    )
    expect(shown.toSorted()).toEqual(['PERSON_HAS_CONTRACT', 'accepted'])
  })

  test('すでにご契約のある方には、書類を読み取ったあと、カードの前に伝える。ほかの人には伝えない', async () => {
    const own = { firstName: '十二', firstNameKana: 'トウジ' }
    const first = openBrowser(harness)
    await first.answerAll('known-first', own)
    await first.submit()
    const second = openBrowser(harness)
    await second.put({ step: 'plan', plan: 13, lines: 1, kinds: ['voice'] })
    await second.signIn('known-second')
    await second.put({ step: 'holder', ...holder, ...own })
    const holderStep = async () =>
      (await second.call(api.applicationGet)).steps.find(({ step }) => step === 'holder')
    expect(await holderStep()).toMatchObject({ done: true })
    await second.readDocument('mismatch')
    expect(await holderStep()).toMatchObject({ done: true })
    await second.readDocument('matched')
    expect(await holderStep()).toMatchObject({
      done: false,
      problem: { code: 'PERSON_HAS_CONTRACT' },
    })
  })

  test('読みと生年月日が同じで字の違う人は、担当者が確認する', async () => {
    const first = openBrowser(harness)
    await first.answerAll('alike1', { firstName: '三津', firstNameKana: 'ミツ' })
    await first.submit()
    const second = openBrowser(harness)
    await second.answerAll('alike2', { firstName: '美津', firstNameKana: 'ミツ' })
    expect((await second.submit()).state).toBe('in_review')
    expect(await second.call(api.platformAuthGet)).toMatchObject({ mvno_member: false })
  })

  test('本人確認を担当者に任せると審査になり、確認が済むと会員になる', async () => {
    const browser = openBrowser(harness)
    await browser.answerAll('manual', { firstName: '四季', firstNameKana: 'シキ' })
    await harness.database.pool.query(
      `update identity_check set state = 'manual' where account_id = $1`,
      [browser.account()],
    )
    expect((await browser.submit()).state).toBe('in_review')
    await harness.database.pool.query(
      `insert into identity_decision (account_id, check_id, decision, decided_at)
       select account_id, check_id, 'approved', now() from identity_check where account_id = $1`,
      [browser.account()],
    )
    harness.clock.set('2026-11-20T12:00:00+09:00')
    await runTasks(harness, 'identity decisions', 'applications decided')
    await browser.signIn('manual')
    expect((await browser.call(api.applicationStatusGet)).state).toBe('accepted')
    expect(await browser.call(api.platformAuthGet)).toMatchObject({ mvno_member: true })
  })

  test('取り消すと会員ではなくなり、もう一度申し込める。回線を1つずつ取り消しても、最後の1つですぐにお申し込みごと取り消しになる', async () => {
    const browser = openBrowser(harness)
    const own = { firstName: '五月', firstNameKana: 'サツキ' }
    await browser.answerAll('again', own)
    const { orderNo } = await browser.submit()
    const status = await browser.call(api.applicationWithdrawPost, { body: { orderNo } })
    expect([status.canWithdraw, status.isStopping]).toEqual([false, true])
    // The carrier stops what it has begun to prepare.
    await harness.drain()
    expect((await browser.call(api.applicationStatusGet)).state).toBe('withdrawn')
    expect(await browser.call(api.platformAuthGet)).toMatchObject({ mvno_member: false })
    // The page of receipt has taken the cookie away.
    browser.useSecret(undefined)
    expect((await browser.call(api.applicationGet)).state).toBe('none')
    await browser.answerAll('again', own)
    harness.clock.set('2026-11-20T10:01:00+09:00')
    const next = await browser.submit()
    expect(next.state).toBe('accepted')
    expect(await count('contract', `account_id = '${browser.account()}'`)).toBe(2)
    const { rows } = await browser.call(api.statusApplyStateGet, { query: { only: 'open' } })
    for (const { orderNo: ofLine } of rows)
      await browser.call(api.orderDelete, { query: { orderNo: ofLine } })
    await harness.drain()
    expect(await browser.call(api.applicationStatusGet)).toMatchObject({
      orderNo: next.orderNo,
      state: 'withdrawn',
      canWithdraw: false,
      nextSteps: [],
    })
    expect(await browser.call(api.platformAuthGet)).toMatchObject({ mvno_member: false })
  })

  test('eSIMの準備ができたら取り消せない。申し込み状況とマイページは同じことを言う', async () => {
    const browser = openBrowser(harness)
    await browser.answerAll('esim-ready', { firstName: '師走', firstNameKana: 'シワス' })
    await browser.put({ step: 'sim', line: 1, size: 'esim', eid: eids[0] })
    const { orderNo } = await browser.submit()
    const said = async () => {
      const status = await browser.call(api.applicationStatusGet)
      const { rows } = await browser.call(api.statusApplyStateGet, { query: {} })
      const line = await browser.call(api.orderGet, { query: { orderNo: rows[0]?.orderNo ?? '' } })
      return [status.canWithdraw, line.actions.cancel.allowed]
    }
    expect(await said()).toEqual([true, true])
    await harness.drain()
    harness.clock.set('2026-11-20T12:00:00+09:00')
    await runTasks(harness, 'SIM orders at the carrier')
    await browser.signIn('esim-ready')
    expect(await said()).toEqual([false, false])
    const asked = browser.call(api.applicationWithdrawPost, { body: { orderNo } })
    expect(await codeOf(asked)).toBe('APPLICATION_NOT_WITHDRAWABLE')
  })

  test('取り消しが間に合わなかった回線は、止められなかったと伝え、そのまま進む', async () => {
    const browser = openBrowser(harness)
    await browser.answerAll('too-late', { firstName: '八月', firstNameKana: 'ハヅキ' })
    const { orderNo } = await browser.submit()
    await harness.drain()
    // The carrier has sent the card, and its report is not here yet.
    harness.clock.set('2026-11-21T16:00:00+09:00')
    await browser.signIn('too-late')
    const asked = await browser.call(api.applicationWithdrawPost, { body: { orderNo } })
    expect(asked).toMatchObject({
      isStopping: true,
      stateLabel: '取り消しの手続き中',
      sentence: '取り消しを受け付け、SIMの準備を止めています。結果をお待ちください。',
      toDo: [],
      nextSteps: [],
    })
    await harness.drain()
    const shown = await browser.call(api.applicationStatusGet)
    expect([shown.state, shown.canWithdraw, shown.isStopping]).toEqual(['accepted', false, false])
    expect(shown.toDo[0]?.text).toContain('準備が進んでいて止められない回線がありました')
    expect(shown.nextSteps.map(({ text }) => text).join()).not.toContain('取り消せます')
  })

  test('予約番号を断られて待つあいだも、取り消せる', async () => {
    const browser = openBrowser(harness)
    await browser.answerAll('refused-number', { firstName: '霜月', firstNameKana: 'シモツキ' })
    const reservation = { number: '09011112230', reservationNo: '1234569411' }
    const step = { step: 'number', line: 1, by: 'reservation', lastDay: '2026-12-01' } as const
    await browser.put({ ...step, ...reservation })
    const { orderNo } = await browser.submit()
    await harness.drain()
    expect((await browser.call(api.applicationStatusGet)).lines).toMatchObject([
      { stateLabel: 'MNP予約番号の確認待ち' },
    ])
    await browser.call(api.applicationWithdrawPost, { body: { orderNo } })
    await harness.drain()
    expect((await browser.call(api.applicationStatusGet)).state).toBe('withdrawn')
  })

  test('契約者の答えを変えると、本人確認はやり直しになる', async () => {
    const browser = openBrowser(harness)
    await browser.answerAll('renamed', { firstName: '六花', firstNameKana: 'リッカ' })
    await browser.put({ step: 'holder', ...holder, firstName: '七海', firstNameKana: 'ナナミ' })
    const { next, identity } = await browser.call(api.applicationGet)
    expect([next, identity.state]).toEqual([{ step: 'identity' }, 'waiting'])
    expect(await codeOf(browser.submit())).toBe('APPLICATION_INCOMPLETE')
  })
})
