import { yenFigure, KeyFigures } from '#portal/mypage/flow/key-figures.tsx'
import { Review, type AtReview } from '#portal/mypage/flow/review.tsx'
import { formatVolume, formatYen } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { pages, withQuery } from '#vocabulary/pages.ts'
import type { AutoTopUpEstimate } from './load.ts'
import { thresholdWords } from './words.ts'

type AutoConfirmProps = AtReview & { readonly estimate: AutoTopUpEstimate }

/** 確認: the price of each purchase, the most it can cost in a month, and how it ends. */
export function AutoConfirm({ estimate, note, refused, keys }: AutoConfirmProps) {
  const { packId, name, priceYen, atBytes, timesAMonth, mostYen, limitYen, why } = estimate
  const answers = {
    packId,
    atBytes: String(atBytes),
    timesAMonth: String(timesAMonth),
  }
  return (
    <Review
      {...{ note, refused, why }}
      refusalTitle="いまは自動データチャージを設定できません"
      head={why.allowed && estimate.startsAtOnce ? <StartsAtOnce estimate={estimate} /> : null}
      stage={
        <KeyFigures
          what={`自動データチャージ ${name}`}
          figures={[yenFigure('1回', priceYen), yenFigure('1か月の最大', mostYen)]}
        />
      }
      facts={[
        ['いつ', thresholdWords(atBytes)],
        ['回数', `1か月に${timesAMonth}回まで。毎月1日に数え直します`],
        [
          '料金の上限',
          limitYen === undefined
            ? '決めていません'
            : `${formatYen(limitYen)}。通話とSMSを含めて、これを超えては購入しません`,
          { change: { href: `${pages.spending}#limit`, label: '料金の上限' } },
        ],
        ['お支払い', '購入した月のご利用分の請求に合算'],
        ['お知らせ', '購入するたびに、料金と残りの回数をメールでお送りします'],
        [
          'やめ方',
          'この画面からいつでも、1回押すだけでやめられます。料金が変わったときは購入しません',
        ],
      ]}
      form={{
        keys,
        conditions: `${Object.values(answers).join('.')}.${priceYen}`,
        values: { intent: 'auto', ...answers, priceYen: String(priceYen) },
        submitLabel: 'この内容で設定する',
        agreement: `${thresholdWords(atBytes)}に、1か月に${timesAMonth}回まで、確認なしで1回${formatYen(priceYen)}（税込）のデータチャージを購入することに同意します`,
        under: '設定だけでは料金はかかりません。購入したあとの取り消し・返金はできません。',
      }}
      back={{ href: withQuery(pages.spending, answers), label: '選び直す' }}
    />
  )
}

function StartsAtOnce({ estimate }: { readonly estimate: AutoTopUpEstimate }) {
  const { residualBytes, priceYen } = estimate
  return (
    <Notice tone="warning" title="設定すると、1時間以内に1回目を購入します">
      <p>
        {`いまの残りは${formatVolume(residualBytes, 'residual')}で、すでに選んだ量を下回っています。1回目の料金は${formatYen(priceYen)}（税込）です。`}
      </p>
    </Notice>
  )
}
