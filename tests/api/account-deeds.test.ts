import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { decideReview, listReviews } from '#backend/identity/public.ts'
import { byStaff } from './reviews.ts'
import { api } from '#protocol/index.ts'
import { createTestBrowser } from '#demo/stand-ins/wire/test-browser.ts'
import type { Page } from '../browser-without-script.ts'
import { codeAt } from './contact-codes.ts'
import { openPages } from './pages.ts'
import { startTestPoints } from './points.ts'
import { profileHolders } from './profile-holders.ts'
import { useHarness } from './use-harness.ts'
import { runTasks } from './tasks.ts'

// What members do on the screens of the account, without script, to the end of it (docs/decisions/059).

const START = '2026-11-20T10:00:00+09:00'
const { points, settings } = await startTestPoints(['deeds-a', 'deeds-b', 'deeds-c'], START)
const harness = await useHarness(START, settings)
afterAll(() => points.close())
const browse = await openPages(harness)
const { holder } = profileHolders(harness)
beforeEach(() => harness.clock.set(START))

async function task(asked: string) {
  await runTasks(harness, asked)
}

describe('連絡先の変更', () => {
  test.each([
    ['email', 'メールアドレス', 'after@example.jp', 'code-oldEmail', 'code-newEmail'],
    ['phone', '電話番号', '08012345678', 'code-oldPhone', 'code-newPhone'],
  ] as const)(
    '%sは、新旧に届いたコードを1つずつ入れても変わる',
    async (part, label, fresh, old, next) => {
      const of = await holder('voice')
      const browser = browse(of)
      const form = await browser.open(`/mypage/user/edit.html?part=${part}`)
      const confirm = await form.press('内容を確認する', { [part]: fresh })
      const waiting = await confirm.press('この内容で申し込む')
      expect(waiting.text).toContain('登録情報の変更：受付済み')
      expect(waiting.text).toContain(`いまの${label}`)
      const half = await waiting.press('コードを確認する', {
        [old]: await codeAt(harness, of[part]),
      })
      expect(half.text).toContain('確認済み')
      const done = await half.press('コードを確認する', { [next]: await codeAt(harness, fresh) })
      expect(done.text).toContain('登録情報の変更：変更済み')
      expect((await of.call(api.userGet))[part]).toBe(fresh)
    },
  )

  test('両方のコードを入れて1回押すと、どちらも捨てられずに変わり、確認では前と後が並ぶ', async () => {
    const of = await holder('voice')
    const form = await browse(of).open('/mypage/user/edit.html?part=email')
    const fresh = `${of.email.slice(0, 1)}x@example.jp`
    const confirm = await form.press('内容を確認する', { email: fresh })
    expect(confirm.text).toContain(of.email)
    expect(confirm.text).toContain(fresh)
    const waiting = await confirm.press('この内容で申し込む')
    expect(waiting.heading).toBe('登録情報の変更の受付')
    const [old = '', next = ''] = waiting.fieldLabels.filter((words) => words.includes('コード'))
    expect(old.replace('いまの', '')).not.toBe(next.replace('新しい', ''))
    const done = await waiting.press('コードを確認する', {
      'code-oldEmail': await codeAt(harness, of.email),
      'code-newEmail': await codeAt(harness, fresh),
    })
    expect(done.text).toContain('登録情報の変更：変更済み')
    expect((await of.call(api.userGet)).email).toBe(fresh)
  })

  test('変更の途中にほかの項目の変更を開くと、いま変更できない理由が出る', async () => {
    const of = await holder('voice')
    const browser = browse(of)
    const form = await browser.open('/mypage/user/edit.html?part=email')
    await (
      await form.press('内容を確認する', { email: 'after@example.jp' })
    ).press('この内容で申し込む')
    const other = await browser.open('/mypage/user/edit.html?part=address')
    expect(other.text).toContain('住所は、いま変更できません')
    expect(other.text).toContain('「メールアドレス」の変更が終わると、変更できます。')
  })

  test('途中の変更は、取り下げられる', async () => {
    const of = await holder('none')
    const form = await browse(of).open('/mypage/user/edit.html?part=email')
    const confirm = await form.press('内容を確認する', { email: 'after@example.jp' })
    const withdrawn = await (
      await confirm.press('この内容で申し込む')
    ).press('この変更を取り下げる')
    expect(withdrawn.text).toContain('登録情報の変更：取り下げ済み')
    expect((await of.call(api.userGet)).email).toBe(of.email)
  })
})

