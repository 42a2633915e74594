import { describe, expect, test } from 'vitest'
import { failureIn } from '#protocol/envelope.ts'
import { api } from '#protocol/index.ts'
import { profileFieldLabels } from '#vocabulary/profile.ts'
import type { Page } from '../browser-without-script.ts'
import { codeAt } from './contact-codes.ts'
import { deviceDesk } from './devices.ts'
import { registered } from './profile-holders.ts'
import { setProfile } from './members.ts'
import { openPages } from './pages.ts'
import { codeOf } from './refusals.ts'

// What people and programs put into the forms of the account, of options and of devices: each answer is a sentence at the
// field and in the summary, everything typed is kept, and nothing is half done.

const desk = await deviceDesk()
const { harness } = desk
const browse = await openPages(harness)

const EMAIL = 'before@example.jp'
const PHONE = '09000001001'

async function member() {
  const of = await desk.registered({ joinedAt: '2025-11-21T09:00:00+09:00' })
  await setProfile(harness, of.accountId, { ...registered, email: EMAIL, phone: PHONE })
  return { ...of, browser: browse(of) }
}
type Member = Awaited<ReturnType<typeof member>>

type Form = {
  readonly open: (of: Member) => Promise<Page>
  readonly press: string
  /** What is right in every field. */
  readonly right: Readonly<Record<string, string>>
}

const edit = (part: string) => (of: Member) =>
  of.browser.open(`/mypage/user/edit.html?part=${part}`)

const openClaim = async (of: Member) =>
  (await of.browser.open('/mypage/device.html')).follow('修理・交換を請求する')
const damage = { cause: 'damage', happenedOn: '2026-11-20' }

const forms = {
  氏名: {
    open: edit('name'),
    press: '内容を確認する',
    right: { lastName: '田中', firstName: '花子', lastNameKana: 'タナカ', firstNameKana: 'ハナコ' },
  },
  住所: {
    open: edit('address'),
    press: '内容を確認する',
    right: { zipCode: '1540004', region: '東京都', locality: '世田谷区', street: '太子堂1-2-3' },
  },
  メールアドレス: {
    open: edit('email'),
    press: '内容を確認する',
    right: { email: 'after@example.jp' },
  },
  電話番号: { open: edit('phone'), press: '内容を確認する', right: { phone: '08012349999' } },
  確認コード: {
    async open(of: Member) {
      const confirm = await (
        await edit('email')(of)
      ).press('内容を確認する', {
        email: 'after@example.jp',
      })
      return confirm.press('この内容で申し込む')
    },
    press: 'コードを確認する',
    right: { 'code-oldEmail': '000000' },
  },
  転送先: {
    open: (of: Member) =>
      of.browser.open(
        `/mypage/option.html?intent=join&optionCode=forwarding&lineId=${of.lineIds[1]}`,
      ),
    press: '内容を確認する',
    right: { forwardTo: '0312345678' },
  },
  端末の登録: {
    open: (of: Member) =>
      of.browser.open(
        `/mypage/device/register.html?lineId=${of.lineId}&fromDeviceId=${of.deviceId}`,
      ),
    press: '内容を確認する',
    right: { imei: '', purchasedOn: '2026-01-10' },
  },
  修理の請求: {
    open: openClaim,
    press: '内容を確認する',
    right: damage,
  },
  修理の請求の確認: {
    open: async (of: Member) => (await openClaim(of)).press('内容を確認する', damage),
    press: '修理・交換を請求する',
    right: { story: '落として画面が割れました。', agreed: 'yes' },
  },
  アンケート: {
    open: (of: Member) => of.browser.open('/mypage/enquete.html'),
    press: '回答を送る',
    right: { 'q.wish': 'とくにありません。' },
  },
} satisfies Record<string, Form>

/** What is typed, and the sentence at its field. */
type Wrong = readonly [typed: string, sentence: string]

const NUL = 'a\0b'
const LONE = '\u{1F600}'.slice(0, 1)
const LONG = '1'.repeat(10_000)

const NOT_TAKEN = '使用できない文字が含まれています。入力し直してください。'
const KANA = '全角カタカナで入力してください。'
const TOO_LONG = (most: number) => `${most}文字以内で入力してください。`
const PHONE_DIGITS = '電話番号を10桁または11桁の数字で入力してください。'
const DATE = '日付を「2026-11-20」の形で入力してください。'
const MAIL = 'メールアドレスを「name@example.jp」の形で入力してください。'
const CODE = '届いた6桁の数字を入力してください。'
const IMEI = 'IMEIを15桁の数字で入力してください。端末の設定画面で確認できます。'

