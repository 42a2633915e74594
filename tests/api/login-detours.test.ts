import { expect, test } from 'vitest'
import { hashSecret } from '#backend/db/ids.ts'
import { hrefOfLine } from '#portal/mypage/shared/line-words.ts'
import { api } from '#protocol/index.ts'
import { successionPages } from '#vocabulary/site-pages.ts'
import { holder } from './applicants.ts'
import { openHeir, theDeceased } from './heirs.ts'
import { openPages } from './pages.ts'
import { makeMember } from './members.ts'
import { codeOf } from './refusals.ts'
import { useApplicants } from './use-applicants.ts'

// A login that runs out on a page that is none of my page: what was typed and pressed goes on after the next one (decision 081).

const harness = await useApplicants()
const browse = await openPages(harness)

const typed = {
  lastNameKana: 'タカハシ',
  firstNameKana: 'ハナコ',
  birth: '19500401',
  diedOn: '20261101',
  relation: 'child',
  wish: 'take_over',
}

const wait = (minutes: number) => harness.clock.set(harness.clock.now().add({ minutes }).toString())

/** An heir at a browser that the account knows, with a way to log in there anew. */
async function atBrowser(loginId: string) {
  const first = await harness.signIn(loginId, harness.clock.now(), true, { secret: undefined })
  const device = { secret: first.device?.secret }
  const again = () => harness.signIn(loginId, harness.clock.now(), true, device)
  return { first, again, visitor: browse(first) }
}

const backOf = (leadsTo: string | undefined) =>
  new URL(leadsTo ?? '', 'http://localhost:3000').searchParams.get('back') ?? ''

test('承継：入力の途中でログインが切れても、ログインすると、入力した内容がすべてあり、そのまま続く', async () => {
  const deceased = await theDeceased(harness, 'login-detour')
  const { again, visitor } = await atBrowser('heir-of-detour')
  const form = await visitor.open(successionPages.contract)
  wait(31)
  const asked = await form.press('確認して進む', { phone: deceased.number, ...typed })
  expect(asked.leadsTo).toContain('/auth/login')
  const back = backOf(asked.leadsTo)
  expect(back).toBe('/order/succession/contract?press=1')
  const heir = await again()
  const here = await browse(heir).open(back)
  expect(here.text).toContain('ログインできました')
  expect(['phone', 'firstNameKana', 'birth', 'relation', 'wish'].map(here.valueOf)).toEqual(
    // Once in the form that is seen, and once in the one that goes on.
    [deceased.number, 'ハナコ', '1950-04-01', 'child', 'take_over'].map((one) => `${one},${one}`),
  )
  const listed = await here.press('お手続きを続ける')
  expect(listed.url.pathname).toBe(successionPages.apply)
  const { deceased: saved } = await heir.call(api.successionGet)
  expect([saved?.phone, saved?.birth]).toEqual([deceased.number, '1950-04-01'])
})

test('承継：続きで断られたときは、理由と、入力した内容が同じ画面に残る', async () => {
  const { again, visitor } = await atBrowser('heir-of-nobody')
  const form = await visitor.open(successionPages.contract)
  wait(31)
  const asked = await form.press('確認して進む', { phone: '09000009999', ...typed })
  const here = await browse(await again()).open(backOf(asked.leadsTo))
  const refused = await here.press('お手続きを続ける')
  expect(refused.text).toContain('合うご契約が見つかりませんでした')
  expect([refused.valueOf('phone'), refused.valueOf('diedOn')]).toEqual([
    '09000009999',
    '2026-11-01',
  ])
})

/** Presses a button without the login. @returns what it comes to after the next one */
async function pressLate(
  again: Awaited<ReturnType<typeof atBrowser>>['again'],
  path: string,
  button: string,
  answers = {},
) {
  const form = await browse(await again()).open(path)
  wait(31)
  const asked = await form.press(button, answers)
  expect(backOf(asked.leadsTo), button).toBe(`${path}?press=1`)
  const here = await browse(await again()).open(`${path}?press=1`)
  return here.press('お手続きを続ける')
}

