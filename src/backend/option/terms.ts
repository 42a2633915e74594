import type { OptionCode } from '#vocabulary/option.ts'

export type OptionTerms = {
  readonly version: string
  readonly title: string
  readonly path: string
}

const voice: OptionTerms = {
  version: '2.3',
  title: '音声オプション利用規約（留守番電話・10分かけ放題）',
  path: '/agreement/voicemail.html',
}
const security: OptionTerms = {
  version: '2.1',
  title: 'セキュリティ・リモートサポート利用規約',
  path: '/agreement/security.html',
}

/** The terms in force that a member agrees to on joining; the same version as their page says (a test compares them). */
export const optionTerms: Readonly<Record<OptionCode, OptionTerms>> = {
  tenMinuteCalls: voice,
  voicemail: voice,
  callWaiting: voice,
  forwarding: voice,
  internationalCallStop: voice,
  deviceCover: {
    version: '1.2',
    title: 'つながる端末保証 利用規約',
    path: '/agreement/tsunagaru.html',
  },
  security,
  remoteSupport: security,
  filtering: security,
  magazines: {
    version: '1.3',
    title: 'タブホ利用規約（雑誌読み放題）',
    path: '/terms/tabuho.html',
  },
  publicWifi: { version: '1.3', title: '公衆Wi-Fi利用規約', path: '/agreement/wifi.html' },
}
