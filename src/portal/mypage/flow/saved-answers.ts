import { createCookie, redirect } from 'react-router'
import { inputAddress } from '#portal/mypage/flow/address.ts'
import { antiForgery } from '#protocol/conventions.ts'
import { typedIn } from '#protocol/form.ts'
import { mypage } from '#vocabulary/pages.ts'

export type SavedAnswers = Readonly<Record<string, string>>

type Keeping = {
  readonly cookie: string
  /** The answers that are in no address, history or log: numbers of a member's device or of somebody else. */
  readonly unseen: readonly string[]
}

/**
 * Carries what 入力 was answered to 確認 and back. The unseen answers go this way only. The others are here too, so
 * that the browser's own way back finds them. It is the member's own browser that keeps them, for ten minutes; the API
 * checks them as anything typed.
 */
export function keepAnswersIn({ cookie: name, unseen }: Keeping) {
  // Of all of my page: with script the answers are asked for at `<page>.data`, which a cookie of `<page>` is not sent to
  // (RFC 6265, 5.1.4).
  const cookie = createCookie(name, { path: mypage, httpOnly: true, sameSite: 'lax', maxAge: 600 })

  async function headersOf(value: SavedAnswers | '', origin: string): Promise<HeadersInit> {
    const secure = origin.startsWith('https:')
    const gone = value === '' ? { maxAge: 0 } : {}
    return { 'Set-Cookie': await cookie.serialize(value, { secure, ...gone }) }
  }

  /** @returns headers of the answer that leads on to 確認. `form` says which form was answered. */
  const keep = (form: string, answers: SavedAnswers, origin: string) =>
    headersOf({ ...answers, form }, origin)

  return {
    keep,

    /** @returns headers of the answer after which nothing is left to go back to. */
    forget: (origin: string) => headersOf('', origin),

    /** What this form was answered; nothing where another one was last. */
    async read(request: Request, form: string): Promise<SavedAnswers> {
      const value: unknown = await cookie.parse(request.headers.get('cookie'))
      if (!isRecord(value) || value['form'] !== form) return {}
      const answers = Object.entries(value).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      )
      return Object.fromEntries(answers)
    },

    /** The answers that 確認 is opened with: those of its address, and the unseen ones, which are in none. */
    confirmed({ searchParams }: URL, saved: SavedAnswers): URLSearchParams {
      const given = new URLSearchParams(searchParams)
      for (const one of unseen) given.delete(one)
      for (const one of unseen) if (saved[one] !== undefined) given.set(one, saved[one])
      return given
    },

    /** The end of a posted 入力: on to 確認, which says beside its field what is amiss. */
    async onToConfirm(url: URL, posted: FormData, form: string, origin: string) {
      const { intent: _, [antiForgery.field]: __, draft, ...answers } = typedIn(posted)
      const shown = Object.entries(answers).filter(([field]) => !unseen.includes(field))
      const address = { step: 'confirm', draft, ...Object.fromEntries(shown) }
      const headers = await keep(form, answers, origin)
      return redirect(inputAddress(url.pathname, address), { headers })
    },
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The answers of the address; where it has none, those that were kept. */
export function answersIn({ searchParams }: URL, saved: SavedAnswers): SavedAnswers {
  return { ...saved, ...Object.fromEntries(searchParams) }
}
