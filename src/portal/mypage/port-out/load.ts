import { ask, attempt } from '#portal/mypage/flow/attempt.ts'
import { loadDone } from '#portal/mypage/flow/load-done.ts'
import { loadSteps, review, type Errors } from '#portal/mypage/flow/load-steps.ts'
import type { Call } from '#protocol/http.ts'
import { portOutApi } from '#protocol/port-out.ts'

export function loadPortOut(call: Call, url: URL) {
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
