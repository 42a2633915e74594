import { describe, expect, test } from 'vitest'
import { freshEmail, holdDocument, holder, register, typeCard, type Page } from './applicant.ts'
import { visit } from './portal.ts'

const signInAgain = 'もう一度ログインしてください'
const step = (name: string) => `/order/apply/${name}`

/** The steps of one voice line before the login, with what is answered to each. */
const lineSteps = [
  ['plan', { lines: '1', plan: '13' }],
  ['line/1/kind', { kind: 'voice' }],
  ['line/1/sim', { size: 'nano' }],
  ['line/1/number', { by: 'new' }],
  ['line/1/user', { user: 'holder', nickname: '自分用' }],
  ['options', {}],
] as const

async function answerLine(browser: ReturnType<typeof visit>) {
  let page = await browser.open(step('plan'))
  for (const [, answers] of lineSteps) page = await page.press('次へ', answers)
  return page
}

/** Registered anew, with all of the holder's form filled in but the street; each is another person, who may have a contract. */
async function fillHolder(browser: ReturnType<typeof visit>, firstName: string, kana: string) {
  const page = await register(await answerLine(browser), freshEmail())
  const typed = { ...holder, firstName, firstNameKana: kana }
  return page.press('郵便番号から住所を入れる', typed)
}

/** One voice line, all of it answered. */
async function upToConfirmation(
  browser: ReturnType<typeof visit>,
  firstName: string,
  kana: string,
) {
  const holderPage = await fillHolder(browser, firstName, kana)
  const identity = await holderPage.press('次へ', { street: '太子堂1-2-3' })
  const read = await holdDocument(await identity.press('読み取りを始める'))
  const terms = await typeCard(await read.press('カードを登録する'))
  return terms.press('最終確認へ', { agreed: 'yes' })
}