test('承継：どのボタンも、ログインが切れていれば、ログインしたあとに続く', async () => {
  const deceased = await theDeceased(harness, 'every-button')
  const { again } = await atBrowser('heir-of-buttons')
  const { saveContract } = await openHeir(harness, 'heir-of-buttons')
  await saveContract(deceased.number)
  const { heir, apply } = successionPages

  const saved = await pressLate(again, heir, '保存して進む', { ...holder, birth: '19900412' })
  expect([saved.url.pathname, saved.text.includes('森 葵様')]).toEqual([apply, true])
  const reader = await pressLate(again, apply, '本人確認を始める')
  expect(reader.leadsTo).toContain('/read/')
  const card = await pressLate(again, apply, 'カードを登録する')
  expect(card.leadsTo).toContain('state=')

  const stateNow = async () => (await (await again()).call(api.successionGet)).state
  await pressLate(again, apply, '削除する')
  expect(await stateNow()).toBe('none')
})

test('承継：申し込みと取り下げも、ログインが切れていれば、ログインしたあとに続く', async () => {
  const deceased = await theDeceased(harness, 'last-buttons')
  const { again } = await atBrowser('heir-of-last-buttons')
  await (await openHeir(harness, 'heir-of-last-buttons')).answerAll(deceased.number)
  const stateNow = async () => (await (await again()).call(api.successionGet)).state
  await pressLate(again, successionPages.confirm, 'この内容で申し込む', { agreed: 'yes' })
  expect(await stateNow()).toBe('submitted')
  await pressLate(again, successionPages.apply, '取り下げる')
  expect(await stateNow()).toBe('withdrawn')
})

test('ほかの端末、ほかの方、30分を過ぎたログイン、ログアウトしたあとには、預かった内容を渡さない', async () => {
  const { first, again, visitor } = await atBrowser('heir-alone')
  const form = await visitor.open(successionPages.contract)
  wait(31)
  await form.press('確認して進む', { phone: '09000009998', ...typed })
  const found = async ({ call }: Pick<typeof first, 'call'>) =>
    (await call(api.proofPressGet)).press
  const elsewhere = await harness.signIn('heir-alone', harness.clock.now(), true, {
    secret: undefined,
  })
  expect(await found(elsewhere)).toBeUndefined()
  const other = await harness.signIn('heir-other', harness.clock.now(), true, {
    secret: first.device?.secret,
  })
  expect(await found(other)).toBeUndefined()
  const own = await again()
  expect((await found(own))?.path).toBe(successionPages.contract)
  wait(31)
  expect(await found(await again())).toBeUndefined()
})

test('マイページ：ログインが切れたあとに送った内容は、ログインしたあとも残り、押すまでは何も行わない', async () => {
  const { lineIds } = await makeMember(harness, { loginId: 'late-nickname' })
  const { visitor, again } = await atBrowser('late-nickname')
  const path = hrefOfLine(lineIds[0] ?? '')
  const form = await visitor.open(path)
  wait(31)
  expect(form.text).toContain('ログインは、30分操作がないときと12時間で終わります。')
  const asked = await form.press('名前を保存する', { nickname: '母のスマホ' })
  expect(backOf(asked.leadsTo)).toBe(`${path}?press=1`)
  const owner = await again()
  const here = await browse(owner).open(backOf(asked.leadsTo))
  expect(here.text).toContain('先ほどの操作は、まだ行っていません')
  const nickname = async () => (await owner.call(api.contractGet)).lines[0]?.nickname
  expect(await nickname()).not.toBe('母のスマホ')
  await here.press('お手続きを続ける')
  expect(await nickname()).toBe('母のスマホ')
})

test('ログアウトしたブラウザーの内容と、手続きのない画面の内容は預からない', async () => {
  const press = { path: successionPages.contract, fields: [{ name: 'phone', value: '090' }] }
  const { again } = await atBrowser('heir-logged-out')
  const left = await again()
  expect(await left.call(api.loginPressPost, { body: press })).toEqual({ kept: false })
  const { sessions } = harness.services
  await sessions.close(harness.database.db, hashSecret(left.secret), harness.clock.now())
  expect(await left.call(api.loginPressPost, { body: press })).toEqual({ kept: false })
  const path = '/talk/index.html'
  expect(await codeOf(left.call(api.loginPressPost, { body: { ...press, path } }))).toBe(
    'VALIDATION_FAILED',
  )
})
