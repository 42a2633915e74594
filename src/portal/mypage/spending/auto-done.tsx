import { KeyFigures, yenFigure } from '#portal/mypage/flow/key-figures.tsx'
import type { Spending } from '#portal/mypage/shared/wire.ts'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { pages } from '#vocabulary/pages.ts'
import { thresholdWords } from './words.ts'

/** 完了: what is set now; opened again after it was ended, it says so. */
export function AutoDone({ spending: { autoTopUp } }: { readonly spending: Spending }) {
  return (
    <>
      {autoTopUp === null ? (
        <Notice title="自動データチャージは、いまは設定されていません">
          <p>データが減っても、自動では購入しません。</p>
        </Notice>
      ) : (
        <Set auto={autoTopUp} />
      )}
      <ButtonRow>
        <ButtonLink href={pages.spending}>設定の画面に戻る</ButtonLink>
        <ButtonLink kind="plain" href={pages.top}>
          マイページに戻る
        </ButtonLink>
      </ButtonRow>
    </>
  )
}

function Set({ auto }: { readonly auto: NonNullable<Spending['autoTopUp']> }) {
  const { name, priceYen, atBytes, timesAMonth, mostYen, setAt } = auto
  return (
    <>
      <KeyFigures
        what={<span role="status">自動データチャージを設定しました</span>}
        figures={[yenFigure('1回', priceYen), yenFigure('1か月の最大', mostYen)]}
      />
      <Card className="card review__facts">
        <h2>設定の控え</h2>
        <SummaryList
          entries={[
            { term: 'チャージする量', value: name },
            { term: 'いつ', value: thresholdWords(atBytes) },
            { term: '回数', value: `1か月に${timesAMonth}回まで` },
            { term: '設定した日時', value: formatDateTime(setAt) },
          ]}
        />
      </Card>
      <p className="small">
        同じ内容をメールとお知らせにもお送りしました。設定の画面から、いつでもやめられます。
      </p>
    </>
  )
}
