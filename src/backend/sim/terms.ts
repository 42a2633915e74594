import { brand } from '#brand'
import { identifiedWords } from '#domain/identity/duty.ts'
import type { TokyoDate } from '#domain/tokyo.ts'

/** The terms that hold for a further line; the same version and date as their page says (a test compares them). */
export const lineTerms = {
  version: '4.4',
  title: '通信サービス契約約款',
  revisedOn: '2026-11-22',
  path: '/agreement/mobile.html',
} as const

/** The points that must be understood before agreeing. */
export const lineSummary = (on: TokyoDate) => [
  {
    heading: '契約の単位',
    body: `${brand.service}の契約はお一人につき1契約で、回線は3回線まで追加できます。追加した回線の料金も、いまのご契約のカードに請求します。`,
  },
  {
    heading: '料金',
    body: '申し込みのときにSIM発行手数料とSIM準備料が、利用開始の月から回線ごとの基本料金がかかります。',
  },
  {
    heading: '本人確認',
    body: `${identifiedWords(on)}の追加には、法律により本人確認が必要です。14日以内に済まないときは、申し込みを取り消します。`,
  },
  {
    heading: '取り消し',
    body: '発送する前（eSIMはプロファイルができる前）までは、料金なしで取り消せます。',
  },
  {
    heading: '初期契約解除と解約',
    body: '追加した回線も、解約金なしでいつでも解約できます。初期契約解除の条件は、契約書面に記載します。',
  },
  {
    heading: '通信の速度',
    body: '通信の速度は保証していません。緊急通報ができるのは音声通話SIMの回線だけです。',
  },
]
