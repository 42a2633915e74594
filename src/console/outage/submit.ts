import { outageServiceKeys, otherWays } from '#vocabulary/outage.ts'
import { prefectures } from '#vocabulary/prefecture.ts'
import { textOf } from '#portal/mypage/flow/keys.ts'
import type { Outcome } from '#portal/mypage/flow/submit.ts'
import { consoleOutageApi } from '#protocol/console/outage.ts'
import { checkFirst } from '#console/parts/check-first.ts'
import { outagePlace } from '#console/shell/places.ts'

/** Each tick has a name of its own in the form, so that it is kept as the rest is; the wire wants one list. */
const lists = { services: outageServiceKeys, areas: prefectures, otherWays } as const

const moments = ['beginsAt', 'until', 'emergencySince', 'at'] as const

/** `2026-11-24T09:48`, as the browser's field has it: the time in Japan. */
const typedMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/u

function fill(form: FormData) {
  for (const [name, values] of Object.entries(lists)) {
    form.delete(name)
    for (const value of values) if (form.has(`${name}.${value}`)) form.append(name, value)
  }
  for (const name of moments) {
    const typed = textOf(form, name)
    if (typed === '') form.delete(name)
    else if (typedMoment.test(typed)) form.set(name, `${typed}:00+09:00`)
  }
}

const back =
  (done: string) =>
  ({ form }: Outcome<unknown>) =>
    `${outagePlace(textOf(form, 'incidentId'))}?done=${done}`

export const outageAction = checkFirst({
  update: { endpoint: consoleOutageApi.consoleOutageUpdatePost, fill, to: back('update') },
  close: { endpoint: consoleOutageApi.consoleOutageClosePost, fill, to: back('close') },
  reported: { endpoint: consoleOutageApi.consoleOutageReportedPost, fill, to: back('reported') },
})

/** What is new on the board leads to its own page. */
export const newOutageAction = checkFirst({
  open: {
    endpoint: consoleOutageApi.consoleOutageOpenPost,
    fill,
    to: ({ value }) => `${outagePlace(value.entry.incidentId)}?done=open`,
  },
})
