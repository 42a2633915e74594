import { pages } from '#vocabulary/pages.ts'
import { procedureTitles } from '#portal/mypage/entrances.ts'
import { PortOutInput } from '#portal/mypage/port-out/input.tsx'
import { ReservationNumber } from '#portal/mypage/port-out/number.tsx'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { ProcedurePage, procedureMeta } from '#portal/mypage/flow/procedure-page.tsx'
import { orderAction } from '#portal/mypage/flow/submit.ts'
import { callOf } from '#portal/request.ts'
import { portOutApi } from '#protocol/port-out.ts'
import type { Route } from './+types/port-out.ts'
import { formatTotal } from '#ui/format.ts'
import { Charges } from '#portal/mypage/flow/charges.tsx'
import { debtEntry, instalmentsEntry } from '#portal/mypage/flow/debt.ts'
import { estimateFacts, linesOf, Losses } from '#portal/mypage/flow/estimate.tsx'
import { dayFigure, yenFigure } from '#portal/mypage/flow/key-figures.tsx'
import { EstimateReview } from '#portal/mypage/flow/estimate-review.tsx'
import type { AtReview } from '#portal/mypage/flow/review.tsx'
import { dayOfEstimate } from '#portal/mypage/flow/wording.ts'
import type { Result } from '#protocol/endpoint.ts'
import { ask, attempt } from '#portal/mypage/flow/attempt.ts'
import { loadDone } from '#portal/mypage/flow/load-done.ts'
import { loadSteps, review, type Errors } from '#portal/mypage/flow/load-steps.ts'
import type { Call } from '#protocol/http.ts'

function loadPortOut(call: Call, url: URL) {
  const readLines = () => ask(url, call(portOutApi.portOutPossibleListGet))
  return loadSteps(url, {
    async input(errors: Errors) {
      const { lines } = await readLines()
      return { lines, terms: await loadTerms(call, url, lines), errors }
    },
    async confirm() {
      const [reviewed, { asOf }] = await Promise.all([
        review(url, portOutApi.portOutPaymentGet, (query) =>
          call(portOutApi.portOutPaymentGet, { query }),
        ),
        readLines(),
      ])
      if ('missing' in reviewed) return reviewed
      return { payment: reviewed.estimate, lineId: reviewed.answers.lineId, asOf }
    },
    /** 完了 is the number itself, read anew at each reload: it appears here as soon as it has been issued. */
    async done(requestNo: string) {
      const [done, { lines, asOf }] = await Promise.all([
        loadDone(call, url, requestNo),
        readLines(),
      ])
      const found = lines.find(({ request }) => request?.requestNo === requestNo)
      return { ...done, request: found?.request, asOf }
    },
  })
}

/** Fee and validity are on the first page already, as the API gives them for a line that may go. */
async function loadTerms(
  call: Call,
  url: URL,
  lines: readonly { allowed: boolean; line: { lineId: string } }[],
) {
  const possible = lines.find(({ allowed }) => allowed)
  if (possible === undefined) return undefined
  const query = { lineId: possible.line.lineId }
  const answer = await attempt(url, call(portOutApi.portOutPaymentGet, { query }))
  if ('refused' in answer) return undefined
  const { feeYen, validDays } = answer.value
  return { feeYen, validDays }
}

type ConfirmProps = AtReview & {
  readonly payment: Result<typeof portOutApi.portOutPaymentGet>
  readonly lineId: string
}

function PortOutConfirm({ payment, lineId, ...at }: ConfirmProps) {
  const { consequences, finalBill, validDays, effectiveAt, effectiveOn } = payment
  return (
    <EstimateReview
      {...at}
      estimate={payment}
      isMonthlyShown={false}
      what={linesOf(payment)}
      figures={[
        yenFigure('転出の手数料', payment.feeYen),
        dayFigure(dayOfEstimate(payment.operation), effectiveAt ?? effectiveOn),
      ]}
      facts={[
        ['MNP予約番号の有効期間', `発行日を含めて${validDays}日間`],
        debtEntry(payment.isUnpaid, payment.unpaidYen),
        ...instalmentsEntry(payment.remainingInstalmentsYen, '転出後'),
        ['転出した月の請求（いま分かっている分）', formatTotal(finalBill)],
        ...estimateFacts(payment, { isMonthlyShown: false }),
      ]}
      queueing={{ keys: at.keys, request: { operation: 'portOut', lineId } }}
      losses={<Losses title="転出すると使えなくなるもの" sentences={consequences} />}
      form={{
        values: { lineId },
        submitLabel: 'MNP予約番号の発行を申し込む',
        agreement: '費用と、使えなくなるものを確認しました',
      }}
      back={{ href: pages.portOut, label: '回線を選び直す' }}
    >
      <Charges title="転出した月の請求の内訳" totals={finalBill} />
    </EstimateReview>
  )
}

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const loaded = await loadPortOut(callOf(context), url)
  const isClosed = loaded.step === 'input' && !loaded.lines.some(({ allowed }) => allowed)
  return { keys: keysOf(context, url), isClosed, ...loaded }
}

export const action = orderAction({ order: portOutApi.portOutIssuanceRequestPost })

const titles = procedureTitles(pages.portOut, { done: 'MNP予約番号' })

export const meta = procedureMeta(titles)

export default function PortOut({ loaderData, actionData }: Route.ComponentProps) {
  const { step } = loaderData
  return (
    <ProcedurePage titles={titles} loaded={loaderData}>
      {step === 'input' ? <PortOutInput {...loaderData} /> : null}
      {step === 'confirm' ? <PortOutConfirm {...loaderData} {...actionData} /> : null}
      {step === 'done' && loaderData.request !== undefined ? (
        <ReservationNumber request={loaderData.request} />
      ) : null}
    </ProcedurePage>
  )
}
