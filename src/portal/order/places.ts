import { applicationSteps, isLineStep, type ApplicationStep } from '#vocabulary/application.ts'
import { orderPages } from '#vocabulary/site-pages.ts'

/** A step, of one line where it is asked once a line. */
export type Place = { readonly step: ApplicationStep; readonly line?: number | undefined }

/** What the fee simulator and the device check hand over; it goes on from step to step until it is asked. */
const carriedNames = ['sim', 'terminal', 'option'] as const

export const pathOf = ({ step, line }: Place) =>
  line === undefined ? `${orderPages.apply}/${step}` : `${orderPages.apply}/line/${line}/${step}`

/** The first question, with the note that what was begun is not known here. */
const NONE_FOUND = 'none'
export const noneFoundPath = `${pathOf({ step: 'plan' })}?note=${NONE_FOUND}`
export const isNoneFound = (query: URLSearchParams) => query.get('note') === NONE_FOUND

export const isSamePlace = (one: Place, other: Place) =>
  one.step === other.step && one.line === other.line

/** `plan`, `line/2/sim`; undefined where there is no such step. */
export function placeIn(path: string): Place | undefined {
  const [, line, name] = /^(?:line\/([1-3])\/)?([a-z]+)$/.exec(path) ?? []
  const step = applicationSteps.find((one) => one === name)
  if (step === undefined || isLineStep(step) !== (line !== undefined)) return undefined
  return line === undefined ? { step } : { step, line: Number(line) }
}

/** The step with what was handed over at the beginning. */
export function onTo(place: Place, { searchParams }: URL): string {
  const carried = carriedNames.flatMap((name) =>
    searchParams.getAll(name).map((value): [string, string] => [name, value]),
  )
  const query = new URLSearchParams(carried)
  return query.size === 0 ? pathOf(place) : `${pathOf(place)}?${query}`
}

/** Sent and not at its end: nothing more is asked, and it can be looked at. Of what is over a browser knows no more. */
const underWay: readonly string[] = ['submitted', 'in_review', 'accepted']
export const isUnderWay = (state: string) => underWay.includes(state)
