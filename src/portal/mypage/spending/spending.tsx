import { procedureTitles } from '#portal/mypage/entrances.ts'
import { doneAddress } from '#portal/mypage/flow/address.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { freshKeysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { procedureMeta, ProcedurePage } from '#portal/mypage/flow/procedure-page.tsx'
import { actions, type Outcome } from '#portal/mypage/flow/submit.ts'
import { callOf } from '#portal/request.ts'
import { ownPath } from '#protocol/primitives.ts'
import { spendingApi } from '#protocol/spending.ts'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { AutoConfirm } from './auto-confirm.tsx'
import { loadSpending, type Saved } from './load.ts'
import { Overview } from './overview.tsx'
import type { Route } from './+types/spending.ts'
import { KeyFigures, yenFigure } from '#portal/mypage/flow/key-figures.tsx'
import type { Spending } from '#portal/mypage/shared/wire.ts'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { thresholdWords } from './words.ts'

/** 完了: what is set now; opened again after it was ended, it says so. */
function AutoDone({ spending: { autoTopUp } }: { readonly spending: Spending }) {
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
            ['チャージする量', name],
            ['いつ', thresholdWords(atBytes)],
            ['回数', `1か月に${timesAMonth}回まで`],
            ['設定した日時', formatDateTime(setAt)],
          ]}
        />
      </Card>
      <p className="small">
        同じ内容をメールとお知らせにもお送りしました。設定の画面から、いつでもやめられます。
      </p>
    </>
  )
}

export async function loader({ context, url }: Route.LoaderArgs) {
  return { keys: freshKeysOf(context), ...(await loadSpending(callOf(context), url)) }
}

const saved =
  (what: Saved) =>
  ({ form }: Outcome<unknown>) => {
    const back = ownPath.safeParse(textOf(form, 'back'))
    return withQuery(pages.spending, { saved: what, back: back.success ? back.data : undefined })
  }

/** `intent` says which of the settings the form is for; automatic top-up is set on 確認, where its price was shown. */
export const action = actions(
  {
    limit: { endpoint: spendingApi.spendingLimitPut, to: saved('limit') },
    limitEnd: { endpoint: spendingApi.spendingLimitDelete, to: saved('limitEnd') },
    autoEnd: { endpoint: spendingApi.autoTopUpDelete, to: saved('autoEnd') },
    auto: {
      endpoint: spendingApi.autoTopUpPut,
      to: ({ url }) => doneAddress(url.pathname, 'auto'),
      isConfirmed: true,
    },
  },
  'auto',
)

const titles = procedureTitles(pages.spending, {
  confirm: '自動データチャージの確認',
  done: '自動データチャージの設定',
})

export const meta = procedureMeta(titles)

export default function Spending({ loaderData, actionData }: Route.ComponentProps) {
  const { step } = loaderData
  // Settings of their own first; only what agrees to purchases is a procedure with steps.
  if (step === 'input')
    return (
      <Frame title={titles.input} way={[pages.billing]}>
        <Overview {...loaderData} {...actionData} />
      </Frame>
    )
  return (
    <ProcedurePage titles={titles} loaded={loaderData} way={[pages.billing]}>
      {step === 'confirm' ? <AutoConfirm {...loaderData} {...actionData} /> : null}
      {step === 'done' ? <AutoDone {...loaderData} /> : null}
    </ProcedurePage>
  )
}
