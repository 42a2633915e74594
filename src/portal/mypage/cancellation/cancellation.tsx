import { procedureTitles } from '#portal/mypage/entrances.ts'
import { pages } from '#vocabulary/pages.ts'
import { CancelConfirm, CancelUndo } from '#portal/mypage/cancellation/confirm.tsx'
import { CancelInput, leavingOf } from '#portal/mypage/cancellation/input.tsx'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { ProcedurePage, procedureMeta } from '#portal/mypage/flow/procedure-page.tsx'
import { orderAction } from '#portal/mypage/flow/submit.ts'
import { callOf } from '#portal/request.ts'
import { cancellationApi, cancellationChoice } from '#protocol/cancellation.ts'
import type { Route } from './+types/cancellation.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { loadDone } from '#portal/mypage/flow/load-done.ts'
import { loadQueued } from '#portal/mypage/flow/load-queued.ts'
import { loadSteps, review, type Errors } from '#portal/mypage/flow/load-steps.ts'
import { contractApi } from '#protocol/contract.ts'
import type { Call } from '#protocol/http.ts'

const openStates: ReadonlySet<string> = new Set(['queued', 'reserved', 'awaiting_succession'])

/** Three screens at most: choose, confirm, done. Fee and last day are on the first. */
function loadCancel(call: Call, url: URL) {
  const readBookings = () => ask(url, call(cancellationApi.statusCancelStateGet))
  return loadSteps(url, {
    async input(errors: Errors) {
      const [contract, whole, { bookings }, status, queued] = await Promise.all([
        ask(url, call(contractApi.contractGet)),
        ask(url, call(cancellationApi.simCancelPaymentGet)),
        readBookings(),
        ask(url, call(contractApi.contractChangeStatusGet)),
        loadQueued(call, url, ['contractCancel', 'lineCancel']),
      ])
      const whyOf = (operation: string, lineId?: string) =>
        status.operations.find((one) => one.operation === operation && one.lineId === lineId)
      return {
        whole,
        whyContract: whyOf('contractCancel'),
        isInitial: whyOf('initialCancel')?.allowed ?? false,
        lines: contract.lines
          .filter((line) => line.status !== 'ended')
          .map((line) => ({ ...line, why: whyOf('lineCancel', line.lineId) })),
        queued,
        bookings: bookings.filter(({ state }) => openStates.has(state)),
        chosen: {
          scope: url.searchParams.get('scope') ?? undefined,
          lineIds: url.searchParams.getAll('lineId'),
        },
        errors,
      }
    },
    async confirm() {
      const [reviewed, { asOf }] = await Promise.all([
        review(url, cancellationChoice, ({ scope, lineId }) =>
          call(cancellationApi.simCancelPaymentGet, { query: scope === 'lines' ? { lineId } : {} }),
        ),
        readBookings(),
      ])
      if ('missing' in reviewed) return reviewed
      const { scope, lineId = [] } = reviewed.answers
      return { estimate: reviewed.estimate, lineIds: scope === 'lines' ? lineId : [], asOf }
    },
    async undo(orderNo: string) {
      const { bookings, asOf } = await readBookings()
      return { booking: bookings.find((booking) => booking.orderNo === orderNo), asOf }
    },
    done: (orderNo: string) => loadDone(call, url, orderNo),
  })
}

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const loaded = await loadCancel(callOf(context), url)
  const isClosed = loaded.step === 'input' && isShut(loaded)
  return { keys: keysOf(context, url), isClosed, ...loaded }
}

export const action = orderAction({
  order: cancellationApi.simCancelReservePost,
  undo: cancellationApi.simCancelResetPost,
})

const titles = procedureTitles(pages.cancellation, {
  confirm: '解約の確認',
  undo: '解約予約の取り消し',
  done: '解約の受付',
})

export const meta = procedureMeta(titles)

function isShut(loaded: Parameters<typeof leavingOf>[0]) {
  const { canAll, canSome } = leavingOf(loaded)
  return !canAll && !canSome
}

export default function Cancel({ loaderData, actionData }: Route.ComponentProps) {
  const { step } = loaderData
  return (
    <ProcedurePage titles={titles} loaded={loaderData} way={[pages.contract]}>
      {step === 'input' ? <CancelInput {...loaderData} /> : null}
      {step === 'confirm' ? <CancelConfirm {...loaderData} {...actionData} /> : null}
      {step === 'undo' ? <CancelUndo {...loaderData} {...actionData} /> : null}
    </ProcedurePage>
  )
}
