/** How a call or message is charged. */
export const callKinds = ['voice', 'talk', 'voiceAbroad', 'sms', 'smsAbroad'] as const
export type CallKind = (typeof callKinds)[number]

export const callKindLabels: Readonly<Record<CallKind, string>> = {
  voice: '通話',
  talk: '通話（専用アプリ）',
  voiceAbroad: '通話（海外）',
  sms: 'SMS',
  smsAbroad: 'SMS（海外）',
}

/** Whether 10分かけ放題 made a call free, or why not. */
export const flatRates = ['applied', 'notJoined', 'excludedNumber', 'otherTariff'] as const
export type FlatRate = (typeof flatRates)[number]

export const flatRateWords: Readonly<Record<FlatRate, string>> = {
  applied: '10分かけ放題により、最初の600秒は無料です。',
  notJoined: '通話を始めたとき、10分かけ放題に加入していません。',
  excludedNumber: '0570・0180・3桁の番号への通話は、10分かけ放題の対象外です。',
  otherTariff: '10分かけ放題の対象になる国内通話ではありません。',
}
