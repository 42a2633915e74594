import { namesOf } from './state-words.ts'

/** What a visitor may depend on, by the name a screen prints. */
export const outageServices = {
  data: 'データ通信',
  voice: '音声通話',
  sms: 'SMS',
  mypage: 'マイページ',
  procedures: 'お申し込み・お手続き',
  payment: 'お支払い',
  talk: '通話アプリ',
} as const
export type OutageService = keyof typeof outageServices
export const outageServiceKeys = namesOf(outageServices)

export const outageKinds = ['outage', 'maintenance'] as const
export type OutageKind = (typeof outageKinds)[number]
export const outageKindLabels: Readonly<Record<OutageKind, string>> = {
  outage: '障害',
  maintenance: '工事・メンテナンス',
}

/** How much of the named services is left while it lasts. */
export const outageSeverities = ['degraded', 'outage'] as const
export type OutageSeverity = (typeof outageSeverities)[number]
export const outageSeverityLabels: Readonly<Record<OutageSeverity, string>> = {
  degraded: '使いにくい状態',
  outage: '使えない状態',
}

export const outageStates = ['planned', 'ongoing', 'resolved', 'cancelled'] as const
export type OutageState = (typeof outageStates)[number]
export const outageStateLabels: Readonly<
  Record<OutageKind, Readonly<Record<OutageState, string>>>
> = {
  outage: { planned: '予定', ongoing: '発生中', resolved: '復旧', cancelled: '取り消し' },
  maintenance: { planned: '予定', ongoing: '実施中', resolved: '終了', cancelled: '中止' },
}

/** What became of calls to 110, 118 and 119. */
export const emergencyCallLabels = {
  unknown: '影響があるかどうかを確かめています',
  unaffected: '影響はありません',
  degraded: 'つながりにくくなっています',
  stopped: 'つながりません',
  restored: 'つながるようになりました',
} as const
export type EmergencyCalls = keyof typeof emergencyCallLabels
export const emergencyCallStates = namesOf(emergencyCallLabels)

/** What else can be used while it lasts. */
export const otherWayLabels = {
  landline: '固定電話',
  publicPhone: '公衆電話',
  otherCarrier: 'ほかの携帯電話会社の電話',
  wifi: 'Wi-Fi',
  freeWifi: '災害のときの無料Wi-Fi「00000JAPAN」',
  roaming: 'JAPANローミング',
  disasterBoard: '災害用伝言板（web171）',
} as const
export type OtherWay = keyof typeof otherWayLabels
export const otherWays = namesOf(otherWayLabels)
