import { brand } from '#brand'

/** The demo's people (ours); the stand-in knows their logins, the seed gives them contracts. */
export const DEMO_PASSWORD = 'hibiki-demo'

/** What lies in the browser that the demo's people have used until now: from any other one, a login is from a new device. */
export const DEMO_DEVICE = 'the-browser-that-the-people-of-the-demo-have-used-until-now'

export type DemoMember = {
  loginId: string
  name: string
  kana: string
  mvnoMember: boolean
  /** Printed after the start. */
  what: string
}

const person =
  (mvnoMember: boolean) =>
  (loginId: string, name: string, kana: string, what: string): DemoMember => ({
    loginId,
    name,
    kana,
    mvnoMember,
    what,
  })
const member = person(true)
const account = person(false)

export const demoMembers: readonly DemoMember[] = [
  member('sato', '佐藤 美咲', 'サトウ ミサキ', '音声1回線'),
  member('suzuki', '鈴木 健一', 'スズキ ケンイチ', 'シェアコース3回線'),
  member('takahashi', '髙橋 徹', 'タカハシ トオル', '未払いで利用停止中'),
  member('tanaka', '田中 由紀', 'タナカ ユキ', 'SIMの手続き中'),
  member(
    'ito',
    '伊藤 直樹',
    'イトウ ナオキ',
    '解約を予約済み、スマホにアプリ・プッシュ通知・パスキー・ウィジェット',
  ),
  member('kobayashi', '小林 結衣', 'コバヤシ ユイ', '契約したばかり（初期契約解除の期間中）'),
  member('nakamura', '中村 悠斗', 'ナカムラ ユウト', '申し込んだばかり（SIMの準備中）'),
  account('misaki', '佐藤 実咲', 'サトウ ミサキ', 'お申し込みの審査中（契約なし）'),
  account('watanabe', '渡辺 葵', 'ワタナベ アオイ', `${brand.account}のみ（契約なし）`),
  account('okada', '岡田 恵', 'オカダ メグミ', `${brand.account}のみ（契約なし）`),
]

export function subjectOf(loginId: string) {
  return `demo-${loginId}`
}

export function mailOf(loginId: string) {
  return `${loginId}@example.jp`
}

/** The member's id at the points partner. */
export function partnerIdOf(loginId: string) {
  return `minori-${loginId}`
}
