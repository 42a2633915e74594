import type { Duty } from '../tools/law/duty.ts'

/** What the repository has: the text of a file, and the titles of its tests; nothing of a file that is not there. */
export type Repository = {
  readonly textOf: (file: string) => string | undefined
  readonly titlesOf: (file: string) => readonly string[]
}

/** What is wrong with a duty on a day (`YYYY-MM-DD`): a place or a test that is not there, a review that is overdue. */
export function faultsOf(duty: Duty, repository: Repository, today: string): string[] {
  return [
    ...duty.code
      .filter((place) => !isThere(place, repository))
      .map((place) => `${place} is not there`),
    ...duty.tests
      .filter(([file, title]) => !repository.titlesOf(file).includes(title))
      .map(([file, title]) => `${file} has no test 「${title}」`),
    ...(duty.nextReview < today ? [`was to be reviewed by ${duty.nextReview}`] : []),
  ].map((fault) => `「${duty.duty}」 ${fault}`)
}

function isThere(place: string, { textOf }: Repository): boolean {
  const [file = '', name] = place.split('#')
  const text = textOf(file)
  if (text === undefined || name === undefined) return text !== undefined
  return new RegExp(String.raw`^export .*\b${name}\b`, 'm').test(text)
}
