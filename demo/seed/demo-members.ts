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

export const demoMembers: readonly DemoMember[] = [
  {
    loginId: 'sato',
    name: '佐藤 美咲',
    kana: 'サトウ ミサキ',
    mvnoMember: true,
    what: '音声1回線',
  },
  {
    loginId: 'suzuki',
    name: '鈴木 健一',
    kana: 'スズキ ケンイチ',
    mvnoMember: true,
    what: 'シェアコース3回線',
  },
  {
    loginId: 'takahashi',
    name: '髙橋 徹',
    kana: 'タカハシ トオル',
    mvnoMember: true,
    what: '未払いで利用停止中',
  },
  {
    loginId: 'tanaka',
    name: '田中 由紀',
    kana: 'タナカ ユキ',
    mvnoMember: true,
    what: 'SIMの手続き中',
  },
  {
    loginId: 'ito',
    name: '伊藤 直樹',
    kana: 'イトウ ナオキ',
    mvnoMember: true,
    what: '解約を予約済み',
  },
  {
    loginId: 'kobayashi',
    name: '小林 結衣',
    kana: 'コバヤシ ユイ',
    mvnoMember: true,
    what: '契約したばかり（初期契約解除の期間中）',
  },
  {
    loginId: 'nakamura',
    name: '中村 悠斗',
    kana: 'ナカムラ ユウト',
    mvnoMember: true,
    what: '申し込んだばかり（SIMの準備中）',
  },
  {
    loginId: 'misaki',
    name: '佐藤 実咲',
    kana: 'サトウ ミサキ',
    mvnoMember: false,
    what: 'お申し込みの審査中（契約なし）',
  },
  {
    loginId: 'watanabe',
    name: '渡辺 葵',
    kana: 'ワタナベ アオイ',
    mvnoMember: false,
    what: `${brand.account}のみ（契約なし）`,
  },
  {
    loginId: 'okada',
    name: '岡田 恵',
    kana: 'オカダ メグミ',
    mvnoMember: false,
    what: `${brand.account}のみ（契約なし）`,
  },
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
