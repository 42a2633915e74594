import { procedureTitles } from '#portal/mypage/entrances.ts'
import { pages } from '#vocabulary/pages.ts'
import {
  InitialCancelInput,
  type Right,
  clockEntries,
  madeOf,
} from '#portal/mypage/cancellation/initial-input.tsx'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { loadDone } from '#portal/mypage/flow/load-done.ts'
import { loadSteps } from '#portal/mypage/flow/load-steps.ts'
import { ProcedurePage, procedureMeta } from '#portal/mypage/flow/procedure-page.tsx'
import { orderAction } from '#portal/mypage/flow/submit.ts'
import { callOf } from '#portal/request.ts'
import { cancellationApi } from '#protocol/cancellation.ts'
import type { Route } from './+types/initial.ts'
import { KeepNumberBefore } from '#portal/mypage/cancellation/keep-number.tsx'
import { Charges } from '#portal/mypage/flow/charges.tsx'
import { linesOf, Losses } from '#portal/mypage/flow/estimate.tsx'
import { dayFigure, KeyFigures, owedFigure } from '#portal/mypage/flow/key-figures.tsx'
import { Review, type AtReview } from '#portal/mypage/flow/review.tsx'

type ConfirmProps = AtReview & {
  readonly right: Right
}

function InitialCancelConfirm({ right, note, refused, keys }: ConfirmProps) {
  const { owed, consequences, conditions, asOf } = right
  return (
    <Review
      {...{ note, refused }}
      why={right}
      refusalTitle="初期契約解除は申し出られません"
      stage={
        <KeyFigures
          what={`ご契約のすべて（${linesOf(right)}）`}
          figures={[
            owedFigure('お支払いいただく金額', owed.totalYen),
            dayFigure('契約の終了日', asOf.slice(0, 10)),
          ]}
        />
      }
      facts={[
        ['解約金', 'かかりません'],
        ['金額に含むもの', madeOf(right)],
        ['効力', '送信した時点で解除されます。取り消しはできません。'],
        ...clockEntries(right),
      ]}
      read={
        <>
          <Losses title="解除すると使えなくなるもの" sentences={consequences} />
          <KeepNumberBefore />
        </>
      }
      form={{
        keys,
        conditions,
        values: {},
        submitLabel: '初期契約解除を申し出る',
        kind: 'danger',
        agreement: '支払う金額と、使えなくなるものを確認しました',
      }}
      back={{ href: pages.initialCancel, label: '解除せずに戻る' }}
    >
      <Charges title="お支払いいただく金額の内訳" totals={owed} />
    </Review>
  )
}

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const call = callOf(context)
  const read = async () => {
    const right = await ask(url, call(cancellationApi.statusInitialCancelGet))
    return { right, asOf: right.asOf }
  }
  const step = await loadSteps(url, {
    input: read,
    confirm: read,
    done: (orderNo: string) => loadDone(call, url, orderNo),
  })
  const isClosed = step.step === 'input' && !step.right.allowed
  return { keys: keysOf(context, url), isClosed, ...step }
}

export const action = orderAction({ order: cancellationApi.statusInitialCancelPost })

const titles = procedureTitles(pages.initialCancel, {})

export const meta = procedureMeta(titles)

export default function InitialCancel({ loaderData, actionData }: Route.ComponentProps) {
  const { step } = loaderData
  return (
    <ProcedurePage titles={titles} loaded={loaderData} way={[pages.contract]}>
      {step === 'input' ? <InitialCancelInput {...loaderData} /> : null}
      {step === 'confirm' ? <InitialCancelConfirm {...loaderData} {...actionData} /> : null}
    </ProcedurePage>
  )
}
