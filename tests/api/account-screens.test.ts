import { describe, expect, test } from 'vitest'
import { tokyoDate } from '#domain/tokyo.ts'
import { makeMember } from './members.ts'
import { openPages } from './pages.ts'
import { setContract } from './rows.ts'
import { useHarness } from './use-harness.ts'

// Every screen of options, devices and the account, without script, for everybody it fits or refuses (docs/decisions/059).

const harness = await useHarness('2026-11-20T10:00:00+09:00')
const browse = await openPages(harness)

const voice = await makeMember(harness, { loginId: 'screens-voice' })
const data = await makeMember(harness, { loginId: 'screens-data', lines: [{ kind: 'data' }] })
const unpaid = await makeMember(harness, {
  loginId: 'screens-unpaid',
  lines: [{ status: 'suspended' }],
})
await setContract(harness, unpaid.contractId, { status: 'suspended', suspension_reason: 'unpaid' })
const ended = await makeMember(harness, { loginId: 'screens-ended', lines: [{ status: 'ended' }] })
await setContract(harness, ended.contractId, {
  status: 'terminated',
  ends_on: tokyoDate('2026-10-31'),
})
const account = await harness.signIn('screens-account')
const password = {
  ...(await makeMember(harness, { loginId: 'screens-password' })),
  ...(await harness.signIn('screens-password', harness.clock.now(), false)),
}

const people = { voice, data, unpaid, ended, account }
type Person = keyof typeof people
const who = ['voice', 'data', 'unpaid', 'ended', 'account'] as const satisfies readonly Person[]

/** What a screen offers to press, or the words with which it does not. */
type Expected = { readonly press: string } | { readonly says: string }
type Screen = { readonly path: string } & Readonly<Record<Person, Expected>>

const NO_CONTRACT = { says: 'このアカウントには、ご契約がまだありません' }
const SUSPENDED = { says: 'ご利用を停止しているため' }
const everybody = (expected: Expected): Record<Person, Expected> => ({
  voice: expected,
  data: expected,
  unpaid: expected,
  ended: expected,
  account: expected,
})

const option = (code: string, line = '') =>
  `option.html?step=confirm&intent=join&optionCode=${code}${line}`
const OF_LINE = '&lineId=L'

const ENDED = { says: 'ご契約は終了しています' }
const NOT_HERE = { says: '選ばれたお手続きは、いまはできません' }
const NO_COVER = { says: '保証している端末はありません' }
const CHOOSE_DEVICE = { says: '端末の一覧で、修理・交換を請求する端末を選ぶと' }
const UNVERIFIED = { says: '本人確認の記録はありません' }
const IN_USE = { says: 'ご契約中のため、アカウントを削除できません。' }

