import { pages } from '#vocabulary/pages.ts'
import { redirect } from 'react-router'
import { type What, reasonWordsIn, whatTitles } from '#portal/mypage/sim/change-choices.ts'
import { ChangeChoice } from '#portal/mypage/sim/change-choice.tsx'
import { ChangeInput } from '#portal/mypage/sim/change-input.tsx'
import { changeForm, simAnswers } from '#portal/mypage/sim/answers.ts'
import { changes, loadChange, whatOf } from '#portal/mypage/sim/load-change.ts'
import { actOnSim } from '#portal/mypage/sim/submit.ts'
import { isClosed } from '#portal/mypage/flow/is-closed.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { keysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { ProcedurePage } from '#portal/mypage/flow/procedure-page.tsx'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import type { Route } from './+types/change.ts'
import { hourOptions } from '#portal/mypage/shared/hour-options.ts'
import { queueOf, simFacts, simFigures, type SimEstimate } from '#portal/mypage/sim/sim-entries.ts'
import { inputAddress } from '#portal/mypage/flow/address.ts'
import { linesOf } from '#portal/mypage/flow/estimate.tsx'
import { EstimateReview } from '#portal/mypage/flow/estimate-review.tsx'
import type { AtReview } from '#portal/mypage/flow/review.tsx'
import { formatYen } from '#ui/format.ts'
import { Select } from '#ui/select.tsx'

type ConfirmProps = AtReview & {
  readonly what: What
  readonly estimate: SimEstimate
  readonly request: Readonly<Record<string, string>>
}

function ChangeConfirm({ what, estimate, request, ...at }: ConfirmProps) {
  const { keys } = at
  const { switchHours, oneOff } = estimate
  const { lineId, size, reason, kind, eid = '' } = request
  const reasonWords = reasonWordsIn(reason)
  const isKind = what === 'kind'
  return (
    <EstimateReview
      {...at}
      estimate={estimate}
      what={linesOf(estimate)}
      figures={simFigures(estimate)}
      facts={simFacts(estimate, eid, reasonWords === undefined ? [] : [['理由', reasonWords]])}
      {...queueOf(keys, {
        operation: isKind ? 'simKindChange' : 'simReissue',
        lineId,
        size,
        ...(isKind && { kind }),
      })}
      form={{
        values: { what, lineId, size, reason, kind, eid },
        submitLabel: `${formatYen(oneOff.totalYen)}で${isKind ? '種別変更を申し込む' : 'SIMの発行を申し込む'}`,
        agreement: isKind ? '電話番号が変わること、費用と日程を確認しました' : undefined,
        children:
          switchHours.length === 0 ? null : (
            <Select
              name="switchAt"
              label="切り替える日時"
              hint="あとからお手続き状況の画面でも選べます。"
              unchosen="準備ができてから決める"
              options={hourOptions(switchHours)}
            />
          ),
      }}
      back={{
        href: inputAddress(pages.simChange, {
          what,
          lineId,
          size,
          reason,
          kind,
          draft: keys.draft,
        }),
        label: '入力に戻る',
      }}
    />
  )
}

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { searchParams } = url
  const form = changeForm(searchParams.get('what') ?? '', searchParams.get('lineId') ?? '')
  const step = await loadChange(callOf(context), url, await simAnswers.read(request, form))
  return {
    keys: keysOf(context, url),
    isClosed: isNothingToBegin(step),
    ...step,
  }
}

/** The lock, a debt or another order of the line leaves nothing to choose. */
function isNothingToBegin(step: Awaited<ReturnType<typeof loadChange>>): boolean {
  if (step.step === 'choice')
    return step.lines.every(({ reissue, kind }) => isClosed(reissue) && isClosed(kind))
  return step.step === 'input' && isClosed(step.why)
}

export async function action(args: Route.ActionArgs) {
  const what = whatOf(textOf(await args.request.clone().formData(), 'what'))
  if (what === undefined) return redirect(args.url.pathname)
  const savedAs = (form: FormData) => changeForm(what, textOf(form, 'lineId'))
  return actOnSim(args, { ...changes[what], savedAs })
}

type Loaded = Route.ComponentProps['loaderData']

const CHOICE = 'SIMの変更・再発行'

function titlesOf(loaded: Loaded) {
  const name = 'what' in loaded ? whatTitles[loaded.what] : CHOICE
  const done = loaded.step === 'done' ? loaded.done.receipt.title : name
  return { input: name, confirm: `${name}の確認`, done: `${done}の受付` }
}

export function meta({ loaderData }: Route.MetaArgs) {
  const titles = loaderData && loaderData.step !== 'choice' ? titlesOf(loaderData) : undefined
  const step = loaderData?.step
  const title =
    step === 'input' || step === 'confirm' || step === 'done' ? titles?.[step] : undefined
  return pageMeta({ title: title ?? CHOICE, noindex: true })
}

export default function SimChange({ loaderData, actionData }: Route.ComponentProps) {
  const { step } = loaderData
  if (step === 'choice')
    return (
      <Frame title={CHOICE} way={[pages.contract]}>
        <ChangeChoice {...loaderData} />
      </Frame>
    )
  return (
    <ProcedurePage titles={titlesOf(loaderData)} loaded={loaderData} way={[pages.contract]}>
      {step === 'input' ? <ChangeInput {...loaderData} stayed={actionData} /> : null}
      {step === 'confirm' ? <ChangeConfirm {...loaderData} {...actionData} /> : null}
    </ProcedurePage>
  )
}
