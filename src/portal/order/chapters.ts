import { isSamePlace, type Place } from './places.ts'
import type { StepState } from './wire.ts'

/** What one thinks of as one thing: the steps of a line are one chapter, every other step is one of its own. */
export type Chapter = {
  readonly name: string
  readonly steps: readonly StepState[]
  readonly isDone: boolean
}

const nameOf = ({ line, label }: StepState) => (line === undefined ? label : `${line}回線目`)

export function chaptersOf(steps: readonly StepState[]): Chapter[] {
  const byName = Map.groupBy(steps, nameOf)
  return [...byName].map(([name, own]) => ({
    name,
    steps: own,
    isDone: own.every(({ done }) => done),
  }))
}

export type Progress = {
  readonly chapters: readonly Chapter[]
  /** The chapter one is in, counted from 0. */
  readonly current: number
  readonly label: string
  readonly previous: Place | undefined
}

export function progressOf(steps: readonly StepState[], place: Place): Progress {
  const chapters = chaptersOf(steps)
  const at = steps.findIndex((one) => isSamePlace(one, place))
  const isHere = ({ steps: own }: Chapter) => own.some((one) => isSamePlace(one, place))
  return {
    chapters,
    current: Math.max(0, chapters.findIndex(isHere)),
    label: steps[at]?.label ?? '',
    previous: steps[at - 1],
  }
}