const screens: Readonly<Record<string, Screen>> = {
  オプションの一覧: {
    path: 'option.html',
    voice: { says: '申し込む：留守番電話' },
    data: { says: '通話のオプションは、音声通話SIMの回線でお使いいただけます。' },
    unpaid: SUSPENDED,
    ended: ENDED,
    account: NO_CONTRACT,
  },
  音声のオプションの申し込み: {
    path: option('voicemail', OF_LINE),
    voice: { press: 'この内容で申し込む' },
    data: { says: '音声通話SIMの回線だけで受け付けている手続きです。' },
    unpaid: SUSPENDED,
    ended: ENDED,
    account: NO_CONTRACT,
  },
  回線のオプションの申し込み: {
    path: option('security', OF_LINE),
    voice: { press: 'この内容で申し込む' },
    data: { press: 'この内容で申し込む' },
    unpaid: SUSPENDED,
    ended: ENDED,
    account: NO_CONTRACT,
  },
  契約のオプションの申し込み: {
    path: option('publicWifi'),
    voice: { press: 'この内容で申し込む' },
    data: { press: 'この内容で申し込む' },
    unpaid: SUSPENDED,
    ended: { says: 'ご契約が終了しているため、この手続きはできません。' },
    account: NO_CONTRACT,
  },
  ないオプションの解約: {
    path: option('security', OF_LINE).replace('join', 'leave'),
    voice: NOT_HERE,
    data: NOT_HERE,
    unpaid: NOT_HERE,
    ended: ENDED,
    account: NO_CONTRACT,
  },
  端末の一覧: {
    path: 'device.html',
    voice: NO_COVER,
    data: NO_COVER,
    unpaid: NO_COVER,
    ended: { says: 'ご契約が終了しているため、端末の保証は新しく始められません。' },
    account: NO_CONTRACT,
  },
  端末の登録: {
    path: 'device/register.html?lineId=L',
    voice: { says: 'このオプションは、ご利用中ではありません。' },
    data: { says: 'このオプションは、ご利用中ではありません。' },
    unpaid: SUSPENDED,
    ended: { says: '端末を登録できる回線はありません' },
    account: NO_CONTRACT,
  },
  修理の請求: {
    path: 'device/claim.html',
    voice: CHOOSE_DEVICE,
    data: CHOOSE_DEVICE,
    unpaid: CHOOSE_DEVICE,
    ended: CHOOSE_DEVICE,
    account: NO_CONTRACT,
  },
  お客さま情報: { path: 'user.html', ...everybody({ says: '変更する（氏名）' }) },
  氏名の変更: { path: 'user/edit.html?part=name', ...everybody({ press: '内容を確認する' }) },
  住所の変更: { path: 'user/edit.html?part=address', ...everybody({ press: '内容を確認する' }) },
  メールアドレスの変更: {
    path: 'user/edit.html?part=email',
    ...everybody({ press: '内容を確認する' }),
  },
  電話番号の変更: { path: 'user/edit.html?part=phone', ...everybody({ press: '内容を確認する' }) },
  本人確認済みの情報: {
    path: 'personal.html',
    ...everybody(UNVERIFIED),
    account: NO_CONTRACT,
  },
  持ち出し: { path: 'held.html', ...everybody({ press: 'ファイルを準備する' }) },
  アカウントの削除: {
    path: 'held.html',
    voice: IN_USE,
    data: IN_USE,
    unpaid: IN_USE,
    ended: { press: 'アカウントを削除する' },
    account: { press: 'アカウントを削除する' },
  },
  ログインの記録: { path: 'user/login.html', ...everybody({ says: 'この端末' }) },
  パスキー: {
    path: 'user/passkey.html',
    ...everybody({ says: '登録したパスキーは、まだありません' }),
  },
  パスキーの追加: {
    path: 'user/passkey/add.html',
    ...everybody({ press: 'パスキーを追加する' }),
  },
  パスキーのある端末をなくした: {
    path: 'user/passkey/lost.html',
    ...everybody({ says: '消すパスキーはありません' }),
  },
  ご本人の確認: {
    path: 'user/prove.html?proof=strong&back=%2Fmypage%2Ftop.html',
    ...everybody({ press: 'ICチップで確認する' }),
  },
  お知らせ: { path: 'notices.html', ...everybody({ says: 'お知らせ' }) },
  お知らせの設定: {
    path: 'notice/setting.html',
    ...everybody({ press: 'この内容で保存する' }),
  },
  ロック: {
    path: 'lock.html',
    ...everybody({ press: 'ロックする' }),
    ended: { says: 'ご契約が終了しているため' },
    account: NO_CONTRACT,
  },
  情報提供の同意: {
    path: 'optin.html',
    ...everybody({ press: 'みのりポイントへの情報提供に同意する' }),
  },
  ポイント連携: {
    path: 'point.html',
    ...everybody({ press: 'みのりポイントにログインして連携する' }),
  },
  お問い合わせ: { path: 'contact.html', ...everybody({ press: '送信する' }) },
  閲覧と代理の記録: { path: 'access.html', ...everybody({ says: '記録はありません' }) },
  アンケート: { path: 'enquete.html', ...everybody({ press: '回答を送る' }) },
}

const open = (name: Person, path: string) => {
  const person = people[name]
  const [lineId = 'line_00000000000000000000'] = 'lineIds' in person ? person.lineIds : []
  return browse(person).open(`/mypage/${path.replace('lineId=L', `lineId=${lineId}`)}`)
}

const cells = Object.entries(screens).flatMap(([name, screen]) =>
  who.map((person) => [name, person, screen.path, screen[person]] as const),
)

describe('どの画面も、使える方には手続きのボタンを、使えない方には理由を見せる', () => {
  test.each(cells)('%s：%s', async (_, person, path, expected) => {
    const page = await open(person, path)
    expect(page.status).toBe(expected === NO_CONTRACT ? 403 : 200)
    if ('press' in expected) {
      expect(page.buttons).toContain(expected.press)
      return
    }
    expect(`${page.heading} ${page.text}`).toContain(expected.says)
    expect(
      page.buttons.filter((name) => /申し込む$|登録する$|請求する$|ロックする$/.test(name)),
    ).toEqual([])
  })

  test.each(Object.entries(screens))(
    '%s：ログインしていない方は、ログインしてここに戻る',
    async (_, { path }) => {
      const login = new URL((await browse().open(`/mypage/${path}`)).leadsTo ?? '')
      expect([login.pathname, login.searchParams.get('back')]).toEqual([
        '/auth/login',
        `/mypage/${path}`,
      ])
    },
  )
})

describe('パスワードだけのログインでは', () => {
  test.each(['name', 'address', 'email', 'phone'])(
    '%sの変更は、入力の前に確認コードをお願いする',
    async (part) => {
      const page = await browse(password).open(`/mypage/user/edit.html?part=${part}`)
      expect(page.text).toContain('確認コードでのご本人の確認が必要です')
      expect(page.buttons).toEqual([])
      expect(page.links.find(({ text }) => text === '確認して続ける')?.href).toContain(
        '/auth/login',
      )
    },
  )

  test.each([
    ['held.html', 'ファイルを準備する'],
    ['point.html', 'みのりポイントにログインして連携する'],
  ])('%sの「%s」は、確認コードの画面へ進むだけで、何も始まらない', async (path, button) => {
    const page = await browse(password).open(`/mypage/${path}`)
    const sent = await page.press(button)
    const login = new URL(sent.leadsTo ?? '')
    expect([login.pathname, login.searchParams.get('back')?.split('?')[0]]).toEqual([
      '/auth/login',
      `/mypage/${path}`,
    ])
    const again = await browse(password).open(`/mypage/${path}`)
    expect(again.buttons).toContain(button)
  })
})
