import { describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { holder, openBrowser } from '#tests/api/applicants.ts'
import { decideReview, listReviews, showReview } from './public.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { makeMember, setProfile } from '#tests/api/members.ts'
import { countRows } from '#tests/api/rows.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useApplicants } from '#tests/api/use-applicants.ts'

const harness = await useApplicants()

const count = (table: string, where?: string) => countRows(harness, table, where)

/** Somebody of that name, born as the applicants are, who has a contract. */
async function contractOf(loginId: string, name: object) {
  const member = await makeMember(harness, { loginId })
  const born = { birthYear: '1990', birthMonth: '4', birthDay: '12' }
  await setProfile(harness, member.accountId, { ...name, ...born })
  await runTasks(harness, 'holders of contracts')
  return member
}

describe('担当者が確認するお申し込み', () => {
  const orderInReview = async (loginId: string, firstNames: readonly [string, string]) => {
    const kana = {
      lastName: '林',
      lastNameKana: 'ハヤシ',
      firstNameKana: loginId.replace(/\w/g, 'ア'),
    }
    await contractOf(`${loginId}1`, { ...kana, firstName: firstNames[0] })
    const second = openBrowser(harness)
    await second.answerAll(`${loginId}2`, { ...kana, firstName: firstNames[1] })
    return { browser: second, orderNo: (await second.submit()).orderNo }
  }
  const decide = (orderNo: string, asked: Parameters<typeof decideReview>[2]) =>
    harness.database.db
      .transaction()
      .execute((tx) => decideReview(tx, orderNo, asked, harness.clock.now()))

  test('見た人は記録に残る。受け付けると会員になり、受け付けないと理由を伝える。決めたことは一度だけ行う', async () => {
    const order = await orderInReview('ab', ['愛', '亜衣'])
    const other = await orderInReview('abc', ['綾', '彩'])
    expect((await listReviews(harness.database.db)).map(({ order_no: no }) => no)).toEqual(
      expect.arrayContaining([order.orderNo, other.orderNo]),
    )
    const answers = await harness.database.db
      .transaction()
      .execute((tx) => showReview(tx, harness.services.sealing, order.orderNo, harness.clock.now()))
    expect(answers.holder?.firstName).toBe('亜衣')
    expect(await count('audit_entry', `action = 'application-read'`)).toBe(1)
    await decide(order.orderNo, { decision: 'accept' })
    await decide(other.orderNo, { decision: 'reject', reason: '同じ方のご契約があるためです。' })
    await expect(decide(order.orderNo, { decision: 'accept' })).rejects.toThrow('decided before')
    harness.clock.set('2026-11-20T11:00:00+09:00')
    await runTasks(harness, 'applications decided')
    await order.browser.signIn('ab2')
    await other.browser.signIn('abc2')
    expect((await order.browser.call(api.applicationStatusGet)).state).toBe('accepted')
    expect(await other.browser.call(api.applicationStatusGet)).toMatchObject({
      state: 'rejected',
      reason: '同じ方のご契約があるためです。',
      canWithdraw: false,
    })
    expect(await count('contract', `account_id = '${other.browser.account()}'`)).toBe(0)
    await expect(decide(other.orderNo, { decision: 'accept' })).rejects.toThrow('waits for staff')
  })
})

describe('期限と、前のご契約', () => {
  test('途中でやめて3日たったときと、期限の3日前に一度ずつお知らせし、期限に入力ごと消す', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 13, lines: 1, kinds: ['data'] })
    await browser.signIn('late')
    await browser.put({ step: 'holder', ...holder })
    const titles = async () => {
      const { rows } = await harness.database.pool.query<{ title: string }>(
        `select title from notice where account_id = $1`,
        [browser.account()],
      )
      return rows.map(({ title }) => title)
    }
    const row = `account_id = '${browser.account()}'`
    const at = (time: string) =>
      work(time, ['applicants reminded', 'expired drafts of applications'])
    await at('2026-11-23T09:00:00+09:00')
    expect(await titles()).toEqual([])
    await at('2026-11-23T10:00:00+09:00')
    await at('2026-12-17T09:00:00+09:00')
    expect(await titles()).toEqual(['お申し込みの入力が途中です'])
    await at('2026-12-17T10:00:00+09:00')
    await at('2026-12-18T10:00:00+09:00')
    expect((await titles()).toSorted()).toEqual([
      'お申し込みの入力が途中です',
      'お申し込みの入力内容を、まもなく削除します',
    ])
    await at('2026-12-20T09:59:00+09:00')
    expect(await count('application', row)).toBe(1)
    await at('2026-12-20T10:00:00+09:00')
    expect(await count('application', row)).toBe(0)
  })

  test('ご契約中のアカウントでは申し込めず、解約したあとはもう一度申し込める', async () => {
    const browser = openBrowser(harness)
    const own = { firstName: '八重', firstNameKana: 'ヤエ' }
    const { contractId } = await makeMember(harness, { loginId: 'former' })
    await browser.signIn('former')
    expect(await codeOf(browser.put({ step: 'plan', plan: 13, lines: 1 }))).toBe(
      'ACCOUNT_HAS_CONTRACT',
    )
    await harness.database.pool.query(
      `update contract set status = 'terminated', ends_on = '2026-11-30' where contract_id = $1`,
      [contractId],
    )
    harness.clock.set('2026-12-05T10:00:00+09:00')
    await browser.signIn('former')
    expect((await browser.call(api.contractGet)).status).toBe('terminated')
    await browser.answerAll('former', own)
    expect((await browser.submit()).state).toBe('accepted')
    expect((await browser.call(api.contractGet)).status).toBe('preparing')
  })

  test('前からのご契約の方も、別のアカウントからは申し込めない', async () => {
    const own = {
      lastName: '古川',
      firstName: '九十九',
      lastNameKana: 'フルカワ',
      firstNameKana: 'ツクモ',
    }
    await contractOf('elder', own)
    const browser = openBrowser(harness)
    await browser.answerAll('second-account', own)
    expect(await codeOf(browser.submit())).toBe('PERSON_HAS_CONTRACT')
  })

  test('フリガナを1文字変えても、同じ人の2つ目のお申し込みは通らない', async () => {
    const own = {
      lastName: '大野',
      firstName: '静香',
      lastNameKana: 'オオノ',
      firstNameKana: 'シズカ',
    }
    await contractOf('kana-first', own)
    const reviewed: [string, string][] = []
    for (const [n, [lastNameKana, firstNameKana]] of [
      ['オーノ', 'シヅカ'],
      ['オオン', 'シズカ'],
    ].entries()) {
      const again = openBrowser(harness)
      await again.answerAll(`kana-${n}`, { ...own, lastNameKana, firstNameKana })
      const state = await codeOf(again.submit().then(({ state }) => state))
      reviewed.push([`${lastNameKana} ${firstNameKana}`, state])
      if (state.includes('in_review')) {
        const { orderNo } = await again.call(api.applicationStatusGet)
        await again.call(api.applicationWithdrawPost, { body: { orderNo } })
      }
    }
    expect(reviewed).toEqual([
      // It sounds alike: the same person.
      ['オーノ シヅカ', 'PERSON_HAS_CONTRACT'],
      // Name and birthday are the same, the reading is not: staff look.
      ['オオン シズカ', 'answered: "in_review"'],
    ])
  })

  test('前の版が書いたご契約者にも、係が名前と読みの手がかりを補う', async () => {
    const member = await contractOf('before-names', {
      lastName: '古沢',
      firstName: '百',
      lastNameKana: 'フルサワ',
      firstNameKana: 'モモ',
    })
    await harness.database.pool.query(
      'update contract_holder set name_index = null, sound_index = null where contract_id = $1',
      [member.contractId],
    )
    await work('2026-11-20T12:00:00+09:00', ['holders of contracts'])
    expect(
      await count(
        'contract_holder',
        `contract_id = '${member.contractId}' and name_index is not null`,
      ),
    ).toBe(1)
  })

  test('終わったお申し込みの入力は、30日後に消える', async () => {
    const browser = openBrowser(harness)
    await browser.answerAll('emptied', { firstName: '十和', firstNameKana: 'トワ' })
    const { orderNo } = await browser.submit()
    await browser.call(api.applicationWithdrawPost, { body: { orderNo } })
    // The carrier stops what it has begun to prepare; then the application is over.
    await harness.drain()
    await work('2026-11-20T10:00:00+09:00', ['applications concluded'])
    const task = ['answers of applications that are over']
    const isStored = () =>
      count('application', `order_no = '${orderNo}' and person_index is not null`)
    await work('2026-12-20T09:00:00+09:00', task)
    expect(await isStored()).toBe(1)
    await work('2026-12-20T10:00:00+09:00', task)
    expect(await isStored()).toBe(0)
    const { rows } = await harness.database.pool.query<{ id: string; sealed: string }>(
      `select application_id as id, answers_sealed as sealed from application where order_no = $1`,
      [orderNo],
    )
    const [row] = rows
    expect(harness.services.sealing.open(`application.answers:${row?.id}`, row?.sealed ?? '')).toBe(
      '{"lineCount":1,"lines":[]}',
    )
  })

  /** Runs these tasks at that hour, without walking there. */
  async function work(at: string, names: readonly string[]) {
    harness.clock.set(at)
    await runTasks(harness, ...names)
    await harness.drain()
  }
})
