import { brand } from '#brand'
import { lineTerms } from '#backend/sim/public.ts'
import { identifiedWords } from '#domain/identity/duty.ts'
import type { TokyoDate } from '#domain/tokyo.ts'

/** What is explained before a contract (電気通信事業法 第26条): of the version in force of the terms, as for a further line. */
export const applicationTerms = {
  version: lineTerms.version,
  title: '重要事項説明',
  revisedOn: lineTerms.revisedOn,
  path: '/agreement/mobile_info.html',
}

/** The points that are explained, as of a day. */
export const applicationSummary = (on: TokyoDate) => [
  {
    heading: 'サービスと提供する会社',
    body: `${brand.service}は、${brand.company}が提供するMVNOの携帯電話サービスです。通信の速度は保証していません。混み合う時間帯は遅くなります。`,
  },
  {
    heading: '契約の単位',
    body: 'ご契約はお一人につき1契約で、回線は3回線までです。2回線以上にできるのは、シェアできるデータ容量だけです。',
  },
  {
    heading: '料金',
    body: '申し込みのときに、SIM1枚ごとにSIM発行手数料とSIM準備料がかかります。最初の月の月額料金とデータ容量は、開通した日からの日割りです。',
  },
  {
    heading: 'お支払い',
    body: '料金は月末で締め、翌月7日にご登録のカードへ請求します。お支払いが確認できないときは、ご利用を停止することがあります。',
  },
  {
    heading: '緊急通報と通話',
    body: '110番、118番、119番にかけられるのは、音声通話SIMの回線だけです。',
  },
  {
    heading: '本人確認とフィルタリング',
    body: `${identifiedWords(on)}には、法律により本人確認が必要です。18歳未満の方が使う回線では、法律により有害な情報を含むサイトへの接続を止めるフィルタリングに加入します。`,
  },
  {
    heading: '取り消し',
    body: '発送する前（eSIMはプロファイルができる前）までは、料金なしで取り消せます。',
  },
  {
    heading: '初期契約解除と解約',
    body: '契約書面を受け取った日（利用開始日が遅いときはその日）を1日目と数えて8日以内は、初期契約解除ができます。解約はいつでもでき、解約金はかかりません。解約した月の月額料金は日割りになりません。',
  },
]
