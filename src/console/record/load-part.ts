import type { RecordPart } from '#vocabulary/console.ts'
import type { Attempted } from '#portal/mypage/flow/attempt.ts'
import { send } from '#portal/mypage/flow/submit.ts'
import { recordApi } from '#protocol/console/record.ts'
import type { Endpoint, Result } from '#protocol/endpoint.ts'
import type { Sendable } from '#protocol/form.ts'
import type { Call } from '#protocol/http.ts'

/** Which operation reads which part; each notes it in the member's chain before it answers. */
const endpoints = {
  summary: recordApi.consoleSummaryGet,
  lines: recordApi.consoleLinesGet,
  orders: recordApi.consoleOrdersGet,
  billing: recordApi.consoleBillingGet,
  data: recordApi.consoleDataGet,
  contact: recordApi.consoleContactGet,
  device: recordApi.consoleDeviceGet,
  record: recordApi.consoleRecordGet,
  calls: recordApi.consoleCallsGet,
  dailyUse: recordApi.consoleDailyUseGet,
  seenDevice: recordApi.consoleSeenDeviceGet,
} satisfies Record<RecordPart, Endpoint>

export type ValueOf<Part extends RecordPart> = Result<(typeof endpoints)[Part]>

/** A part by its name, with what it shows. */
export type ShownPart = {
  [Part in RecordPart]: { readonly part: Part; readonly value: ValueOf<Part> }
}[RecordPart]

const named = async <Part extends RecordPart>(
  part: Part,
  asked: Promise<Attempted<ValueOf<Part>>>,
): Promise<Attempted<{ readonly part: Part; readonly value: ValueOf<Part> }>> => {
  const answer = await asked
  return 'refused' in answer ? answer : { value: { part, value: answer.value } }
}

/**
 * Reads one part.
 * @param asked the grant, and what the page's address says of the part: where a list goes on, which line and days.
 */
export function loadPart(
  call: Call,
  url: URL,
  part: RecordPart,
  asked: FormData,
): Promise<Attempted<ShownPart>> {
  const read = <Value>(endpoint: Sendable<Value>) => send(call, url, endpoint, asked)
  switch (part) {
    case 'summary':
      return named(part, read(endpoints.summary))
    case 'lines':
      return named(part, read(endpoints.lines))
    case 'orders':
      return named(part, read(endpoints.orders))
    case 'billing':
      return named(part, read(endpoints.billing))
    case 'data':
      return named(part, read(endpoints.data))
    case 'contact':
      return named(part, read(endpoints.contact))
    case 'device':
      return named(part, read(endpoints.device))
    case 'record':
      return named(part, read(endpoints.record))
    case 'calls':
      return named(part, read(endpoints.calls))
    case 'dailyUse':
      return named(part, read(endpoints.dailyUse))
    case 'seenDevice':
      return named(part, read(endpoints.seenDevice))
  }
}