const words = (most: number): readonly Wrong[] => [
  [NUL, NOT_TAKEN],
  [LONE, NOT_TAKEN],
  ['山田\u202e太郎', NOT_TAKEN],
  ['😀', NOT_TAKEN],
  ['', '入力してください。'],
  [LONG, TOO_LONG(most)],
]
const only = (sentence: string, most = 64): readonly Wrong[] => [
  [NUL, sentence],
  [LONE, sentence],
  ['ﾀﾅｶ', sentence],
  ['𠮷野', sentence],
  [LONG, TOO_LONG(most)],
]

const wrong: Readonly<Record<keyof typeof forms, Readonly<Record<string, readonly Wrong[]>>>> = {
  氏名: {
    lastName: words(50),
    firstName: words(50),
    lastNameKana: [
      [NUL, KANA],
      [LONE, KANA],
      ['𠮷野', KANA],
      [LONG, TOO_LONG(50)],
    ],
    firstNameKana: [
      ['田中', KANA],
      ['tanaka', KANA],
      [LONG, TOO_LONG(50)],
    ],
  },
  住所: {
    zipCode: only('郵便番号を7桁の数字で入力してください。'),
    region: [['蝦夷国', '都道府県を選んでください。']],
    locality: words(60),
    street: words(120),
  },
  メールアドレス: { email: only(MAIL, 254) },
  電話番号: { phone: only(PHONE_DIGITS) },
  確認コード: { 'code-oldEmail': only(CODE) },
  転送先: {
    forwardTo: [...only(PHONE_DIGITS), ['0120000000', '国外の番号は、転送先に登録できません。']],
  },
  端末の登録: {
    imei: only(IMEI),
    purchasedOn: [
      ['2026-02-30', '存在しない日付です。入力し直してください。'],
      [NUL, DATE],
      [LONG, DATE],
    ],
  },
  修理の請求: {
    cause: [['theft', '故障か破損かを選んでください。']],
    happenedOn: [
      ['きのう', DATE],
      [NUL, DATE],
      [LONG, DATE],
    ],
  },
  修理の請求の確認: {
    story: [
      [NUL, NOT_TAKEN],
      ['', '詳しい状況を入力してください。'],
      [LONG, TOO_LONG(500)],
    ],
  },
  アンケート: {
    'q.wish': [
      [NUL, NOT_TAKEN],
      [LONG, TOO_LONG(1000)],
    ],
  },
}

/** A field's own words, for the summary. */
const labels: Readonly<Record<string, string>> = {
  ...profileFieldLabels,
  'code-oldEmail': 'いまのメールアドレス',
  forwardTo: '電話番号',
  imei: 'IMEI',
  purchasedOn: '購入した日',
  cause: '故障か破損か',
  happenedOn: '起きた日',
  story: '詳しい状況',
  'q.wish': 'ご要望',
}

const names = Object.keys(forms).filter((name): name is keyof typeof forms =>
  Object.hasOwn(forms, name),
)

describe('読めない値は、欄のそばとまとめの両方で、直し方とともに断り、打ったものは残る', () => {
  test.each(names)('%s', async (name) => {
    const of = await member()
    const form: Form = forms[name]
    const page = await form.open(of)
    const before = await ownerOf(of)
    for (const [field, tries] of Object.entries(wrong[name]))
      for (const [typed, sentence] of tries) {
        const answer = await page.press(form.press, { ...form.right, [field]: typed })
        const what = `${field} ${JSON.stringify(typed.slice(0, 20))}`
        expect([what, answer.heading], what).toEqual([what, page.heading])
        expect([what, answer.fieldErrors.length]).toEqual([what, 1])
        expect(answer.fieldErrors[0], what).toContain(sentence)
        const summary = answer.textsOf('error-summary').join()
        expect(summary, what).toContain(sentence)
        expect(summary, what).toContain(labels[field])
        for (const [other, right] of Object.entries(form.right))
          if (other !== field) expect(answer.valueOf(other), `${what}: ${other}`).toBe(right)
        // A page can hold neither a NUL nor half a character; of a choice nothing is chosen.
        if (/^[^\0\ud800-\udfff]+$/u.test(typed) && !['region', 'cause'].includes(field))
          expect(answer.valueOf(field).split(',')[0], what).toBe(typed)
      }
    expect(await ownerOf(of)).toEqual(before)
  })

  /** Everything these forms could have begun or changed. */
  async function ownerOf(of: Member) {
    const [profile, edit, orders, survey] = await Promise.all([
      of.call(api.userGet),
      of.call(api.userEditStatusGet),
      of.call(api.statusApplyStateGet),
      of.call(api.enqueteGet),
    ])
    const codes = edit.confirmations.map(({ which, confirmed, triesLeft }) => [
      which,
      confirmed,
      triesLeft,
    ])
    return { profile, state: edit.state, codes, orders, answered: survey.surveys[0]?.answeredAt }
  }
})

