import { addMonths, toTokyoMonth, type TokyoMonth } from '#domain/tokyo.ts'
import type { openPages } from './pages.ts'
import type { Harness } from './harness.ts'

type Member = Awaited<ReturnType<Harness['signIn']>>

/** One moment of a member: the same session for the wire and for the screens. */
export type Moment = {
  readonly harness: Harness
  readonly member: Member
  readonly open: ReturnType<Awaited<ReturnType<typeof openPages>>>['open']
  readonly lastMonth: TokyoMonth
}

export type Source = {
  readonly where: string
  read: (at: Moment) => Promise<string | undefined>
}
/** A figure and every place that says it. */
export type Figures = Readonly<Record<string, readonly Source[]>>

type Pattern = RegExp | ((at: Moment) => RegExp)

/** The first group of the pattern, without the commas of thousands and without blanks before a unit. */
const foundIn = (text: string, pattern: Pattern, at: Moment) =>
  (pattern instanceof RegExp ? pattern : pattern(at))
    .exec(text)?.[1]
    ?.replaceAll(/[,\s\u00A0]/g, '')

/** What a screen or a CSV says. */
export const page = (
  path: string | ((at: Moment) => string | undefined | Promise<string | undefined>),
  pattern: Pattern,
): Source => ({
  where: typeof path === 'string' ? path : path.name,
  read: async (at) => {
    const asked = typeof path === 'string' ? path : await path(at)
    if (asked === undefined) return undefined
    const { text, html } = await at.open(asked)
    return foundIn(text === '' ? html : text, pattern, at)
  },
})

/** What a drawing of a screen says to those who do not see it. */
export const drawing = (path: string, pattern: RegExp): Source => ({
  where: `${path} (drawing)`,
  read: async (at) => foundIn((await at.open(path)).html, pattern, at),
})

/** What a paper or a mail says, where there is one. */
export const words = (
  where: string,
  read: (at: Moment) => Promise<string | undefined>,
  pattern: Pattern,
): Source => ({
  where,
  read: async (at) => {
    const text = await read(at)
    return text === undefined ? undefined : foundIn(text, pattern, at)
  },
})

export const wire = (
  where: string,
  read: (at: Moment) => Promise<number | string | undefined>,
): Source => ({
  where,
  read: async (at) => (await read(at))?.toString().replaceAll(/[,\s\u00A0]/g, ''),
})

/** Nothing owed, or lacking, is nothing said. */
export const aboveZero = (amount: number | undefined) => (amount === 0 ? undefined : amount)

export const monthWords = (month: TokyoMonth) =>
  `${month.slice(0, 4)}年${Number(month.slice(5))}月分`

/** What each place says of each figure at this moment; places that say nothing of it are left out. A screen is opened once. */
export async function readFigures(figures: Figures, given: Omit<Moment, 'lastMonth'>) {
  const lastMonth = addMonths(toTokyoMonth(given.harness.clock.now()), -1)
  const at: Moment = { ...given, lastMonth, open: eachOnce(given.open) }
  const readings: { figure: string; where: string; says: string }[] = []
  for (const [figure, sources] of Object.entries(figures))
    for (const { where, read } of sources) {
      const says = await read(at)
      if (says !== undefined) readings.push({ figure, where, says })
    }
  return readings
}

function eachOnce<Answer>(ask: (path: string) => Promise<Answer>) {
  const asked = new Map<string, Promise<Answer>>()
  return (path: string) => {
    const answer = asked.get(path) ?? ask(path)
    asked.set(path, answer)
    return answer
  }
}

/** The figures of which two places say different things. */
export const contradictionsIn = (readings: readonly { figure: string; says: string }[]) =>
  [...Map.groupBy(readings, ({ figure }) => figure).values()].filter(
    (same) => new Set(same.map(({ says }) => says)).size > 1,
  )