describe('ログインが切れても、お申し込みの入力は残り、ログインすると続きから進める', () => {
  test('どの質問を開いても、どの質問で進んでも', async () => {
    const browser = visit()
    const endLogin = () => browser.forget('sid')
    let page = await fillHolder(browser, '千春', 'チハル')

    /** Through the login, which the provider still knows, and back at the question with all that was typed in its form. */
    const pressWithoutLogin = async (
      from: Page,
      label = '次へ',
      answers: Readonly<Record<string, string>> = {},
    ) => {
      endLogin()
      const back = await from.press(label, answers)
      expect([back.status, back.url.pathname, back.heading]).toEqual([
        200,
        from.url.pathname,
        from.heading,
      ])
      expect(back.text).toContain('ログインできました')
      return back
    }

    const back = await pressWithoutLogin(page, '次へ', { street: '太子堂1-2-3' })
    expect([back.valueOf('street'), back.valueOf('firstName')]).toEqual(['太子堂1-2-3', '千春'])
    page = await back.press('次へ')
    expect(page.heading).toBe('本人確認をお願いします')
    endLogin()
    for (const [name] of [...lineSteps, ['holder']] as const) {
      page = await browser.open(step(name))
      expect([page.heading, page.html.includes('太子堂')]).toEqual([signInAgain, false])
    }
    page = await page.follow('ログインして続ける')
    expect([page.url.pathname, page.valueOf('street')]).toEqual([step('holder'), '太子堂1-2-3'])

    // The same at every question before it.
    for (const [name, answers] of lineSteps) {
      page = await pressWithoutLogin(await browser.open(step(name)), '次へ', answers)
      page = await page.press('次へ')
      expect(page.heading, name).toBe('本人確認をお願いします')
    }
    expect((await browser.open(step('line/1/user'))).valueOf('nickname')).toBe('自分用')

    // What is wrong in a form is said beside it, and what was typed stays.
    page = await browser.open(step('holder'))
    endLogin()
    page = await page.press('次へ', { lastNameKana: '山本', street: '太子堂9-9' })
    expect([page.fieldErrors.length, page.valueOf('street')]).toEqual([1, '太子堂9-9'])
    page = await pressWithoutLogin(page, '次へ', {
      lastNameKana: 'ヤマモト',
      street: '太子堂1-2-3',
    })
    page = await page.press('次へ')
    expect(page.heading).toBe('本人確認をお願いします')

    // On the way to the pages of others, there, and on the way back.
    page = await pressWithoutLogin(page, '読み取りを始める')
    const reader = await page.press('読み取りを始める')
    endLogin()
    page = await holdDocument(reader)
    expect(page.heading).toBe('お支払いのカードを登録します')
    page = await pressWithoutLogin(page, 'カードを登録する')
    const card = await page.press('カードを登録する')
    endLogin()
    page = await typeCard(card)
    expect(page.heading).toBe('重要事項を確認してください')
    page = await pressWithoutLogin(page, '最終確認へ', { agreed: 'yes' })
    page = await page.press('最終確認へ')
    expect(page.heading).toBe('お申し込み内容の最終確認')
    page = await pressWithoutLogin(page, '申し込みを確定する', { agreed: 'yes' })
    const done = await page.press('申し込みを確定する')
    expect(done.url.pathname).toBe('/order/done')
    // Pressed once more on the page that was left: the same receipt, and no second order.
    const again = await page.press('申し込みを確定する')
    expect(orderNoOf(again)).toBe(orderNoOf(done))
    endLogin()
    expect((await browser.open('/order/done')).url.pathname).toBe('/order/status')
  })

  test('最終確認で押したあと、ログインのあいだに別のタブが答えを変えると、申し込まずに新しい内容を見せる', async () => {
    const browser = visit()
    const confirm = await upToConfirmation(browser, '立夏', 'リッカ')
    browser.forget('sid')
    const back = await confirm.press('申し込みを確定する', { agreed: 'yes' })
    expect(back.checked).toContain('agreed=yes')
    await (await browser.open(step('plan'))).press('次へ', { lines: '1', plan: '20' })
    const shown = await browser.open(back.url.pathname + back.url.search)
    expect(shown.text).toContain('10GB・1回線')
    expect(shown.checked).not.toContain('agreed=yes')
  })

  test('別のタブでログインし直したあとの古い画面は、入力を残して理由を伝え、もう一度押すと進む', async () => {
    const browser = visit()
    const old = await fillHolder(browser, '夏生', 'ナツオ')
    browser.forget('sid')
    await (await browser.open(step('holder'))).follow('ログインして続ける')
    const stayed = await old.press('次へ', { street: '太子堂1-2-3' })
    expect([stayed.status, stayed.valueOf('street')]).toEqual([403, '太子堂1-2-3'])
    expect(stayed.text).toContain('画面の有効時間が切れた可能性があります')
    expect((await stayed.press('次へ')).heading).toBe('本人確認をお願いします')
  })

  test('ログインできなかったときは、お申し込みに戻る道と、保存してあることを示す', async () => {
    const browser = visit({ true_back_url: encodeURIComponent('/order/apply') })
    const failed = await browser.open('/auth/failed?reason=unavailable')
    expect([failed.status, failed.heading]).toEqual([503, 'ただいまログインできません'])
    expect(failed.text).toContain('お申し込みの入力は、ここまで保存してあります。')
    expect(failed.links).toEqual([
      { text: 'もう一度ログインする', href: '/auth/login?back=%2Forder%2Fapply' },
      { text: 'お申し込みのページへ', href: '/order' },
    ])
  })
})