describe('読める値は、書き方が違っても受け取る', () => {
  const hyphens = [...'-‐‑‒–—―−－ーｰ']
  type Row = [name: keyof typeof forms, field: string, typed: string, taken: string]
  const rows: Row[] = [
    ['氏名', 'lastNameKana', 'ﾀｶﾊｼ', 'タカハシ'],
    ['氏名', 'lastNameKana', 'たかはし', 'タカハシ'],
    ['氏名', 'firstNameKana', 'ｼﾞｪｰﾝ', 'ジェーン'],
    ['氏名', 'firstNameKana', 'リ−サ', 'リーサ'],
    ['氏名', 'firstName', 'Ｊｏｈｎ', 'John'],
    ['氏名', 'lastName', '𠮷野', '𠮷野'],
    ['氏名', 'lastName', '髙﨑', '髙﨑'],
    ['氏名', 'lastName', '邉󠄀', '邉󠄀'],
    ['氏名', 'lastName', 'Nguyễn', 'Nguyễn'],
    ['氏名', 'lastName', '김', '김'],
    ...hyphens.map((hyphen): Row => [
      '住所',
      'street',
      `太子堂1${hyphen}2${hyphen}3`,
      '太子堂1-2-3',
    ]),
    ['住所', 'street', '太子堂１－２－３　コーポ桜２０３', '太子堂1-2-3 コーポ桜203'],
    ...hyphens.map((hyphen): Row => ['住所', 'zipCode', `154${hyphen}0004`, '154-0004']),
    ['住所', 'zipCode', '〒１５４－０００４', '154-0004'],
    ...hyphens.map((hyphen): Row => [
      '電話番号',
      'phone',
      `080${hyphen}1234${hyphen}9999`,
      '080-1234-9999',
    ]),
    ['メールアドレス', 'email', 'ａｆｔｅｒ＠example.jp', 'after@example.jp'],
  ]

  test.each(rows)('%s %s 「%s」', async (name, field, typed, taken) => {
    const form: Form = forms[name]
    const page = await form.open(await shared())
    const review = await page.press(form.press, { ...form.right, [field]: typed })
    expect(review.fieldErrors).toEqual([])
    expect(review.buttons).toContain('この内容で申し込む')
    expect(review.text).toContain(taken)
  })

  /** 確認 changes nothing: one member is enough for all of them. */
  let known: Promise<Member> | undefined
  const shared = () => (known ??= member())
})

test('確認コードを6回間違えると、残りの回数が減り、最後にいつ送り直せるかが出て、正しいコードでも通らない', async () => {
  const of = await member()
  let page = await forms.確認コード.open(of)
  const right = await codeAt(harness, EMAIL)
  const wrongCode = right === '000000' ? '000001' : '000000'
  for (let left = 5; left > 0; left -= 1) {
    page = await page.press('コードを確認する', { 'code-oldEmail': wrongCode })
    expect(page.fieldErrors.join()).toContain(`あと${left}回まで入力できます。`)
    expect(page.valueOf('code-oldEmail')).toBe(wrongCode)
  }
  page = await page.press('コードを確認する', { 'code-oldEmail': wrongCode })
  expect(page.text).toContain('届いたコードは使えなくなりました')
  expect(page.text).toContain('10:15')
  const body = { step: 'confirm', which: 'oldEmail', code: right } as const
  expect(await codeOf(of.call(api.userEditRegisterPost, { body }))).toBe('CODE_LOCKED')
  expect((await of.call(api.userGet)).email).toBe(EMAIL)
})

test('半分だけの文字は、画面を通らずに送られても断る', async () => {
  const of = await member()
  const lone = 'a\ud83d'
  const asked: [string, string, object][] = [
    ['POST', api.userEditRegisterPost.path, { step: 'submit', changes: { lastName: lone } }],
    ['POST', api.assuredDeviceClaimPost.path, { ...desk.requestOf(of), story: lone, agreed: true }],
    [
      'POST',
      api.enquetePost.path,
      { surveyId: 's', answers: [{ questionId: 'wish', values: [lone] }] },
    ],
  ]
  for (const [method, path, body] of asked) {
    const answer = await of.request(path, { method, body: JSON.stringify(body) })
    expect([path, answer.status, failureIn(await answer.json())?.code]).toEqual([
      path,
      400,
      'VALIDATION_FAILED',
    ])
  }
})
