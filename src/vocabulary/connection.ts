import { namesOf } from './state-words.ts'

/**
 * What a program that a member lets in may be given (docs/decisions/119). Each operation of the wire declares at most one;
 * what declares none no program ever calls. What costs money or ends something has none.
 */
export const accessScopes = [
  'data:read',
  'usage:read',
  'lines:read',
  'contract:read',
  'bills:read',
  'calls:read',
  'data:switch',
  'orders:prepare',
] as const
export type AccessScope = (typeof accessScopes)[number]

type ScopeWords = {
  readonly label: string
  /** What the program sees or does by it, for the member who decides. */
  readonly detail: string
  /** It changes something. */
  readonly isWrite: boolean
  /** It can be given for some lines alone; else it shows the whole contract. */
  readonly isOfLine: boolean
  readonly warning?: string
}

export const scopeWords: Readonly<Record<AccessScope, ScopeWords>> = {
  'data:read': {
    label: 'データの残りを見る',
    detail: '高速データ通信の残りと期限、オン・オフ、回線の上限、販売中のデータチャージを見ます。',
    isWrite: false,
    isOfLine: true,
  },
  'usage:read': {
    label: '使った量を見る',
    detail: '日ごと・月ごとのデータ利用量と、通信の利用明細を見ます。',
    isWrite: false,
    isOfLine: true,
  },
  'lines:read': {
    label: '回線を見る',
    detail: '電話番号、SIMの種類、回線の名前と状態、いま申し込める手続きを見ます。',
    isWrite: false,
    isOfLine: true,
  },
  'contract:read': {
    label: 'ご契約と手続きを見る',
    detail:
      'ご契約の内容、手続きの状況、締め切り、手続きの見積もりを見ます。お名前とご住所は見ません。',
    isWrite: false,
    isOfLine: false,
  },
  'bills:read': {
    label: '請求を見る',
    detail: '請求の金額と内訳、支払いの状況、次の請求の見込みを見ます。カードの番号は見ません。',
    isWrite: false,
    isOfLine: false,
  },
  'calls:read': {
    label: '通話とSMSの明細を見る',
    detail: '通話とSMSの日時・長さ・料金を見ます。相手の電話番号は、末尾を隠して渡します。',
    isWrite: false,
    isOfLine: true,
    warning:
      'いつ、だれと話したかは、通信の秘密です。このプログラムを作った人に見られてもよいときだけ、選んでください。',
  },
  'data:switch': {
    label: '高速データ通信を切り替える',
    detail: '回線の高速データ通信をオン・オフします。料金はかかりません。',
    isWrite: true,
    isOfLine: true,
  },
  'orders:prepare': {
    label: '手続きの下書きを作る',
    detail:
      '手続きの下書きを作ります。申し込みは、お客さまがマイページで確認して押すまで、行われません。',
    isWrite: true,
    isOfLine: false,
  },
}

/** How a program got in: by a key that the member has copied, or as an app that the member has agreed to. */
export const connectionKinds = ['key', 'app'] as const
export type ConnectionKind = (typeof connectionKinds)[number]
export const connectionKindLabels: Readonly<Record<ConnectionKind, string>> = {
  key: 'アクセスキー',
  app: 'アプリの連携',
}

/** Days for which a key can be made; the longest is the most that anything lasts. */
export const keyDays = ['30', '90', '365'] as const
export const MOST_CONNECTION_DAYS = 365
/** Of one person at one contract. */
export const MOST_CONNECTIONS = 20

/** What a program can draft: procedures whose page takes what was chosen in its address. */
export const preparedProcedures = ['topUp', 'planSizeChange'] as const
export type PreparedProcedure = (typeof preparedProcedures)[number]
export const PREPARED_DAYS = 7
/** Of one contract. */
export const MOST_PREPARED = 10

/** Why a connection has ended. */
export const connectionEndWords = {
  member: 'お客さまが取り消しました',
  logins: 'ほかのログインを終わらせたときに、取り消しました',
  handover: '回線をゆずったときに、取り消しました',
  contract: 'ご契約・役割・契約者が変わったため、取り消しました',
  expired: '期限が過ぎました',
  app: 'アプリが連携を終えました',
  reuse: '盗まれたおそれがあるため、止めました',
  client: 'アプリの提供が終わりました',
} as const
export type ConnectionEnd = keyof typeof connectionEndWords
export const connectionEnds = namesOf(connectionEndWords)

/** Where programs call: the operations of the wire under a version of their own. */
export const OPEN_API_PATH = '/api/v1'
/** Where agents ask (Model Context Protocol). */
export const MCP_PATH = '/mcp'
/** Where a program reads who gives tokens for a place; the place's path follows (RFC 9728, 3.1). */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource'
/** Where an app sends the member's browser, and where it goes on after the decision. */
export const AUTHORIZE_PATH = '/oauth/authorize'
/** Minutes in which the member decides about an app. */
export const REQUEST_MINUTES = 30
/** The member's own machine, where a script gets its answer at any port (RFC 8252, 7.3). Programs that cannot choose say `localhost`. */
const ownMachine: readonly string[] = ['127.0.0.1', '[::1]', 'localhost']

/** Whether an address leads to the machine of who opens it, and says nothing that would not come back as it is. */
export function isLoopbackAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, hash, username, password } = new URL(text)
  const isPlain = hash === '' && username === '' && password === ''
  return isPlain && protocol === 'http:' && ownMachine.includes(hostname)
}

/** Where nothing else is named. */
export const OWN_APP_REDIRECT = 'http://127.0.0.1/callback'
/** Apps that a member can have registered for scripts of their own. */
export const MOST_OWN_APPS = 5
/** By which scanners of leaked secrets know a key; six characters at its end are its checksum. */
export const KEY_PREFIX = 'hbk_'
/** Printed on the pages for developers: everybody's key to the sample member, and to nothing else. */
export const SAMPLE_KEY = `${KEY_PREFIX}sandbox`