describe('音声回線の契約者の住所', () => {
  const moved = {
    zipCode: '1540004',
    region: '東京都',
    locality: '世田谷区',
    street: '太子堂1-2-3',
  }
  type Browser = ReturnType<typeof browse>

  async function asked(browser: Browser) {
    const form = await browser.open('/mypage/user/edit.html?part=address')
    const confirm = await form.press('内容を確認する', moved)
    expect(confirm.text).toContain('新しい内容の本人確認書類')
    return confirm.press('この内容で申し込む')
  }

  /** Through the reader and back, as the member's phone goes. */
  async function readCard(browser: Browser, page: Page, outcome: string) {
    const reader = (await page.press('本人確認に進む')).leadsTo ?? ''
    const answer = await fetch(reader, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ outcome }),
    })
    return browser.open(answer.headers.get('location') ?? '')
  }

  test('書類を読み取って一致すると変わる', async () => {
    const of = await holder('voice')
    const browser = browse(of)
    const waiting = await asked(browser)
    expect(waiting.text).toContain('登録情報の変更：本人確認待ち')
    const done = await readCard(browser, waiting, 'matched')
    expect(done.text).toContain('登録情報の変更：変更済み')
    expect((await of.call(api.userGet)).street).toBe('太子堂1-2-3')
  })

  test('3回一致しなければ担当者が見る。ほかの書類をお願いされたら、画面に出て、読み取ると変わる', async () => {
    const of = await holder('voice')
    const browser = browse(of)
    let page = await asked(browser)
    for (let left = 2; left >= 0; left -= 1) page = await readCard(browser, page, 'mismatch')
    expect(page.text).toContain('登録情報の変更：確認中')
    expect(page.buttons).toEqual(['この変更を取り下げる'])
    const { db } = harness.database
    const [review] = (await listReviews(db)).filter(({ account_id: id }) => id === of.accountId)
    const reason = '住所が新しくなった運転免許証を読み取ってください。'
    await db
      .transaction()
      .execute((tx) =>
        decideReview(
          tx,
          harness.services,
          review?.check_id ?? '',
          { decision: 'documents_asked', reason },
          byStaff(harness),
        ),
      )
    await task('identity decisions')
    page = await browser.open('/mypage/user/edit.html')
    expect(page.text).toContain(`担当者からのお願い${reason}`)
    expect(page.text).toContain('あと3回試せます。')
    expect((await readCard(browser, page, 'matched')).text).toContain('変更済み')
  })
})

describe('ポイント連携', () => {
  async function toPartner(browser: ReturnType<typeof browse>) {
    const page = await browser.open('/mypage/point.html')
    return (await page.press('みのりポイントにログインして連携する')).leadsTo ?? ''
  }
  /** Logs in there; where the partner leads back to. */
  async function atPartner(url: string, loginId: string) {
    const browser = createTestBrowser()
    const page = await browser.follow(url)
    const { url: back } = await browser.follow(page.url.href, { loginId, password: 'points' })
    return back.pathname + back.search
  }

  test('連携し、残高を読み、解除する', async () => {
    const browser = browse(await holder('voice'))
    const linked = await browser.open(await atPartner(await toPartner(browser), 'deeds-a'))
    expect(linked.text).toContain('みのりポイントと連携しました。')
    const unlinked = await linked.press('連携を解除する')
    expect(unlinked.text).toContain('連携を解除しました。')
  })

  test('ほかのアカウントと連携済みのIDは断り、別のIDで続けられる', async () => {
    const first = browse(await holder('none'))
    await first.open(await atPartner(await toPartner(first), 'deeds-b'))
    const browser = browse(await holder('none'))
    const conflict = await browser.open(await atPartner(await toPartner(browser), 'deeds-b'))
    expect(conflict.text).toContain('別のアカウントと連携済みです。')
    expect(conflict.text).not.toContain('連携しました。')
    expect((await first.open('/mypage/point.html')).buttons).toContain('連携を解除する')
    const other = await browser.open(await atPartner(await toPartner(browser), 'deeds-c'))
    expect(other.text).toContain('みのりポイントと連携しました。')
    await other.press('連携を解除する')
  })

  test('提携先が途中で止まると、連携しないまま理由を伝え、直ったあとに続けられる', async () => {
    const browser = browse(await holder('none'))
    const back = await atPartner(await toPartner(browser), 'deeds-c')
    await fetch(`${points.url}/__faults`, { method: 'POST', body: '{"mode":"down"}' })
    const down = await browser.open(back)
    expect(down.text).toContain('応答がなかったため、連携していません。')
    expect(down.buttons).toContain('みのりポイントにログインして連携する')
    await fetch(`${points.url}/__faults`, { method: 'POST', body: '{"mode":"off"}' })
    const linked = await browser.open(await atPartner(await toPartner(browser), 'deeds-c'))
    expect(linked.text).toContain('みのりポイントと連携しました。')
  })
})

