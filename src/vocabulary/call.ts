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
