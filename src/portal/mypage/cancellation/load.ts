import { ask } from '#portal/mypage/flow/attempt.ts'
import { loadDone } from '#portal/mypage/flow/load-done.ts'
import { loadQueued } from '#portal/mypage/flow/load-queued.ts'
import { loadSteps, review, type Errors } from '#portal/mypage/flow/load-steps.ts'
import { cancellationApi, cancellationChoice } from '#protocol/cancellation.ts'
import { contractApi } from '#protocol/contract.ts'
import type { Call } from '#protocol/http.ts'

/** Three screens at most: choose, confirm, done. Fee and last day are on the first. */
export function loadCancel(call: Call, url: URL) {
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
        lines: contract.lines
          .filter((line) => line.status !== 'ended')
          .map((line) => ({ ...line, why: whyOf('lineCancel', line.lineId) })),
        queued,
        bookings: bookings.filter(({ state }) => state === 'queued' || state === 'reserved'),
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
