import { folders } from '#vocabulary/pages.ts'
import { createCookie } from 'react-router'

/**
 * Carries what 入力 was answered to 確認 and back. The EID goes this way only: the number of a member's device is in
 * no address, history or log. The other answers are here too, so that the browser's own way back finds them. It is the
 * member's own browser that keeps them, for ten minutes; the API checks them as anything typed.
 */
const cookie = createCookie('sim_answers', {
  path: folders.sim,
  httpOnly: true,
  sameSite: 'lax',
  maxAge: 600,
})

export type Kept = Readonly<Record<string, string>>

/** Which form was answered: those of another procedure or line are not its answers. */
export const addForm = 'add'
export const changeForm = (what: string, lineId: string) => `${what}.${lineId}`

/** What this form was answered; nothing where another one was last. */
export async function keptAnswers(request: Request, form: string): Promise<Kept> {
  const value: unknown = await cookie.parse(request.headers.get('cookie'))
  if (!isRecord(value) || value['form'] !== form) return {}
  const answers = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(answers)
}

/** Headers of the answer that leads on to 確認. */
export async function keepAnswers(form: string, answers: Kept, origin: string) {
  return headersOf({ ...answers, form }, origin)
}

/** Headers of the answer after which nothing is left to go back to. */
export async function forgetAnswers(origin: string) {
  return headersOf('', origin)
}

async function headersOf(value: Kept | '', origin: string): Promise<HeadersInit> {
  const secure = origin.startsWith('https:')
  const gone = value === '' ? { maxAge: 0 } : {}
  return { 'Set-Cookie': await cookie.serialize(value, { secure, ...gone }) }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The answers of the address; where it has none, those that were kept. */
export function answersIn({ searchParams }: URL, kept: Kept): Kept {
  return { ...kept, ...Object.fromEntries(searchParams) }
}

/** The answers that 確認 is opened with: those of its address, and the EID, which is in none. */
export function confirmedAnswers({ searchParams }: URL, kept: Kept): URLSearchParams {
  const given = new URLSearchParams(searchParams)
  if (kept['eid'] !== undefined) given.set('eid', kept['eid'])
  return given
}
