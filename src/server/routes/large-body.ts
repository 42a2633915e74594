import { MOST_BYTES } from '#domain/device/photograph.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import { pages } from '#vocabulary/pages.ts'
import { successionPages } from '#vocabulary/site-pages.ts'
import type { LargeBody } from '../edge/body-gate.ts'
import type { Foundation } from '../foundation.ts'
import type { Cookies } from '../session/cookies.ts'

/** What a form adds to the file in it. */
const AROUND_THE_FILE = 20_000

/** Where files are posted to, and how one that is too large is refused: both may be as large. */
const fileCodes: ReadonlyMap<string, ErrorCode> = new Map([
  [pages.claimPhotograph, 'PHOTOGRAPH_TOO_LARGE'],
  [successionPages.file, 'SUCCESSION_FILE_TOO_LARGE'],
])
export const takesFiles = (path: string) => fileCodes.has(path)

/** A photograph may be sent by who has a session of ours; nobody else is worth holding 10 MB for. */
export function largeBodyOf({ sessions }: Pick<Foundation, 'sessions'>, cookies: Cookies) {
  return (asked: {
    method?: string | undefined
    url?: string | undefined
    headers: { cookie?: string | undefined }
  }): LargeBody | undefined => {
    const fileCode = fileCodes.get(asked.url?.split('?', 1)[0] ?? '')
    if (asked.method !== 'POST' || fileCode === undefined) return undefined
    const secret = cookies.read(asked.headers.cookie, 'session')
    if (secret === undefined || !sessions.isOurs(secret)) return undefined
    return { bytes: MOST_BYTES + AROUND_THE_FILE, code: fileCode }
  }
}