test('アンケートに答え、答え直せる。長すぎる答えは打ったまま直せる', async () => {
  const browser = browse(await holder('none'))
  const form = await browser.open('/mypage/enquete.html')
  const long = await form.press('回答を送る', { 'q.wish': 'あ'.repeat(1001) })
  expect(long.fieldErrors).toEqual(['1000文字以内で入力してください。'])
  expect(long.valueOf('q.wish')).toBe('あ'.repeat(1001))
  const sent = await long.press('回答を送る', { 'q.wish': 'とくにありません。' })
  expect(sent.text).toContain('ご回答ありがとうございました')
  expect((await browser.open('/mypage/enquete.html')).text).toContain('もう一度送ると')
})

test('お知らせの受け取り方を選ぶと残り、止められない種類は選べない', async () => {
  const browser = browse(await holder('voice'))
  const page = await browser.open('/mypage/notice/setting.html')
  expect(page.text).toContain('法令によりお知らせする内容を含むため、メールは止められません。')
  const saved = await page.press('この内容で保存する', { mail: ['billing'], sms: ['security'] })
  expect(saved.text).toContain('設定を保存しました')
  expect(saved.checked).toContain('mail=billing')
  expect(saved.checked).not.toContain('mail=outage')
  expect(saved.checked).toContain('sms=security')
})

test('保存している情報をまとめて持ち出し、消去する', async () => {
  const browser = browse(await holder('voice'))
  const page = await browser.open('/mypage/held.html')
  const gathering = await page.press('ファイルを準備する')
  expect(gathering.text).toContain('準備を始めました')
  await harness.drain()
  const ready = await browser.open('/mypage/held.html')
  expect(ready.links.map(({ text }) => text)).toContain('ZIPをダウンロードする')
  const dropped = await ready.press('ファイルを消去する')
  expect(dropped.text).toContain('持ち出すファイルを消去しました。')
  expect(dropped.links.map(({ text }) => text)).not.toContain('ZIPをダウンロードする')
})

test('契約のないアカウントの削除を頼み、7日のあいだ取り消せる', async () => {
  const browser = browse(await holder('none'))
  const asked = await (await browser.open('/mypage/held.html')).press('アカウントを削除する')
  expect(asked.text).toContain('2026年11月27日')
  const back = await asked.press('削除を取り消す')
  expect(back.text).toContain('アカウントの削除を取り消しました。')
})

test('ほかの端末をログアウトすると、その端末はログインの画面に戻る', async () => {
  const of = await holder('none')
  const other = browse(await harness.signIn(of.loginId))
  expect((await other.open('/mypage/user.html')).status).toBe(200)
  const page = await browse(of).open('/mypage/user/login.html')
  const ended = await page.press('ログアウトする（')
  expect(ended.text).toContain('ほかの端末では、もう一度ログインが必要です。')
  expect((await other.open('/mypage/user.html')).leadsTo).toContain('/auth/login')
  expect((await browse(of).open('/mypage/user/login.html')).status).toBe(200)
})

test('情報提供に同意し、撤回でき、記録が残る', async () => {
  const browser = browse(await holder('none'))
  const page = await browser.open('/mypage/optin.html')
  const agreed = await page.press('みのりポイントへの情報提供に同意する')
  expect(agreed.buttons).toContain('同意を撤回する')
  const withdrawn = await agreed.press('同意を撤回する')
  expect(withdrawn.buttons).toContain('みのりポイントへの情報提供に同意する')
})
