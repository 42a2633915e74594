import { isTakenOver, orderedLines, type ApplicationLine } from '#domain/application/answers.ts'
import { ruleValue } from '#domain/catalogue/rules.ts'
import { formatDay } from '#backend/mail/japanese-date.ts'
import { formatVolume } from '#vocabulary/volume.ts'
import { kindLabels, simSizeLabels } from '#vocabulary/line.ts'
import type { Known } from './known.ts'
import { conditionsOf, type priceOf } from './prices.ts'

type Prices = ReturnType<typeof priceOf>

/** What 最終確認 says besides the prices (特定商取引法 第12条の6), and the fingerprint of all that is agreed to. */
export function conclusionOf({ answers, row }: Pick<Known, 'answers' | 'row'>, prices: Prices) {
  const lines = orderedLines(answers)
  const days = ruleValue('initialCancellationDays', prices.on)
  return {
    conditions: conditionsOf(prices, { answers, card: row.card_last4 }),
    facts: [
      {
        heading: '分量',
        body: `${prices.planName}のデータ容量を${lines.length}回線で使う契約です（${lines.map(lineWords).join('、')}）。契約期間の定めはなく、解約されるまで毎月続きます。${firstMonthWords(prices)}`,
      },
      {
        heading: '支払いの時期と方法',
        body: `ご登録のクレジットカードで、使った月の翌月${ruleValue('chargeDay', prices.on)}日にお支払いいただきます。最初の請求は${formatDay(prices.firstBills[0]?.chargeOn ?? prices.startsOn)}です。`,
      },
      {
        heading: '引き渡しの時期',
        body: handingOverWords(lines, prices),
      },
      {
        heading: '申し込みの期間',
        body: `お申し込みの受け付けに期限はありません。お申し込みのあと、${ruleValue('quoteValidDays', prices.on)}日以内に本人確認などが終わらないときは、お申し込みは取り消しになります（費用はかかりません）。料金が変わったときは、確認の画面であらためてお知らせします。`,
      },
      {
        heading: '撤回と解除',
        body: `${lines.some(isTakenOver) ? '回線が切り替わる前' : 'SIMを発送する前（eSIMはプロファイルができる前）'}までは、申し込み状況のページから料金なしで取り消せます。契約書面を受け取った日（利用開始日が遅いときはその日）から${days}日以内は、初期契約解除ができます。そのあとの解約もいつでもでき、解約金はかかりません。解約した月の月額料金は日割りになりません。`,
      },
    ],
  }
}

function handingOverWords(lines: readonly ApplicationLine[], { startsOn }: Prices): string {
  if (lines.some(isTakenOver))
    return `電話番号とSIMはいまのまま、${formatDay(startsOn)}の0時に回線の契約者が切り替わります。お届けするものはありません。`
  return lines.some(({ size }) => size !== 'esim')
    ? `SIMカードは${formatDay(startsOn)}ごろに届きます。電話番号を移すときは、届いたあとに切り替えます。`
    : 'eSIMのプロファイルは、受け付けのあと、準備ができしだいお渡しします。'
}

/** The first month gives less data than the name of the size says (電気通信事業法 第26条). */
function firstMonthWords({ startsOn, baseBytes, firstMonthBytes: first }: Prices): string {
  if (first === baseBytes) return ''
  return `${formatDay(startsOn)}に使い始めるとき、最初の月のデータ容量は日割りで${formatVolume(first, 'quota')}です。`
}

const lineWords = ({ kind, size }: ApplicationLine) =>
  [kind && kindLabels[kind], size && simSizeLabels[size]].filter(Boolean).join('・')
