import { procedureTitles } from '#portal/mypage/entrances.ts'
import { pages } from '#vocabulary/pages.ts'
import { answersIn, type SavedAnswers } from '#portal/mypage/flow/saved-answers.ts'
import { addForm, simAnswers } from '#portal/mypage/sim/answers.ts'
import { actOnSim, eidErrorIn, forSize } from '#portal/mypage/sim/submit.ts'
import { isClosed } from '#portal/mypage/flow/is-closed.ts'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { ProcedurePage, procedureMeta } from '#portal/mypage/flow/procedure-page.tsx'
import { callOf } from '#portal/request.ts'
import { simApi } from '#protocol/sim.ts'
import type { Route } from './+types/add.ts'
import { queueOf, simFacts, simFigures, type SimEstimate } from '#portal/mypage/sim/sim-entries.ts'
import { inputAddress } from '#portal/mypage/flow/address.ts'
import { Fold } from '#portal/mypage/flow/fold.tsx'
import { EstimateReview } from '#portal/mypage/flow/estimate-review.tsx'
import type { AtReview } from '#portal/mypage/flow/review.tsx'
import { formatDate, formatYen } from '#ui/format.ts'
import { TapLink } from '#ui/text-link.tsx'
import type { Result } from '#protocol/endpoint.ts'
import { AddInput } from '#portal/mypage/sim/add-input.tsx'
import { kinds } from '#portal/fields/sim-choices.ts'
import { pricesOf } from '#portal/mypage/sim/prices.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { loadDone } from '#portal/mypage/flow/load-done.ts'
import { loadSteps, missing, review, type Errors } from '#portal/mypage/flow/load-steps.ts'
import { sentencesFor, typedIn } from '#protocol/form.ts'
import { contractApi } from '#protocol/contract.ts'
import type { Call } from '#protocol/http.ts'

const addAsked = ['kind', 'size', 'eid', 'nickname']

function loadAdd(call: Call, url: URL, saved: SavedAnswers) {
  const readStatus = () => ask(url, call(contractApi.contractChangeStatusGet))
  return loadSteps(url, {
    async input(errors: Errors) {
      const [{ operations }, prices] = await Promise.all([
        readStatus(),
        pricesOf(url, kinds, (kind, size) => call(simApi.simAddCostGet, { query: { kind, size } })),
      ])
      const why = operations.find(({ operation }) => operation === 'simAdd')
      return {
        why,
        prices,
        typed: answersIn(url, saved),
        errors: { ...eidErrorIn(url), ...errors },
      }
    },
    async confirm() {
      const given = forSize(simAnswers.confirmed(url, saved))
      const fields = sentencesFor(simApi.simAddPost.body, given, addAsked)
      if (Object.keys(fields).length > 0) return missing(fields)
      const [reviewed, terms, { asOf }] = await Promise.all([
        review(url, simApi.simAddCostGet, (query) => call(simApi.simAddCostGet, { query })),
        ask(url, call(simApi.simAddContractGet)),
        readStatus(),
      ])
      if ('missing' in reviewed) return reviewed
      return { estimate: reviewed.estimate, terms, request: typedIn(given), asOf }
    },
    done: (orderNo: string) => loadDone(call, url, orderNo),
  })
}

type ConfirmProps = AtReview & {
  readonly estimate: SimEstimate
  readonly terms: Result<typeof simApi.simAddContractGet>
  readonly request: Readonly<Record<string, string>>
}

function AddConfirm({ estimate, terms, request, ...at }: ConfirmProps) {
  const { keys } = at
  const { kind, size, nickname = '', eid = '' } = request
  return (
    <EstimateReview
      {...at}
      estimate={estimate}
      what={nickname === '' ? '新しい回線' : `新しい回線（${nickname}）`}
      figures={simFigures(estimate)}
      facts={simFacts(estimate, eid, [], true)}
      {...queueOf(keys, { operation: 'simAdd', kind, size })}
      terms={
        <Fold title={terms.title} hint={`${formatDate(terms.revisedOn)}改定`}>
          {terms.summary.map(({ heading, body }) => (
            <div key={heading}>
              <h3>{heading}</h3>
              <p>{body}</p>
            </div>
          ))}
          <TapLink href={terms.path} external>
            規約の全文を読む
          </TapLink>
        </Fold>
      }
      form={{
        values: { kind, size, nickname, eid, termsVersion: terms.version },
        submitLabel: `${formatYen(estimate.oneOff.totalYen)}でSIMの追加を申し込む`,
        agreement: '費用と規約を確認し、同意します',
      }}
      back={{
        href: inputAddress(pages.simAdd, { kind, size, nickname, draft: keys.draft }),
        label: '入力に戻る',
      }}
    />
  )
}

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const step = await loadAdd(callOf(context), url, await simAnswers.read(request, addForm))
  return {
    keys: keysOf(context, url),
    isClosed: step.step === 'input' && isClosed(step.why),
    ...step,
  }
}

export const action = (args: Route.ActionArgs) =>
  actOnSim(args, { order: simApi.simAddPost, asked: addAsked, savedAs: () => addForm })

const titles = procedureTitles(pages.simAdd, {})

export const meta = procedureMeta(titles)

export default function SimAdd({ loaderData, actionData }: Route.ComponentProps) {
  const { step } = loaderData
  return (
    <ProcedurePage titles={titles} loaded={loaderData} way={[pages.contract]}>
      {step === 'input' ? <AddInput {...loaderData} stayed={actionData} /> : null}
      {step === 'confirm' ? <AddConfirm {...loaderData} {...actionData} /> : null}
    </ProcedurePage>
  )
}