describe('この端末の記録（Cookie）が消えたとき', () => {
  test('ログインの前なら、見つからないことと、続けるための道を伝える', async () => {
    const browser = visit()
    for (const [name, answers] of lineSteps.slice(1)) {
      await answerLine(browser)
      const open = await browser.open(step(name))
      browser.forget('application')
      const pages = [await browser.open(step(name)), await open.press('次へ', answers)]
      for (const page of pages) {
        expect([page.url.pathname, page.heading], name).toEqual([
          step('plan'),
          'データ容量と回線数を選んでください',
        ])
        expect(page.text).toContain('入力中のお申し込みが見つかりませんでした')
        expect(page.links.map(({ href }) => href)).toContain('/auth/login?back=%2Forder%2Fapply')
      }
    }
  })

  test('ログインのあとなら、どの質問でもアカウントから見つかり、そのまま続けられる', async () => {
    const browser = visit()
    let page = await fillHolder(browser, '秋穂', 'アキホ')
    const endMemory = () => browser.forget('application')
    endMemory()
    page = await page.press('次へ', { street: '太子堂1-2-3' })
    expect(page.heading).toBe('本人確認をお願いします')
    for (const [name, answers] of lineSteps) {
      page = await browser.open(step(name))
      endMemory()
      page = await page.press('次へ', answers)
      expect(page.heading, name).toBe('本人確認をお願いします')
    }
    endMemory()
    const reader = await page.press('読み取りを始める')
    page = await holdDocument(reader)
    page = await typeCard(await page.press('カードを登録する'))
    page = await page.press('最終確認へ', { agreed: 'yes' })
    page = await page.press('申し込みを確定する', { agreed: 'yes' })
    expect(page.url.pathname).toBe('/order/done')
  })
})

describe('2つのタブ', () => {
  test('同じ質問では、あとのタブに先に保存されたことを伝え、入力を残し、もう一度押すとそれを保存する', async () => {
    const browser = visit()
    await answerLine(browser)
    const first = await browser.open(step('line/1/user'))
    const second = await browser.open(step('line/1/user'))
    await first.press('次へ', { user: 'holder', nickname: '先のタブ' })
    const pages = await second.press('次へ', { user: 'holder', nickname: 'あとのタブ' })
    expect([pages.status, pages.valueOf('nickname')]).toEqual([409, 'あとのタブ'])
    expect(pages.text).toContain('この項目は、別の画面で先に保存されています')
    expect((await browser.open(step('line/1/user'))).valueOf('nickname')).toBe('先のタブ')
    await pages.press('次へ')
    expect((await browser.open(step('line/1/user'))).valueOf('nickname')).toBe('あとのタブ')
  })

  test('別の質問では、どちらの答えも残る', async () => {
    const browser = visit()
    await answerLine(browser)
    const kind = await browser.open(step('line/1/kind'))
    const user = await browser.open(step('line/1/user'))
    await user.press('次へ', { user: 'holder', nickname: '仕事用' })
    await kind.press('次へ', { kind: 'data' })
    expect((await browser.open(step('line/1/kind'))).checked).toEqual(['kind=data'])
    expect((await browser.open(step('line/1/user'))).valueOf('nickname')).toBe('仕事用')
  })

  test('最終確認のあとで別のタブが答えを変えると、申し込まずに新しい内容を見せ、受け付けたあとのタブは何も変えない', async () => {
    const browser = visit()
    const confirm = await upToConfirmation(browser, '冬美', 'フユミ')
    await (await browser.open(step('plan'))).press('次へ', { lines: '1', plan: '20' })
    const changed = await confirm.press('申し込みを確定する', { agreed: 'yes' })
    expect(changed.heading).toBe('お申し込み内容の最終確認')
    expect(changed.text).toContain('まだ申し込まれていません')
    expect(changed.text).toContain('10GB・1回線')
    const left = await browser.open(step('line/1/sim'))
    const done = await changed.press('申し込みを確定する', { agreed: 'yes' })
    expect(done.url.pathname).toBe('/order/done')
    const late = await left.press('次へ', { size: 'micro' })
    expect([late.url.pathname, orderNoOf(late)]).toEqual(['/order/done', orderNoOf(done)])
  })
})

const orderNoOf = ({ text }: Page) => /AP(?:-[\dA-Z]{4}){3}/.exec(text)?.[0]
